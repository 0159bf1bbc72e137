/* SPDX-License-Identifier: ISC
 * lcov.c - lcov's tracefile: genhtml, Codecov, VS Code; lines, functions and branches.
 *
 * gcov's counters stand on edges of the control flow, and it says of a line how often it began. So
 * does this, from the edges of the machine code (flow.h): a line's count in a function is how often
 * control came to the line's blocks from others, and its rounds within them. Counts that say only
 * whether an instruction ran make 1 and 0, without branches.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export.h"
#include "sw/base/base.h"
#include "sw/elf/symbols.h"
#include "sw/flow/flow.h"

enum kind { FUNCTION, BRANCH, LINE };

/* What the tracefile says of a place. */
struct entry {
	uint32_t file; /* number in `files` */
	int line;
	enum kind kind;
	size_t number; /* of entries of a place and kind, their order */
	const char *name; /* FUNCTION: the linker's, of what it is a clone of */
	uint64_t count;
	uint64_t taken; /* of BRANCH */
	/* of FUNCTION: of clones that begin late; those that do not give the count, if there are */
	uint64_t late;
	bool entered;
};

/* A line with code in a block of the function at hand. */
struct part {
	size_t entry;
	uint32_t block;
};

struct lcov {
	const struct export *e;
	struct ran ran;
	struct intern files, names;
	struct intern places; /* keys: file, line, number of the name + 1 */
	struct entry *entries;
	size_t *of_place; /* the entry of each of `places` */
	struct part *parts; /* of the function */
	uint32_t *blocks; /* of a line */
	size_t n, room, places_room, n_parts, parts_room, blocks_room;
	size_t open, open_branches; /* lines, branches that counts leave open */
};

static struct entry *add_entry(struct lcov *l, enum kind kind, const struct line *line)
{
	GROW(l->entries, l->n, l->room);
	l->entries[l->n] = (struct entry){ .line = line->number,
		.kind = kind,
		.number = l->n,
		.file = (uint32_t)intern_text(&l->files, line->file, NULL) };
	return &l->entries[l->n++];
}

/* The number of the line's entry; with a name, of its function's: a file has one of each name, as
 * lcov reads it. */
static size_t entry_of(struct lcov *l, const struct line *line, const char *name)
{
	const uint32_t key[] = { (uint32_t)intern_text(&l->files, line->file, NULL),
		name ? 0 : (uint32_t)line->number,
		name ? (uint32_t)intern_text(&l->names, name, NULL) + 1 : 0 };
	bool fresh;
	size_t at = intern(&l->places, key, sizeof key, &fresh);

	if (fresh) {
		GROW(l->of_place, at, l->places_room);
		l->of_place[at] = l->n;
		add_entry(l, name ? FUNCTION : LINE, line)->name = name;
	}
	return l->of_place[at];
}

static const struct line *line_at(const struct lcov *l, uint32_t pc)
{
	const struct line *line = lines_find(&l->e->firmware->lines, pc);

	return line && line->file && line->number > 0 ? line : NULL;
}

static int by_entry(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->entry != y->entry)
		return x->entry < y->entry ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

static void find_parts(struct lcov *l, const struct flow *f)
{
	l->n_parts = 0;
	for (uint32_t b = 0; b < f->n; b++)
		for (size_t i = f->at[b].first; i < f->at[b].end; i++) {
			const struct line *line = line_at(l, f->code[i].pc);
			if (!line)
				continue;
			struct part part = { entry_of(l, line, NULL), b };
			if (l->n_parts && !by_entry(&part, &l->parts[l->n_parts - 1]))
				continue;
			GROW(l->parts, l->n_parts, l->parts_room);
			l->parts[l->n_parts++] = part;
		}
	if (l->n_parts)
		qsort(l->parts, l->n_parts, sizeof *l->parts, by_entry);
}

/* The parts of one line, from number i on; returns the number behind them. */
static size_t add_line(struct lcov *l, const struct flow *f, size_t i)
{
	struct entry *e = &l->entries[l->parts[i].entry];
	size_t n = 0;
	bool open;

	for (size_t first = i; i < l->n_parts && l->parts[i].entry == l->parts[first].entry; i++) {
		if (n && l->blocks[n - 1] == l->parts[i].block)
			continue;
		GROW(l->blocks, n, l->blocks_room);
		l->blocks[n++] = l->parts[i].block;
	}
	e->count += flow_began(f, l->blocks, n, &open);
	l->open += open && l->ran.often;
	return i;
}

/* Where the function is declared; where it begins, if that is a header without lines of it, which
 * lcov would drop. Of a function with parts. */
static struct line place_of(const struct lcov *l, uint32_t pc)
{
	struct line declared = lines_function(&l->e->firmware->lines, pc);
	const struct line *first = line_at(l, pc);

	for (size_t i = 0; declared.file && i < l->n_parts; i++)
		if (!strcmp(l->files.keys[l->entries[l->parts[i].entry].file].bytes, declared.file))
			return declared;
	return first ? *first : declared;
}

static void add_function(struct lcov *l, const struct function *function)
{
	const struct export *e = l->e;
	struct flow f;

	if (!flow_open(&f, &e->firmware->image, function, &l->ran))
		return;
	find_parts(l, &f);
	struct line declared = place_of(l, (uint32_t)function->lo);
	if (l->n_parts && declared.file && declared.number > 0) {
		size_t at = entry_of(l, &declared, clone_source(function->linker));
		struct entry *entry = &l->entries[at];
		bool late = clone_begins_late(function->linker);
		*(late ? &entry->late : &entry->count) += f.at[f.entry].count;
		entry->entered |= !late;
	}
	for (size_t i = 0; i < l->n_parts;)
		i = add_line(l, &f, i);
	for (size_t i = 0; l->ran.often && i < f.n; i++) {
		const struct flow_block *b = &f.at[i];
		const struct line *line = b->branches ? line_at(l, f.code[b->end - 1].pc) : NULL;
		if (line && b->over[1] != FLOW_UNKNOWN) {
			struct entry *branch = add_entry(l, BRANCH, line);
			branch->count = b->count;
			branch->taken = b->over[1];
		} else if (line)
			l->open_branches++;
	}
	flow_close(&f);
}

static int by_place(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* number: of the branch on its line. What was never reached has no counts, as gcov's. */
static void put_entry(FILE *to, const struct entry *e, uint64_t count, size_t number)
{
	const uint64_t counts[] = { e->taken, e->count - e->taken };

	if (e->kind == FUNCTION) {
		char *name = text_plain(e->name, "");
		fprintf(to, "FN:%d,%s\nFNDA:%" PRIu64 ",%s\n", e->line, name, count, name);
		free(name);
	}
	for (unsigned i = 0; e->kind == BRANCH && i < 2; i++) {
		fprintf(to, "BRDA:%d,%zu,%u,", e->line, number, i);
		if (e->count)
			fprintf(to, "%" PRIu64 "\n", counts[i]);
		else
			fputs("-\n", to);
	}
	if (e->kind == LINE)
		fprintf(to, "DA:%d,%" PRIu64 "\n", e->line, count);
}

/* Entries of one file and kind, and what lcov wants behind them: how many there are, and how many
 * of them were reached. */
static void put_kind(const struct lcov *l, const struct entry *e, size_t n)
{
	static const char *const sums[] = { "FN", "BR", "L" };
	FILE *to = l->e->to;
	size_t found = 0, hit = 0, number = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t count = e[i].entered || e[i].kind != FUNCTION ? e[i].count : e[i].late;
		count = l->ran.often ? count : count != 0;
		number = i && e[i].line == e[i - 1].line ? number + 1 : 0;
		put_entry(to, &e[i], count, number);
		found += e[i].kind == BRANCH ? 2 : 1;
		hit += e[i].kind == BRANCH ? (e[i].taken != 0) + (e[i].count != e[i].taken)
					   : count != 0;
	}
	if (n)
		fprintf(to, "%sF:%zu\n%sH:%zu\n", sums[e->kind], found, sums[e->kind], hit);
}

/* genhtml stops at a source that is not there, as a library's, or whose name no line can hold.
 * Drops those, unless that is all. */
static void leave_out(struct lcov *l)
{
	size_t missing = 0, n = 0;
	const char *first = NULL;
	bool *there = allocate(l->files.n, sizeof *there);

	for (size_t i = 0; i < l->files.n; i++) {
		const char *name = l->files.keys[i].bytes;
		there[i] = l->e->all_sources
			|| (access(name, R_OK) == 0 && !strcmp(text_clean(name), name));
		missing += !there[i];
		first = there[i] || first ? first : name;
	}
	for (size_t i = 0; i < l->n && missing < l->files.n; i++)
		if (there[l->entries[i].file])
			l->entries[n++] = l->entries[i];
	l->n = n ? n : l->n;
	if (missing)
		note("%zu of %zu sources cannot be read here (%s%s): %s; --source-prefix says "
		     "where sources moved",
			missing, l->files.n, text_clean(text_here(first)),
			missing > 1 ? " ..." : "",
			n ? "they are left out, --all-sources keeps them"
			  : "genhtml stops at them");
	free(there);
}

static void put_all(struct lcov *l)
{
	FILE *to = l->e->to;
	size_t end;

	leave_out(l);
	if (l->n)
		qsort(l->entries, l->n, sizeof *l->entries, by_place);
	for (size_t i = 0; i < l->n; i = end) {
		const struct entry *e = &l->entries[i];
		bool first = !i || e[-1].file != e->file;
		if (first) {
			char *file = text_plain(l->files.keys[e->file].bytes, "");
			fprintf(to, "TN:%s\nSF:%s\n", l->ran.often ? "" : "covered_or_not", file);
			free(file);
		}
		for (end = i; end < l->n && l->entries[end].file == e->file
			&& l->entries[end].kind == e->kind;
			end++)
			;
		put_kind(l, e, end - i);
		if (end == l->n || l->entries[end].file != e->file)
			fputs("end_of_record\n", to);
	}
}

static void note_rest(const struct lcov *l)
{
	if (!l->ran.often)
		note("this profile says %s, not how often: lines and functions have 1 or 0, and "
		     "there are no branches",
			l->ran.each ? "which instructions ran"
				    : "where one of several instructions ran that share a counter");
	if (l->e->profile->taken.n && l->open)
		note("jumps by a table leave open how often %zu lines began: they have the count "
		     "of their most frequent instruction",
			l->open);
	else if (l->open || l->open_branches)
		note("this profile has no counts of taken branches, which `tally run` keeps: lines "
		     "with the count of their most frequent instruction: %zu; branches left "
		     "out: %zu",
			l->open, l->open_branches);
}

static bool write_lcov(const struct export *e)
{
	struct lcov l = { .e = e };
	const struct symbols *s = &e->firmware->symbols;

	if (!lines_known(&e->firmware->lines))
		return fail("export: lcov: %s has no source lines; build it with -g", e->path);
	if (!ran_open(&l.ran, e->profile, &e->firmware->image))
		return false;
	for (size_t i = 0; i < s->n_functions; i++)
		add_function(&l, &s->functions[i]);
	bool good = l.n
		|| fail("export: lcov: the counters reach no whole function that has "
			"source lines; let them reach more of %s",
			e->path);
	if (good) {
		put_all(&l);
		note_rest(&l);
	}
	intern_free(&l.files);
	intern_free(&l.names);
	intern_free(&l.places);
	free(l.entries);
	free(l.of_place);
	free(l.parts);
	free(l.blocks);
	return good;
}

const struct export_format export_lcov = { "lcov", "genhtml FILE; coverage in Codecov, VS Code",
	false, false, false, write_lcov, 0 };
