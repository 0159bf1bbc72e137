/* SPDX-License-Identifier: ISC
 * text.h - names from an ELF, made safe for the formats that carry them.
 *
 * Names come from untrusted files and may hold any byte. The output is always valid UTF-8: other
 * bytes become U+FFFD. Control characters become '?' if the format cannot escape them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void text_json(FILE *f, const char *text);	/* a JSON string; NULL: null */
void text_json_list(FILE *f, const char *const *texts, size_t n);
/* The members file and line behind others; null: no file, no line 0. */
void text_json_place(FILE *f, const char *file, int line);
/* the same within <script>, shown as by text_html */
void text_script(FILE *f, const char *text);

/* For element content and quoted attributes. Characters that change the writing direction become
 * U+FFFD. */
void text_html(FILE *f, const char *text);
/* a quoted field (RFC 4180) that no spreadsheet takes for a formula */
void text_csv(FILE *f, const char *text);

/* A copy in one line: control characters and those in `bad` become '?'. The caller frees it. */
char *text_plain(const char *text, const char *bad);

/* The path relative to the working directory if the file is below it, else unchanged. */
const char *text_here(const char *file);

/* The name as one word of a command for a shell, in one of a few static buffers: quoted if it has
 * to be, and no option if it begins with a -. */
const char *text_shell(const char *name);

/* In decimal, maybe with separators of thousands (1,234), in one of a few static buffers. */
const char *text_number(uint64_t n, bool separators);

/* How many bytes the character takes. *plain: may a terminal, or a line of text, have it? Not what
 * is no UTF-8, control characters (those of Latin-1, too), or what changes the writing
 * direction. */
size_t text_character(const char *text, bool *plain);

/* As much as fits of the text, a blank for a tab and '?' for what is not plain. */
void text_filter(char *out, size_t room, const char *text);

/* The same, in one of a few static buffers. */
const char *text_clean(const char *text);

/* Programs on Windows write a byte-order mark in front, or UTF-16. Is a text that begins so in
 * UTF-16, of either byte order, with a mark or without? */
bool text_is_wide(const char *text, size_t n);

/* What is ASCII in UTF-16 becomes ASCII, whole or line by line, and loses its mark, as UTF-8 does.
 * The new length. */
size_t text_narrow(char *text, size_t n, bool wide);
