/* SPDX-License-Identifier: ISC
 * html.c - a profile as one page for a browser, without a network.
 *
 * Everything is in the one file; its policy forbids the browser to load anything. It has the data
 * once, as JSON, and scripts in html/ that sum it up and draw it: what each
 * address counted, instructions and source around it, functions, calling contexts. Percentages are
 * of TICKS, as in the report.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "script.h"
#include "sites.h"
#include "sw/base/base.h"
#include "sw/code/code.h"
#include "sw/report/contexts.h"
#include "sw/report/report.h"

enum { AROUND = 3 }; /* lines of source above and below one with counts */
/* bytes between the first and the last count: more would take objdump minutes */
enum { MOST_CODE = 1 << 22 };
enum { ROWS = 100, NAMES = 8, LEVELS = 40 }; /* of the tree: names of a row; levels indented */
#define LEAST 0.1 /* percent of the tree's TICKS; page.js says so, too */

/* A line of the source. */
struct place {
	size_t file; /* number in page.files; 0: no line is known */
	int line;
};

struct page {
	const struct export *e;
	struct script out;
	struct sites sites;
	struct intern files; /* number 0 is that of none */
	struct place *places; /* that have counts; by file and line, each once */
	size_t n_places, places_room;
	struct {
		const char *name;
		uint64_t count;
	} rest[OUTCOMES]; /* ticks in no bin */
	size_t n_rest;
	bool calls; /* there is a call tree, */
	struct flame flame; /* and this is of it */
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static struct place place_of(struct page *h, uint32_t pc)
{
	const struct line *line = lines_find(&h->e->firmware->lines, pc);

	if (!line || !line->number)
		return (struct place){ 0 };
	return (struct place){ intern_text(&h->files, line->file, NULL), line->number };
}

/* What the counters have: of each address pc, count, instructions, the function's row, file and
 * line. */
static void put_sites(struct page *h)
{
	struct site site;
	size_t n = 0;

	intern_text(&h->files, "", NULL);
	script_open(&h->out, "sites", '[');
	while (sites_next(&h->sites, &site)) {
		if (!site.function) {
			h->rest[h->n_rest].name = site.frames[0].name;
			h->rest[h->n_rest++].count = site.count;
			continue;
		}
		const struct place place = place_of(h, site.pc);
		script_numbers(&h->out,
			(uint64_t[]){ site.pc, site.count, site.retired,
				(uint64_t)(site.function - h->sites.functions.rows), place.file,
				(uint64_t)place.line },
			6);
		if (!place.file)
			continue;
		GROW(h->places, h->n_places, h->places_room);
		h->places[h->n_places++] = place;
	}
	script_close(&h->out, ']');
	if (h->n_places)
		qsort(h->places, h->n_places, sizeof *h->places, by_place);
	for (size_t i = 0; i < h->n_places; i++)
		if (!n || by_place(&h->places[n - 1], &h->places[i]))
			h->places[n++] = h->places[i];
	h->n_places = n;
}

/* The instructions of functions with counts, by one run of objdump. False: the page has only its
 * sources. */
static bool disassemble(struct page *h, struct disassembly *code)
{
	const struct ranges *r = &h->sites.rows;
	const struct firmware *f = h->e->firmware;

	if (!f->image.elf || !lines_known(&f->lines) || !r->n)
		return false;
	uint64_t lo = r->at[0].lo, hi = r->at[r->n - 1].hi;
	if (hi - lo > MOST_CODE)
		note("the functions with counts span more than %d MiB: the page shows no "
		     "instructions",
			MOST_CODE >> 20);
	else if (disassembly_read(code, NULL, &f->image, lo, hi))
		return true;
	else
		note("no objdump for RISC-V in PATH: the page shows no instructions; install "
		     "binutils-riscv64-unknown-elf");
	return false;
}

/* Of lines that have counts the instructions: pc, count, file, line, text. */
static void put_code(struct page *h)
{
	struct disassembly code = { 0 };
	struct site site;

	script_open(&h->out, "code", '[');
	if (disassemble(h, &code)) {
		uint64_t *counts = allocate(code.n, sizeof *counts);
		sites_rewind(&h->sites);
		while (sites_next(&h->sites, &site)) {
			size_t at = site.function ? disassembly_find(&code, site.pc) : SIZE_MAX;
			if (at != SIZE_MAX)
				counts[at] += site.count;
		}
		for (size_t i = 0; i < code.n; i++) {
			const struct place place = place_of(h, (uint32_t)code.at[i].pc);
			if (!ranges_find(&h->sites.rows, code.at[i].pc) || !h->n_places
				|| !bsearch(&place, h->places, h->n_places, sizeof place, by_place))
				continue;
			script_numbers(&h->out,
				(uint64_t[]){ code.at[i].pc, counts[i], place.file,
					(uint64_t)place.line },
				4);
			script_text(&h->out, NULL, code.at[i].text);
		}
		free(counts);
	}
	script_close(&h->out, ']');
	disassembly_free(&code);
}

/* Of each file with counts the lines around these; none, where it is not there, as those of
 * /rustc/... mostly are, or is no text of a sensible size. */
static void put_sources(struct page *h)
{
	struct sources sources = { .built = h->e->firmware->built };

	script_open(&h->out, "sources", '[');
	for (size_t i = 0; i < h->n_places;) {
		size_t file = h->places[i].file;
		const struct source *s = source_file(&sources, h->files.keys[file].bytes);
		int64_t shown = 0, most = (int64_t)s->n_lines;
		script_open(&h->out, NULL, '{');
		script_number(&h->out, "file", file);
		script_number(&h->out, "there", s->n_lines != 0);
		script_number(&h->out, "newer", s->newer);
		script_open(&h->out, "lines", '[');
		for (; i < h->n_places && h->places[i].file == file; i++) {
			int64_t at = (int64_t)h->places[i].line - AROUND, last = at + 2 * AROUND;
			last = last < most ? last : most;
			for (at = at > shown ? at : shown + 1; at <= last; shown = at++) {
				script_number(&h->out, NULL, (uint64_t)at);
				script_text(&h->out, NULL, s->lines[at - 1]);
			}
		}
		script_close(&h->out, ']');
		script_close(&h->out, '}');
	}
	script_close(&h->out, ']');
	sources_note(&sources, false);
	sources_free(&sources);
}

/* Name, count, instructions, file and line of its declaration, inclusive count, calls; then ticks
 * in no bin, which have the first two. */
static void put_functions(struct page *h)
{
	const struct table *t = &h->sites.functions;

	script_open(&h->out, "functions", '[');
	for (size_t i = 0; i < t->n; i++) {
		const struct row *r = &t->rows[i];
		script_row(&h->out, r->name,
			(uint64_t[]){ r->count, r->straddles ? 0 : r->retired,
				r->file ? intern_text(&h->files, r->file, NULL) : 0,
				(uint64_t)r->line, r->inclusive, r->calls },
			r->inclusive ? 6 : 4);
	}
	for (size_t i = 0; i < h->n_rest; i++)
		script_row(&h->out, h->rest[i].name, &h->rest[i].count, 1);
	script_close(&h->out, ']');
	script_number(&h->out, "n_functions", t->n);
	script_open(&h->out, "files", '[');
	for (size_t i = 0; i < h->files.n; i++)
		script_text(&h->out, NULL, text_here(h->files.keys[i].bytes));
	script_close(&h->out, ']');
}

static void put_flame(struct page *h)
{
	const struct flame *f = &h->flame;
	const struct contexts *c = &f->contexts;

	script_open(&h->out, "flame", '{');
	script_names(&h->out, &f->names);
	SCRIPT_COLUMN(&h->out, "parent", c->at, parent, c->n);
	script_column(&h->out, "name", f->name, sizeof *f->name, sizeof *f->name, c->n);
	SCRIPT_COLUMN(&h->out, "own", c->at, cycles, c->n);
	SCRIPT_COLUMN(&h->out, "retired", c->at, retired, c->n);
	SCRIPT_COLUMN(&h->out, "calls", c->at, calls, c->n);
	script_column(&h->out, "inlined", f->inlined, sizeof *f->inlined, sizeof *f->inlined, c->n);
	script_close(&h->out, '}');
}

static const char *separated(uint64_t n)
{
	return text_number(n, true);
}

/* Contexts top down, those that matter, as `report --tree` chooses them: names, level, inclusive
 * and own counts, calls. Recursion that does not branch, and calls whose callers did next to
 * nothing else, share a row. */
static void put_tree(struct page *h)
{
	const struct contexts *c = &h->flame.calls;
	const struct view view = { .min = LEAST, .top = ROWS };
	struct tree_choice t;

	tree_choice_open(&t, c, &view, true);
	script_open(&h->out, "tree", '{');
	script_number(&h->out, "of", c->n - 1);
	script_number(&h->out, "more", t.n_hidden);
	script_number(&h->out, "hidden", t.hidden);
	script_open(&h->out, "rows", '[');
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at)) {
		if (t.head[at] != at)
			continue;
		char *text = tree_choice_line(&t, c, at, " > ", NAMES, separated);
		uint64_t own = 0;
		for (uint32_t i = at; i; i = t.then[i])
			own += c->at[i].cycles;
		script_row(&h->out, text,
			(uint64_t[]){ t.level[at] < LEVELS ? t.level[at] : LEVELS,
				c->at[at].inclusive, own, c->at[at].calls },
			4);
		free(text);
	}
	script_close(&h->out, ']');
	script_close(&h->out, '}');
	tree_choice_close(&t);
}

/* The latency's words and histogram, if one was measured. */
static void put_latency(struct page *h)
{
	const struct latency *l = &h->e->profile->latency;
	struct latency_row rows[LATENCY_ROWS];
	unsigned n = l->name ? latency_rows(l, rows) : 0;
	char *figures, *worst;
	size_t size;

	if (!l->name)
		return;
	FILE *f = stream_open(&figures, &size);
	latency_figures(f, l);
	stream_close(f);
	f = stream_open(&worst, &size);
	if (l->n)
		latency_worst(f, h->e->profile, &h->e->firmware->symbols);
	stream_close(f);
	script_open(&h->out, "latency", '{');
	script_text(&h->out, "figures", figures);
	script_text(&h->out, "worst", worst);
	script_open(&h->out, "rows", '[');
	for (unsigned i = 0; i < n; i++)
		script_row(&h->out, NULL, (uint64_t[]){ rows[i].lo, rows[i].hi, rows[i].count }, 3);
	script_close(&h->out, ']');
	script_close(&h->out, '}');
	free(figures);
	free(worst);
}

/* How it was taken, how it ended, and the invariant. */
static void put_run(struct page *h)
{
	const struct profile *p = h->e->profile;
	const struct tally_counters *c = &p->counters;
	struct outcome all[OUTCOMES];
	char text[1024], *invariants;
	size_t size;
	FILE *f = stream_open(&invariants, &size);

	script_text(&h->out, "core", p->core);
	script_text(&h->out, "how", export_how(p, text, sizeof text));
	script_text(&h->out, "end", ending_text(p, &h->e->firmware->symbols, text, sizeof text));
	script_text(&h->out, "unit", profile_unit(p));
	script_text(&h->out, "source_unit", profile_source(p));
	script_number(&h->out, "cycles", p->cycles);
	script_number(&h->out, "instructions", p->retired);
	script_number(&h->out, "ticks", c->ticks);
	script_number(&h->out, "period", p->config.period);
	script_number(&h->out, "hz", h->e->hz);
	script_number(&h->out, "cpi", export_cpi(p));
	script_number(&h->out, "lo", p->config.offset);
	script_number(&h->out, "hi", profile_bin_pc(p, p->slots));

	profile_outcomes(c, all);
	if (profile_extent_text(p, text, sizeof text))
		fputs(text, f);
	fprintf(f, "%s %s = HITS %s", profile_ticks_word(p), text_number(c->ticks, true),
		text_number(c->hits, true));
	for (size_t i = 0; i < OUTCOMES; i++)
		fprintf(f, " + %s %s", all[i].name, text_number(all[i].count, true));
	fprintf(f, ": %s. Percentages are of TICKS, counts are %s.\n",
		profile_invariant_holds(c) ? "holds" : "DOES NOT HOLD", profile_unit(p));
	if (p->calls.of_unit)
		tree_invariant_print(f, p); /* whose TICKS are its own */
	why_line(f, p);
	stream_close(f);
	script_text(&h->out, "invariants", invariants);
	free(invariants);
}

static bool write_html(const struct export *e)
{
	struct page h = { .e = e, .out.to = e->to };

	h.calls = flame_of(&h.flame, e);
	sites_open(&h.sites, e->profile, e->firmware);
	if (h.calls)
		table_add_calls(&h.sites.functions, e->profile, e->firmware);
	script_page(&h.out, basename(e->path));
	put_run(&h);
	put_sites(&h);
	put_code(&h);
	put_sources(&h);
	put_functions(&h);
	if (h.calls) {
		put_flame(&h);
		put_tree(&h);
	}
	put_latency(&h);
	script_page_end(&h.out);
	sites_close(&h.sites);
	intern_free(&h.files);
	free(h.places);
	flame_close(&h.flame);
	return true;
}

const struct export_format export_html = { "html",
	"one page for a browser, without a network: open FILE", false, true, true, write_html,
	EXPORT_JAVASCRIPT };
