/* SPDX-License-Identifier: ISC
 * stimulus_begin.c - constrained random stimulus: the bus master's longer plans, each a configuration
 * or several with what has to happen round them.
 */
#include "stimulus_plan.h"

/* Illegal values, one after the other: each but the last gives way to what was there before the plan, so that what is refused is one alone. */
void plan_commit_illegal(struct stimulus *s)
{
	for (unsigned n = below(s, 16), first = s->tail; ; n--, first = s->tail) {
		stimulus_spoil(s);
		unsigned behind = s->tail;

		command(s, TALLY_CTRL_COMMIT_MASK);
		ask(s, TALLY_STICKY)->wait = WAIT_CLEARED;
		if (n == 0)
			break;
		for (; first != behind; first++) {
			uint32_t reg = s->queue[first % STIMULUS_QUEUE].adr - s->channel * TALLY_CH_STRIDE;

			tell(s, reg, shadow(s, reg));
		}
	}
	if (one_in(s, 4))	/* what was refused must not decide what is swept */
		plan_clear(s);
}

/* Full but for one bit or two. */
static uint32_t all_but(struct stimulus *s, unsigned bits)
{
	uint32_t missing = 1u << below(s, bits);

	if (one_in(s, 2))
		missing |= 1u << below(s, bits);
	return ((1u << bits) - 1) & ~missing;
}

uint32_t stimulus_count(struct stimulus *s, enum old_count kind)
{
	uint32_t a = below(s, one_in(s, 3) ? 2 : one_in(s, 8) ? 80 : 20), b = below(s, one_in(s, 3) ? 2 : 20);

	switch (kind) {
	case OLD_WIDE:
		return 0x7fffffff - a;
	case OLD_FULL:
		return 0x7fffffff + a;
	case OLD_WRAPS:
		return 0xffffffff - a;
	case OLD_NARROW:
		return (0x7fff - a) << 16 | (0x7fff - b);
	case OLD_MIXED:
		return (0xffff - a) << 16 | (0x7fff + b % 2);
	case OLD_WIDE_BUT:
		return all_but(s, 31) - (one_in(s, 2) ? 0 : a);
	case OLD_NARROW_BUT:
		return (all_but(s, 15) - (one_in(s, 2) ? 0 : a)) << 16 | (all_but(s, 15) - b);
	default:
		return rnd32(s);
	}
}

/* At most n words from the BASE last written on get counts of one kind; OLD_KINDS and more: each of any. */
static void preset(struct stimulus *s, uint32_t n, unsigned kind)
{
	uint32_t words = 1u << s->m->p.bins_log2, first = s->base / 4;

	for (uint32_t i = 0; i < n && i < words; i++)
		push(s, true, bin_address(s, (first + i) % words), stimulus_count(s, kind < OLD_KINDS ? kind : below(s, OLD_KINDS)));
}

/* A full counter often stops the channel soon: be there. */
static void be_there(struct stimulus *s, unsigned n)
{
	static const struct { uint32_t reg, value; } soon[] = {
		{ TALLY_CTRL, TALLY_CTRL_RESET_MASK }, { TALLY_CTRL, TALLY_CTRL_START_MASK },
		{ TALLY_CTRL, TALLY_CTRL_STOP_MASK }, { TALLY_STICKY, 0x1f },
	};

	for (; n > 0; n--) {
		unsigned i = below(s, 4);

		tell(s, soon[i].reg, soon[i].value)->gap = below(s, s->slow && one_in(s, 2) ? 60 : 12);
	}
}

/* What a driver does before it starts: stop, configure, clear, perhaps counts from elsewhere. Of one channel or of all. */
void plan_begin_anew(struct stimulus *s)
{
	unsigned channels = s->m->p.channels, mine = s->channel;
	bool all = channels == 1 || one_in(s, 3);
	bool fill = all && one_in(s, 3), wrap = all && !fill && one_in(s, 8);
	bool presets = fill || wrap || (all && one_in(s, 3));
	unsigned n = all ? channels : 1;

	for (unsigned i = 0; i < n; i++, s->channel = (s->channel + 1) % channels)
		command(s, one_in(s, 4) ? TALLY_CTRL_STOP_MASK : TALLY_CTRL_RESET_MASK);
	s->channel = mine;
	for (unsigned i = 0; i < n; i++, s->channel = (s->channel + 1) % channels) {
		s->fast = fill || wrap || (presets && !one_in(s, 4));
		stimulus_configure(s, true);
		s->fast = false;
		if (fill)	/* 32 bits under STOP, every bin nearly full */
			tell(s, TALLY_MAPPING, TALLY_MAPPING_WIDTH_MASK);
		else if (wrap)
			tell(s, TALLY_MAPPING, TALLY_MAPPING_WIDTH_MASK | 2u << TALLY_MAPPING_POLICY_LSB);
		tell(s, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK)->wait = WAIT_CLEARED;
	}
	s->channel = mine;
	for (unsigned i = 0; i < n; i++, s->channel = (s->channel + 1) % channels) {
		if (s->size > LONG_CLEAR ? one_in(s, 100) : !one_in(s, 3))
			/* At times with a second bit: malformed, and nothing happens though CLEAR alone would do. */
			tell(s, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK | (one_in(s, 8) ? 1u << below(s, one_in(s, 2) ? 6 : 32) : 0))
				->wait = WAIT_DRAINED;
		if (one_in(s, 6))	/* a bin is written meanwhile */
			push(s, true, bin_address(s, below(s, 1u << s->m->p.bins_log2)), rnd32(s));
		tell(s, TALLY_IRQ_ENABLE, rnd32(s))->wait = n > 1 || one_in(s, 8) ? WAIT_NOTHING : WAIT_CLEARED;
	}
	s->channel = mine;
	if (presets) {
		for (unsigned i = 0; i < n; i++, s->channel = (s->channel + 1) % channels) {
			ask(s, TALLY_STATUS)->wait = WAIT_CLEARED;
			ask(s, TALLY_STATUS)->wait = WAIT_DRAINED;
		}
		uint32_t words = fill || wrap || one_in(s, 2) ? MANY_WORDS : 1 + below(s, 12);

		preset(s, words, fill ? (one_in(s, 2) ? OLD_WIDE : OLD_WIDE_BUT) : wrap ? OLD_WRAPS : below(s, OLD_KINDS + 4));
	}
	s->channel = mine;
	for (unsigned i = 0; i < n; i++, s->channel = (s->channel + 1) % channels)
		tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
	s->channel = mine;
	for (unsigned i = 0; i < (fill ? n : 1); i++, s->channel = (s->channel + 1) % channels)
		be_there(s, below(s, fill ? 12 : 6));
	if (s->slow && one_in(s, 2))	/* the engine takes its time */
		ask(s, TALLY_STATUS)->gap = below(s, 800);
}

void plan_reconfigure(struct stimulus *s)
{
	stimulus_configure(s, false);
	command(s, TALLY_CTRL_COMMIT_MASK);
	if (one_in(s, 2)) {	/* the second has to wait for samples of the first */
		tell(s, TALLY_OFFSET, planned_mapping(s)->offset + 2 * below(s, 4));
		command(s, TALLY_CTRL_COMMIT_MASK);
		if (one_in(s, 4)) {	/* the clock's words meanwhile are refused, and do not begin it anew later */
			tell(s, one_in(s, 2) ? TALLY_PERIOD : TALLY_SEED, 1 + below(s, 8));
			tell(s, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK)->wait = WAIT_CLEARED;
		}
	}
	if (one_in(s, 3)) {	/* another channel's behind it */
		s->channel = below(s, s->m->p.channels);
		stimulus_configure(s, false);
		command(s, TALLY_CTRL_COMMIT_MASK);
	}
	ask(s, TALLY_STATUS);
}

/* One channel's samples leave no clock free, for another's that the engine mapped and for its CLEAR; then that one's are fast, too. */
void plan_crowd(struct stimulus *s)
{
	unsigned mine = s->channel, other = (mine + 1 + below(s, s->m->p.channels - 1)) % s->m->p.channels;
	uint32_t offset = stimulus_within(s, rnd32(s));

	command(s, TALLY_CTRL_RESET_MASK);
	stimulus_crowd(s, false, offset);
	tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
	s->channel = other;
	command(s, TALLY_CTRL_RESET_MASK);
	stimulus_crowd(s, s->m->p.interval, offset);
	tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
	ask(s, TALLY_STATUS)->gap = below(s, 500);
	if (one_in(s, 2))
		stimulus_crowd(s, false, offset);
	command(s, TALLY_CTRL_STOP_MASK);
	tell(s, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK)->wait = WAIT_DRAINED;
	bool swaps = s->m->p.interval && one_in(s, 2);

	if (swaps) {	/* the first one's wait for the engine, then no more, while all of memory is swept */
		tell(s, TALLY_BASE, 0)->wait = WAIT_CLEARED;
		tell(s, TALLY_SIZE, bin_bytes(s));
		command(s, TALLY_CTRL_COMMIT_MASK);
		for (unsigned n = 4 + below(s, 16); n > 0; n--) {
			s->channel = mine;
			ask(s, TALLY_STATUS)->wait = WAIT_CLEARED;
			stimulus_crowd(s, n % 2 == 0, offset);
			command(s, TALLY_CTRL_START_MASK);
			s->channel = other;
			ask(s, TALLY_STATUS)->gap = below(s, 200);
			for (unsigned i = 0; i < 3; i++) {
				if (one_in(s, 4))
					command(s, TALLY_CTRL_COMMIT_MASK);
				tell(s, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK)->wait = one_in(s, 4) ? WAIT_NOTHING : WAIT_CLEARED;
				if (one_in(s, 4)) {	/* while it sweeps neither may be */
					command(s, one_in(s, 2) ? TALLY_CTRL_START_MASK : TALLY_CTRL_COMMIT_MASK);
					command(s, TALLY_CTRL_STOP_MASK);
				}
			}
		}
	}
	command(s, one_in(s, 2) ? TALLY_CTRL_COMMIT_MASK : TALLY_CTRL_CLEAR_MASK);
	ask(s, TALLY_STATUS)->gap = below(s, 100);
	if (one_in(s, 2))
		plan_commit_illegal(s);
	stimulus_busy_core(s);
	if (swaps) {
		s->phase_left += 8000;
		s->meddles = false;
	}
}

/* Counters near their ends, samples that weigh more than that, and time for them. */
void plan_near_full(struct stimulus *s)
{
	static const enum old_count narrow[] = { OLD_NARROW, OLD_MIXED, OLD_NARROW_BUT, OLD_NARROW_BUT },
		whole[] = { OLD_WIDE, OLD_WIDE_BUT, OLD_WIDE_BUT, OLD_WRAPS };
	bool wide = one_in(s, 2);
	enum old_count kind = (wide ? whole : narrow)[below(s, 4)];

	command(s, TALLY_CTRL_RESET_MASK);
	stimulus_near_full(s, wide);
	preset(s, 4 + below(s, MANY_WORDS / 2), kind);
	for (unsigned n = 1 + below(s, 3); n > 0; n--) {
		tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
		ask(s, TALLY_LOST)->gap = 50 + below(s, 200);
	}
	stimulus_busy_core(s);
	s->retire = one_in(s, 3) ? RETIRE_STEADY : RETIRE_GAPS;
	s->steady = below(s, one_in(s, 2) ? 4 : 18);
	s->gap = 2 + below(s, one_in(s, 2) ? 4 : 18);
}

/* Samples at every clock or so, of tags that nearly pass the filter. */
void plan_tags(struct stimulus *s)
{
	uint32_t value = rnd32(s);

	command(s, TALLY_CTRL_RESET_MASK);
	stimulus_tags(s, value);
	tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
	s->tag_rate = 1 + below(s, 20);		/* the core's; else software writes it */
	for (unsigned n = s->m->p.tag == 1 ? 8 + below(s, 40) : 0; n > 0; n--)
		push(s, true, TALLY_TAG, one_in(s, 3) ? value : value ^ 1u << below(s, 32))->gap = below(s, 20);
	stimulus_busy_core(s);
}

/* Tables of symbols and rings of all lengths, a few samples each. */
void plan_vast(struct stimulus *s)
{
	for (unsigned n = 1 + below(s, 16); n > 0; n--) {
		command(s, TALLY_CTRL_RESET_MASK);
		stimulus_vast(s);
		tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
		ask(s, TALLY_STATUS)->gap = below(s, 300);
	}
	stimulus_busy_core(s);
	s->phase_left += 2000;
	s->where = one_in(s, 2) ? PC_INSIDE : PC_FAR;
	if (one_in(s, 2))
		s->sys_wait = s->sys_error = s->sys_spoil = 0;
}

/* The engine has work all the time, also when its channel dies and starts again. */
void plan_dense(struct stimulus *s)
{
	bool heavy = one_in(s, 4);	/* few samples, of great weight, until all that waits is full */

	command(s, TALLY_CTRL_RESET_MASK);
	stimulus_dense(s, heavy);
	for (unsigned n = 1 + below(s, heavy ? 2 : 4); n > 0; n--) {
		tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = one_in(s, 2) ? WAIT_NOTHING : WAIT_CLEARED;
		ask(s, heavy ? TALLY_PENDING : TALLY_STATUS)->gap = below(s, heavy ? 800 : one_in(s, 2) ? 1000 : 200);
		if (one_in(s, 3))
			tell(s, TALLY_RING_POS, 4 * below(s, 4));
	}
	if (one_in(s, 3))
		plan_commit_illegal(s);
	stimulus_busy_core(s);
	s->phase_left += 500;
	if (one_in(s, 2))
		s->sys_wait = s->sys_error = s->sys_spoil = 0;
	if (heavy) {
		s->sys_near = true;
		s->retire = RETIRE_STEADY;
		s->steady = 10 + below(s, 40);
	}
}
