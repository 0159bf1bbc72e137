/* SPDX-License-Identifier: ISC
 * script.h - JSON for scripts, and the HTML page around it.
 *
 * Values stand behind one another; their commas are the writer's own. `name` is that of a member
 * of an object; NULL: an item of an array.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/base/base.h"

struct script {
	FILE *to;
	bool first; /* the next value is the first of its array or object */
	bool plain; /* a file of JSON, not within <script> */
};

/* An array or object; bracket: '[' or '{', and ']' or '}'. */
void script_open(struct script *s, const char *name, char bracket);
void script_close(struct script *s, char bracket);

void script_text(struct script *s, const char *name, const char *text); /* NULL: null */
void script_number(struct script *s, const char *name, uint64_t number);
__attribute__((format(printf, 3, 4))) void script_print(
	struct script *s, const char *name, const char *format, ...);
void script_numbers(struct script *s, const uint64_t *numbers, size_t n); /* items */
/* An array as an item: a text, unless it is NULL, and numbers. */
void script_row(struct script *s, const char *text, const uint64_t *numbers, size_t n);

/* An array "names". */
void script_names(struct script *s, const struct intern *names);

/* An array of a member of n structs, which are `stride` bytes apart: of 8 or 4 bytes, or a bool. */
void script_column(struct script *s, const char *name, const void *first, size_t bytes,
	size_t stride, size_t n);
#define SCRIPT_COLUMN(s, name, structs, member, n) \
	script_column(s, name, &(structs)->member, sizeof(structs)->member, sizeof *(structs), n)

/* A page's beginning, which opens the object of its data, with its title; and its end. */
void script_page(struct script *s, const char *title);
void script_page_end(struct script *s);
