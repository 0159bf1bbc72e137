/* SPDX-License-Identifier: ISC
 * text.h - names out of an ELF, made fit for the formats that carry them.
 *
 * Names come from untrusted files and may hold any byte. Printed text is always valid UTF-8:
 * other bytes become U+FFFD. Control characters become '?' where the format has no way to write them.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

void text_json(FILE *f, const char *text);	/* a JSON string; NULL: null */
void text_html(FILE *f, const char *text);	/* for element content and quoted attributes; what turns the direction of writing becomes U+FFFD */
void text_csv(FILE *f, const char *text);	/* a quoted field (RFC 4180) that no spreadsheet takes for a formula */

/* One line without control characters, characters of `bad` as '?' too; the caller frees it. */
char *text_plain(const char *text, const char *bad);

/* A file below the working directory, named from there. */
const char *text_here(const char *file);

/* Text from a file, without what would upset a terminal; returns one of a few static buffers. */
const char *text_clean(const char *text);

#endif
