/* SPDX-License-Identifier: ISC
 * engine.c - counters in system memory: rtl/engine/README.md in wide integers, one sample after the
 * other.
 *
 * The contract leaves the engine's pace open. So the unit tells when the engine takes a sample,
 * when that leaves and when an addition comes; what is added, which accesses it makes in between
 * and what comes of it is predicted.
 */
#include <string.h>

#include "model.h"
#include "registers.h"

enum {
	SHOWS_WITHIN = 8, /* cycles from the end of a sample to its FULL or FAULT */
	MOST_STOLEN = 128, /* cycles that STOLEN gets at once */
};

static unsigned mode(const struct model *m)
{
	return setup_mode(m->reg[R_SETUP]);
}

static bool is_wide(const struct model *m)
{
	return setup_wide(m->reg[R_SETUP]) || mode(m) >= MODE_SYMBOL;
}

static uint64_t base(const struct model *m)
{
	return m->reg[R_BASE] & ~(is_wide(m) ? 3u : 1u);
}

bool engine_used(const struct model *m)
{
	return m->p.system && setup_system(m->reg[R_SETUP]);
}

bool engine_busy(const struct model *m)
{
	const struct engine *e = &m->engine;

	return e->held || e->leaving.weight || e->adds || e->stolen;
}

/* ---- the end of a sample ---- */

static void end(struct engine *e, uint32_t outside, uint32_t lost)
{
	e->ended = true;
	e->outside = outside;
	e->lost = lost;
}

static void end_lost(struct engine *e, bool full, bool fault)
{
	e->full = full;
	e->fault = fault;
	end(e, 0, e->left);
}

/* ---- its accesses ---- */

static void ask(struct model *m, bool we, uint64_t adr, uint32_t dat)
{
	const unsigned sel = is_wide(m) ? 15 : adr & 2 ? 12 : 3;

	m->seen[SEEN_HIGH_HALF] += we && sel == 12;
	if (adr >> 32) {
		m->seen[SEEN_PAST_4G]++;
		end_lost(&m->engine, false, true);
	} else {
		m->engine.next = (struct sys){ true, true, we, sel, (uint32_t)adr & ~3u, dat };
	}
}

/* Of profil, interval and symbol: the counter of this slot. */
static void counter_read(struct model *m, uint64_t slot)
{
	const bool symbol = mode(m) == MODE_SYMBOL;
	const uint64_t bytes = symbol ? 8 : is_wide(m) ? 4 : 2;

	m->engine.counts = true;
	if (slot >= m->reg[R_SIZE])
		end(&m->engine, m->engine.left, 0);
	else if ((slot + 1) * bytes > m->reg[R_LIMIT])
		end_lost(&m->engine, false, true);
	else
		ask(m, false, base(m) + slot * bytes + (symbol ? 4 : 0), 0);
}

static void counter_add(struct model *m, uint32_t dat)
{
	struct engine *e = &m->engine;
	const unsigned policy = setup_policy(m->reg[R_SETUP]), shift = e->next.sel == 12 ? 16 : 0;
	const bool limited = policy == POLICY_STOP || policy == POLICY_SATURATE;
	const uint64_t mask = is_wide(m) ? UINT32_MAX : UINT16_MAX, max = mask >> 1,
		       old = dat >> shift & mask;
	const uint64_t sum = old + e->left, value = limited && sum > max ? max : sum & mask;

	e->full = policy == POLICY_STOP && sum >= max;
	e->excess = limited && sum > max ? (uint32_t)(sum - max) : 0;
	m->seen[SEEN_COUNTER_WRAPS] += !limited && sum > mask;
	m->seen[SEEN_CLIPPED] += e->excess && old < max;
	m->seen[SEEN_EXACTLY_FULL] += limited && sum == max;
	if (limited && old >= max)
		end(e, 0, e->left);
	else
		ask(m, true, e->next.adr + shift / 8, (uint32_t)value << shift);
}

static void symbol_begin(struct model *m)
{
	struct engine *e = &m->engine;

	e->slot = e->step = 0;
	e->behind = m->reg[R_SIZE] - 1ull;
	if (m->reg[R_SIZE] == 0)
		end(e, e->left, 0);
	else if (m->reg[R_SIZE] > 1u << 29)
		end_lost(e, false, true);
	else
		ask(m, false, base(m), 0);
}

static void symbol_probed(struct model *m, uint32_t start)
{
	struct engine *e = &m->engine;
	const bool fits = start <= e->queue[0].pc;

	e->slot += fits ? e->step : 0;
	if (!fits && !e->step) {
		end(e, e->left, 0);
	} else if (e->behind) {
		e->step = (e->behind + 1) / 2;
		e->behind /= 2;
		ask(m, false, base(m) + (e->slot + e->step) * 8, 0);
	} else {
		counter_read(m, e->slot);
	}
}

static void ring_word(struct model *m)
{
	struct engine *e = &m->engine;
	const uint32_t pos = m->reg[R_RING_POS];

	if (pos >= m->reg[R_SIZE])
		end_lost(e, true, false);
	else if ((pos + 1ull) * 4 > m->reg[R_LIMIT])
		end_lost(e, false, true);
	else
		ask(m, true, base(m) + pos * 4ull, e->queue[0].pc);
}

static void ring_answer(struct model *m)
{
	struct engine *e = &m->engine;

	e->left--;
	if (++m->reg[R_RING_POS] == m->reg[R_SIZE])
		end_lost(e, true, false);
	else if (e->left)
		ring_word(m);
	else
		end(e, 0, 0);
}

/* ---- a sample's way ---- */

static void take(struct model *m, bool dead)
{
	struct engine *e = &m->engine;
	const uint32_t pc = e->queue[0].pc;
	uint32_t delta;
	const bool inside = mapping_delta(m, pc, &delta);

	e->taken = true;
	e->ended = e->full = e->fault = e->counts = false;
	e->left = e->queue[0].weight;
	m->seen[SEEN_LOST_DEAD] += dead;
	if (dead)
		end(e, 0, e->left);
	else if (mode(m) != MODE_PROFIL && m->p.system != 2)
		end_lost(e, false, true);
	else if (mode(m) < MODE_SYMBOL ? !inside : mapping_elsewhere(m, pc))
		end(e, e->left, 0);
	else if (mode(m) == MODE_PROFIL)
		counter_read(m, mapping_slot(m, delta));
	else if (mode(m) == MODE_INTERVAL)
		counter_read(m, m->reg[R_INTERVAL] ? delta / m->reg[R_INTERVAL] : UINT32_MAX);
	else if (mode(m) == MODE_SYMBOL)
		symbol_begin(m);
	else
		ring_word(m);
}

static void answer(struct model *m, const struct inputs *in)
{
	struct engine *e = &m->engine;

	m->seen[SEEN_BUS_ERRORS] += in->sys_err;
	if (in->sys_err)
		end_lost(e, false, true);
	else if (mode(m) == MODE_RING)
		ring_answer(m);
	else if (!e->counts)
		symbol_probed(m, in->sys_dat);
	else if (!e->next.we)
		counter_add(m, in->sys_dat);
	else
		end(e, 0, e->excess);
}

static bool same(const struct sys *a, const struct sys *b)
{
	const uint32_t lanes =
		a->we ? (a->sel & 1 ? UINT16_MAX : 0) | (a->sel & 8 ? 0xffff0000 : 0) : 0;

	return a->stb == b->stb && a->cyc == b->cyc && a->we == b->we && a->sel == b->sel
		&& a->adr == b->adr && !((a->dat ^ b->dat) & lanes);
}

/* An access is what is expected, and stays so until its answer. */
static void check_port(struct model *m, const struct inputs *in, const struct sys *sys)
{
	struct engine *e = &m->engine;
	const bool expected = e->taken && !e->ended, answered = in->sys_ack || in->sys_err;

	if (sys->stb && !expected)
		model_wrong(m, "sys: a %s of %#x more", sys->we ? "write" : "read", sys->adr);
	else if ((sys->stb && !same(&e->next, sys)) || (e->now.stb && !same(&e->now, sys)))
		model_wrong(m, "sys: expected we %d sel %x adr %#x dat %#x, got %d %x %#x %#x",
			e->next.we, e->next.sel, e->next.adr, e->next.dat, sys->we, sys->sel,
			sys->adr, sys->dat);
	else if (sys->cyc ? !sys->stb && !e->counts : expected && e->counts && e->next.we)
		model_wrong(m, "sys_cyc_o: got %d", sys->cyc);
	e->now = answered ? (struct sys){ 0 } : *sys;
	m->seen[SEEN_BUS_WAITS] += sys->stb && !answered;
	if (answered && !*m->wrong)
		answer(m, in);
}

static void add(struct model *m, unsigned outcome, bool user, uint32_t weight)
{
	const unsigned word = model_words(&m->p) - OUTCOMES + outcome + user;

	if (weight)
		m->engine.add[m->engine.adds++] = (struct addition){ word, weight };
}

static void leave(struct model *m)
{
	struct engine *e = &m->engine;
	const struct sample s = e->queue[0];
	const uint32_t hits = s.weight - e->outside - e->lost;

	if (!e->taken || !e->ended || e->adds) {
		model_wrong(m, "engine: a sample left before its end");
		return;
	}
	add(m, OUTSIDE, s.user, e->outside);
	if (mode(m) == MODE_RING)
		add(m, HITS, s.user, hits);
	add(m, LOST, s.user, e->lost);
	if (mode(m) != MODE_RING)
		add(m, HITS, s.user, hits);
	m->seen[SEEN_OUTSIDE_PROFIL + mode(m)] += e->outside != 0;
	m->seen[SEEN_HITS_PROFIL + mode(m)] += hits != 0;
	m->seen[SEEN_FULL_PROFIL + mode(m)] += e->full;
	m->seen[SEEN_FAULT_PROFIL + mode(m)] += e->fault;
	e->fulls += e->full;
	e->faults += e->fault;
	e->left_at = m->cycle;
	e->taken = false;
	memmove(e->queue, e->queue + 1, --e->held * sizeof(*e->queue));
}

/* What left the sampler a cycle ago finds a place in the queue or is LOST. */
static void join(struct model *m)
{
	struct engine *e = &m->engine;

	if (e->leaving.weight && e->held < PLACES) {
		e->queue[e->held++] = e->leaving;
	} else if (e->leaving.weight) {
		words_add(m, model_words(&m->p) - OUTCOMES + LOST + e->leaving.user,
			e->leaving.weight, 1);
		m->seen[SEEN_QUEUE_FULL]++;
	}
	e->leaving.weight = 0;
}

/* What engine and STOLEN add takes the slot that the sampler left free. */
static void settle(struct model *m, bool adds, bool stolen)
{
	struct engine *e = &m->engine;
	const bool is_free = words_slot(m, 1)->word == NOTHING;

	m->seen[SEEN_STOLEN] += stolen;
	if (adds && !e->adds)
		model_wrong(m, "engine: an addition more");
	if (is_free && !adds && e->stolen) {
		words_add(m, model_words(&m->p) - OUTCOMES + STOLEN, e->stolen, 1);
		m->base += e->stolen; /* no tick */
		e->stolen = stolen;
	} else if (e->stolen < MOST_STOLEN) {
		e->stolen += stolen;
	}
	if (is_free && adds && e->adds) {
		words_add(m, e->add[0].word, e->add[0].weight, 1);
		e->add[0] = e->add[1];
		e->adds--;
	}
}

void engine_sample(struct model *m, const struct inputs *tap, uint32_t weight)
{
	struct engine *e = &m->engine;

	e->leaving = (struct sample){ tap->pc, weight, tap->priv == 0 };
}

void engine_edge(struct model *m, const struct inputs *in, const struct outputs *out)
{
	struct engine *e = &m->engine;
	const bool leaves = out->leaves && e->held;

	if (out->taken && !e->held)
		model_wrong(m, "engine: takes a sample of an empty queue");
	else if (out->taken)
		take(m, e->dead || out->full || out->fault || e->fulls > 0 || e->faults > 0);
	check_port(m, in, &out->sys);
	e->fulls -= out->full;
	e->faults -= out->fault;
	if (m->cycle == e->left_at + SHOWS_WITHIN && (e->fulls > 0 || e->faults > 0))
		model_wrong(m, "engine: no FULL or FAULT");
	join(m);
	settle(m, out->adds, in->sys_stolen);
	if (leaves)
		leave(m);
	if (!e->taken && (e->fulls < 0 || e->faults < 0))
		model_wrong(m, "engine: FULL or FAULT without a reason");
	e->dead = (e->dead && !(m->command & CTRL_START)) || out->full || out->fault;
	m->seen[SEEN_STOPPED_MIDWAY] += e->taken && m->command & (CTRL_STOP | CTRL_RESET);
}
