/* SPDX-License-Identifier: ISC
 * callgrind.c - the format of Valgrind's Callgrind: callgrind_annotate, KCachegrind.
 *
 * Self cost by address and line; no calls, since a sample knows no callers. Inlined code belongs to the function it
 * was put into and to the file it was written in (fi). Names are given once, then by number.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "export.h"
#include "sw/base/intern.h"
#include "sites.h"
#include "sw/base/text.h"

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
	const struct tally_counters *c = &p->counters;
	char how[64], *elf = text_plain(p->elf_path, ""), *core = text_plain(p->core, "");

	fprintf(e->to, "# callgrind format\nversion: 1\ncreator: tally\ncmd: %s on %s\n", elf, core);
	fprintf(e->to, "desc: Taken: %s\n", export_how(p, how, sizeof how));
	fprintf(e->to, "desc: TICKS %" PRIu64 " = HITS %" PRIu64 " + OUTSIDE %" PRIu64 " + FILTERED %" PRIu64 " + IDLE %" PRIu64 " + LOST %" PRIu64 " + PENDING %" PRIu64 "\n",
		c->ticks, c->hits, c->outside, c->filtered, c->idle, c->lost, c->pending);
	if (e->hz)
		fprintf(e->to, "desc: Nanoseconds are computed for a clock of %" PRIu64 " Hz\n", e->hz);
	fprintf(e->to, "positions: instr line\nevents: %s%s%s\n", profile_unit(p), export_cpi(p) ? " instructions" : "", e->hz ? " ns" : "");
	free(elf);
	free(core);
}

static bool write_callgrind(const struct export *e)
{
	struct intern files = { 0 }, functions = { 0 };
	const struct row *function = NULL;
	const char *file = NULL, *source;
	struct sites sites;
	struct site site;

	put_header(e);
	sites_open(&sites, e->profile, e->firmware);
	while (sites_next(&sites, &site)) {
		if (!site.function || site.function != function) {
			function = site.function;
			file = function ? function->file : NULL;
			putc('\n', e->to);
			put_name(e->to, "fl", &files, file);
			put_name(e->to, "fn", &functions, site.frames[0].name);
		}
		const struct line *line = site.function ? lines_find(&e->firmware->lines, site.pc) : NULL;
		source = line ? line->file : function ? function->file : NULL;
		if (!same(source, file))
			put_name(e->to, same(source, function ? function->file : NULL) ? "fe" : "fi", &files,
				file = source);
		fprintf(e->to, "0x%" PRIx32 " %d %" PRIu64, site.pc, line ? line->number : 0, site.count);
		if (export_cpi(e->profile))
			fprintf(e->to, " %" PRIu64, site.retired);
		if (e->hz)
			fprintf(e->to, " %.0f", 1e9 * export_seconds(e, site.count));
		putc('\n', e->to);
	}
	sites_close(&sites);
	intern_free(&files);
	intern_free(&functions);
	return true;
}

const struct export_format export_callgrind = { "callgrind", "callgrind_annotate FILE, kcachegrind FILE", false, true, write_callgrind };
