/* SPDX-License-Identifier: ISC
 * stimulus_drive.c - constrained random stimulus: the bus master's wires, one access after the other.
 */
#include "driver/tally_regs.h"
#include "stimulus.h"

enum { WAIT_MOST = 600, WAIT_ENGINE = 1000 };	/* cycles for a channel to drain */

static bool may_begin(struct stimulus *s, const struct access *a)
{
	const struct model_channel *c = &s->m->ch[a->channel];
	bool drained = !c->running && c->law.pending == 0 && !c->in_flight[0] && !c->in_flight[1];

	if (a->wait == WAIT_CLEARED && (c->clearing || c->commit_busy))
		return false;
	if (a->wait == WAIT_DRAINED && !drained && s->waited++ < (model_has_engine(&s->m->p) ? WAIT_ENGINE : WAIT_MOST))
		return false;
	return s->gap_done++ >= a->gap;
}

/* Nobody asks: whatever stands on the other wires must not matter. */
static void idle(struct stimulus *s, struct model_in *in)
{
	uint32_t r = rnd32(s);

	in->cyc = (r & 3) == 1;
	in->stb = (r & 3) == 2;
	in->we = r >> 2 & 1;
	in->sel = r >> 4 & 0xf;
	in->dat = r;
	in->adr = r >> 8 & (2 * model_window(&s->m->p) - 1);
}

static void drive(const struct access *a, unsigned held, struct model_in *in)
{
	in->cyc = in->stb = true;
	in->we = a->we ^ (a->turns >> (held < 15 ? held : 15) & 1);
	in->adr = a->adr;
	in->dat = a->dat;
	in->sel = a->sel;
}

static void finish(struct stimulus *s)
{
	if (!s->queue[s->head % STIMULUS_QUEUE].glance)
		s->gap_done = s->waited = 0;
	s->active = s->acked = false;
	s->head++;
	s->held = 0;
}

/* Before all that is planned. */
static void put_first(struct stimulus *s, struct access a)
{
	s->queue[--s->head % STIMULUS_QUEUE] = a;
}

/* A register is read while the bus has nothing else to do. */
static void glance(struct stimulus *s)
{
	put_first(s, (struct access){ .adr = stimulus_glance(s), .sel = 0xf, .glance = true });
	s->active = true;
}

/* May the engine's FULL or FAULT come when a command acts that is begun now, or the end of a sample that it has just mapped? */
static bool engine_may_stop(const struct model_engine *e)
{
	return e->state == ENGINE_LOAD || e->state == ENGINE_INSIDE || e->state == ENGINE_ADD ||
	       (e->state == ENGINE_IDLE && e->queue.head != e->queue.tail);
}

static void at_once(struct stimulus *s, uint32_t adr, unsigned channel, uint32_t dat)
{
	put_first(s, (struct access){ .we = true, .adr = adr + channel * TALLY_CH_STRIDE, .channel = (uint8_t)channel, .sel = 0xf, .dat = dat });
	s->gap_done = s->waited = 0;
}

/*
 * A command that acts in the very cycle in which the updater or the engine stops its channel, or just after, before all that is planned;
 * or software moves the ring's position when the engine does.
 */
static void seize(struct stimulus *s)
{
	const struct model_engine *e = &s->m->engine;
	const struct model_sample *sample = &e->queue.at[e->queue.head % MODEL_QUEUE];
	unsigned odds = e->full || e->fault ? 2 : e->state == ENGINE_WRITE && e->fills ? 3 : engine_may_stop(e) && s->meddles ? 6 : 0;

	if (e->state == ENGINE_WRITE && s->m->ch[sample->channel].mapping[sample->bank].mode == 3 && one_in(s, 8) && !full_queue(s, 1)) {
		at_once(s, TALLY_RING_POS, sample->channel, 4 * below(s, 8));
		return;
	}

	for (unsigned c = 0; c < s->m->p.channels; c++)
		if ((model_fills(s->m, c) ? one_in(s, 4) : odds && s->m->ch[c].running && one_in(s, odds)) && !full_queue(s, 1)) {
			at_once(s, TALLY_CTRL, c, one_in(s, 2) ? TALLY_CTRL_START_MASK : TALLY_CTRL_RESET_MASK);
			return;
		}
}

void stimulus_bus_next(struct stimulus *s, struct model_in *in)
{
	bool dropped = false;

	if (s->active) {
		const struct access *a = &s->queue[s->head % STIMULUS_QUEUE];

		dropped = !s->acked && a->abandon && s->held == a->abandon;
		if (s->acked || dropped)
			finish(s);
	}
	if (!s->active && !s->undisturbed)
		seize(s);
	if (s->head == s->tail && !s->undisturbed)
		s->plan(s);
	/* A request should go away before the next one, but need not. */
	if (!s->active && (!dropped || one_in(s, 2)) && s->head != s->tail)
		s->active = may_begin(s, &s->queue[s->head % STIMULUS_QUEUE]);
	if (!s->active && s->glances && !dropped && one_in(s, s->glances) && !full_queue(s, 1))
		glance(s);
	if (s->active) {
		drive(&s->queue[s->head % STIMULUS_QUEUE], s->held, in);
		s->held++;
		s->acked = s->m->out.ack;
	} else {
		idle(s, in);
	}
}
