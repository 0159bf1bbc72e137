/* SPDX-License-Identifier: ISC
 * model.c - reference model: tap, tick clock, sampler, counters of the law;
 * and the order in which the parts see a cycle.
 */
#include "model.h"

#include <string.h>

#include "driver/tally_regs.h"
#include "model_parts.h"

static uint32_t ones(unsigned bits)
{
	return bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
}

uint32_t model_pc_mask(const struct model_params *p)
{
	return ones(p->pc_w);
}

bool model_init(struct model *m, const struct model_params *p, uint32_t *bins)
{
	if (p->bins_log2 < 2 || p->bins_log2 > 28 || p->weight_w < 1 || p->weight_w > 16 ||
	    p->period_w < 1 || p->period_w > 32 || p->queue_log2 > 5 ||
	    p->cnt_w < 8 || p->cnt_w > 32 || p->cnt_w < p->weight_w + 5 ||
	    p->channels < 1 || p->channels > MODEL_CHANNELS || p->snapshot > 1 || p->tag > 2 || p->event > 1 || p->ext > 1 ||
	    p->system > 1 || p->interval > 1 || p->symbol > p->system || p->ring > p->system || p->pc_w < 16 || p->pc_w > 32)
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
	m->event0 = m->ext0 = m->ext1 = m->ext2 = true;
	for (unsigned i = 0; i < m->p.channels; i++) {
		struct model_channel *ch = &m->ch[i];

		ch->div = 0;
		ch->lfsr = 1;
		ch->phase = 0;
		ch->waiting = ch->waiting_idle = 0;
		ch->e = (struct model_emission){ 0 };
		ch->running = ch->dead = ch->filled = false;
		ch->empty = true;
		ch->law = ch->snap = (struct model_law){ 0 };
	}
	m->out = (struct model_out){ 0 };
	m->tried = m->granted = 0;
	m->access = m->fetching = m->write_due = false;
	flight_reset(m);
	engine_reset(m);
	regs_reset(m);
}

/* The period after a tick, less one: PERIOD and an offset whose mean over two ticks is 0. */
static uint32_t reload(const struct model_channel *ch)
{
	const struct model_sampling *s = &ch->sampling;

	if (s->jitter == 0)
		return s->period - 1;

	uint32_t span = 1u << s->jitter;

	return s->period - 1 + ch->lfsr % span - span / 2 + ch->phase;
}

static uint16_t lfsr_next(uint16_t x)
{
	unsigned feedback = (x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3 ^ ((x & 0x7fff) == 0)) & 1;

	return (uint16_t)(x << 1 | feedback);
}

static bool source_event(const struct model_tap *t, unsigned source)
{
	switch (source) {
	case SOURCE_RETIRE: return t->valid;
	case SOURCE_EVENT: return t->event;
	case SOURCE_EXT: return t->ext;
	default: return true;
	}
}

static void sampler_look(struct model *m, unsigned channel, struct part *c)
{
	const struct model_channel *ch = &m->ch[channel];
	const struct model_sampling *s = &ch->sampling;
	bool kill = ch->dead || c->command == TALLY_CTRL_RESET_MASK;
	bool charge = s->last ? m->l.have : m->t.valid;

	c->event = ch->running && m->t.run && source_event(&m->t, s->source);
	c->tick = c->event && ch->div == 0;
	c->idle_tick = c->tick && m->t.sleep && !s->count_idle;
	c->t_lost = c->tick && !c->idle_tick && ch->waiting == ones(m->p.weight_w);
	c->t_add = c->tick && !c->idle_tick && !c->t_lost;

	struct model_emission *e = &c->emit;
	uint8_t priv = charge && s->last ? m->l.priv : m->t.priv;
	uint32_t tag = s->last ? m->l.tag : m->t.tag;
	bool other_tag = m->p.tag && ((tag ^ s->tag_value) & s->tag_mask) != 0;
	bool refused_priv = !(s->priv_mask >> priv & 1);

	e->w = ch->waiting + c->t_add;
	e->wi = ch->waiting_idle + (c->t_add && m->t.sleep);
	e->valid = (charge || kill) && e->w != 0;
	e->pc = s->last ? m->l.pc : m->t.pc;
	e->elsewhere = s->last ? m->l.elsewhere : m->t.elsewhere;
	e->bank = ch->bank;
	e->user = priv == 0;
	e->lost = kill;
	e->filtered = !kill && (refused_priv || other_tag);
	if (e->valid) {
		if (s->last && !kill)
			saw(m, MODEL_LAST_SAMPLE);
		if (e->wi != 0)
			saw(m, MODEL_SLEEP_SAMPLE);
		if (e->wi > ones(m->p.weight_w) / 2)
			saw(m, MODEL_LONG_SLEEP_SAMPLE);
		if (kill && !ch->dead)
			saw(m, MODEL_RESET_KILLS);
		if (e->filtered && !refused_priv)
			saw(m, MODEL_TAG_FILTERED);
	}
}

static void note_tick(struct model *m, const struct model_channel *ch, const struct part *c)
{
	static const enum model_event source[] = { MODEL_TICK, MODEL_RETIRE_TICK, MODEL_EVENT_TICK, MODEL_EXT_TICK };

	saw(m, MODEL_TICK);
	if (ch->sampling.jitter)
		saw(m, ch->sampling.jitter < 12 ? MODEL_JITTERED_TICK : MODEL_WIDE_JITTER_TICK);
	if (ch->sampling.source)
		saw(m, source[ch->sampling.source]);
	if (c->idle_tick)
		saw(m, MODEL_IDLE);
	if (c->t_lost)
		saw(m, MODEL_WEIGHT_FULL);
}

static void sampler_edge(struct model *m, unsigned channel, const struct part *c)
{
	struct model_channel *ch = &m->ch[channel];

	if (c->tick) {
		note_tick(m, ch, c);
		ch->div = reload(ch);
		if (m->p.period_w < 32 && ch->div >> m->p.period_w)
			saw(m, MODEL_LONG_RELOAD);
		if (ch->sampling.jitter) {
			ch->lfsr = lfsr_next(ch->lfsr);
			ch->phase = !ch->phase;
		}
	} else if (c->event) {
		ch->div--;
	}

	ch->waiting = c->emit.valid ? 0 : c->emit.w;
	ch->waiting_idle = c->emit.valid ? 0 : c->emit.wi;
	ch->e = c->emit;
}

static void tap_edge(struct model *m, const struct model_in *in)
{
	uint32_t kept = model_pc_mask(&m->p), base = model_pc_base(&m->p);

	if (m->t.valid)
		m->l = (struct model_last){ .have = true, .pc = m->t.pc, .elsewhere = m->t.elsewhere, .priv = m->t.priv, .tag = m->t.tag };
	m->t = (struct model_tap){
		.valid = in->tap_valid && in->run, .priv = in->tap_priv,
		.pc = base | (in->tap_pc & kept), .elsewhere = (in->tap_pc & ~kept) != base,
		.sleep = in->tap_sleep, .run = in->run,
		.tag = m->p.tag == 2 ? in->tap_tag : m->p.tag == 1 ? m->tag : 0,
		.event = m->p.event && in->event && !m->event0,
		.ext = m->p.ext && m->ext1 && !m->ext2,
	};
	if (m->p.event)
		m->event0 = in->event;
	if (m->p.ext) {
		m->ext2 = m->ext1;
		m->ext1 = m->ext0;
		m->ext0 = in->ext;
	}
}

static void law_edge(struct model *m, unsigned channel, const struct part *c)
{
	struct model_law *law = &m->ch[channel].law;
	const struct resolved *f = &c->front, *e = &c->end;
	bool awake_lost = c->t_lost && !m->t.sleep;
	uint32_t mask = ones(m->p.cnt_w);

	if (c->command == TALLY_CTRL_SNAPSHOT_MASK)
		m->ch[channel].snap = *law;
	if (c->command == TALLY_CTRL_CLEAR_MASK) {
		*law = (struct model_law){ 0 };
		return;
	}
	if (c->stolen) {
		law->stolen = (law->stolen + 1) & mask;
		saw(m, MODEL_STOLEN);
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

static void look(struct model *m, const struct model_in *in, struct cycle *c)
{
	walk_look(m, c);
	flight_look(m, c);
	if (model_has_engine(&m->p))
		engine_look(m, in, c);
	bus_look(m, in, c);
	regs_look(m, c);
	for (unsigned i = 0; i < m->p.channels; i++)
		sampler_look(m, i, &c->ch[i]);
}

static void reset_edge(struct model *m, const struct cycle *c)
{
	for (unsigned i = 0; i < m->p.channels; i++)
		if (m->ch[i].in_flight[0] + m->ch[i].in_flight[1])
			saw(m, MODEL_RST_IN_FLIGHT);
	if (m->out.sys_req)
		saw(m, MODEL_RST_IN_ACCESS);
	flight_edge(m, c);	/* the memory takes what stands at its port */
	model_reset(m);
}

static void edge(struct model *m, const struct model_in *in, const struct cycle *c)
{
	bool irq = m->out.irq;

	for (unsigned i = 0; i < m->p.channels; i++) {
		struct model_channel *ch = &m->ch[i];

		ch->empty = !ch->running && ch->law.pending == 0;
		ch->other_free = ch->in_flight[!ch->bank] == 0;
	}
	for (unsigned i = 0; i < m->p.channels; i++)
		law_edge(m, i, &c->ch[i]);
	if (model_has_engine(&m->p))
		engine_edge(m, in, c);
	flight_edge(m, c);
	for (unsigned i = 0; i < m->p.channels; i++)
		sampler_edge(m, i, &c->ch[i]);
	tap_edge(m, in);
	bus_edge(m, in, c);
	regs_edge(m, c);
	m->out.irq = false;
	for (unsigned i = 0; i < m->p.channels; i++)
		m->out.irq |= (m->ch[i].sticky & m->ch[i].irq_enable) != 0;
	if (m->out.irq && !irq)
		saw(m, MODEL_IRQ_RISE);
	if (model_has_engine(&m->p))
		engine_outputs(m);
}

static unsigned drained_channels(const struct model *m)
{
	unsigned set = 0;

	for (unsigned i = 0; i < m->p.channels; i++)
		set |= (unsigned)drained(&m->ch[i]) << i;
	return set;
}

void model_step(struct model *m, const struct model_in *in)
{
	struct cycle c = { 0 };
	unsigned before = drained_channels(m);

	look(m, in, &c);
	if (in->rst)
		reset_edge(m, &c);
	else
		edge(m, in, &c);
	if (!in->rst && drained_channels(m) & ~before)
		saw(m, MODEL_DRAINED);
	m->now++;
}
