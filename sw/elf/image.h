/* SPDX-License-Identifier: ISC
 * image.h - a firmware ELF, opened and checked.
 *
 * After image_open, every offset that other files follow (headers, segments, sections) lies inside
 * the file. The file is read completely, so it may change or shrink afterwards. Accepts only
 * little-endian RISC-V executables with fixed addresses whose code lies below 4 GiB; anything else
 * gets one line. Of a 64-bit ELF it leaves out data above.
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ranges.h"

struct segment {
	uint32_t vaddr, paddr, filesz, memsz;
	const uint8_t *bytes;	/* `filesz` bytes */
	bool exec;
};

struct image {
	char *path;
	uint8_t *bytes;
	size_t size;
	uint32_t crc;			/* CRC-32 of the file */
	uint8_t build_id[64];
	size_t build_id_bytes;		/* 0: none */
	bool debug_only;		/* segments have no bytes */
	bool wide;			/* a 64-bit ELF */
	Elf *elf;
	uint32_t flags;			/* e_flags */
	/* physical address where the core begins, computed as in QEMU */
	uint32_t entry;
	struct segment *segments;	/* PT_LOAD that take memory, in file order */
	size_t n_segments;
	/* sections.h; value: number of the section, 0: unknown, IMAGE_ROM and more: of none */
	struct ranges code;
};

#define IMAGE_ROM (1ull << 32)		/* with where the function begins */

/* debug_only: a debug file, whose code and segments have no bytes: for symbols and lines only. */
bool image_open(struct image *im, const char *path, bool debug_only);

/* The same from memory; `path` is for messages. Takes over `bytes` (malloc'ed), even if it
 * fails. */
bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only);

/* The instruction at pc, if the ELF has its bytes; else 0, which is none. */
uint32_t image_instruction(const struct image *im, uint32_t pc);
void image_close(struct image *im);	/* also after a failed open */
