/* SPDX-License-Identifier: ISC
 * gmon.c - gmon.out: riscv64-unknown-elf-gprof, also by line (-l).
 *
 * Calls are arcs where the profile has a call tree. Histogram records of 2-byte bins in chunks; a
 * chunk that holds more than 16 bits can takes several records of the same range, which gprof adds
 * up. The rate is 1 and the unit what a count is, so that gprof prints counts where it speaks of
 * seconds. Ticks in no bin have no place here. gprof looks only at the section .text, and takes no
 * local name with a $ for a function: core_sym_class() of its corefile.c, before it reads a
 * profile: nothing in this file can change it. Legacy Rust names have them ($LT$).
 */
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sites.h"
#include "sw/base/base.h"
#include "sw/report/contexts.h"

#define CHUNK 64u /* bins of a record: a hot spot repeats no more than these */
#define FULL 65535u
#define MAX_RECORDS (1u << 20) /* 169 MB */

struct chunk {
	uint64_t first; /* its lowest pc */
	uint64_t counts[CHUNK], max;
	uint32_t rate;
	const char *unit;
	unsigned pointer; /* bytes of a pc: 4, or 8 for a 64-bit ELF */
	uint64_t records; /* written or to be */
};

/* Little-endian. */
static void put(FILE *f, uint64_t value, unsigned bytes)
{
	for (; bytes; bytes--, value >>= 8)
		putc((int)(value & 0xff), f);
}

static bool put_chunk(FILE *f, struct chunk *c)
{
	uint64_t records = c->max / FULL + 1;

	if (records > MAX_RECORDS || (c->records += records) > MAX_RECORDS)
		return fail("export: gmon's counters of 16 bits would take more than %u records "
			    "for these counts; another format has no such limit",
			MAX_RECORDS);
	for (; c->max; c->max -= c->max < FULL ? c->max : FULL) {
		char unit[15] = "";
		memcpy(unit, c->unit, strlen(c->unit));
		putc(0, f);
		put(f, c->first, c->pointer);
		put(f, c->first + 2 * CHUNK, c->pointer);
		put(f, CHUNK, 4);
		put(f, c->rate, 4);
		fwrite(unit, 1, sizeof unit, f);
		putc(c->unit[0], f);
		for (unsigned i = 0; i < CHUNK; i++) {
			uint32_t now = (uint32_t)(c->counts[i] < FULL ? c->counts[i] : FULL);
			put(f, now, 2);
			c->counts[i] -= now;
		}
	}
	return true;
}

/* What gprof will not show as it is: it reads only .text, and shows the counts of names that it
 * passes over at the function before. */
static void note_lost(const char *path, uint64_t lost, uint64_t sum, uint64_t dollars)
{
	if (sum && lost == sum)
		note("gprof reads only a section named .text, of which this ELF has none; give "
		     "gprof a copy made by: riscv64-unknown-elf-objcopy --rename-section "
		     "NAME=.text %s COPY.elf",
			text_shell(path));
	else if (lost)
		note("gprof reads only the section .text: of %" PRIu64
		     " counts it leaves out %" PRIu64 " in other sections",
			sum, lost);
	if (dollars)
		note("gprof takes no local name with a $ for a function: it shows %" PRIu64
		     " counts at the functions before; give gprof a copy made by: "
		     "riscv64-unknown-elf-objcopy --wildcard --globalize-symbol='?*$?*' %s "
		     "COPY.elf",
			dollars, text_shell(path));
}

/* Where the section .text is; all addresses if unknown. */
static void find_text(const struct image *im, uint64_t *lo, uint64_t *hi)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	*lo = 0;
	*hi = UINT64_MAX;
	if (!im->elf || elf_getshdrstrndx(im->elf, &names) != 0)
		return;
	*hi = 0;
	while ((section = elf_nextscn(im->elf, section))) {
		const char *name = gelf_getshdr(section, &header)
			? elf_strptr(im->elf, names, header.sh_name)
			: NULL;
		if (name && !strcmp(name, ".text")) {
			*lo = header.sh_addr;
			*hi = header.sh_addr + header.sh_size;
		}
	}
}

/* An arc a call site. gprof makes inclusive times of them: it divides a function's time among its
 * callers by calls. */
static bool put_arcs(FILE *f, const struct call_tree *t, unsigned pointer)
{
	struct arcs arcs;
	uint64_t records = 0;

	arcs_open(&arcs, t);
	for (size_t i = 0; i < arcs.n; i++)
		records += arcs.at[i].calls / UINT32_MAX;
	for (size_t i = 0; i < arcs.n && records < MAX_RECORDS; i++) {
		uint32_t site = t->of_unit ? arcs.at[i].caller : arcs.at[i].site;
		for (uint64_t calls = site ? arcs.at[i].calls : 0; calls;
			calls -= calls < UINT32_MAX ? calls : UINT32_MAX) {
			putc(1, f);
			put(f, site, pointer);
			put(f, arcs.at[i].callee, pointer);
			put(f, (uint32_t)(calls < UINT32_MAX ? calls : UINT32_MAX), 4);
		}
	}
	arcs_close(&arcs);
	return records < MAX_RECORDS
		|| fail("export: gmon's counters of 32 bits would take more "
			"than %u records for these calls; another format has no such limit",
			MAX_RECORDS);
}

static bool write_gmon(const struct export *e)
{
	struct chunk c = { .rate = 1,
		.unit = profile_unit(e->profile),
		.pointer = e->firmware->image.wide ? 8 : 4 };
	struct sites sites;
	struct site site;
	uint64_t sum = 0, lost = 0, dollars = 0, text_lo, text_hi;
	uint32_t period = e->profile->config.period;

	if (e->hz % period || e->hz / period > UINT32_MAX)
		return fail("export: gmon has no place for %" PRIu64 " / %" PRIu32 " samples a "
			    "second: it must be a whole number below 2^32; leave out --clock",
			e->hz, period);
	if (e->hz) {
		c.rate = (uint32_t)(e->hz / period);
		c.unit = "seconds";
	}
	find_text(&e->firmware->image, &text_lo, &text_hi);
	fwrite("gmon", 1, 4, e->to);
	put(e->to, 1, 4);
	for (unsigned i = 0; i < 12; i++)
		putc(0, e->to);
	sites_open(&sites, e->profile, e->firmware);
	bool good = true;
	while (good && sites_next(&sites, &site) && site.function) {
		uint64_t pc = site.pc & ~1u, first = pc - pc % (2 * CHUNK);
		if (first + 2 * CHUNK > UINT32_MAX)
			good = fail("export: gmon has no place for code in the last %u bytes of "
				    "the address space; another format has",
				2 * CHUNK);
		if (good && first != c.first) {
			good = put_chunk(e->to, &c);
			memset(c.counts, 0, sizeof c.counts);
			c.first = first;
		}
		uint64_t *count = &c.counts[(pc - first) / 2];
		*count += site.count;
		c.max = *count > c.max ? *count : c.max;
		sum += site.count;
		bool in_text = pc >= text_lo && pc < text_hi;
		lost += in_text ? 0 : site.count;
		/* global names it takes as they are */
		const struct function *f = symbols_find(&e->firmware->symbols, site.pc);
		dollars += in_text && f && f->local && strchr(f->linker, '$') ? site.count : 0;
	}
	bool calls = e->profile->calls.of_unit || sites_calls_fit(&sites);
	sites_close(&sites);
	if (!good || !put_chunk(e->to, &c))
		return false;
	if (calls && !put_arcs(e->to, &e->profile->calls, c.pointer))
		return false;
	note_lost(e->firmware->image.path, lost, sum, dollars);
	return true;
}

const struct export_format export_gmon = { "gmon", "gmon.out: riscv64-unknown-elf-gprof ELF FILE",
	true, true, false, write_gmon, 0 };
