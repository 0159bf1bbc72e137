/* SPDX-License-Identifier: ISC
 * json.c - a profile as one JSON object, for programs; the contract is json.h.
 */
#include "json.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ending.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "latency.h"
#include "outside.h"
#include "rows.h"
#include "table.h"
#include "tree_law.h"
#include "tree_rows.h"
#include "sw/base/text.h"
#include "why.h"

/* Grows when a member goes or changes its meaning; sw/report/json.schema.json has the same
 * version. */
enum { JSON_VERSION = 2 };

static void put_member(FILE *f, const char *name, const char *text)
{
	fprintf(f, "\"%s\": ", name);
	text_json(f, text);
	fputs(", ", f);
}

static void put_number(FILE *f, const char *name, uint64_t value, const char *after)
{
	fprintf(f, "\"%s\": %" PRIu64 "%s", name, value, after);
}

static void put_settings(FILE *f, const struct profile *p)
{
	const struct tally_config *c = &p->config;

	put_member(f, "core", p->core);
	put_member(f, "firmware", p->elf_path);
	fputs("\n  ", f);
	put_number(f, "period", c->period, ", ");
	put_member(f, "by", profile_source(p));
	put_member(f, "unit", profile_unit(p));
	if (p->config.source == TALLY_SOURCE_EVENT)
		put_number(f, "events", c->lines, ", ");
	if (p->rounds)
		put_number(f, "rounds", p->rounds, ", ");
	if (p->task)
		put_member(f, "task", p->task);
	put_number(f, "scale", c->scale, ", ");
	put_number(f, "jitter", c->jitter, ", ");
	fputs("\n  ", f);
	put_number(f, "low", c->offset, ", ");
	put_number(f, "high", profile_bin_pc(p, p->slots), ", ");
	put_number(f, "code_low", p->code_lo, ", ");
	put_number(f, "code_high", p->code_hi, ",\n  ");
	put_member(f, "extent", profile_extents[p->extent]);
}

static void put_counters(FILE *f, const struct profile *p)
{
	const struct tally_counters *c = &p->counters;

	fputs("\"counters\": {", f);
	put_number(f, "ticks", c->ticks, ", ");
	put_number(f, "hits", c->hits, ", ");
	put_number(f, "outside", c->outside, ", ");
	put_number(f, "filtered", c->filtered, ", ");
	put_number(f, "idle", c->idle, ", ");
	put_number(f, "lost", c->lost, ", ");
	put_number(f, "pending", c->pending, "},\n  ");
	fprintf(f, "\"law\": %s", profile_law_holds(c) ? "true" : "false");
	struct waits waits = profile_waits(p);
	if (p->waits_at)
		why_json(f, &waits);
	fputs(", ", f);
}

static void put_end(FILE *f, const struct profile *p, const struct symbols *s)
{
	char text[1024];

	put_number(f, "cycles", p->cycles, ", ");
	put_number(f, "instructions", p->retired, ",\n  ");
	fputs("\"end\": {", f);
	put_member(f, "reason", ending_word(p->end));
	put_member(f, "text", ending_text(p, s, text, sizeof text));
	if (profile_exited(p))
		put_number(f, "exit_code", p->exit_code, ", ");
	if (p->end == END_TRAP || p->end == END_EBREAK || p->end == END_SELF_JUMP)
		put_number(f, "pc", p->pc, ", ");
	if (p->end == END_TRAP)
		put_number(f, "cause", p->cause, ", ");
	fputs("\"last\": [", f);
	for (unsigned i = 0; i < p->n_last; i++)
		fprintf(f, "%s%" PRIu32, i ? ", " : "", p->last[i]);
	fprintf(f, "], \"failed\": %s},\n  ", profile_failed(p) ? "true" : "false");
}

static void put_bins(FILE *f, const struct profile *p)
{
	const char *before = "";

	fputs("\"bins\": [", f);
	for (uint32_t i = 0; i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t pc = profile_bin_pc(p, i);
		fprintf(f, "%s\n    {\"pc\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"count\": %"
			PRIu64 "}", before, pc, profile_bin_pc(p, i + 1) - pc, p->bins[i]);
		before = ",";
	}
	fputs("],\n  ", f);
}

static void put_functions(FILE *f, const struct profile *p, const struct firmware *fw)
{
	struct table t = table_functions(p, &fw->symbols, &fw->lines);

	fputs("\"functions\": [", f);
	for (size_t i = 0; i < t.n; i++) {
		fputs(i ? ",\n    " : "\n    ", f);
		rows_json_row(f, p, &t, &t.rows[i], TABLE_FUNCTIONS);
	}
	putc(']', f);
	table_free(&t);
}

static void put_rows(FILE *f, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	struct profile other;
	const struct profile *shown = view_shown(v, p, &other);
	struct table t = view_table(v, shown, fw);

	fputs(",\n  ", f);
	rows_json(f, shown, &t, v);
	table_free(&t);
	view_shown_free(v, &other);
}

static bool put_tree(FILE *f, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	struct profile other;
	struct tree_view t;
	bool good = tree_view_open(&t, view_shown(v, p, &other), fw, v);

	if (good) {
		fputs(",\n  ", f);
		tree_rows_json(f, t.shown, t.way, t.ticks, v);
		tree_view_close(&t);
	}
	view_shown_free(v, &other);
	return good;
}

static void put_call_rest(FILE *f, const struct call_tree *t)
{
	if (!t->of_unit)
		return;
	fputs("\"unit\": {", f);
	put_number(f, "mixed", call_tree_mixed(t), ", ");
	put_number(f, "filtered", t->rest.filtered, ", ");
	put_number(f, "idle", t->rest.idle, ", ");
	put_number(f, "lost", t->rest.lost, ", ");
	put_number(f, "pending", t->rest.pending, ", ");
	put_number(f, "calls", t->rest.calls, ", ");
	put_number(f, "ticks", t->rest.ticks, ", ");
	fprintf(f, "\"dropped\": %s}, ", t->rest.dropped ? "true" : "false");
}

static void put_tree_law(FILE *f, const struct profile *p)
{
	if (!p->calls.n_nodes)
		return;
	struct tree_law law = tree_law_of(p);
	fputs("\"call_tree\": {", f);
	put_number(f, "cycles", law.cycles, ", ");
	put_number(f, "nodes", law.nodes, ", ");
	put_number(f, "depth", law.depth, ", ");
	put_number(f, "folded", p->calls.folded, ", ");
	put_call_rest(f, &p->calls);
	fprintf(f, "\"law\": %s},\n  ", law.holds ? "true" : "false");
}

static bool put_all(FILE *f, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	bool good = true;

	fputs("{\n  ", f);
	put_number(f, "version", JSON_VERSION, ", ");
	put_settings(f, p);
	put_counters(f, p);
	put_tree_law(f, p);
	put_end(f, p, &fw->symbols);
	put_bins(f, p);
	put_functions(f, p, fw);
	outside_json(f, p, &fw->symbols);
	latency_json(f, &p->latency);
	if (v && tree_view_asked(v))
		good = put_tree(f, p, fw, v);
	else if (v)
		put_rows(f, p, fw, v);
	fputs("\n}\n", f);
	return good;
}

void json_put(FILE *f, const struct profile *p, const struct firmware *fw)
{
	put_all(f, p, fw, NULL);
}

bool json_write(const struct profile *p, const struct firmware *fw, const struct view *v,
	const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);
	bool good = put_all(f, p, fw, v);

	stream_close(f);
	good = good && file_write(path, text, size);
	free(text);
	return good;
}
