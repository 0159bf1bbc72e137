/* SPDX-License-Identifier: ISC
 * stimulus_memory.c - constrained random stimulus: system memory behind the
 * unit's master port. Every address answers, after a random wait, at times with an error.
 *
 * What was written is remembered for some thousands of words. Elsewhere a word is an old
 * count, or the start of an entry where an active symbol table lies: entry i starts at
 * OFFSET + i * INTERVAL, two registers that the mode itself does not use.
 */
#include "stimulus.h"

static bool in_table(const struct model_mapping *map, uint32_t addr)
{
	uint32_t at = addr - map->base;

	return map->mode == 2 && map->sink && at % 8 == 0 && at / 8 < map->entries;
}

static bool find_start(const struct stimulus *s, uint32_t addr, uint32_t *start)
{
	for (unsigned c = 0; c < s->m->p.channels; c++)
		for (unsigned b = 0; b < 2; b++) {
			const struct model_mapping *map = &s->m->ch[c].mapping[b];

			if (in_table(map, addr)) {
				uint64_t at = map->offset + (uint64_t)((addr - map->base) / 8) * map->interval;

				*start = at >> 32 ? 0xffffffff : (uint32_t)at;
				return true;
			}
		}
	return false;
}

static enum old_count old_kind(struct stimulus *s)
{
	static const enum old_count narrow[] = { OLD_NARROW, OLD_NARROW_BUT }, wide[] = { OLD_WIDE, OLD_WIDE_BUT };

	return s->sys_near ? (planned_mapping(s)->width == 4 ? wide : narrow)[below(s, 2)] : below(s, OLD_KINDS);
}

static uint32_t read_word(struct stimulus *s, uint32_t addr)
{
	unsigned i = addr / 4 % SYSTEM_WORDS;
	uint32_t start;

	if (s->sys_spoil && one_in(s, s->sys_spoil))
		return rnd32(s);
	if (find_start(s, addr, &start))
		return start;
	if (!s->word[i].used || s->word[i].addr != addr) {
		s->word[i].used = true;
		s->word[i].addr = addr;
		s->word[i].value = one_in(s, 3) ? below(s, 100) : stimulus_count(s, old_kind(s));
	}
	return s->word[i].value;
}

static void write_word(struct stimulus *s, const struct model_out *out)
{
	unsigned i = out->sys_addr / 4 % SYSTEM_WORDS;
	uint32_t mask = (out->sys_sel & 1 ? 0xffu : 0) | (out->sys_sel & 2 ? 0xff00u : 0) |
			(out->sys_sel & 4 ? 0xff0000u : 0) | (out->sys_sel & 8 ? 0xff000000u : 0);
	uint32_t old = s->word[i].used && s->word[i].addr == out->sys_addr ? s->word[i].value : 0;

	s->word[i].used = true;
	s->word[i].addr = out->sys_addr;
	s->word[i].value = (old & ~mask) | (out->sys_data & mask);
}

void stimulus_memory_phase(struct stimulus *s)
{
	static const unsigned waits[] = { 0, 0, 0, 1, 3, 12, 100 };

	s->sys_wait = waits[below(s, sizeof waits / sizeof *waits)];
	s->sys_error = one_in(s, 3) ? 4u << below(s, 7) : 0;
	s->sys_spoil = one_in(s, 3) ? 4u << below(s, 7) : 0;
	s->sys_near = one_in(s, 2);
	s->sys_stolen = one_in(s, 3) ? 0 : 1 + below(s, 8);
}

void stimulus_memory_next(struct stimulus *s, struct model_in *in)
{
	const struct model_out *out = &s->m->out;

	in->sys_stolen = s->sys_stolen && one_in(s, s->sys_stolen);
	if (!out->sys_req) {		/* nobody asks: these must not matter */
		s->sys_busy = false;
		in->sys_done = one_in(s, 4);
		in->sys_err = one_in(s, 4);
		in->sys_data = rnd32(s);
		return;
	}
	if (!s->sys_busy) {
		s->sys_busy = true;
		s->sys_left = s->sys_wait ? below(s, s->sys_wait + 1) : 0;
	}
	in->sys_done = s->sys_left == 0;
	in->sys_err = in->sys_done ? s->sys_error && one_in(s, s->sys_error) : one_in(s, 4);
	in->sys_data = rnd32(s);
	if (s->sys_left--)
		return;
	s->sys_busy = false;
	if (!out->sys_we)
		in->sys_data = read_word(s, out->sys_addr);
	else if (!in->sys_err)
		write_word(s, out);
}
