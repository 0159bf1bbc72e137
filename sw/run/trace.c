/* SPDX-License-Identifier: ISC
 * trace.c - a run on a time axis, as Trace Event JSON.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define LINE_LEAST 54u /* bytes of a slice in the file, at least */
#define WINDOW_LINE 256u /* bytes of a window there, about */
#define FOOT 400u /* bytes behind all events, at most */
#define WINDOWS 2048u
#define FIRST_WIDTH 64u /* cycles */
#define NAME_ROOM 1024u
#define AWAY UINT32_MAX /* in place of a node: another stack runs */

#define CONSOLE 65536u /* its track, behind those of stacks */

/* What passes in a cycle, WAIT where the tap shows no causes; and instructions. */
enum { WORK, FIRST_CAUSE, IDLE = FIRST_CAUSE + CAUSES, WAIT, KINDS, RETIRED = KINDS, COLUMNS };
static const char *const kinds[] = { "WORK", "FLOW", "FETCH", "DATA", "HAZARD", "EXEC", "IDLE",
	"WAIT" };

struct piece {
	uint64_t begin, length, preempted, asleep;
	uint64_t order; /* of ends */
	uint32_t node;
	uint16_t stack;
	bool call, trap, open;
};

struct track {
	uint64_t left, longest;
	uint32_t node; /* of the longest call */
	bool away, named;
};

struct trace {
	struct trace_options how;
	uint64_t first, cycles; /* of the trace; now */
	/* at most 2 * most of them; then the shorter half goes */
	struct piece *pieces;
	size_t n, room, most;
	uint64_t kept; /* pieces that have come in */
	uint64_t calls, shown_calls; /* in all, and in the file */
	uint64_t least; /* cycles of the shortest that is kept */
	uint64_t windows[WINDOWS][COLUMNS];
	size_t n_windows; /* with the one that has begun */
	uint64_t width; /* cycles of each, 64 at first */
	unsigned shown; /* kinds that there were, a bit each */
	struct track *tracks; /* by stack */
	size_t n_tracks;
	FILE *instants; /* as in the file */
	char *instant_bytes;
	size_t instants_size;
	uint64_t n_instants, instants_lost;
	char line[160]; /* of the console */
	size_t in_line;
};

struct trace *trace_open(const struct trace_options *o)
{
	struct trace *t = allocate(1, sizeof *t);

	*t = (struct trace){ *o, .least = o->above, .width = FIRST_WIDTH };
	t->most = (size_t)(o->size / LINE_LEAST);
	t->instants = stream_open(&t->instant_bytes, &t->instants_size);
	return t;
}

void trace_close(struct trace *t)
{
	if (t->instants)
		stream_close(t->instants);
	free(t->instant_bytes);
	free(t->pieces);
	free(t->tracks);
	free(t);
}

/* ---- counters */
static void merge_windows(struct trace *t)
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
			merge_windows(t);
		memset(t->windows[t->n_windows++], 0, sizeof *t->windows);
	}
	t->windows[t->n_windows - 1][kind]++;
	t->windows[t->n_windows - 1][RETIRED] += retired;
	t->shown |= 1u << kind;
	t->cycles++;
}

/* ---- slices */
static int longest_first(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->length != y->length)
		return x->length > y->length ? -1 : 1;
	return x->order > y->order ? -1 : 1;
}

/* Of those that are as short as the first one to go, all go. */
static void drop_short(struct trace *t)
{
	qsort(t->pieces, t->n, sizeof *t->pieces, longest_first);
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
	t->first = t->cycles;
	t->least = t->how.above;
	t->n = t->n_windows = 0;
	t->width = FIRST_WIDTH;
	t->kept = t->calls = t->n_instants = t->instants_lost = 0;
	t->shown = 0;
	stream_close(t->instants);
	free(t->instant_bytes);
	t->instants = stream_open(&t->instant_bytes, &t->instants_size);
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

/* ---- instants, and what all events have */
/* Nanoseconds, rounded down: then what nests still does. Without a clock, cycles. */
static uint64_t time_of(const struct trace *t, uint64_t cycles)
{
	const uint64_t hz = t->how.hz, second = 1000000000;

	return !hz ? cycles : cycles / hz * second + cycles % hz * second / hz;
}

static void put_time(FILE *f, const struct trace *t, const char *key, uint64_t time)
{
	fprintf(f, ",\"%s\":%" PRIu64, key, t->how.hz ? time / 1000 : time);
	if (t->how.hz)
		fprintf(f, ".%03u", (unsigned)(time % 1000));
}

/* Begins an event with the members that all have. */
static void put_event(FILE *f, const struct trace *t, char phase, unsigned track, uint64_t cycle,
	const char *name)
{
	fprintf(f, ",\n{\"ph\":\"%c\",\"pid\":1,\"tid\":%u", phase, track);
	put_time(f, t, "ts", time_of(t, cycle));
	fputs(",\"name\":", f);
	text_json(f, name);
}

static void put_instant(struct trace *t, uint64_t cycle, const char *text)
{
	t->n_instants++;
	fflush(t->instants);
	if (t->instants_lost || t->instants_size > t->how.size / 4) {
		t->instants_lost++;
		return;
	}
	put_event(t->instants, t, 'i', CONSOLE, cycle, text);
	fputs(",\"s\":\"t\"}", t->instants);
}

void trace_mark(struct trace *t, uint64_t cycle, uint32_t number)
{
	char text[32];

	snprintf(text, sizeof text, "mark %" PRIu32, number);
	put_instant(t, cycle, text);
}

void trace_console(struct trace *t, uint8_t byte)
{
	if (byte == '\n') {
		t->line[t->in_line] = 0;
		put_instant(t, t->cycles, t->line);
		t->in_line = 0;
	} else if (byte && byte != '\r' && t->in_line < sizeof t->line - 1) {
		t->line[t->in_line++] = (char)byte;
	}
}

/* ---- the file. What a node is called: functions of one name, with file and address. */
static const char *name_of(
	const struct profile *p, const struct firmware *f, uint32_t node, char *buffer, size_t size)
{
	uint32_t function = p->calls.nodes[node].function;
	const struct function *known = symbols_find(&f->symbols, function);

	if (call_tree_is_thread(function))
		return thread_name(p, &f->symbols, function, buffer, size);
	if (!known || known->lo != function)
		return symbols_place(&f->symbols, function, buffer, size);
	if (!known->twin)
		return known->name;
	struct line at = lines_function(&f->lines, function);
	snprintf(buffer, size, "%.500s (%.250s 0x%08" PRIx32 ")", known->name,
		at.file ? basename(at.file) : "at", function);
	return buffer;
}

static void put_name(FILE *f, const struct trace *t, unsigned track, const char *name)
{
	put_event(f, t, 'M', track, 0, "thread_name");
	fputs(",\"args\":{\"name\":", f);
	text_json(f, name);
	fputs("}}", f);
}

static void put_slice(FILE *f, const struct trace *t, const struct piece *p, const char *name)
{
	put_event(f, t, 'X', p->stack + 1u, p->begin, name);
	put_time(f, t, "dur", time_of(t, p->begin + p->length) - time_of(t, p->begin));
	if (p->trap)
		fputs(",\"cat\":\"trap\"", f);
	if (p->preempted || p->asleep || p->open)
		fprintf(f, ",\"args\":{\"preempted\":%" PRIu64 ",\"idle\":%" PRIu64 "%s}",
			p->preempted, p->asleep, p->open ? ",\"open\":true" : "");
	putc('}', f);
}

/* A stack is called by the thread, task or function at the bottom of its longest call. */
static void put_stack(
	FILE *to, struct trace *t, size_t stack, const struct profile *p, const struct firmware *f)
{
	struct track *track = &t->tracks[stack];
	char text[NAME_ROOM], name[NAME_ROOM + 32];

	while (p->calls.nodes[track->node].parent)
		track->node = p->calls.nodes[track->node].parent;
	/* of a window, whose handlers alone have run here: none */
	snprintf(name, sizeof name, track->node ? "stack %zu: %s" : "stack %zu", stack + 1,
		name_of(p, f, track->node, text, sizeof text));
	put_name(to, t, (unsigned)stack + 1, name);
	track->named = true;
}

/* A caller stands before what it called. Of one length all stay that fit in `room` bytes, or
 * none. */
static void put_slices(
	FILE *to, struct trace *t, const struct profile *p, const struct firmware *f, size_t room)
{
	size_t longer = 0, end = 0, size; /* of those that are longer; of all */
	char *bytes, text[NAME_ROOM];
	FILE *all = stream_open(&bytes, &size);

	qsort(t->pieces, t->n, sizeof *t->pieces, longest_first);
	for (size_t i = 0; i < t->n && size <= room; i++) {
		const struct piece *x = &t->pieces[i];
		if (i && x->length < x[-1].length) {
			end = size;
			longer = i;
		}
		if (!t->tracks[x->stack].named)
			put_stack(all, t, x->stack, p, f);
		put_slice(all, t, x,
			x->node == AWAY ? "(not running)"
					: name_of(p, f, x->node, text, sizeof text));
		fflush(all);
	}
	if (size > room) {
		t->least = t->pieces[longer].length + 1;
		t->n = longer;
		size = end;
	}
	fwrite(bytes, 1, size, to);
	stream_close(all);
	free(bytes);
}

static void put_windows(FILE *f, struct trace *t)
{
	while (t->n_windows * WINDOW_LINE > t->how.size / 4)
		merge_windows(t);
	for (size_t i = 0; i < t->n_windows; i++) {
		const uint64_t *w = t->windows[i], begin = t->first + i * t->width;
		const char *between = ",\"args\":{";
		uint64_t awake = 0;
		put_event(f, t, 'C', 1, begin, "cycles");
		for (unsigned k = 0; k < KINDS; k++) {
			awake += k == IDLE ? 0 : w[k];
			if (!(t->shown & 1u << k))
				continue;
			fprintf(f, "%s\"%s\":%" PRIu64, between, kinds[k], w[k]);
			between = ",";
		}
		fputs("}}", f);
		put_event(f, t, 'C', 1, begin, "CPI");
		fprintf(f, ",\"args\":{\"CPI\":%.3f}}",
			w[RETIRED] ? (double)awake / (double)w[RETIRED] : 0);
	}
}

bool trace_write(
	struct trace *t, const struct profile *p, const struct firmware *f, const char *path)
{
	char *bytes,
		*about = print_text(
			t->how.hz ? "%.255s on %s, %" PRIu64 " Hz" : "%.255s on %s, 1 us = 1 cycle",
			basename(f->image.path), p->core, t->how.hz);
	size_t size;
	FILE *to = stream_open(&bytes, &size);

	fputs("{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\","
	      "\"args\":{\"name\":",
		to);
	text_json(to, about);
	fputs("}}", to);
	put_name(to, t, CONSOLE, "console");
	put_windows(to, t);
	fflush(t->instants);
	fwrite(t->instant_bytes, 1, t->instants_size, to);
	fflush(to);
	put_slices(to, t, p, f, t->how.size - size - FOOT);
	for (size_t i = 0; i < t->n; i++)
		t->shown_calls += t->pieces[i].call;
	fprintf(to,
		"\n],\"displayTimeUnit\":\"ns\",\"otherData\":{\"hz\":%" PRIu64
		",\"begin\":%" PRIu64 ",\"cycles\":%" PRIu64 ",\"calls\":%" PRIu64
		",\"shown\":%" PRIu64 ",\"shortest\":%" PRIu64 "}}\n",
		t->how.hz, t->first, t->cycles - t->first, t->calls, t->shown_calls, t->least);
	stream_close(to);
	bool good = file_write(path, bytes, size);
	free(about);
	free(bytes);
	return good;
}

void trace_say(const struct trace *t)
{
	printf(t->shown_calls == t->calls ? "trace: all %" PRIu64 " calls"
					  : "trace: %" PRIu64 " of %" PRIu64
					    " calls; those of less than %" PRIu64
					    " cycles are joined into their callers",
		t->shown_calls, t->calls, t->least);
	if (t->instants_lost)
		printf("; the first %" PRIu64 " of %" PRIu64 " instants",
			t->n_instants - t->instants_lost, t->n_instants);
	putchar('\n');
}
