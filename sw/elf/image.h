/* SPDX-License-Identifier: ISC
 * image.h - a firmware ELF, opened and checked.
 *
 * After image_open, every offset that other files follow (headers, segments, sections) lies inside the file. The file
 * is read completely, so it may change or shrink afterwards; commands that end soon may map it instead. Accepts only
 * little-endian RISC-V executables with fixed addresses whose code lies below 4 GiB; anything else gets one line. Of a
 * 64-bit ELF it leaves out data above.
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
	const uint8_t *bytes;	/* `filesz` bytes */
	bool exec;
};

struct image {
	char *path;
	uint8_t *bytes;
	size_t size;
	bool mapped;			/* bytes come from file_map, not malloc */
	uint32_t crc;			/* CRC-32 of the file */
	uint8_t build_id[64];
	size_t build_id_bytes;		/* 0: none */
	bool debug_only;		/* segments have no bytes */
	bool wide;			/* a 64-bit ELF */
	Elf *elf;
	uint32_t flags;			/* e_flags */
	uint32_t entry;			/* physical address where the core begins, computed as in QEMU */
	struct segment *segments;	/* PT_LOAD that take memory, in file order */
	size_t n_segments;
	struct ranges code;		/* sections.h; value: number of the section, 0: unknown, IMAGE_ROM and more: of none */
};

#define IMAGE_ROM (1ull << 32)		/* with where the function begins */

bool image_open(struct image *im, const char *path, bool map);

/* Opens a debug file, whose code and segments have no bytes: for symbols and lines only. */
bool image_open_debug(struct image *im, const char *path, bool map);

/* The same from memory; `path` is for messages. Takes over `bytes` (malloc'ed), even if it fails. */
bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only);
void image_close(struct image *im);	/* also after a failed open */

#endif
