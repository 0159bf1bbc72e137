/* SPDX-License-Identifier: ISC
 * profile.c - one profile: how it was taken, the counts, how the run ended, what it is of; the
 * contract is profile.h.
 */
#include "profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "sw/base/base.h"

void profile_free(struct profile *p)
{
	free(p->core);
	free(p->bins);
	free(p->retired_at);
	free(p->waits_at);
	call_tree_free(&p->calls);
	accesses_free(&p->accesses);
	latency_free(&p->latency);
	durations_free(&p->durations);
	tasks_free(&p->tasks);
	taken_free(&p->taken);
	taken_free(&p->jumped);
	free(p->elf_path);
	free(p->imported);
	free(p->window.after);
	free(p->window.until);
	packed_free(&p->elf);
	packed_free(&p->debug);
	*p = (struct profile){ 0 };
}

unsigned profile_last(const struct profile *p, uint32_t to[PROFILE_LAST])
{
	unsigned n = p->n_last < PROFILE_LAST ? p->n_last : PROFILE_LAST;

	for (unsigned i = 0; i < n; i++)
		to[i] = p->last[(p->n_last - n + i) % PROFILE_LAST];
	return n;
}

const char *profile_source(const struct profile *p)
{
	return p->config.source == TALLY_SOURCE_RETIRE ? "instructions" : "cycles";
}

const char *profile_events(const struct profile *p, char *buffer, size_t size)
{
	size_t n = 0;

	buffer[0] = 0;
	for (unsigned i = 0; p->config.source == TALLY_SOURCE_EVENT && i < 8; i++) {
		if (!(p->config.lines >> i & 1) || n >= size)
			continue;
		if (i < CAUSES)
			n += (size_t)snprintf(buffer + n, size - n, "%s%s",
				n ? " or " : " that waited for ", cause_names[i]);
		else
			n += (size_t)snprintf(
				buffer + n, size - n, "%s line %u", n ? " or" : " with", i);
	}
	return buffer;
}

const char *profile_unit(const struct profile *p)
{
	return p->config.period > 1 ? "samples" : profile_source(p);
}

double profile_cpi(const struct profile *p, uint64_t count, uint64_t retired)
{
	if (!p->retired_at)
		return -1;
	if (p->other_period)
		return count ? (double)retired * p->other_period / (double)count : -1;
	return retired ? (double)count * p->config.period / (double)retired : -1;
}

struct waits profile_waits(const struct profile *p)
{
	struct waits sum = { { 0 } };

	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++)
		waits_add(&sum, &p->waits_at[i]);
	return sum;
}

/* delta is the smallest that tally_slot maps to slot or beyond it. */
uint64_t profile_bin_pc(const struct profile *p, uint32_t slot)
{
	const uint64_t end = 1ull << 32, byte = 2ull * slot;
	uint64_t delta =
		p->config.scale ? ((byte << 16) + p->config.scale - 1) / p->config.scale : end;

	return delta < end - p->config.offset ? p->config.offset + delta : end;
}

uint32_t profile_bins_until(const struct profile *p, uint64_t pc)
{
	const struct tally_config *c = &p->config;

	if (pc <= c->offset)
		return 0;
	int64_t slot = pc >> 32 ? -1
				: tally_slot((uint32_t)pc, c->offset, c->scale,
					  p->slots * PROFILE_BIN_BYTES, PROFILE_BIN_BYTES);
	return slot < 0 ? p->slots : (uint32_t)slot;
}

uint64_t profile_bin_sum(const struct profile *p)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->slots; i++)
		sum += p->bins[i];
	return sum;
}

double profile_percent(const struct profile *p, uint64_t count)
{
	return p->counters.ticks ? 100.0 * (double)count / (double)p->counters.ticks : 0;
}

bool profile_invariant_holds(const struct tally_counters *c)
{
	return c->ticks == c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
}

struct call_rest profile_call_rest(const struct profile *p)
{
	const struct tally_counters *c = &p->counters;

	return p->calls.of_unit
		? p->calls.rest
		: (struct call_rest){ .idle = c->idle, .pending = c->pending, .ticks = c->ticks };
}

void profile_outcomes(const struct tally_counters *c, struct outcome to[OUTCOMES])
{
	const struct outcome all[OUTCOMES] = {
		{ "OUTSIDE", "code beyond the counters", c->outside },
		{ "FILTERED", "privilege not asked for", c->filtered },
		{ "IDLE", "waiting for an interrupt", c->idle },
		{ "LOST", "could not be counted", c->lost },
		{ "PENDING", "no instruction retired after it", c->pending },
	};
	memcpy(to, all, sizeof all);
}

bool profile_exited(const struct profile *p)
{
	return p->end == END_FINISHER || p->end == END_TOHOST || p->end == END_SEMIHOSTING;
}

bool profile_failed(const struct profile *p)
{
	return p->end == END_TRAP || (profile_exited(p) && p->exit_code != 0);
}

/* ---- what it is of ---- */
const char *const profile_extents[] = { "whole", "recorded", "cut off", "faulted", "simulated",
	"window" };

/* Cycles in no cell of a tree are those behind the last instruction, or more: then it slept. */
#define LONGEST_WAIT 4096u

/* The unit counts from the core's first cycle to its last, unless the firmware stops it. Samples
 * lack the periods that were cut off at both ends of the run, and jitter has a mean of 0. */
static bool counted_the_run(const struct profile *p)
{
	const struct tally_config *c = &p->config;
	double all = (double)(c->source == TALLY_SOURCE_RETIRE ? p->retired : p->cycles);
	double apart = (double)p->counters.ticks * c->period - all;

	if (c->period == 1)
		return apart == 0;
	apart = ((apart < 0 ? -apart : apart) - 2.0 * c->period) / (double)(4ull << c->jitter);
	return apart <= 0 || (c->jitter && apart * apart <= (double)p->counters.ticks + 1);
}

void profile_find_extent(struct profile *p)
{
	bool open = p->window.after && p->window.until[0] && p->end != END_WINDOW;

	p->extent = p->sticky & PROFILE_FAULT                    ? PROFILE_FAULTED
		: p->sticky & PROFILE_USED                       ? PROFILE_SIMULATED
		: p->end == END_RECORDED                         ? PROFILE_RECORDED
		: p->end == END_LIMIT || p->end == END_INTERRUPT ? PROFILE_CUT_OFF
		: open                                           ? PROFILE_CUT_OFF
		: p->window.after                                ? PROFILE_WINDOW
								 : PROFILE_WHOLE;
}

bool profile_end_run(struct profile *p, const char *name)
{
	uint64_t tree = call_tree_cycles(&p->calls), rest = p->cycles - tree;
	bool good = counted_the_run(p);

	if (!good && (!p->calls.n_nodes || p->calls.of_unit))
		return fail("%s: no count is of the run: the firmware used the unit itself; `tally "
			    "run --no-profile` leaves it to the firmware",
			name);
	if (!good) {
		profile_count_cells(p);
		p->counters = (struct tally_counters){ .ticks = p->cycles,
			.hits = profile_bin_sum(p),
			.idle = rest > LONGEST_WAIT ? rest : 0,
			.pending = rest > LONGEST_WAIT ? 0 : rest };
		p->counters.outside = tree - p->counters.hits;
		p->sticky |= PROFILE_USED;
	}
	profile_find_extent(p);
	return true;
}

const char *profile_extent_text(const struct profile *p, char *buffer, size_t size)
{
	switch (p->extent) {
	case PROFILE_SIMULATED:
		snprintf(buffer, size,
			"the firmware used the unit itself: counts are the "
			"simulator's own, of all %" PRIu64 " cycles; `tally run --no-profile` "
			"leaves the unit to the firmware",
			p->cycles);
		break;
	case PROFILE_CUT_OFF:
		snprintf(buffer, size, "its run was cut off by %s after %" PRIu64 " cycles",
			p->end == END_LIMIT               ? "--cycles"
				: p->end == END_INTERRUPT ? "a signal"
							  : "its end, before --until",
			p->cycles);
		break;
	case PROFILE_FAULTED:
		snprintf(buffer, size,
			"the unit stopped at a fault: what came after it is not counted");
		break;
	case PROFILE_WINDOW:
		snprintf(buffer, size, "a part of its run, after %s%s%s", p->window.after,
			p->window.until[0] ? " until " : "", p->window.until);
		break;
	default: return NULL;
	}
	return buffer;
}

bool profile_same_window(
	const struct profile *a, const char *a_name, const struct profile *b, const char *b_name)
{
	const struct profile_window *v = &a->window, *w = &b->window;

	if (v->after && w->after ? !strcmp(v->after, w->after) && !strcmp(v->until, w->until)
				 : !v->after && !w->after)
		return true;
	return fail("%s and %s are of different parts of a run; take both with the same --after "
		    "and --until",
		a_name, b_name);
}

const char *profile_ticks_word(const struct profile *p)
{
	return p->extent == PROFILE_SIMULATED ? "cycles" : "TICKS";
}

void profile_note_extent(const struct profile *p, const char *name)
{
	char text[256];

	if (profile_extent_text(p, text, sizeof text))
		note("%s: %s", name, text);
}
