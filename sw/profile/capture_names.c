/* SPDX-License-Identifier: ISC
 * capture_names.c - functions, files and lines as columns of a capture: of all that was counted,
 * for readers without the ELF. tally itself reads the ELF.
 */
#include <stdlib.h>
#include <string.h>

#include "capture_columns.h"
#include "sw/base/error.h"
#include "sw/base/intern.h"

#define WORD UINT32_MAX

#define NO_FUNCTION UINT32_MAX

/* What was counted from pc on, up to the next place. function: where it begins. File 0, "", stands
 * for unknown ones. */
struct place {
	uint64_t pc;
	uint32_t function, file, line;
};

struct named {
	const char *name;
	uint64_t begin, end;
	uint32_t file, line;
};

struct names {
	const struct firmware *firmware;
	struct place *places;
	size_t n, room;
	struct intern files;
	bool *used;		/* of each function of the ELF */
};

static uint32_t file_number(struct names *n, const char *file)
{
	return (uint32_t)intern_text(&n->files, file ? file : "", NULL);
}

static uint32_t function_at(struct names *n, uint64_t pc)
{
	const struct symbols *s = &n->firmware->symbols;
	const struct function *f = symbols_find(s, pc);

	if (f)
		n->used[f - s->functions] = true;
	return f ? (uint32_t)f->lo : NO_FUNCTION;
}

/* What was counted at pc belongs to the code at `code`. */
static void add_place(struct names *n, uint64_t pc, uint64_t code)
{
	const struct line *line = lines_find(&n->firmware->lines, (uint32_t)code);
	struct place place = { pc, function_at(n, code), file_number(n, line ? line->file : NULL),
		line ? (uint32_t)line->number : 0 };
	const struct place *last = n->n ? &n->places[n->n - 1] : NULL;

	if (last && last->function == place.function && last->file == place.file
		&& last->line == place.line)
		return;
	GROW(n->places, n->n, n->room);
	n->places[n->n++] = place;
}

/* Are there instructions, or waits for them, in code from `at` on, in units of 2 bytes? */
static bool any_code(const struct profile *p, uint64_t at, uint64_t end)
{
	for (; at < end && at < p->n_retired_at; at++)
		if (p->retired_at[at] || (p->waits_at && waits_sum(&p->waits_at[at])))
			return true;
	return false;
}

/* Those of the counters, then those of code behind them. */
static void add_places(struct names *n, const struct profile *p)
{
	const struct symbols *s = &n->firmware->symbols;
	uint64_t low = p->config.offset, at = 0;

	for (uint32_t i = 0; i < p->slots; i++) {
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1),
			end = (hi - low + 1) / 2;
		if (p->bins[i] || any_code(p, at, end))
			add_place(n, lo, symbols_code(s, lo, hi));
		at = end;
	}
	for (; at < p->n_retired_at; at++)
		if (any_code(p, at, at + 1))
			add_place(n, low + 2 * at, low + 2 * at);
}

static void put_functions(struct columns *c, struct names *n)
{
	const struct symbols *s = &n->firmware->symbols;
	struct named *all = allocate(s->n_functions, sizeof *all);
	size_t used = 0;

	for (size_t i = 0; i < s->n_functions; i++) {
		const struct function *f = &s->functions[i];
		struct line line = { 0 };
		if (!n->used[i])
			continue;
		line = lines_function(&n->firmware->lines, (uint32_t)f->lo);
		all[used++] = (struct named){ f->name, f->lo, f->hi, file_number(n, line.file),
			(uint32_t)line.number };
	}
	columns_texts(c, "function.name", (char **)&all->name, sizeof *all, used);
	COLUMNS_OF(c, "function.begin", all, used, begin, STEPS, WORD);
	COLUMNS_OF(c, "function.end", all, used, end, STEPS, WORD);
	COLUMNS_OF(c, "function.file", all, used, file, PLAIN, WORD);
	COLUMNS_OF(c, "function.line", all, used, line, PLAIN, WORD);
	free(all);
}

void capture_put_names(struct columns *c, const struct profile *p, const struct firmware *f)
{
	struct names n = { .firmware = f,
		.used = allocate(f->symbols.n_functions, sizeof *n.used) };

	file_number(&n, NULL);
	add_places(&n, p);
	for (size_t i = 0; i < p->calls.n_nodes; i++)
		function_at(&n, p->calls.nodes[i].function);
	for (size_t i = 0; i < p->accesses.n; i++)
		function_at(&n, p->accesses.at[i].pc);
	put_functions(c, &n);
	COLUMNS_OF(c, "place.pc", n.places, n.n, pc, STEPS, WORD);
	COLUMNS_OF(c, "place.function", n.places, n.n, function, STEPS, WORD);
	COLUMNS_OF(c, "place.file", n.places, n.n, file, PLAIN, WORD);
	COLUMNS_OF(c, "place.line", n.places, n.n, line, PLAIN, WORD);
	columns_texts(c, "file.path", &n.files.keys->bytes, sizeof *n.files.keys, n.files.n);
	intern_free(&n.files);
	free(n.places);
	free(n.used);
}
