/* SPDX-License-Identifier: ISC
 * image.h - an ELF: its file, sections, code, instruction set and debug file.
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Which of many overlapping address ranges holds an address.
 *
 * Add ranges in any order, each with a rank and a value. ranges_build makes them disjoint: at each
 * address the range of the highest rank wins. Then look up in O(log n). Building takes O(n log n)
 * for any input. Ends are exclusive and have 64 bits, so a range may reach the end of the address
 * space. Symbols, line tables and inlined calls use this.
 */
struct range {
	uint64_t lo, hi;
	uint64_t rank; /* among equal ranks the higher lo wins */
	size_t value;
};

struct ranges {
	struct range *at;
	size_t n, room;
};

/* hi <= lo: ignored */
void ranges_add(struct ranges *r, uint64_t lo, uint64_t hi, uint64_t rank, size_t value);
void ranges_build(struct ranges *r);
const struct range *ranges_find(const struct ranges *r, uint64_t address); /* NULL: in none */
/* the first with hi > address, or NULL */
const struct range *ranges_next(const struct ranges *r, uint64_t address);

/* The same as ranges_next, for addresses that mostly rise. *at, initially 0, remembers where the
 * last one was found. */
const struct range *ranges_next_near(const struct ranges *r, uint64_t address, size_t *at);
void ranges_free(struct ranges *r);

/* ---- A firmware ELF, opened and checked.
 *
 * After image_open, every offset that other files follow (headers, segments, sections) lies inside
 * the file. The file is read completely, so it may change or shrink afterwards. Accepts only
 * little-endian RISC-V executables with fixed addresses whose code lies below 4 GiB; anything else
 * gets one line. Of a 64-bit ELF it leaves out data above.
 */
struct segment {
	uint32_t vaddr, paddr, filesz, memsz;
	const uint8_t *bytes; /* `filesz` bytes */
	bool exec;
};

struct image {
	char *path;
	uint8_t *bytes;
	size_t size;
	uint32_t crc; /* CRC-32 of the file */
	uint8_t build_id[64];
	size_t build_id_bytes; /* 0: none */
	bool debug_only; /* segments have no bytes */
	bool wide; /* a 64-bit ELF */
	Elf *elf;
	uint32_t flags; /* e_flags */
	/* physical address where the core begins, computed as in QEMU */
	uint32_t entry;
	struct segment *segments; /* PT_LOAD that take memory, in file order */
	size_t n_segments;
	/* image.h; value: number of the section, 0: unknown, IMAGE_ROM and more: of none */
	struct ranges code;
};

#define IMAGE_ROM (1ull << 32) /* with where the function begins */

/* debug_only: a debug file, whose code and segments have no bytes: for symbols and lines only. */
bool image_open(struct image *im, const char *path, bool debug_only);

/* The same from memory; `path` is for messages. Takes over `bytes` (malloc'ed), even if it
 * fails. */
bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only);

/* The instruction at pc, if the ELF has its bytes; else 0, which is none. */
uint32_t image_instruction(const struct image *im, uint32_t pc);
void image_close(struct image *im); /* also after a failed open */

/* ---- The sections of an ELF: their bytes, and which addresses are code.
 *
 * Code are executable sections. A section that its flags call data has code where function symbols
 * lie (code for RAM in .data), and is code as a whole if its segment is executable and it has
 * labels, but no data objects. Functions in ROM, outside the ELF, are code of no section: absolute
 * function symbols, and absolute labels that the code calls. Where sections share addresses, as
 * overlays do, the code is that of the first. Without section headers, code are the executable
 * segments.
 */
/* Internal to image.c: reads the build id and the code, leaves out what is no firmware. */
bool image_read_sections(struct image *im);

/* Do n bytes from `at` on pass `end`? No bytes pass nothing, wherever they are. */
bool image_passes(uint64_t at, uint64_t n, uint64_t end);
/* false, after one line */
bool image_far(const struct image *im, const char *what, uint64_t address);

/* Adds to im->code what the symbols of `names` say of it; bytes: the one of the program's files
 * that has the code. */
void image_add_code(struct image *im, const struct image *names, const struct image *bytes);

/* Internal to sections.c: adds to `code` the functions outside the ELF, as those of a boot ROM,
 * whose addresses it knows. A linker script gives them (PROVIDE(rom_copy = 0x40000500)), or another
 * ELF (--just-symbols). A number without a type may be a size or a device, so it counts only if the
 * code of `im` calls it. */
void image_add_rom(struct ranges *code, const struct image *im, Elf_Data *symbols);

/* The symbol table; an ELF has at most one. NULL: none. */
Elf_Scn *image_symbols(const struct image *im, GElf_Shdr *header);

bool image_is_function(unsigned type); /* STT_* */

/* The section of the symbol, if that is loaded and the symbol lies in it. False: not so. */
bool image_section_of(const struct image *im, const GElf_Sym *sym, GElf_Shdr *s);

/* NULL: none */
const struct segment *image_segment_at(const struct image *im, uint64_t address);

/* Its name; "?" if that is damaged. */
const char *elf_section_name(Elf *elf, const GElf_Shdr *s);

/* Name of the section with the code at pc. NULL: none. */
const char *image_section_at(const struct image *im, uint64_t pc);

/* Are the bytes at pc code that stays what the ELF says? Not in a section that may be written, nor
 * where overlays share addresses, nor where the ELF has no bytes. */
bool image_fixed(const struct image *im, uint64_t pc);

/* Does a section of this name cover the address? */
bool image_section_has(const struct image *im, const char *name, uint64_t address);

/* Have the two the same executable sections, byte for byte where both have the bytes? True if one
 * has no sections. */
bool image_same_code(const struct image *a, const struct image *b);

/* ---- The instruction set that an ELF was built for, and whether a core has it.
 *
 * From .riscv.attributes (Tag_RISCV_arch) and e_flags. Zicsr, Zifencei and the counters were part
 * of I until 2019, and tools still list them or not. If a core lacks one of these ("soft"), that
 * earns only a note: should the program execute such an instruction, the trap report names it. So
 * does A, of a core that has half of it: few programs for it have an AMO.
 */
#define ISA_MAX 64
#define ISA_NAME 24

struct isa {
	unsigned xlen;
	size_t n;
	char ext[ISA_MAX][ISA_NAME]; /* lower case: "i", "m", "zicsr"; shorthands expanded */
};

/* Reads a string like "rv32imc_zicsr" or "rv32i2p0_m2p0". False: it is not one. */
bool isa_parse(const char *text, struct isa *isa);

/* Finds out what the ELF needs. False: one line was printed (corrupt attributes, RV64). */
bool isa_of_image(const struct image *im, struct isa *isa);

/* The first extension of `need` that `have` lacks, or NULL. soft: the last, of soft ones, else only
 * of the others. */
const char *isa_lacks(const struct isa *have, const struct isa *need, bool soft);

/* "C (compressed instructions)", for a message, in static storage. */
const char *isa_describe(const char *ext);

/* ---- The separate file that holds a stripped ELF's symbols and lines.
 *
 * Looks where gdb looks: .gnu_debuglink names a file beside the ELF, in .debug/ there, or below
 * /usr/lib/debug; the build id names .build-id/xx/yyyy.debug beside the ELF or below
 * /usr/lib/debug. A file found this way counts only if its build id or CRC matches.
 */
/* Opens the debug file `named`. If that is NULL and `im` has no debug information, searches for
 * one; debug->elf is NULL if there is none. False: `named` is unusable, one line was printed. */
bool debug_file_open(struct image *debug, const struct image *im, const char *named);
