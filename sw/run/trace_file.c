/* SPDX-License-Identifier: ISC
 * trace_file.c - a trace as Trace Event JSON.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace_kept.h"

#define WINDOW_LINE 256u /* bytes of a window there, about */
#define FOOT 400u /* bytes behind all events, at most */
#define NAME_ROOM 1024u
#define CONSOLE 65536u /* its track, behind those of stacks */

static const char *const kinds[] = { "WORK", "FLOW", "FETCH", "DATA", "HAZARD", "EXEC", "IDLE",
	"WAIT" };

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
	const char *name = node_name(p, &f->symbols, function, buffer, size);
	const struct function *known = symbols_find(&f->symbols, function);

	if (name == buffer || !known->twin)
		return name;
	struct line at = lines_function(&f->lines, function);
	snprintf(buffer, size, "%.500s (%.250s 0x%08" PRIx32 ")", name,
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

	qsort(t->pieces, t->n, sizeof *t->pieces, trace_longest_first);
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
		trace_halve(t);
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
