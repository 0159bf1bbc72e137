/* SPDX-License-Identifier: ISC
 * fuzz.h - a file, and random damage to it; the target that takes none.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file {
	uint8_t *bytes;
	size_t size;
	bool elf;
};

/* Reads an ELF or a capture, of 16 MiB at most. False: it cannot be read, which was said. */
bool damage_read(struct file *f, const char *path);

/* A copy of `from` with up to 16 changes, in parts that are worth it: sections, headers; most
 * captures in their columns before these are compressed, with a length and a checksum that fit. The
 * caller frees its bytes. */
struct file damage_make(const struct file *from);

/* Files in a console's stream, as its exit code. */
int frames_test(void);

#endif
