/* SPDX-License-Identifier: ISC
 * json.c - a profile as one JSON object, for programs; the contract is json.h.
 */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>

#include "ending.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "latency.h"
#include "outside.h"
#include "report.h"
#include "rows.h"
#include "table.h"
#include "tree_law.h"
#include "why.h"

/* Grows when a member goes or changes its meaning; README.md has the same version. */
enum { JSON_VERSION = 2 };

static void put_settings(struct emit *e, const struct profile *p)
{
	const struct tally_config *c = &p->config;

	emit_member(e, "version", as_count(JSON_VERSION));
	emit_member(e, "core", as_text(p->core));
	emit_member(e, "firmware", as_text(p->elf_path));
	emit_member(e, "period", as_count(c->period));
	emit_member(e, "by", as_text(profile_source(p)));
	emit_member(e, "unit", as_text(profile_unit(p)));
	if (c->source == TALLY_SOURCE_EVENT)
		emit_member(e, "events", as_count(c->lines));
	if (p->rounds)
		emit_member(e, "rounds", as_count(p->rounds));
	if (p->task)
		emit_member(e, "task", as_text(p->task));
	emit_member(e, "scale", as_count(c->scale));
	emit_member(e, "jitter", as_count(c->jitter));
	emit_member(e, "low", as_count(c->offset));
	emit_member(e, "high", as_count(profile_bin_pc(p, p->slots)));
	emit_member(e, "code_low", as_count(p->code_lo));
	emit_member(e, "code_high", as_count(p->code_hi));
	emit_member(e, "extent", as_text(profile_extents[p->extent]));
}

static void put_counters(struct emit *e, const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	struct waits waits = profile_waits(p);

	emit_object(e, "counters");
	emit_member(e, "ticks", as_count(c->ticks));
	emit_member(e, "hits", as_count(c->hits));
	emit_member(e, "outside", as_count(c->outside));
	emit_member(e, "filtered", as_count(c->filtered));
	emit_member(e, "idle", as_count(c->idle));
	emit_member(e, "lost", as_count(c->lost));
	emit_member(e, "pending", as_count(c->pending));
	emit_end(e);
	emit_member(e, "law", as_flag(profile_law_holds(c)));
	if (p->waits_at)
		why_counts(e, &waits);
}

static void put_end(struct emit *e, const struct profile *p, const struct symbols *s)
{
	char text[1024];

	emit_member(e, "cycles", as_count(p->cycles));
	emit_member(e, "instructions", as_count(p->retired));
	emit_object(e, "end");
	emit_member(e, "reason", as_text(ending_word(p->end)));
	emit_member(e, "text", as_text(ending_text(p, s, text, sizeof text)));
	if (profile_exited(p))
		emit_member(e, "exit_code", as_count(p->exit_code));
	if (p->end == END_TRAP || p->end == END_EBREAK || p->end == END_SELF_JUMP)
		emit_member(e, "pc", as_count(p->pc));
	if (p->end == END_TRAP)
		emit_member(e, "cause", as_count(p->cause));
	emit_array(e, "last");
	for (unsigned i = 0; i < p->n_last; i++)
		emit_member(e, NULL, as_count(p->last[i]));
	emit_end(e);
	emit_member(e, "failed", as_flag(profile_failed(p)));
	emit_end(e);
}

static void put_bins(struct emit *e, const struct profile *p)
{
	emit_array(e, "bins");
	for (uint32_t i = 0; i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t pc = profile_bin_pc(p, i);
		emit_object(e, NULL);
		emit_member(e, "pc", as_count(pc));
		emit_member(e, "bytes", as_count(profile_bin_pc(p, i + 1) - pc));
		emit_member(e, "count", as_count(p->bins[i]));
		emit_end(e);
	}
	emit_end(e);
}

static void put_tree(struct emit *e, const struct profile *p)
{
	const struct call_tree *t = &p->calls;

	if (!t->n_nodes)
		return;
	struct tree_law law = tree_law_of(p);
	emit_object(e, "call_tree");
	emit_member(e, "cycles", as_count(law.cycles));
	emit_member(e, "nodes", as_count(law.nodes));
	emit_member(e, "depth", as_count(law.depth));
	emit_member(e, "folded", as_count(t->folded));
	if (t->of_unit) {
		emit_object(e, "unit");
		emit_member(e, "mixed", as_count(call_tree_mixed(t)));
		emit_member(e, "filtered", as_count(t->rest.filtered));
		emit_member(e, "idle", as_count(t->rest.idle));
		emit_member(e, "lost", as_count(t->rest.lost));
		emit_member(e, "pending", as_count(t->rest.pending));
		emit_member(e, "calls", as_count(t->rest.calls));
		emit_member(e, "ticks", as_count(t->rest.ticks));
		emit_member(e, "dropped", as_flag(t->rest.dropped));
		emit_end(e);
	}
	emit_member(e, "law", as_flag(law.holds));
	emit_end(e);
}

static bool put_all(FILE *f, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	struct emit e = emit_to_json(f);
	struct table t = table_functions(p, &fw->symbols, &fw->lines);

	emit_object(&e, NULL);
	put_settings(&e, p);
	put_counters(&e, p);
	put_tree(&e, p);
	put_end(&e, p, &fw->symbols);
	put_bins(&e, p);
	rows_functions(&e, p, &t);
	table_free(&t);
	outside_json(&e, p, &fw->symbols);
	latency_json(&e, &p->latency);
	bool good = !v || report_put(&e, p, fw, v);
	emit_end(&e);
	putc('\n', f);
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
