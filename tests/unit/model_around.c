/* SPDX-License-Identifier: ISC
 * model_around.c - the unit's surroundings in the reference model's own test: a
 * random core, and a system memory that checks the engine's requests.
 */
#include "model_test.h"

struct around around;

uint32_t *memory_at(uint32_t address)
{
	return &around.memory[address / 4 % MEMORY];
}

uint32_t perhaps_elsewhere(uint32_t pc)
{
	unsigned kept = m.p.pc_w;

	return kept < 32 && one_in(&around.r, 8) ? pc ^ 1u << (kept + below(&around.r, 32 - kept)) : pc;
}

static void core(struct model_in *in)
{
	struct around *a = &around;
	struct stimulus *r = &a->r;

	in->run = !(a->halt && one_in(r, a->halt));
	in->tap_valid = a->retire && one_in(r, a->retire);
	in->tap_sleep = a->sleep && one_in(r, a->sleep);
	in->tap_pc = perhaps_elsewhere(a->low + below(r, a->bytes) - 4);
	in->tap_priv = (uint8_t)below(r, 4);
	in->tap_tag = below(r, 4);
	in->event = below(r, 2);
	in->ext = one_in(r, 3) ? !in->ext : in->ext;
	in->sys_stolen = below(r, 2);
}

/* Writes lie within [BASE, BASE + min(SIZE, LIMIT)) of the head's mapping, strobes name whole counters. */
static void look_at_write(const struct model_out *o)
{
	const struct model_sample *s = &m.engine.queue.at[m.engine.queue.head % MODEL_QUEUE];
	const struct model_mapping *map = &m.ch[s->channel].mapping[s->bank];
	uint64_t end = (uint64_t)map->base + (map->size < map->limit ? map->size : map->limit);
	unsigned first = o->sys_sel == 0xc ? 2 : 0, bytes = o->sys_sel == 0xf ? 4 : 2;

	CHECK(o->sys_sel == 0xf || o->sys_sel == 0xc || o->sys_sel == 0x3, "strobes %x", o->sys_sel);
	CHECK(o->sys_addr + first >= map->base && (uint64_t)o->sys_addr + first + bytes <= end, "a write at %x", o->sys_addr);
	CHECK(o->sys_lock == (map->mode != 3), "lock of a write");
	CHECK(around.held.sys_we || !around.dead[s->channel], "a write of a sample that was dead in the cycle before it");
}

static void take_write(const struct model_out *o)
{
	uint32_t *word = memory_at(o->sys_addr), keep = 0;

	for (unsigned i = 0; i < 4; i++)
		if (!(o->sys_sel >> i & 1))
			keep |= 0xffu << i * 8;
	around.added += o->sys_lock ? o->sys_data - *word : 1;
	around.writes++;
	*word = (*word & keep) | (o->sys_data & ~keep);
}

static void respond(struct model_in *in)
{
	struct around *a = &around;
	const struct model_out *o = &m.out;

	in->sys_done = in->sys_err = false;
	in->sys_data = rnd32(&a->r);
	if (!o->sys_req) {
		CHECK(!a->held.sys_req || m.now == 0, "a request was taken back");
		return;
	}
	if (o->sys_we)
		look_at_write(o);
	if (a->held.sys_req)
		CHECK(a->held.sys_we == o->sys_we && a->held.sys_addr == o->sys_addr && a->held.sys_sel == o->sys_sel &&
		      a->held.sys_lock == o->sys_lock && a->held.sys_data == o->sys_data, "a request changed");
	else
		a->left = below(&a->r, a->waits + 1);
	a->held = *o;
	if (a->left-- > 0)
		return;
	in->sys_done = true;
	in->sys_err = a->errors && one_in(&a->r, a->errors);
	if (!o->sys_we)
		in->sys_data = *memory_at(o->sys_addr);
	else if (!in->sys_err)
		take_write(o);
	a->held.sys_req = a->held.sys_we = false;
}

void clock_edge(struct model_in *in)
{
	if (around.live)
		core(in);
	respond(in);
	if (in->rst)
		around.held.sys_req = around.held.sys_we = false;
	for (unsigned i = 0; i < m.p.channels; i++)
		around.dead[i] = m.ch[i].dead;
	model_step(&m, in);
}
