/* SPDX-License-Identifier: ISC
 * stimulus.c - the ports, cycle by cycle.
 */
#include <string.h>

#include "stimulus.h"

void stimulus_open(struct stimulus *s, const struct model *m, uint64_t seed)
{
	memset(s, 0, sizeof(*s));
	s->random = seed * 0x9e3779b97f4a7c15u + 1;
	s->m = m;
	s->resets = 2;
	for (unsigned i = 0; i < 8; i++)
		random_word(&s->random);
	if (model_calls(m))
		calls_open(s);
}

/* Nobody selects the unit: the other lines say anything. */
static void drive_idle(struct stimulus *s, struct inputs *in)
{
	const uint32_t r = random_word(&s->random);

	in->cyc = r & 1;
	in->stb = !in->cyc && !s->waited && (r & 2);
	s->waited = 0;
	in->we = r & 4;
	in->sel = r >> 4 & 15;
	in->adr = random_word(&s->random);
	in->dat = random_word(&s->random);
}

static void drive_bus(struct stimulus *s, struct inputs *in)
{
	if (!s->busy && s->gap == 0 && s->script.step != DONE) {
		s->now = script_next(s);
		s->busy = true;
		s->waited = 0;
	}
	if (!s->busy) {
		s->gap -= s->gap > 0;
		drive_idle(s, in);
		return;
	}
	in->cyc = in->stb = true;
	in->we = s->now.we;
	in->sel = s->now.sel;
	in->adr = s->now.adr;
	in->dat = s->now.dat;
}

static void drive_reset(struct stimulus *s, struct inputs *in)
{
	s->resets--;
	s->busy = false;
	s->script = (struct script){ .step = POLL };
	in->rst = true;
	drive_idle(s, in);
	in->cyc = in->stb = random_one_in(&s->random, 2); /* no access begins in a reset */
}

/* After a reset amid an event nobody knows a call's words: they must not be about to pass 2^31. */
static bool may_reset(const struct model *m)
{
	return !m->context.walks || m->seen[SEEN_CLEARS];
}

void stimulus_drive(struct stimulus *s, struct inputs *in)
{
	*in = (struct inputs){ 0 };
	if (!s->resets && !s->finish && !s->core.stalls && may_reset(s->m)
		&& odds(s, model_calls(s->m) ? 20000 : 2500))
		s->resets = 1 + random_below(&s->random, 3);
	if (s->resets)
		drive_reset(s, in);
	else
		drive_bus(s, in);
	if (model_calls(s->m))
		calls_drive(s, in);
	else
		core_drive(s, in);
}

void stimulus_saw(struct stimulus *s, const struct inputs *in, const struct outputs *out)
{
	if (in->rst)
		return;
	memory_saw(s, in, &out->sys);
	if (!s->busy)
		return;
	s->waited++;
	if (out->ack) {
		s->busy = false;
		s->waited = 0;
		script_answer(s, &s->now, out->dat);
		s->gap = s->script.gaps ? random_below(&s->random, s->script.gaps) : 0;
	} else if (s->now.patience && s->waited >= s->now.patience) {
		s->busy = false;
		/* waited: one cycle without wb_stb_i */
		s->gap = 1 + random_below(&s->random, 3);
	}
}
