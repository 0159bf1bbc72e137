/* SPDX-License-Identifier: ISC
 * window.c - the part of a run that is counted: reads its two points, and sees them pass.
 */
#include "observer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/elf/instruction.h"

#define LINE (1u << 5) /* of source EVENT: MACHINE_EVENT */
#define MARK "mark="
#define MARK_MOST 2047u

static bool read_point(
	struct window_point *p, const char *option, const char *text, const struct symbols *s)
{
	char *name = copy_text(text), *colon = text_colon(name);
	const bool mark = !strncmp(text, MARK, strlen(MARK));
	uint64_t times = 1, number = 1;
	struct function f = { 0 };
	bool good;

	if (colon)
		*colon = 0;
	if (!name[0] || (colon && (!options_number(colon + 1, &times) || !times))
		|| (mark && (!options_number(name + strlen(MARK), &number) || !number))
		|| number > MARK_MOST)
		good = fail("%s %s: give a function, an address or mark=NUMBER (1 to %u), and :N "
			    "for its N-th time",
			option, text, MARK_MOST);
	else
		good = mark || point_find(option, name, s, &f);
	/* a function may be given by its address, too */
	const struct function *at = mark ? NULL : symbols_find(s, f.lo);
	p->kind = mark ? AT_MARK : f.hi > f.lo || (at && at->lo == f.lo) ? AT_CALL : AT_ADDRESS;
	p->at = (uint32_t)(mark ? number : f.lo);
	p->times = times;
	free(name);
	return good;
}

bool window_read(struct window *w, const struct simulation *s, const struct symbols *symbols,
	struct profile *p)
{
	bool returns = s->until && !strcmp(s->until, "return");

	w->shut = true;
	w->to.kind = returns ? AT_RETURN : AT_NEVER;
	w->to.times = 1;
	p->config.source = TALLY_SOURCE_EVENT; /* until window_close */
	p->config.lines = LINE;
	p->window.after = copy_text(s->after);
	p->window.until = copy_text(s->until ? s->until : "");
	return read_point(&w->from, "--after", s->after, symbols)
		&& (!s->until || returns || read_point(&w->to, "--until", s->until, symbols));
}

static bool passes(struct window_point *p, const struct calls *calls, const struct machine_cycle *c)
{
	bool here = p->kind == AT_CALL  ? calls_entered(calls) == p->at
		: p->kind == AT_ADDRESS ? c->pc == p->at
		: p->kind == AT_MARK    ? instruction_mark(c->insn) == p->at
					: p->kind == AT_RETURN && calls_left_window(calls);

	p->seen += here;
	return here && p->seen == p->times;
}

void window_look(
	struct window *w, struct calls *calls, uint64_t cycle, const struct machine_cycle *c)
{
	bool opens = !w->begin && passes(&w->from, calls, c);

	if (opens) {
		w->begin = cycle + 1;
		calls_open_window(calls);
	}
	/* a function's first instruction may be its return */
	if (w->begin && !w->end && (!opens || w->to.kind == AT_RETURN) && passes(&w->to, calls, c))
		w->end = cycle + 1;
}

bool window_close(struct window *w, struct profile *p, struct trace *t)
{
	if (!w->begin)
		return fail("--after %s: it %s %" PRIu64 " times only, in %" PRIu64 " cycles",
			p->window.after, w->from.kind == AT_CALL ? "was called" : "retired",
			w->from.seen, p->cycles);
	if (w->end == w->begin)
		return fail("--until %s: the instruction that opens the window closes it, with no "
			    "cycle between",
			p->window.until);
	uint32_t *to = call_tree_prune(&p->calls);
	struct durations all = p->durations;
	p->durations = (struct durations){ 0 };
	durations_merge(&p->durations, &all, to);
	durations_free(&all);
	if (t)
		trace_renumber(t, to);
	free(to);
	p->retired = call_tree_retired(&p->calls);
	p->window.begin = w->begin;
	p->config.source = TALLY_SOURCE_CLK; /* what was asked for: cycles */
	p->config.lines = 0;
	p->cycles = (w->end ? w->end : p->cycles) - w->begin;
	return true;
}
