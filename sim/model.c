/* SPDX-License-Identifier: ISC
 * model.c - reference model: tap, tick clock, sampler, counters of the law;
 * and the order in which the parts see a cycle.
 */
#include "model.h"

#include <string.h>

#include "driver/tally_regs.h"
#include "model_parts.h"

const char *const model_event_name[MODEL_EVENT_COUNT] = {
#define X(name) #name,
	MODEL_EVENTS(X)
#undef X
};

static uint32_t ones(unsigned bits)
{
	return bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
}

bool model_init(struct model *m, const struct model_params *p, uint32_t *bins)
{
	if (p->bins_log2 < 2 || p->bins_log2 > 28 || p->weight_w < 1 || p->weight_w > 16 ||
	    p->period_w < 1 || p->period_w > 32 || p->queue_log2 > 5 ||
	    p->cnt_w < 8 || p->cnt_w > 32 || p->cnt_w < p->weight_w + 5)
		return false;
	memset(m, 0, sizeof *m);
	m->p = *p;
	m->bins = bins;
	model_reset(m);
	return true;
}

void model_reset(struct model *m)
{
	m->t = (struct model_tap){ 0 };
	m->l = (struct model_last){ 0 };
	m->div = 0;
	m->lfsr = 1;
	m->phase = 0;
	m->waiting = m->waiting_idle = 0;
	m->e = (struct model_emission){ 0 };
	m->running = m->dead = false;
	m->law = (struct model_law){ 0 };
	m->out = (struct model_out){ 0 };
	m->tried = m->granted = 0;
	m->access = false;
	flight_reset(m);
	regs_reset(m);
}

/* The period after a tick, less one: PERIOD and an offset whose mean over two ticks is 0. */
static uint32_t reload(const struct model *m)
{
	const struct model_sampling *s = &m->sampling;

	if (s->jitter == 0)
		return s->period - 1;

	uint32_t span = 1u << s->jitter;

	return s->period - 1 + m->lfsr % span - span / 2 + m->phase;
}

static uint16_t lfsr_next(uint16_t x)
{
	unsigned feedback = (x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3 ^ ((x & 0x7fff) == 0)) & 1;

	return (uint16_t)(x << 1 | feedback);
}

static void sampler_look(struct model *m, struct cycle *c)
{
	const struct model_sampling *s = &m->sampling;
	bool kill = m->dead || c->command == TALLY_CTRL_RESET_MASK;
	bool charge = s->last ? m->l.have : m->t.valid;

	c->event = m->running && m->t.run && (s->source == 0 || m->t.valid);
	c->tick = c->event && m->div == 0;
	c->idle_tick = c->tick && m->t.sleep && !s->count_idle;
	c->t_lost = c->tick && !c->idle_tick && m->waiting == ones(m->p.weight_w);
	c->t_add = c->tick && !c->idle_tick && !c->t_lost;

	struct model_emission *e = &c->emit;
	uint8_t priv = charge && s->last ? m->l.priv : m->t.priv;

	e->w = m->waiting + c->t_add;
	e->wi = m->waiting_idle + (c->t_add && m->t.sleep);
	e->valid = (charge || kill) && e->w != 0;
	e->pc = s->last ? m->l.pc : m->t.pc;
	e->bank = m->bank;
	e->user = priv == 0;
	e->lost = kill;
	e->filtered = !kill && !(s->priv_mask >> priv & 1);
	if (e->valid) {
		if (s->last && !kill)
			saw(m, MODEL_LAST_SAMPLE);
		if (e->wi != 0)
			saw(m, MODEL_SLEEP_SAMPLE);
		if (e->wi > ones(m->p.weight_w) / 2)
			saw(m, MODEL_LONG_SLEEP_SAMPLE);
		if (kill && !m->dead)
			saw(m, MODEL_RESET_KILLS);
	}
}

static void sampler_edge(struct model *m, const struct cycle *c, const struct model_in *in)
{
	if (c->tick) {
		saw(m, MODEL_TICK);
		if (m->sampling.jitter)
			saw(m, m->sampling.jitter < 12 ? MODEL_JITTERED_TICK : MODEL_WIDE_JITTER_TICK);
		if (m->sampling.source)
			saw(m, MODEL_RETIRE_TICK);
		if (c->idle_tick)
			saw(m, MODEL_IDLE);
		if (c->t_lost)
			saw(m, MODEL_WEIGHT_FULL);
		m->div = reload(m);
		if (m->p.period_w < 32 && m->div >> m->p.period_w)
			saw(m, MODEL_LONG_RELOAD);
		if (m->sampling.jitter) {
			m->lfsr = lfsr_next(m->lfsr);
			m->phase = !m->phase;
		}
	} else if (c->event) {
		m->div--;
	}

	m->waiting = c->emit.valid ? 0 : c->emit.w;
	m->waiting_idle = c->emit.valid ? 0 : c->emit.wi;
	m->e = c->emit;

	if (m->t.valid)
		m->l = (struct model_last){ .have = true, .pc = m->t.pc, .priv = m->t.priv };
	m->t = (struct model_tap){
		.valid = in->tap_valid && in->run, .pc = in->tap_pc, .priv = in->tap_priv,
		.sleep = in->tap_sleep, .run = in->run,
	};
}

static void law_edge(struct model *m, const struct cycle *c)
{
	struct model_law *law = &m->law;
	const struct resolved *f = &c->front, *e = &c->end;
	bool awake_lost = c->t_lost && !m->t.sleep;
	uint32_t mask = ones(m->p.cnt_w);

	if (c->command == TALLY_CTRL_CLEAR_MASK) {
		*law = (struct model_law){ 0 };
		return;
	}
	if (!(c->tick || f->w || e->w))
		return;
	law->ticks = (law->ticks + c->tick) & mask;
	law->idle = (law->idle + c->idle_tick) & mask;
	law->pending = (law->pending + c->t_add - f->w - e->w) & mask;
	law->filtered = (law->filtered + f->filtered + e->filtered) & mask;
	law->outside = (law->outside + e->outside) & mask;
	law->hits = (law->hits + e->hit) & mask;
	law->lost = (law->lost + c->t_lost + f->lost + e->lost) & mask;
	law->idle_class = (law->idle_class + c->idle_tick + (c->t_lost && m->t.sleep) + f->wi + e->wi) & mask;
	law->user = (law->user + (awake_lost && m->t.priv == 0) +
		     (f->user ? f->w - f->wi : 0) + (e->user ? e->w - e->wi : 0)) & mask;
	law->system = (law->system + (awake_lost && m->t.priv != 0) +
		       (f->user ? 0 : f->w - f->wi) + (e->user ? 0 : e->w - e->wi)) & mask;
}

void model_step(struct model *m, const struct model_in *in)
{
	struct cycle c = { 0 };
	bool irq = m->out.irq, was_drained = drained(m);

	flight_look(m, &c);
	bus_look(m, in, &c);
	regs_look(m, &c);
	sampler_look(m, &c);

	if (in->rst) {
		if (m->in_flight[0] + m->in_flight[1])
			saw(m, MODEL_RST_IN_FLIGHT);
		flight_edge(m, &c);	/* the memory takes what stands at its port */
		model_reset(m);
		m->now++;
		return;
	}
	law_edge(m, &c);
	flight_edge(m, &c);
	sampler_edge(m, &c, in);
	bus_edge(m, in, &c);
	regs_edge(m, &c);
	m->out.irq = (m->sticky & m->irq_enable) != 0;
	if (m->out.irq && !irq)
		saw(m, MODEL_IRQ_RISE);
	if (!was_drained && drained(m))
		saw(m, MODEL_DRAINED);
	m->now++;
}
