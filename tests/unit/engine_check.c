/* SPDX-License-Identifier: ISC
 * engine_check.c - every bus access and every sample's end against engine_oracle.c.
 */
#include <stddef.h>

#include "engine_test.h"

void begin_head(void)
{
	const struct sample *s = &t.queue[0];
	const struct engine_config *c = &t.config[s->config];

	t.h = (struct head){ .there = true, .dead_first = t.dead[s->channel] };
	t.h.pos = c->pos;
	t.h.spoiled = t.tainted[s->config];
	t.h.fate = engine_elsewhere(&t.rtl->b, s->pc) ? OUTSIDE : c->mode == RING && engine_offered(&t.rtl->b, c) ? ANY
		: engine_map(&t.rtl->b, c, s->pc, get_word, NULL, &t.h.addr);
}

static void begin_write(const struct engine_config *c)
{
	const unsigned low = t.sel & 1 ? 0 : 2, bytes = t.sel == 0xF ? 4 : 2;

	REQUIRE(t.sel == 0xF || t.sel == 0x3 || t.sel == 0xC);
	REQUIRE(engine_within(c, t.addr + low, bytes));
	REQUIRE(!t.h.dead_before);
	if (c->mode == RING) {
		uint32_t pos = t.h.pos;

		REQUIRE(t.sel == 0xF && !t.lock && t.h.writes < t.queue[0].weight && t.data == t.queue[0].pc);
		if (!t.h.moved) {
			REQUIRE(engine_ring(c, &pos, 1) == RING_WRITE);
			REQUIRE(t.addr == c->base + pos);
			t.h.again |= pos != t.h.pos;
			t.h.pos = pos;
		}
		return;
	}
	REQUIRE(t.h.writes == 0 && t.h.counted && t.lock);
	REQUIRE(t.addr == (t.h.read_addr & ~3u) && low == (t.h.read_addr & 2));
	REQUIRE(t.h.add.write);
	REQUIRE(bytes == 4 ? t.data == t.h.add.value : (t.data >> 8 * low & 0xFFFF) == t.h.add.value);
}

static void begin_read(const struct engine_config *c)
{
	REQUIRE(c->mode != RING && !t.h.counted);
	if (c->mode == SYMBOL && !t.lock) {
		REQUIRE(t.sel == 0xF && t.addr >= c->base && (t.addr - c->base) % 8 == 0 && (t.addr - c->base) / 8 < c->entries);
		REQUIRE(++t.h.reads <= 30);
		if (t.h.reads > 8)
			SEEN(deep_search);
		return;
	}
	REQUIRE(t.lock);
	t.h.read_addr = t.addr + (t.sel == 0xC ? 2 : 0);
	if (c->mode == SYMBOL && (t.h.spoiled || t.h.fate == ANY)) {
		REQUIRE(t.sel == 0xF && engine_within(c, t.addr, 4) && (t.addr - c->base) % 8 == 4);
	} else {
		REQUIRE(t.h.fate == COUNTER && t.h.read_addr == t.h.addr);
		REQUIRE(t.sel == (engine_width(c) == 4 ? 0xF : t.addr == t.h.addr ? 0x3 : 0xC));
	}
}

/* The bus in this cycle, before its inputs are chosen. */
void look_at_bus(void)
{
	const uint32_t f = t.out[0].value;
	const bool req = f >> 9 & 1, lock = f >> 10 & 1, we = f >> 11 & 1;
	const uint32_t sel = f >> 12 & 0xF;

	if (t.req) {
		REQUIRE(req && lock == t.lock && we == t.we && sel == t.sel && t.addr == t.out[3].value);
		REQUIRE(!we || t.data == t.out[4].value);
		return;
	}
	if (t.h.counted && !t.h.closed && !t.h.writes && t.h.there && req)
		REQUIRE(lock && we);
	if (t.h.counted && !t.h.closed && !t.h.error && !t.h.dead_before)
		REQUIRE(lock);		/* no other master may come between */
	t.lock = lock;
	if (!req)
		return;
	REQUIRE(t.h.there && t.queue[0].weight && t.config[t.queue[0].config].system && !t.h.closed && !t.h.error && !t.h.dead_first);
	REQUIRE(!t.h.fulls && !t.h.faults);
	t.req = true;
	t.we = we;
	t.sel = sel;
	t.addr = t.out[3].value;
	t.data = t.out[4].value;
	t.waits = t.bus_speed ? rnd() % t.bus_speed : 0;
	t.accesses++;
	REQUIRE(t.addr % 4 == 0);
	(we ? begin_write : begin_read)(&t.config[t.queue[0].config]);
}

void finish_access(bool err, uint32_t read)
{
	struct engine_config *c = &t.config[t.queue[0].config];
	uint32_t mask = 0;

	t.req = false;
	t.h.error = err;
	if (err) {
		if (c->mode == RING)
			SEEN(ring_error);
		else if (t.we)
			SEEN(write_error);
		else if (c->mode == SYMBOL && !t.lock)
			SEEN(probe_error);
		else
			SEEN(read_error);
		return;
	}
	if (!t.we) {
		if (t.lock) {
			const unsigned width = t.sel == 0xF ? 4 : 2;
			t.h.counted = true;
			t.h.add = engine_add(c->policy, width, width == 4 ? read : t.sel == 0xC ? read >> 16 : read & 0xFFFF, t.queue[0].weight);
			t.h.closed = !t.h.add.write;
		}
		return;
	}
	for (unsigned i = 0; i < 4; i++)
		mask |= (t.sel >> i & 1) * 0xFFu << 8 * i;
	set_word(t.addr, (get_word(NULL, t.addr) & ~mask) | (t.data & mask));
	taint(t.addr);
	t.h.writes++;
	if (c->mode == RING) {
		t.h.pos = (uint32_t)(t.addr - c->base + 4);
		SEEN(ring_write);
	} else {
		t.h.closed = true;
	}
}

static void end_ring(const struct engine_config *c, uint32_t hit, bool outside)
{
	const uint32_t weight = t.queue[0].weight;
	uint32_t pos = t.h.pos;
	enum ring next;

	REQUIRE(!outside && hit == t.h.writes);
	if (t.h.moved)
		return;
	next = engine_ring(c, &pos, weight - hit);
	if (t.h.error) {
		REQUIRE(t.h.faults == 1 && !t.h.fulls && c->pos == t.h.pos);
		return;
	}
	if (t.h.dead_before || t.h.dead_now) {
		REQUIRE(c->pos == pos || c->pos == t.h.pos);
		if (!t.h.fulls && !t.h.faults)
			return;
	}
	REQUIRE(next != RING_END || pos != t.h.pos || t.h.again || t.h.clocks == 9 + 12 * hit);
	REQUIRE(next != RING_WRITE && t.h.fulls == (next == RING_FULL) && t.h.faults == (next == RING_FAULT));
	REQUIRE(c->pos == pos);
	if (pos != t.h.pos)
		SEEN(ring_again);
	if (next == RING_FULL)
		SEEN(ring_full);
	if (next == RING_FULL && c->wrap)
		SEEN(ring_none);
	if (next == RING_FAULT)
		SEEN(ring_fault);
	if (hit > 20)
		SEEN(ring_heavy);
}

static void note_counter(const struct engine_config *c, uint32_t hit)
{
	const uint32_t weight = t.queue[0].weight;

	if (c->mode == SYMBOL)
		SEEN(symbol_hit);
	else if (t.h.read_addr & 2 && !c->wide)
		SEEN(narrow_high);
	else if (!c->wide)
		SEEN(narrow_low);
	else
		SEEN(counter_wide);
	if (c->policy == WRAP && t.h.add.value < weight)
		SEEN(wrapped);
	else if (t.h.add.full && t.h.add.write && hit == weight)
		SEEN(stop_exactly);
	else if (t.h.add.full && t.h.add.write)
		SEEN(stop_reached);
	else if (t.h.add.full)
		SEEN(stop_found);
	else if (!t.h.add.write)
		SEEN(saturate_found);
	else if (hit < weight)
		SEEN(saturated);
	else
		SEEN(plain_add);
}

static void note_fate(const struct engine_config *c)
{
	if (!engine_offered(&t.rtl->b, c)) {
		SEEN(not_offered);
	} else if (t.h.fate == OUTSIDE) {
		if (c->mode == SYMBOL)
			SEEN(outside_symbol);
		else if (c->mode == PROFIL)
			SEEN(outside_profil);
		else
			SEEN(outside_interval);
		if (c->mode == PROFIL && c->scale == 0)
			SEEN(scale_0);
		if (c->mode == INTERVAL && c->interval == 0)
			SEEN(interval_0);
		if (c->mode == SYMBOL && c->entries == 0)
			SEEN(entries_0);
	} else if (t.h.fate == FAULT) {
		if (c->mode == SYMBOL)
			SEEN(table_fault);
		else if (c->limit < c->size)
			SEEN(limit_fault);
		else
			SEEN(address_fault);
	} else if (c->mode == PROFIL && t.h.fate == COUNTER) {
		if (c->round)
			SEEN(round_1);
		if (c->scale == 0x10000)
			SEEN(scale_one);
	}
}

static unsigned leading_zeros(uint32_t x)
{
	unsigned n = 0;

	while (n < 32 && !(x >> (31 - n)))
		n++;
	return n;
}

/* Its duration, by CONTRACT.md. */
static void check_clocks(const struct engine_config *c)
{
	static const unsigned slots[] = { 33, 50 };
	unsigned clocks = c->mode == SYMBOL ? 81 - leading_zeros(c->entries * 8) + 4 * t.h.reads : slots[c->mode] + c->wide;

	REQUIRE(t.h.clocks == (c->system ? clocks : clocks - 7 + 2 * t.rtl->b.limit_private));
	SEEN(timed);
}

static void note_elsewhere(const struct sample *s, const struct engine_config *c)
{
	const struct engine_build whole = { .bins_log2 = t.rtl->b.bins_log2, .mode = { 1, 1, 1, 1 }, .system = true, .pc_w = 32 };
	uint32_t mask = (1u << t.rtl->b.pc_w) - 1, addr;

	SEEN(elsewhere);
	if (c->mode == RING || engine_map(&whole, c, (s->pc & mask) | (t.rtl->b.pc_high & ~mask), get_word, NULL, &addr) == COUNTER)
		SEEN(elsewhere_counter);
}

/* The sample at the head is resolved in this cycle. */
void end_head(bool map)
{
	const struct sample *s = &t.queue[0];
	const struct engine_config *c = &t.config[s->config];
	const uint32_t f = t.out[0].value, hit = t.out[6].value, lost = t.out[7].value;
	const bool outside = f >> 8 & 1, died = t.h.dead_before || t.h.dead_now;

	REQUIRE(t.h.there && !t.req && t.out[1].value == s->meta && t.h.fulls + t.h.faults <= 1);
	if (map) {
		REQUIRE(!t.h.dead_first && t.h.fate == COUNTER && !c->system && !t.h.fulls && !t.h.faults);
		REQUIRE(t.out[5].value == t.h.addr >> 2);
		REQUIRE((f >> 6 & 1) == (!c->wide && t.h.addr & 2));
		check_clocks(c);
		SEEN(mapped);
		if (f >> 6 & 1)
			SEEN(mapped_half);
		note_fate(c);
		return;
	}
	REQUIRE(outside ? hit == 0 && lost == 0 : hit + lost == s->weight);
	if (t.h.dead_first) {
		REQUIRE(!outside && hit == 0 && !t.h.fulls && !t.h.faults);
		SEEN(dead_first);
		return;
	}
	if (engine_elsewhere(&t.rtl->b, s->pc)) {
		REQUIRE(outside && !t.h.fulls && !t.h.faults && t.h.clocks == 4);
		note_elsewhere(s, c);
		return;
	}
	if (died)
		SEEN(dead_later);
	if (c->mode == RING && t.h.fate == ANY) {
		end_ring(c, hit, outside);
	} else if (t.h.error) {
		REQUIRE(!outside && hit == 0 && t.h.faults == 1);
	} else if (t.h.counted) {
		REQUIRE(!outside);
		if (died && !t.h.writes && !t.h.fulls) {
			REQUIRE(hit == 0);
			SEEN(dead_lost);
			return;
		}
		REQUIRE(t.h.writes == t.h.add.write && hit == t.h.add.hit && t.h.fulls == t.h.add.full && !t.h.faults);
		if (t.h.dead_before && t.h.writes)
			SEEN(dead_in_write);
		if (t.h.writes)
			check_clocks(c);
		note_counter(c, hit);
	} else if (died && !outside && !t.h.faults) {
		REQUIRE(hit == 0);
		SEEN(dead_lost);
		return;
	} else if (t.h.fate == ANY || (t.h.spoiled && t.h.fate != FAULT)) {
		REQUIRE(hit == 0 && outside == !t.h.faults);
	} else {
		REQUIRE(hit == 0 && t.h.fate != COUNTER && outside == (t.h.fate == OUTSIDE) && t.h.faults == (t.h.fate == FAULT));
	}
	note_fate(c);
}
