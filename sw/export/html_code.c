/* SPDX-License-Identifier: ISC
 * html_code.c - the instructions of each source line that has counts, with their own counts, beside
 * the line.
 *
 * One run of objdump for all of them. Where there is none, the page has only its sources.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "html.h"

/* bytes between the first and the last count: more would take objdump minutes */
enum { MOST_CODE = 1 << 22 };

static int by_place(const void *a, const void *b)
{
	const struct instruction_at *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->pc > y->pc) - (x->pc < y->pc);
}

/* Where the counts are: [*lo, *hi) with whole functions. */
static bool extent(const struct page *h, uint64_t *lo, uint64_t *hi)
{
	const struct ranges *r = &h->sites.rows;

	*lo = r->n ? r->at[0].lo : UINT64_MAX;
	*hi = r->n ? r->at[r->n - 1].hi : 0;
	if (*lo < *hi && *hi - *lo > MOST_CODE)
		note("the functions with counts span more than %d MiB: the page shows no "
			"instructions", MOST_CODE >> 20);
	return *lo < *hi && *hi - *lo <= MOST_CODE;
}

/* The instructions of functions that have counts, each with its line. */
static void take_instructions(struct page *h)
{
	size_t room = 0;

	for (size_t i = 0; i < h->code.n; i++) {
		const struct instruction *in = &h->code.at[i];
		const struct line *line = ranges_find(&h->sites.rows, in->pc)
			? lines_find(&h->e->firmware->lines, (uint32_t)in->pc) : NULL;
		if (!line || !line->number)
			continue;
		GROW(h->instructions, h->n_instructions, room);
		h->instructions[h->n_instructions++] = (struct instruction_at){ .file =
			intern_text(&h->files, line->file, NULL),
			.line = line->number, .pc = in->pc, .text = in->text,
			.count = h->counts[i] };
	}
	if (h->n_instructions)
		qsort(h->instructions, h->n_instructions, sizeof *h->instructions, by_place);
}

void html_read_code(struct page *h)
{
	struct site site;
	uint64_t lo, hi;

	if (!h->e->firmware->image.elf || !lines_known(&h->e->firmware->lines)
		|| !extent(h, &lo, &hi))
		return;
	if (!disassembly_read(&h->code, NULL, &h->e->firmware->image, lo, hi)) {
		note("no objdump for RISC-V in PATH: the page shows no instructions; install "
			"binutils-riscv64-unknown-elf");
		return;
	}
	h->counts = allocate(h->code.n, sizeof *h->counts);
	sites_rewind(&h->sites);
	while (sites_next(&h->sites, &site)) {
		size_t at = site.function ? disassembly_find(&h->code, site.pc) : SIZE_MAX;
		if (at != SIZE_MAX)
			h->counts[at] += site.count;
	}
	take_instructions(h);
}

/* The first instruction of a line, and in *n how many. */
static const struct instruction_at *instructions_of(const struct page *h, size_t file, int line,
	size_t *n)
{
	struct instruction_at key = { .file = file, .line = line };
	size_t lo = 0, hi = h->n_instructions;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (by_place(&h->instructions[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (*n = 0; lo + *n < h->n_instructions && h->instructions[lo + *n].file == file
		&& h->instructions[lo + *n].line == line; )
		++*n;
	return *n ? &h->instructions[lo] : NULL;
}

void html_code(const struct page *h, size_t file, int line)
{
	size_t n;
	const struct instruction_at *in = instructions_of(h, file, line, &n);

	for (size_t i = 0; i < n; i++) {
		fprintf(h->to, "%s[%" PRIu64 ",%" PRIu64 ",", i ? "," : ",[", in[i].pc,
			in[i].count);
		text_script(h->to, in[i].text);
		putc(']', h->to);
	}
	if (n)
		putc(']', h->to);
}

void html_free_code(struct page *h)
{
	disassembly_free(&h->code);
	free(h->counts);
	free(h->instructions);
}
