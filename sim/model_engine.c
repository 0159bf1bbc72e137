/* SPDX-License-Identifier: ISC
 * model_engine.c - reference model: the engine around its states: the head of its
 * queue, its end, death, and the bus master's outputs.
 */
#include "model_engine.h"

struct job job_of(struct model *m)
{
	const struct model_params *p = &m->p;
	const struct model_sample *s = head(&m->engine.queue);
	const struct model_mapping *map = &m->ch[s->channel].mapping[s->bank];
	struct job j = {
		.s = s, .map = map,
		.symbol = map->mode == MODE_SYMBOL && p->symbol,
		.ring = map->mode == MODE_RING && p->ring,
		.divides = p->interval && (map->mode & 1 || !p->system),
		.system = map->sink && p->system,
		.four = map->width == 4 || map->mode >= MODE_SYMBOL,
		.entries8 = map->entries >> 29 ? 0xffffffff : map->entries * 8,
		.address = (uint32_t)(m->engine.r >> 1),
	};

	j.mask = j.four ? ~3u : ~1u;
	j.high = !j.four && (j.address & 2);
	return j;
}

bool probes(const struct model_engine *e, const struct job *j)
{
	return j->symbol && !(e->m & 4);
}

void engine_look(struct model *m, const struct model_in *in, struct cycle *c)
{
	struct model_engine *e = &m->engine;

	if (fill(&e->queue) == 0)
		return;
	c->head = head(&e->queue);

	const struct model_sample *s = c->head;
	struct part *part = &c->ch[s->channel];

	part->engine_full = e->full;
	part->engine_fault = e->fault;
	part->stolen = in->sys_stolen && m->p.system;
	if (e->state == ENGINE_MAP && !c->map_taken)
		saw(m, MODEL_MAP_WAITED);
	if (e->state == ENGINE_NEXT) {
		c->ring_we = true;
		c->ring_pos = e->again ? 0 : e->position + 4;
	}
	if (e->state != ENGINE_END || !e->late)
		return;
	if (c->end && c->end->s.channel == s->channel) {
		saw(m, MODEL_ENGINE_END_WAITED);
		return;
	}
	if (c->end)
		saw(m, MODEL_TWO_ENDS);
	c->end_taken = true;
	part->end = (struct resolved){
		.w = s->w, .wi = s->wi, .user = s->user,
		.hit = e->hit, .outside = e->outside ? s->w : 0, .lost = e->outside ? 0 : s->w - e->hit,
	};
}

static bool death_matters(enum model_state s, const struct model_in *in)
{
	switch (s) {
	case ENGINE_READ:
		return in->sys_done && !in->sys_err;
	case ENGINE_IDLE: case ENGINE_WRITE: case ENGINE_NEXT: case ENGINE_MAP: case ENGINE_END:
		return false;
	default:
		return true;
	}
}

/* Before flight_edge, which puts a sample into the queue, and regs_edge, which changes dead and the ring position. */
void engine_edge(struct model *m, const struct model_in *in, const struct cycle *c)
{
	struct model_engine *e = &m->engine;
	enum model_state state = e->state;
	enum model_event event = NOTHING;
	struct job j = { 0 };

	e->full = e->fault = false;
	if (c->head)
		j = job_of(m);

	bool dead = c->head && m->ch[c->head->channel].dead && death_matters(state, in);

	e->state = engine_state(m, in, c, &j, &event);
	if (dead) {
		e->state = ENGINE_END;
		e->late = e->outside = e->full = e->fault = false;
		if (state == ENGINE_ADD || state == ENGINE_CHECK)
			e->hit = 0;
		saw(m, state == ENGINE_FIRST ? MODEL_ENGINE_DEAD : MODEL_ENGINE_DEAD_LATER);
	} else if (event != NOTHING) {
		saw(m, event);
	}
}

void engine_reset(struct model *m)
{
	m->engine.queue.head = m->engine.queue.tail = 0;
	m->engine.state = ENGINE_IDLE;
	m->engine.late = false;
	m->engine.full = m->engine.fault = false;
}

void engine_outputs(struct model *m)
{
	const struct model_engine *e = &m->engine;
	struct model_out *o = &m->out;

	o->sys_req = o->sys_lock = o->sys_we = false;
	o->sys_sel = 0;
	o->sys_addr = o->sys_data = 0;
	if (e->state < ENGINE_READ || e->state > ENGINE_WRITE)
		return;

	struct job j = job_of(m);

	o->sys_req = e->state == ENGINE_READ || e->state == ENGINE_WRITE;
	o->sys_we = e->state == ENGINE_WRITE;
	o->sys_lock = e->state == ENGINE_READ ? !probes(e, &j) : e->state != ENGINE_TAKE && !(o->sys_we && j.ring);
	if (o->sys_req) {
		o->sys_addr = j.address & ~3u;
		o->sys_sel = j.four ? 0xf : j.high ? 0xc : 0x3;
	}
	if (o->sys_we)
		o->sys_data = e->q;
}
