/* SPDX-License-Identifier: ISC
 * top_shot.c - what tally top shows, read from the unit: counts by function, the call tree, causes.
 */
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "top.h"

#define CAUSES_SECONDS 3 /* at least, and a round of each cause */

static int by_address(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void free_shot(struct shot *s)
{
	table_free(&s->table);
	free(s->rows);
	free(s->profile.bins);
	free(s->doubt);
	*s = (struct shot){ 0 };
}

/* What was read is of counts that began from 0 again. */
static void forget(struct top *t)
{
	free_shot(&t->shot);
	t->drawn = 0;
	t->tree = (struct tree_shot){ 0 };
}

bool top_restart(struct top *t)
{
	forget(t);
	return live_restart(&t->v);
}

bool top_add_calls(struct top *t)
{
	if (t->v.options.calls)
		return true;
	if (!live_add_calls(&t->v))
		return false;
	if (!t->v.calls.joined)
		forget(t);
	return true;
}

/* Begins again where a word of the tree may be too large for 32 bits, if the screen can say so. */
static bool poll_calls(struct top *t)
{
	bool whole = true;

	if (t->v.options.calls && !live_calls_poll(&t->v.calls, &whole))
		return false;
	if (whole)
		return true;
	if (!t->screen.live || !(t->tree.taken || t->drawn > 0))
		return live_calls_wrapped(&t->v.calls);
	t->wrapped = true;
	t->frozen = false;
	return top_restart(t);
}

bool top_poll(struct top *t)
{
	bool good = poll_calls(t) && live_refresh(&t->v);

	t->read_at = clock_ms();
	return good;
}

/* `recent` is the growth since the shot before. */
static bool take_functions(struct top *t)
{
	const struct profile *p = &t->v.profile;
	const struct tally_counters *c = &p->counters;
	double at = clock_seconds();

	if (!top_poll(t))
		return false;
	struct shot now = { .took = clock_seconds() - at, .profile = *p }, old = t->shot;
	at += now.took;
	now.seconds = t->drawn > 0 ? at - t->drawn : 0;
	t->drawn = at;
	now.profile.bins = allocate(p->slots, sizeof *p->bins);
	memcpy(now.profile.bins, p->bins, p->slots * sizeof *p->bins);
	now.from = t->v.from;
	now.before = old.profile.counters;
	now.ticks_gained = c->ticks - now.before.ticks;
	now.bytes = t->v.bytes;
	now.retried = t->v.port.wire.retries;
	now.doubt = doubt_of(p, &t->v.firmware);
	now.table = table_functions(p, &t->v.firmware.symbols, &t->v.firmware.lines);
	now.all = now.table.sum + c->outside + c->filtered + c->idle + c->lost + c->pending;
	now.gained = now.all - old.all;
	now.rows = allocate(now.table.n + 1, sizeof *now.rows);
	if (now.table.n)
		qsort(now.table.rows, now.table.n, sizeof now.table.rows[0], by_address);
	for (size_t i = 0; i < now.table.n; i++) {
		const struct row *row = &now.table.rows[i],
				 *then = old.table.n
			? bsearch(row, old.table.rows, old.table.n, sizeof *row, by_address)
			: NULL;
		now.rows[i] = (struct shown){ .row = row,
			.recent = row->count - (then ? then->count : 0) };
	}
	t->shot = now;
	free_shot(&old);
	return true;
}

static struct tally_counters counters_of(const struct call_tree *tree)
{
	const struct call_rest *r = &tree->rest;

	return (struct tally_counters){ .ticks = r->ticks,
		.hits = call_tree_cycles(tree),
		.filtered = r->filtered,
		.idle = r->idle,
		.lost = r->lost };
}

static bool take_tree(struct top *t)
{
	struct tree_shot *s = &t->tree;
	double begun = clock_seconds();

	if (!poll_calls(t))
		return false;
	call_tree_free(&t->v.profile.calls);
	if (!live_calls_look(&t->v.calls, &t->v.profile.calls))
		return false;
	s->took = clock_seconds() - begun;
	s->taken = true;
	s->before = s->now;
	s->now = counters_of(&t->v.profile.calls);
	/* the bins of the other unit may not wrap unseen */
	return !t->screen.live || clock_ms() < t->read_at + LIVE_POLL_MS || top_poll(t);
}

bool top_take(struct top *t)
{
	t->shot_at = clock_ms();
	return t->view == TOP_TREE ? take_tree(t) : take_functions(t);
}

bool top_take_causes(struct top *t, bool *good)
{
	const struct profile *p = &t->v.profile;
	struct live *c = &t->causes;

	collect_close(&c->collector);
	profile_free(&c->profile);
	*c = (struct live){ .port = t->v.port,
		.firmware = t->v.firmware,
		.collector = { .unit = t->v.collector.unit, .profile = &c->profile },
		.profile = { .config = p->config,
			.code_lo = p->code_lo,
			.code_hi = p->code_hi,
			.slots = p->slots } };
	bool taken = turns_why(c, CAUSES_SECONDS);
	*good = !c->profile.bins || top_restart(t); /* else it was refused, and counts on */
	return taken;
}

void top_free(struct top *t)
{
	free_shot(&t->shot);
	collect_close(&t->causes.collector);
	profile_free(&t->causes.profile);
	sources_free(&t->code.sources);
	annotate_free(&t->code);
	view_close(&t->fit);
	free(t->said);
}
