/* SPDX-License-Identifier: ISC
 * encoding.h - text as programs on Windows write it: a byte-order mark in front, or UTF-16.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>
#include <stddef.h>

/* Is a text that begins so in UTF-16, of either byte order, with a mark or without? */
bool encoding_is_wide(const char *text, size_t n);

/* What is ASCII in UTF-16 becomes ASCII, whole or line by line, and loses its mark, as UTF-8 does. The new length. */
size_t encoding_narrow(char *text, size_t n, bool wide);

#endif
