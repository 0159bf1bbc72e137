/* SPDX-License-Identifier: ISC
 * image.h - a firmware ELF, opened and checked.
 *
 * After image_open every offset the other files follow lies inside the file:
 * headers, segments, sections. The file is read as a whole, so that one that
 * changes or shrinks meanwhile does no harm, or mapped, for commands that end soon. Only 32-bit little-endian RISC-V
 * executables with fixed addresses are taken; anything else gets one line.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ranges.h"

struct segment {
	uint32_t vaddr, paddr, filesz, memsz;
	const uint8_t *bytes;	/* filesz of them */
	bool exec;
};

struct image {
	char *path;
	uint8_t *bytes;
	size_t size;
	bool mapped;			/* bytes are file_map's, not malloc's */
	uint32_t crc;			/* CRC-32 of the file */
	uint8_t build_id[64];
	size_t build_id_bytes;		/* 0: none */
	bool debug_only;		/* segments have no bytes */
	Elf *elf;
	uint32_t flags;			/* e_flags */
	uint32_t entry;			/* where the core begins, physical, as QEMU computes it */
	struct segment *segments;	/* PT_LOAD with memory, in the file's order */
	size_t n_segments;
	struct ranges code;		/* executable sections; without section headers, executable segments */
};

bool image_open(struct image *im, const char *path, bool map);

/* A debug file: its sections of code and its segments have no bytes. For symbols and lines only. */
bool image_open_debug(struct image *im, const char *path, bool map);

/* The same from memory, `path` for messages: takes over `bytes` (malloc'ed), also when it fails. */
bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only);
void image_close(struct image *im);	/* also after a failed open */

/* Name of the section of code at pc; NULL: none, or no section headers. */
const char *image_section_at(const struct image *im, uint64_t pc);

/* Bytes of the first section of this type (not SHT_NOBITS); false: none. */
bool image_section(const struct image *im, uint32_t type, const uint8_t **bytes, size_t *n);

#endif
