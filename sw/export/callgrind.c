/* SPDX-License-Identifier: ISC
 * callgrind.c - the format of Valgrind's Callgrind: callgrind_annotate, KCachegrind.
 *
 * Self cost by address and line; and, where the profile has a call tree, calls with their inclusive
 * costs, as Callgrind counts them: cycles under a recursive call are in that call and in those
 * further out. Inlined code belongs to the function it was put into and to the file it was written
 * in (fi). Names are given once, then by number.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sites.h"
#include "sw/base/base.h"
#include "sw/report/contexts.h"

static void put_name(FILE *f, const char *what, struct intern *names, const char *name)
{
	bool fresh;
	char *plain = text_plain(name ? name : "???", "");
	size_t number = intern_text(names, plain, &fresh);

	if (fresh)
		fprintf(f, "%s=(%zu) %s\n", what, number + 1, plain);
	else
		fprintf(f, "%s=(%zu)\n", what, number + 1);
	free(plain);
}

/* Each unit, and each part of the debug information, has texts of its own for a file. */
static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void put_header(const struct export *e)
{
	const struct profile *p = e->profile;
	char how[64], *elf = text_plain(p->elf_path, ""), *core = text_plain(p->core, "");

	fprintf(e->to, "# callgrind format\nversion: 1\ncreator: tally\ncmd: %s on %s\n", elf,
		core);
	fprintf(e->to, "desc: Taken: %s\n", export_how(p, how, sizeof how));
	fputs("desc: ", e->to);
	export_invariant(e->to, p);
	putc('\n', e->to);
	if (e->hz)
		fprintf(e->to, "desc: Nanoseconds are computed for a clock of %" PRIu64 " Hz\n",
			e->hz);
	fprintf(e->to, "positions: instr line\nevents: %s%s%s\n", profile_unit(p),
		export_cpi(p) ? " instructions" : "", e->hz ? " ns" : "");
	free(elf);
	free(core);
}

struct callgrind {
	const struct export *e;
	struct sites sites;
	struct arcs arcs; /* by caller, as the functions come */
	size_t arc; /* the next one */
	struct intern files, functions;
	const struct row *function; /* whose block is being written; NULL: of ticks in no bin */
	bool begins; /* it is of the code where the function begins */
	const char *file;
	uint64_t count, retired; /* sums of what was written, without callees */
};

static void put_costs(const struct export *e, uint64_t count, uint64_t retired)
{
	fprintf(e->to, " %" PRIu64, count);
	if (export_cpi(e->profile))
		fprintf(e->to, " %" PRIu64, retired);
	if (e->hz)
		fprintf(e->to, " %.0f", 1e9 * export_seconds(e, count));
	putc('\n', e->to);
}

static const struct line *line_at(const struct callgrind *c, uint32_t pc)
{
	return c->function ? lines_find(&c->e->firmware->lines, pc) : NULL;
}

/* The file that the code at pc is written in, if it is another than that of the costs before. */
static void put_file(struct callgrind *c, uint32_t pc)
{
	const struct line *line = line_at(c, pc);
	const char *own = c->function ? c->function->file : NULL, *source = line ? line->file : own;

	if (!same(source, c->file))
		put_name(c->e->to, same(source, own) ? "fe" : "fi", &c->files, c->file = source);
}

/* The position of the costs that follow. */
static void put_position(const struct callgrind *c, uint32_t pc)
{
	const struct line *line = line_at(c, pc);

	fprintf(c->e->to, "0x%" PRIx32 " %d", pc, line ? line->number : 0);
}

/* What the function called, and what that cost in all. */
static void put_calls(struct callgrind *c)
{
	for (; c->begins && c->arc < c->arcs.n && c->arcs.at[c->arc].caller <= c->function->lo;
		c->arc++) {
		const struct arc *arc = &c->arcs.at[c->arc];
		if (arc->caller < c->function->lo) /* code that the counters do not reach */
			continue;
		const struct frame callee = sites_function(&c->sites, arc->callee);
		uint32_t site = arc->site ? arc->site : arc->caller;
		const struct line *entry = lines_find(&c->e->firmware->lines, arc->callee);
		int number = entry ? entry->number : 0;
		put_file(c, site);
		put_name(c->e->to, "cfi", &c->files, callee.declared.file);
		put_name(c->e->to, "cfn", &c->functions, callee.name);
		/* readers skip what has no calls: code that was entered only past its first
		 * instruction */
		fprintf(c->e->to, "calls=%" PRIu64 " 0x%" PRIx32 " %d\n",
			arc->calls ? arc->calls : 1, arc->callee, number);
		put_position(c, site);
		put_costs(c->e, arc->cycles, arc->retired);
	}
}

static bool write_callgrind(const struct export *e)
{
	struct callgrind c = { .e = e };
	struct site site;

	put_header(e);
	sites_open(&c.sites, e->profile, e->firmware);
	if (sites_calls_fit(&c.sites))
		arcs_open(&c.arcs, &e->profile->calls);
	else if (e->profile->calls.of_unit)
		note("callgrind: without calls: the call tree is of other ticks than the counters");
	while (sites_next(&c.sites, &site)) {
		if (!site.function || site.function != c.function
			|| (!c.begins && site.pc >= c.function->lo)) {
			put_calls(&c);
			const struct row *f = c.function = site.function;
			c.begins = f && site.pc >= f->lo && site.pc < f->hi;
			c.file = f ? f->file : NULL;
			putc('\n', e->to);
			put_name(e->to, "fl", &c.files, c.file);
			put_name(e->to, "fn", &c.functions, site.frames[0].name);
		}
		put_file(&c, site.pc);
		put_position(&c, site.pc);
		put_costs(e, site.count, site.retired);
		c.count += site.count;
		c.retired += site.retired;
	}
	put_calls(&c);
	fputs("\ntotals:", e->to); /* or readers would sum up calls, too */
	put_costs(e, c.count, c.retired);
	sites_close(&c.sites);
	arcs_close(&c.arcs);
	intern_free(&c.files);
	intern_free(&c.functions);
	return true;
}

const struct export_format export_callgrind = { "callgrind",
	"callgrind_annotate FILE, kcachegrind FILE", false, true, false, write_callgrind, 0 };
