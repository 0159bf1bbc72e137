/* SPDX-License-Identifier: ISC
 * fuzz.c - damaged captures, ELF files and DWARF against report and every export.
 *
 * usage: fuzz AT FIRST LAST FILE.elf... FILE.tally...
 * A capture's call tree is damaged as it is before it is compressed.
 * Runs executions FIRST..LAST. An execution's number alone decides which file it takes and how it damages it. Built
 * with address and undefined sanitizers. Each must end within 20 s of work, and its output must have all counts. The
 * file AT holds the number of the present execution, in case this program dies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <zlib.h>

#include "rnd.h"
#include "fuzz_totals.h"
#include "fuzz_tree.h"
#include "sw/profile/capture.h"
#include "sw/base/error.h"
#include "sw/export/export.h"
#include "sw/base/file.h"
#include "sw/elf/isa.h"
#include "sw/profile/region.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

#define ROOM 4096u		/* bytes that a file may grow by */

static FILE *say;
static unsigned long long number;
static unsigned long long taken[2];	/* accepted captures, accepted ELFs */
static unsigned long long trees;	/* of the captures */

static void die(const char *what, const char *which)
{
	fprintf(say, "execution %llu: %s%s\n", number, which, what);
	fflush(say);
	abort();
}

/* ---- damage ---- */
struct file {
	uint8_t *bytes;
	size_t size;
	bool elf;
};

static uint32_t get(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void set(uint8_t *p, uint64_t value, unsigned bytes)
{
	for (; bytes; bytes--, value >>= 8)
		*p++ = (uint8_t)value;
}

/* A part of it that is worth changing: a section, a header, a chunk; at least 1 byte. */
static void choose(const struct file *f, size_t *at, size_t *n)
{
	*at = 0;
	*n = f->size;
	if (f->elf && f->size >= 52) {
		uint32_t table = get(f->bytes + 32), count = get(f->bytes + 48) & 0xffff, each = 40;
		uint32_t which = rnd(count + 3);
		if (table > f->size || (f->size - table) / each < count || which > count + 1)
			return;
		if (which == count + 1) {
			*n = 52;
		} else if (which == count) {
			*at = table;
			*n = count * each;
		} else {
			uint32_t offset = get(f->bytes + table + which * each + 16), size = get(f->bytes + table + which * each + 20);
			if (size && offset < f->size && size <= f->size - offset && get(f->bytes + table + which * each + 4) != 8) {
				*at = offset;
				*n = size;
			}
		}
	} else if (!f->elf && (rnd(2) || !fuzz_tree_find(f->bytes, f->size, at, n))) {
		*at = rnd(4) && f->size > 20 ? 20 : 0;
		*n = f->size > 300 && rnd(3) ? 250 : f->size - *at;
	}
	if (!*n)
		*n = 1;
}

static void change(struct file *f)
{
	static const uint64_t special[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
		0x8000000000000000, UINT64_MAX };
	size_t at, n;

	choose(f, &at, &n);
	at += rnd((uint32_t)n);
	n = f->size - at;
	switch (rnd(8)) {
	case 0:
	case 1:
		f->bytes[at] ^= (uint8_t)(1u << rnd(8));
		break;
	case 2:
		f->bytes[at] = (uint8_t)rnd(256);
		break;
	case 3: {
		unsigned bytes = 1u << rnd(4);
		if (bytes <= n)
			set(f->bytes + at, special[rnd(sizeof special / sizeof special[0])], bytes);
		break;
	}
	case 4:			/* slightly more or less */
		f->bytes[at] = (uint8_t)(f->bytes[at] + rnd(9) - 4);
		break;
	case 5: {		/* moves a part elsewhere */
		size_t from = rnd((uint32_t)f->size), bytes = 1 + rnd(64);
		if (bytes <= n && bytes <= f->size - from)
			memmove(f->bytes + at, f->bytes + from, bytes);
		break;
	}
	case 6:			/* a run of one byte */
		memset(f->bytes + at, (int)rnd(256), n < 64 ? n : rnd(64));
		break;
	default:		/* truncates or extends */
		if (!rnd(4)) {
			f->size = at;
		} else if (!rnd(4)) {
			size_t bytes = 1 + rnd(ROOM / 8);
			memmove(f->bytes + at + bytes, f->bytes + at, n);
			f->size += bytes;
		}
	}
}

/* Packs the capture's tree, repairs its length and checksum, so that none of them gets it refused. */
static void close_capture(struct file *f)
{
	fuzz_tree_close(&f->bytes, &f->size, 0);
	if (f->size < 24)
		return;
	set(f->bytes + 12, f->size, 8);
	set(f->bytes + f->size - 4, crc32_z(0, f->bytes, f->size - 4), 4);
}

/* ---- use ---- */
/* Has the damaged tree other cycles at some pc than the bins? Then perf's samples, which come from the tree, may lie
 * where no function was counted, and have no place in its file. */
static bool apart(const struct profile *p)
{
	uint64_t *left = allocate(p->slots, sizeof *left);
	bool differ = false;

	memcpy(left, p->bins, p->slots * sizeof *left);
	for (size_t i = 0; i < p->calls.n_cells; i++) {
		uint32_t slot = (p->calls.cells[i].pc - p->config.offset) / 2;
		if (slot < p->slots)
			left[slot] -= p->calls.cells[i].cycles;
	}
	for (uint32_t i = 0; i < p->slots; i++)
		differ |= left[i] != 0;
	free(left);
	return differ;
}

static void use(const struct profile *p, const struct firmware *f)
{
	const struct tally_counters *c = &p->counters;
	uint64_t bins = profile_bin_sum(p), rest = c->outside + c->filtered + c->idle + c->lost + c->pending;
	bool no_tree = !p->calls.n_nodes || call_tree_cycles(&p->calls) + c->idle + c->pending != c->ticks;
	taken[f->image.elf != NULL]++;
	bool tree = p->calls.n_nodes;
	struct view views[] = { { .top = 5 }, { .lines = true }, { .inlines = true }, { .tree = true, .top = 7 },
		{ .kind = TABLE_CALLERS }, { .callers_of = "f", .function = tree ? p->calls.nodes[rnd((uint32_t)p->calls.n_nodes)].function : 0 } };

	trees += tree;
	for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
		if (tree || !view_of_calls(&views[i]))
			report_print(p, f, &views[i]);
	for (size_t i = 0; export_formats[i]; i++) {
		const struct export_format *format = export_formats[i];
		struct export e = { .profile = p, .firmware = f, .path = p->elf_path, .hz = format->seconds && p->config.source == TALLY_SOURCE_CLK ? rnd(2) * p->config.period : 0 };
		char *text = NULL;
		size_t size = 0;
		uint64_t sum;
		bool bins_only = false;
		e.to = open_memstream(&text, &size);
		bool good = format->write(&e);
		fclose(e.to);
		if (!good && strcmp(format->name, "gmon") && !(no_tree && !strcmp(format->name, "svg")))
			die(": refuses to write", format->name);
		if (good && !fuzz_total(format->name, text, size, &sum, &bins_only))
			die(": cannot be read", format->name);
		uint64_t want = !strcmp(format->name, "svg") ? c->ticks : bins + (bins_only ? 0 : rest);
		bool free_to_differ = tree && !strcmp(format->name, "perf") && apart(p);
		if (good && sum != UINT64_MAX && sum != want && !free_to_differ)
			die(": counts are missing", format->name);
		free(text);
	}
}

static void use_elf(const struct file *file)
{
	struct firmware f = { 0 };
	struct profile p = { .config = tally_exact(0, 0), .end = END_TRAP };
	struct isa isa;
	uint8_t *copy = allocate(file->size, 1);

	memcpy(copy, file->bytes, file->size);
	if (image_parse(&f.image, "fuzz.elf", copy, file->size, false) && symbols_read(&f.symbols, &f.image)) {
		lines_read(&f.lines, &f.image, &f.symbols, NULL);
		if (isa_of_image(&f.image, &isa) && region_choose(&p, &f.image, &f.symbols, NULL, NULL)) {
			region_fit(&p, &f.image, 1u << 15);
			p.core = copy_text("picorv32");
			firmware_sign(&f, &p);
			p.bins = allocate(p.slots, sizeof *p.bins);
			for (uint32_t i = rnd(8); i < p.slots; i += 1 + rnd(200))
				p.counters.hits += p.bins[i] = 1 + rnd(100000);
			p.counters.lost = rnd(3);
			p.counters.ticks = p.counters.hits + p.counters.lost;
			use(&p, &f);
		}
	}
	profile_free(&p);
	firmware_close(&f);
}

static void use_capture(const struct file *file)
{
	struct firmware none = { 0 };
	struct profile p;

	if (capture_decode(&p, "fuzz.tally", file->bytes, file->size) && p.slots < 200000)
		use(&p, &none);
	profile_free(&p);
}

int main(int argc, char **argv)
{
	size_t n_seeds = argc > 4 ? (size_t)argc - 4 : 0;
	struct file *seeds = allocate(n_seeds, sizeof *seeds);

	if (!n_seeds)
		return 2;
	for (size_t i = 0; i < n_seeds; i++) {
		if (!file_read(argv[4 + i], 1u << 24, &seeds[i].bytes, &seeds[i].size))
			return 2;
		seeds[i].elf = seeds[i].size > 4 && !memcmp(seeds[i].bytes, "\177ELF", 4);
		if (!seeds[i].elf)
			fuzz_tree_open(&seeds[i].bytes, &seeds[i].size, 0);
	}
	FILE *at = fopen(argv[1], "w");
	say = fdopen(dup(2), "w");
	stderr = fopen("/dev/null", "w");		/* not file descriptor 2: the sanitizers write there */
	if (!at || !say || !stderr || !freopen("/dev/null", "w", stdout))
		return 2;
	for (number = strtoull(argv[2], NULL, 10); number <= strtoull(argv[3], NULL, 10); number++) {
		rewind(at);
		fprintf(at, "%llu\n", number);
		fflush(at);
		setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_sec = 20 }, NULL);
		seed = number * 0x9E3779B97F4A7C15ull;
		rnd(1);
		const struct file *seed = &seeds[rnd((uint32_t)n_seeds)];
		struct file f = { allocate(seed->size + 16 * ROOM, 1), seed->size, seed->elf };
		memcpy(f.bytes, seed->bytes, seed->size);
		for (uint32_t n = 1 + (rnd(2) ? rnd(4) : rnd(16)); n && f.size; n--)
			change(&f);
		if (f.elf)
			use_elf(&f);
		else if (rnd(16))
			close_capture(&f);
		if (!f.elf)
			use_capture(&f);
		free(f.bytes);
	}
	fprintf(say, "executions %s to %s: %llu captures (%llu with a call tree) and %llu ELFs taken with all counts, the others refused\n",
		argv[2], argv[3], taken[0], trees, taken[1]);
	for (size_t i = 0; i < n_seeds; i++)
		free(seeds[i].bytes);
	free(seeds);
	fclose(at);
	fclose(say);
	return 0;
}
