/* SPDX-License-Identifier: ISC
 * model_states.c - reference model: the engine's states, one function each, as
 * rtl/CONTRACT.md lists them; without what `dead` does. Of two cycles the second judges.
 */
#include "model_engine.h"

static bool offered(const struct model_params *p, const struct model_mapping *map)
{
	const bool has[] = { p->system, p->interval, p->symbol, p->ring };

	return has[map->mode] && (map->sink ? p->system : map->mode < MODE_SYMBOL);
}

/* {first, M} / 2, bits 1:0 dropped */
static uint32_t halve(const struct model_engine *e)
{
	return ((uint32_t)e->first << 31 | e->m >> 1) & ~3u;
}

static uint32_t counter_max(const struct job *j)
{
	return j->four ? 0x7fffffff : 0x7fff;
}

static uint32_t counter_in(uint32_t q, const struct job *j)
{
	return j->four ? q : j->high ? q >> 16 : q & 0xffff;
}

/* Next states; END! and FAULT! of the contract. */
static enum model_state end_outside(struct model_engine *e)
{
	e->outside = true;
	return ENGINE_END;
}

static enum model_state end_fault(struct model_engine *e, enum model_event *event, enum model_event kind)
{
	e->fault = true;
	*event = kind;
	return ENGINE_END;
}

static enum model_event outside_event(const struct job *j)
{
	return j->map->mode == MODE_PROFIL ? MODEL_SYSTEM_OUTSIDE :
	       j->system ? MODEL_INTERVAL_SYSTEM_OUTSIDE : MODEL_INTERVAL_OUTSIDE;
}

/* Of a state that has two cycles: is this the first? */
static bool first_cycle(struct model_engine *e)
{
	e->late = !e->late;
	return e->late;
}

static enum model_state first(struct model *m, enum model_event *event)
{
	static const enum model_event elsewhere[] = {
		MODEL_SYSTEM_ELSEWHERE, MODEL_INTERVAL_ELSEWHERE, MODEL_SYMBOL_ELSEWHERE, MODEL_RING_ELSEWHERE,
	};
	struct model_engine *e = &m->engine;
	struct job j = job_of(m);

	e->step = 0;
	e->over = e->scaled = e->negative = e->again = e->fills = e->outside = false;
	e->hit = e->m = 0;
	e->first = true;
	e->q = j.s->pc;
	if (j.s->elsewhere) {
		*event = elsewhere[j.map->mode];
		return end_outside(e);
	}
	if (!offered(&m->p, j.map)) {
		e->fault = true;
		return ENGINE_END;
	}
	return j.map->mode >= MODE_SYMBOL ? ENGINE_FETCH : ENGINE_DELTA;
}

static enum model_state delta(struct model_engine *e, const struct job *j, enum model_event *event)
{
	if (first_cycle(e)) {
		e->below = e->q < j->map->offset;
		e->q -= j->map->offset;
		e->r = 0;
		return ENGINE_DELTA;
	}
	if (e->below) {
		*event = outside_event(j);
		return end_outside(e);
	}
	return j->divides ? ENGINE_DIVIDE : ENGINE_MULTIPLY;
}

static enum model_state multiply(struct model_engine *e, const struct job *j)
{
	bool bit = j->map->scale >> e->step & 1, last = e->step == 16;
	uint64_t s = e->r + (bit ? e->q : 0) + (last ? j->map->round : 0);

	e->r = s / 2;
	e->step++;
	e->scaled |= bit;
	if (!last)
		return ENGINE_MULTIPLY;
	e->q = (uint32_t)s & ~1u;
	e->over = s >> 32 & 1 || !e->scaled;
	return j->map->width == 4 ? ENGINE_SHIFT : ENGINE_INSIDE;
}

static enum model_state divide(struct model_engine *e, const struct job *j)
{
	const uint64_t bits33 = (1ull << 33) - 1;
	uint64_t s = (e->negative ? e->r + j->map->interval : e->r - j->map->interval) & bits33;
	bool minus = s >> 32 & 1;
	bool last = e->step == 32;

	e->r = (s << 1 | e->q >> 31) & bits33;
	e->q = e->q << 1 | !minus;
	e->negative = minus;
	e->step++;
	return last ? ENGINE_SHIFT : ENGINE_DIVIDE;
}

static enum model_state shift(struct model_engine *e, const struct job *j)
{
	bool again = j->divides && j->map->width == 4 && e->step & 1;

	e->over |= e->q >> 31;
	e->q <<= 1;
	e->step++;
	return again ? ENGINE_SHIFT : ENGINE_INSIDE;
}

static enum model_state load(struct model_engine *e, const struct job *j, enum model_event *event)
{
	if (first_cycle(e)) {
		e->q = j->ring ? e->position : j->entries8;
		return ENGINE_LOAD;
	}
	if (e->q % 4)
		return end_fault(e, event, j->ring ? MODEL_FAULT_POSITION : MODEL_FAULT_TABLE);
	return ENGINE_INSIDE;
}

static enum model_state ring_inside(struct model_engine *e, const struct job *j, enum model_event *event)
{
	bool out = e->q >= (j->map->size & j->mask), again = e->again;

	e->again = true;
	if (out && j->map->ring_wrap && !again) {
		*event = MODEL_RING_WRAPPED;
		return ENGINE_NEXT;
	}
	if (out) {
		e->full = true;
		*event = again ? MODEL_RING_NO_ROOM : e->hit ? MODEL_RING_FULL : MODEL_RING_FULL_FOUND;
		return ENGINE_END;
	}
	if (e->hit == j->s->w) {
		*event = e->hit > 1 ? MODEL_RING_HEAVY : MODEL_RING_STORED;
		return ENGINE_END;
	}
	return ENGINE_EXISTS;
}

static enum model_state inside(struct model_engine *e, const struct job *j, enum model_event *event)
{
	uint32_t size = j->map->size & j->mask;

	if (first_cycle(e))
		return ENGINE_INSIDE;
	if (j->ring)
		return ring_inside(e, j, event);
	if (j->symbol)
		return e->q > size ? end_fault(e, event, MODEL_FAULT_TABLE) : ENGINE_EXISTS;
	if (e->over || e->q >= size) {
		*event = outside_event(j);
		return end_outside(e);
	}
	return j->system ? ENGINE_EXISTS : ENGINE_ADDRESS;
}

static enum model_state exists(struct model_engine *e, const struct job *j, enum model_event *event)
{
	uint32_t limit = j->map->limit & j->mask;

	if (first_cycle(e))
		return ENGINE_EXISTS;
	if (j->symbol ? e->q > limit : e->q >= limit)
		return end_fault(e, event, MODEL_FAULT_LIMIT);
	return j->symbol ? ENGINE_FILL : ENGINE_ADDRESS;
}

static enum model_state try(struct model_engine *e, const struct job *j, enum model_event *event)
{
	if (first_cycle(e))
		return ENGINE_TRY;
	if ((e->q | e->m) < j->entries8)
		return ENGINE_ADDRESS;
	if (e->first) {
		*event = MODEL_SYMBOL_EMPTY;
		return end_outside(e);
	}
	e->m = halve(e);
	return ENGINE_TRY;
}

static enum model_state address(const struct model_params *p, struct model_engine *e, const struct job *j, enum model_event *event)
{
	uint64_t s = (uint64_t)(e->q | e->m) + j->map->base;

	if (first_cycle(e)) {
		e->r = (s & 0xffffffff) << 1 | e->q >> 31;
		return ENGINE_ADDRESS;
	}
	e->again = false;
	if (s >> 32 || s % (j->four ? 4 : 2) || (!j->system && s >> (p->bins_log2 + 2)))
		return end_fault(e, event, MODEL_FAULT_ADDRESS);
	return !j->system ? ENGINE_MAP : j->ring ? ENGINE_FILL : ENGINE_READ;
}

static enum model_state read_bus(struct model_engine *e, const struct job *j, const struct model_in *in, enum model_event *event)
{
	bool probe = probes(e, j);

	if (!probe)
		e->q = in->sys_data;
	e->take = in->sys_data <= j->s->pc;
	if (!in->sys_done)
		return ENGINE_READ;
	if (in->sys_err)
		return end_fault(e, event, probe ? MODEL_FAULT_PROBE : MODEL_FAULT_READ);
	return probe ? ENGINE_TAKE : ENGINE_ADD;
}

static enum model_state take(struct model_engine *e, enum model_event *event)
{
	bool at_0 = e->first;

	if (e->take)
		e->q |= e->m;
	e->m = halve(e);
	e->first = false;
	if (!at_0)
		return ENGINE_TRY;
	if (e->take)
		return ENGINE_SKIP;
	*event = MODEL_SYMBOL_OUTSIDE;
	return end_outside(e);
}

static enum model_state skip(struct model_engine *e, const struct job *j)
{
	if (e->m & j->entries8)
		return ENGINE_TRY;
	e->m = halve(e);
	return ENGINE_SKIP;
}

static enum model_state add(const struct model_params *p, struct model_engine *e, const struct job *j)
{
	uint32_t old = counter_in(e->q, j), max = counter_max(j);

	e->maxed = old >= max;
	e->hit = (max - old) & ((1u << p->weight_w) - 1) & (j->four ? 0xffffffff : 0x7fff);
	e->carried = !j->four && (old + j->s->w) >> 16;
	e->q += j->high ? j->s->w << 16 : j->s->w;
	return ENGINE_CHECK;
}

static enum model_state check(struct model_engine *e, const struct job *j, enum model_event *event)
{
	bool wraps = j->map->policy == WRAP, stops = j->map->policy == STOP;
	bool clips = !wraps && (e->carried || counter_in(e->q, j) >= counter_max(j));

	if (clips)
		e->q = j->four ? 0x7fffffff : 0x7fff7fff;
	else
		e->hit = j->s->w;
	e->fills = stops && clips;
	if (!wraps && e->maxed) {
		e->hit = 0;
		e->full = stops;
		*event = stops ? MODEL_SYSTEM_FULL_FOUND : MODEL_SYSTEM_SATURATED_FOUND;
		return ENGINE_END;
	}
	if (clips)
		*event = stops ? MODEL_SYSTEM_FULL_REACHED : MODEL_SYSTEM_SATURATED;
	else if (e->carried)
		*event = MODEL_SYSTEM_WRAPPED;
	return ENGINE_WRITE;
}

static void note_write(struct model *m, const struct job *j)
{
	static const enum model_event hit[] = { MODEL_SYSTEM_HIT, MODEL_INTERVAL_SYSTEM_HIT, MODEL_SYMBOL_HIT };

	if (j->ring)
		return;
	saw(m, hit[j->map->mode]);
	saw(m, j->four ? MODEL_SYSTEM_32 : j->high ? MODEL_SYSTEM_16_HIGH : MODEL_SYSTEM_16_LOW);
	if (j->symbol && j->address - j->map->base == j->entries8 - 4)
		saw(m, MODEL_SYMBOL_LAST);
}

static enum model_state write_bus(struct model *m, const struct job *j, const struct model_in *in, enum model_event *event)
{
	struct model_engine *e = &m->engine;

	e->position = m->ch[j->s->channel].ring_pos;
	if (!in->sys_done)
		return ENGINE_WRITE;
	if (in->sys_err) {
		if (!j->ring)
			e->hit = 0;
		return end_fault(e, event, j->ring ? MODEL_FAULT_RING : MODEL_FAULT_WRITE);
	}
	note_write(m, j);
	e->full = e->fills;
	return j->ring ? ENGINE_NEXT : ENGINE_END;
}

static void resolve(struct model *m)
{
	m->engine.queue.head++;
}

enum model_state engine_state(struct model *m, const struct model_in *in, const struct cycle *c,
			      const struct job *j, enum model_event *event)
{
	struct model_engine *e = &m->engine;

	switch (e->state) {
	case ENGINE_IDLE:
		return fill(&e->queue) == 0 ? ENGINE_IDLE : ENGINE_FIRST;
	case ENGINE_FIRST: return first(m, event);
	case ENGINE_DELTA: return delta(e, j, event);
	case ENGINE_MULTIPLY: return multiply(e, j);
	case ENGINE_DIVIDE: return divide(e, j);
	case ENGINE_SHIFT: return shift(e, j);
	case ENGINE_FETCH:
		e->position = m->ch[j->s->channel].ring_pos;
		return ENGINE_LOAD;
	case ENGINE_LOAD: return load(e, j, event);
	case ENGINE_INSIDE: return inside(e, j, event);
	case ENGINE_EXISTS: return exists(e, j, event);
	case ENGINE_FILL:
		e->q = j->ring ? j->s->pc : 0;
		return j->ring ? ENGINE_WRITE : ENGINE_TRY;
	case ENGINE_TRY: return try(e, j, event);
	case ENGINE_ADDRESS: return address(&m->p, e, j, event);
	case ENGINE_READ: return read_bus(e, j, in, event);
	case ENGINE_TAKE: return take(e, event);
	case ENGINE_SKIP: return skip(e, j);
	case ENGINE_ADD: return add(&m->p, e, j);
	case ENGINE_CHECK: return check(e, j, event);
	case ENGINE_WRITE: return write_bus(m, j, in, event);
	case ENGINE_NEXT:
		e->hit += !e->again;
		return ENGINE_FETCH;
	case ENGINE_MAP:
		if (!c->map_taken)
			return ENGINE_MAP;
		saw(m, MODEL_INTERVAL_MAPPED);
		resolve(m);
		return ENGINE_IDLE;
	case ENGINE_END:
		e->late = !c->end_taken;
		if (e->late)
			return ENGINE_END;
		resolve(m);
		return ENGINE_IDLE;
	}
	return ENGINE_IDLE;
}
