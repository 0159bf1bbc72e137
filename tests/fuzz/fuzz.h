/* SPDX-License-Identifier: ISC
 * fuzz.h - what fuzz.c knows of exports and of captures without the tool's code.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads `size` bytes (a NUL follows them) of format `name` and adds its counts up. *bins_only: it
 * omits ticks that are in no bin. false: it is damaged. *sum is UINT64_MAX for a format that this
 * cannot add up. */
bool fuzz_total(const char *name, const char *text, size_t size, uint64_t *sum, bool *bins_only);

/* A capture's columns laid open, so that damage reaches them and not their compression: behind the
 * header the number of columns, their records, what they hold, 4 bytes. Both replace *bytes by
 * another allocation. False: it is no capture, or too large. */
bool fuzz_open(uint8_t **bytes, size_t *size);
void fuzz_close(uint8_t **bytes, size_t *size);

/* A part of such a capture: the directory, or a column, which may be empty. */
void fuzz_choose(const uint8_t *bytes, size_t size, size_t *at, size_t *n);

#endif
