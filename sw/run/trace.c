/* SPDX-License-Identifier: ISC
 * trace.c - keeps what a trace shows of a run: the longest calls, and counters.
 */
#include <stdlib.h>
#include <string.h>

#include "trace_kept.h"

#define LINE_LEAST 54u /* bytes of a slice in the file, at least */
#define FIRST_WIDTH 64u /* cycles */

/* The trace begins with the cycle that comes. */
static void begin(struct trace *t)
{
	t->first = t->cycles;
	t->least = t->how.above;
	t->n = t->n_windows = 0;
	t->width = FIRST_WIDTH;
	t->kept = t->calls = t->n_instants = t->instants_lost = 0;
	t->shown = 0;
	t->instants = stream_open(&t->instant_bytes, &t->instants_size);
}

struct trace *trace_open(const struct trace_options *o)
{
	struct trace *t = allocate(1, sizeof *t);

	*t = (struct trace){ *o, .most = (size_t)(o->size / LINE_LEAST) };
	begin(t);
	return t;
}

void trace_close(struct trace *t)
{
	stream_close(t->instants);
	free(t->instant_bytes);
	free(t->pieces);
	free(t->tracks);
	free(t);
}

/* ---- counters */
void trace_halve(struct trace *t)
{
	for (size_t i = 0; i < t->n_windows; i++)
		for (size_t k = 0; k < COLUMNS; k++)
			t->windows[i / 2][k] =
				(i % 2 ? t->windows[i / 2][k] : 0) + t->windows[i][k];
	t->n_windows = (t->n_windows + 1) / 2;
	t->width *= 2;
}

void trace_cycle(struct trace *t, unsigned retired, bool sleep, unsigned causes)
{
	unsigned kind = retired ? WORK
		: causes        ? FIRST_CAUSE + (unsigned)__builtin_ctz(causes)
		: sleep         ? IDLE
				: WAIT;

	if (t->cycles - t->first == t->n_windows * t->width) {
		if (t->n_windows == WINDOWS)
			trace_halve(t);
		memset(t->windows[t->n_windows++], 0, sizeof *t->windows);
	}
	t->windows[t->n_windows - 1][kind]++;
	t->windows[t->n_windows - 1][RETIRED] += retired;
	t->shown |= 1u << kind;
	t->cycles++;
}

/* ---- slices */
int trace_longest_first(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->length != y->length)
		return x->length > y->length ? -1 : 1;
	return x->order > y->order ? -1 : 1;
}

/* Of those that are as short as the first one to go, all go. */
static void drop_short(struct trace *t)
{
	qsort(t->pieces, t->n, sizeof *t->pieces, trace_longest_first);
	t->least = t->pieces[t->most].length + 1;
	for (t->n = t->most; t->n && t->pieces[t->n - 1].length < t->least;)
		t->n--;
}

static struct track *track_of(struct trace *t, size_t stack)
{
	if (stack >= t->n_tracks) {
		t->tracks = reallocate(t->tracks, stack + 1, sizeof *t->tracks);
		memset(t->tracks + t->n_tracks, 0, (stack + 1 - t->n_tracks) * sizeof *t->tracks);
		t->n_tracks = stack + 1;
	}
	return &t->tracks[stack];
}

static void keep(struct trace *t, struct piece p)
{
	if (t->n == 2 * t->most)
		drop_short(t);
	if (p.length < t->least)
		return;
	GROW(t->pieces, t->n, t->room);
	p.order = t->kept++;
	t->pieces[t->n++] = p;
}

/* The stack has not run since it was left. */
static void end_away(struct trace *t, size_t stack, uint64_t at)
{
	struct track *track = track_of(t, stack);
	struct piece p = { track->left, at - track->left, .node = AWAY, .stack = (uint16_t)stack };

	if (track->away)
		keep(t, p);
	track->away = false;
}

static void on_end(void *trace, const struct slice *s)
{
	struct trace *t = trace;
	struct track *track = track_of(t, s->stack);
	struct piece p = { s->begin, s->length, s->preempted, s->own.asleep, 0, s->node,
		(uint16_t)s->stack, s->number > 0, s->trap, s->open };

	if (s->open)
		end_away(t, s->stack, s->begin + s->length);
	t->calls += s->number > 0;
	if (!s->trap && s->length >= track->longest) {
		track->longest = s->length;
		track->node = s->node;
	}
	keep(t, p);
}

static void on_switch(void *trace, uint64_t at, size_t from, size_t to)
{
	struct trace *t = trace;

	end_away(t, to, at);
	track_of(t, from)->left = at;
	t->tracks[from].away = true;
}

struct span_listener trace_listener(struct trace *t)
{
	return (struct span_listener){ on_end, on_switch, t };
}

void trace_restart(struct trace *t)
{
	for (size_t i = 0; i < t->n_tracks; i++)
		t->tracks[i] = (struct track){ .left = t->cycles, .away = t->tracks[i].away };
	stream_close(t->instants);
	free(t->instant_bytes);
	begin(t);
}

void trace_renumber(struct trace *t, const uint32_t *to)
{
	size_t n = t->n;

	t->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct piece p = t->pieces[i];
		bool away = p.node == AWAY;
		p.node = away ? AWAY : to[p.node];
		if (away ? p.length < t->cycles - t->first : p.node > 0)
			t->pieces[t->n++] = p;
		else
			t->calls -= p.call;
	}
	for (size_t i = 0; i < t->n_tracks; i++)
		t->tracks[i].node = to[t->tracks[i].node];
}
