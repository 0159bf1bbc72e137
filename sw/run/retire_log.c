/* SPDX-License-Identifier: ISC
 * retire_log.c - a profile from a log of retirements.
 */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "retire.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"

#define HARTS 32u /* that a message names */
#define LATE 1000u /* more cycles before the first line are no reset */
#define SHOWN 80u /* bytes of a line that a message shows */

struct log {
	const char *name;
	uint64_t chosen, hart, harts[HARTS + 1]; /* hart: that of the line before */
	size_t n_harts;
	uint64_t lines, strange, first_strange;
	char shown[SHOWN + 1]; /* the first strange line */

	struct retire_line listed; /* waits for what says whether it retires; times 0: none */
	bool commits; /* retirements have lines of their own */
	bool trapped; /* what comes is a handler's */

	struct retire_follow follow;
	uint64_t retired, far, far_lines; /* far: cycles or instructions above 4 GiB */
	/* first: cycle of a line; next: the first one that is not charged yet */
	uint64_t first, next;
	bool has_cycles, bare, last_far; /* last_far: the last one was */
	bool headed, starts; /* cycles are those in which instructions start */
	bool ordered; /* numbers go on one by one */
	uint64_t numbered, number; /* so many lines with a number; the last one */
};

static bool retire(struct log *l, const struct retire_line *r)
{
	/* the addresses of a 32-bit core may be sign-extended */
	uint64_t pc = !l->follow.wide && r->pc >= 0xFFFFFFFF80000000 ? (uint32_t)r->pc : r->pc;

	/* the last one was at work until another starts; what traps leaves its time to the
	 * handler */
	if (l->starts && l->retired && !r->handler && r->cycle > l->next) {
		if (l->last_far)
			l->far += r->cycle - l->next;
		else
			retire_follow_wait(&l->follow, r->cycle - l->next);
		l->next = r->cycle;
	}
	uint64_t count = r->has_cycle ? r->cycle + 1 - l->next : 1;
	bool calls_system = r->insn == 0x00000073 || r->insn == 0x00100073 /* ecall, ebreak */
		|| (r->insn & 0xFFFF) == 0x9002; /* c.ebreak */
	if (r->trapped || (calls_system && !l->ordered)) { /* RVFI marks those that trap */
		l->trapped = true;
		return true;
	}
	if (l->retired && r->has_cycle != l->has_cycles)
		return fail("%s: line %" PRIu64 ": some lines have cycles, and some have not; give "
			    "the log of one simulator",
			l->name, l->lines);
	if (r->has_cycle && r->cycle + 1 < l->next)
		return fail("%s: line %" PRIu64 ": cycle %" PRIu64 " comes after %" PRIu64 "; give "
			    "the log of one run of one hart",
			l->name, l->lines, r->cycle, l->next - 1);
	l->first = l->retired ? l->first : r->cycle;
	l->next = r->cycle + 1;
	l->has_cycles = r->has_cycle;
	l->bare |= r->bare;
	l->retired += r->times;
	l->last_far = pc > UINT32_MAX;
	if (l->last_far) {
		l->far += r->has_cycle ? count : r->times;
		l->far_lines++;
	} else {
		retire_follow(&l->follow, r, (uint32_t)pc, count);
	}
	return true;
}

/* What was listed has retired, if nothing else says what does. */
static bool settle(struct log *l)
{
	struct retire_line r = l->listed;

	l->listed.times = 0;
	return !r.times || l->commits || retire(l, &r);
}

/* A line without a hart belongs to that of the line before it. */
static bool is_ours(struct log *l, const struct retire_line *r)
{
	size_t i = 0;

	l->hart = r->has_hart ? r->hart : l->hart;
	while (i < l->n_harts && l->harts[i] != l->hart)
		i++;
	if (i == l->n_harts && i <= HARTS)
		l->harts[l->n_harts++] = l->hart;
	return l->chosen == RETIRE_LOG_ANY_HART ? l->n_harts == 1 : l->hart == l->chosen;
}

static void take_strange(struct log *l, const char *line)
{
	if (l->strange++)
		return;
	l->first_strange = l->lines;
	snprintf(l->shown, sizeof l->shown, "%.*s", (int)strcspn(line, "\r\n"), line);
}

/* Numbers that do not go on: lines of two cores, of two runs, or lost ones. */
static bool take_number(struct log *l, const struct retire_line *r)
{
	if (l->ordered && l->numbered++ && r->number != l->number + 1)
		return fail("%s: line %" PRIu64 ": instruction %" PRIu64 " comes after %" PRIu64
			    "; give the whole log of one core, in the order of rvfi_order",
			l->name, l->lines, r->number, l->number);
	l->number = r->number;
	return true;
}

static bool take_line(struct log *l, const char *line)
{
	struct retire_line r = retire_line_read(line), *listed = &l->listed;
	const bool one = r.kind >= RETIRE_LINE_RETIRED && is_ours(l, &r);
	bool good = true;

	if (r.kind == RETIRE_LINE_STRANGE) {
		take_strange(l, line);
	} else if (r.kind == RETIRE_LINE_HEADING) {
		l->headed = true;
		l->starts = r.starts;
		l->ordered = r.ordered;
	} else if (one && r.kind == RETIRE_LINE_TRAP) {
		l->trapped = true;
		if (r.exception && listed->times && listed->pc == r.pc)
			listed->times--;
	} else if (one && r.kind == RETIRE_LINE_REPEATED) {
		if (listed->kind == RETIRE_LINE_LISTED && !l->commits)
			listed->times += r.times - 1;
	} else if (one) {
		l->starts |= r.starts && !l->headed;
		r.times = 1;
		r.handler |= l->trapped;
		l->trapped = false;
		if (r.kind == RETIRE_LINE_LISTED) {
			good = settle(l);
			*listed = r;
		} else {
			r.handler |= listed->times && listed->pc == r.pc && listed->handler;
			listed->times = 0;
			l->commits |= !r.has_cycle;
			good = take_number(l, &r) && retire(l, &r);
		}
	}
	return good;
}

static bool take_lines(struct log *l, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	bool good = true, wide = false;

	for (ssize_t n; good && !stop_abort && (n = getline(&line, &room, file)) > 0;) {
		if (l->ordered && line[n - 1] != '\n')
			break; /* its writer has died */
		if (!l->lines++)
			wide = text_is_wide(line, (size_t)n);
		if (wide || l->lines == 1)
			line[n = (ssize_t)text_narrow(line, (size_t)n, wide)] = 0;
		if (memchr(line, 0, (size_t)n)) {
			take_strange(l, line);
			continue;
		}
		/* some consoles end lines with CR alone */
		char *rest = line;
		for (char *part; good && (part = strsep(&rest, "\r"));)
			good = take_line(l, part);
	}
	free(line);
	if (good && ferror(file) && !stop_abort)
		return fail("%s: cannot be read: %s", l->name, strerror(errno));
	return good && settle(l);
}

/* Is it a log of one hart? */
static bool check(const struct log *l)
{
	const char *more = l->n_harts > HARTS ? ", ..." : "";
	bool any = l->chosen == RETIRE_LOG_ANY_HART;
	char names[22 * HARTS] = "";

	for (size_t i = 0; i < l->n_harts && i < HARTS; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%" PRIu64,
			i ? ", " : "", l->harts[i]);
	if (!l->n_harts && l->ordered)
		return fail("%s: nothing has retired; does the core leave its reset?", l->name);
	if (!l->n_harts)
		return fail("%s: no line of a retirement; give the log of Spike (-l, "
			    "--log-commits), of CVA6's rvfi_tracer or of the tracers of Ibex, "
			    "CV32E40P, NEORV32, Rocket, Sodor, VeeR%s%s%s",
			l->name, l->strange ? "; not `" : "", l->shown, l->strange ? "`" : "");
	if (any && l->n_harts > 1)
		return fail("%s: has the harts %s%s; choose one of them with --hart", l->name,
			names, more);
	if (!any && !l->retired)
		return fail("--hart %" PRIu64 ": there is none in %s, but %s%s", l->chosen, l->name,
			names, more);
	if (!l->retired || (l->bare && !l->follow.led))
		return fail("%s: no line of a retirement: no instruction leads to the address in "
			    "the line after it; is it a log?",
			l->name);
	return true;
}

static void note_doubts(const struct log *l)
{
	if (l->strange)
		note("%s: lines that were not understood and not counted: %" PRIu64 "; the first "
		     "is line %" PRIu64 ": `%s`",
			l->name, l->strange, l->first_strange, l->shown);
	if (l->first > LATE && l->first > l->next / 100)
		note("%s: the log begins at cycle %" PRIu64 ": its first instruction has them all",
			l->name, l->first);
	if (l->starts && !l->headed)
		note("%s: has no heading: cycles count as those in which instructions start, as "
		     "CV32E40P logs them; keep the first line of the log",
			l->name);
	if (l->far_lines)
		note("%s: it has addresses above 4 GiB: they count as OUTSIDE, and there is no "
		     "call tree",
			l->name);
	else if (l->follow.lost)
		note("%s: returns to where no caller waits, as longjmp, exceptions and threads "
		     "make them: %" PRIu64 "; callers may be wrong: the log has no values of sp",
			l->name, l->follow.lost);
}

/* The cells of the tree hold what the bins count. */
static void fill(const struct log *l, struct profile *p)
{
	const struct image *im = &l->follow.firmware->image;
	struct histogram h = { .name = l->name, .with_retired = l->has_cycles, .sum = l->far };

	h.entries = allocate(p->calls.n_cells, sizeof *h.entries);
	for (size_t i = 0; i < p->calls.n_cells; i++) {
		const struct call_cell *cell = &p->calls.cells[i];
		h.entries[h.n++] =
			(struct histogram_entry){ cell->pc, cell->cycles, cell->retired };
		h.sum += cell->cycles;
	}
	p->config = tally_exact(0, 0);
	p->config.source = l->has_cycles ? TALLY_SOURCE_CLK : TALLY_SOURCE_RETIRE;
	histogram_fill(p, im, &h);
	p->counters.outside += l->far;
	p->cycles = l->has_cycles ? h.sum : 0;
	p->retired = l->retired;
	free(h.entries);
	if (l->far_lines) {
		call_tree_free(&p->calls);
		durations_free(&p->durations);
	}
	if (!p->counters.hits)
		note("%s: no address is in the code of %s: is that its ELF?", l->name, im->path);
}

bool retire_log_read(
	struct profile *p, const struct firmware *f, uint64_t hart, FILE *file, const char *name)
{
	struct log l = { .name = name, .chosen = hart };

	if (!f->image.code.n)
		return fail("%s: has no code: no address can be in it; is it linked as a program?",
			f->image.path);
	retire_follow_open(&l.follow, f, &p->calls, &p->durations);
	bool good = take_lines(&l, file) && check(&l);
	good = retire_follow_close(&l.follow, &p->taken, good ? name : NULL) && good;
	if (good) {
		note_doubts(&l);
		fill(&l, p);
	}
	return good;
}
