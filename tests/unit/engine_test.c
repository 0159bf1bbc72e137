/* SPDX-License-Identifier: ISC
 * engine_test.c - the engine (rtl/tally_engine.v) on random samples, configurations
 * and memory, with random waits and errors on the bus and channels that die at random.
 * Compares every access and every sample's end with engine_oracle.c. Every kind
 * of event must have occurred.
 *
 * usage: engine [--build NAME] [--seed N] [--cycles N] [--trace CYCLE]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_test.h"

struct test t;

#define ENGINE(n) \
	void *engine_##n##_protectlib_create(const char *); \
	long long engine_##n##_protectlib_combo_update(void *, const struct vec *, struct vec *); \
	long long engine_##n##_protectlib_seq_update(void *, bit, struct vec *);
#define CALLS(n) #n, ENGINE_##n, engine_##n##_protectlib_create, engine_##n##_protectlib_combo_update, \
	engine_##n##_protectlib_seq_update
#include "engine_builds.h"

static const char *const event_names[] = {
#define E(x) #x,
	EVENTS(E)
#undef E
};

void engine_fail(const char *what)
{
	const struct engine_config *c = &t.config[t.queue[0].config];

	fprintf(stderr, "engine %s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", t.rtl->name, t.seed, t.cycle, what);
	fprintf(stderr, "pc %08x weight %u meta %08x mode %d system %d wide %d policy %d round %d wrap %d scale %05x offset %08x interval %08x\n"
		"base %08x size %08x limit %08x entries %08x pos %08x; reads %u writes %u hit %u lost %u outside %u full %u fault %u dead %d %d fate %d addr %08x\n",
		t.queue[0].pc, t.queue[0].weight, t.queue[0].meta, c->mode, c->system, c->wide, c->policy, c->round, c->wrap, c->scale,
		c->offset, c->interval, c->base, c->size, c->limit, c->entries, c->pos, t.h.reads, t.h.writes,
		t.out[6].value, t.out[7].value, t.out[0].value >> 8 & 1, t.h.fulls, t.h.faults,
		t.h.dead_first, t.h.dead_before, t.h.fate, t.h.addr);
	exit(1);
}

/* ---- one cycle ---- */
static void cycle(void)
{
	const unsigned depth = 1u << t.rtl->b.queue_log2;
	struct sample s = { 0 };
	const bool reset = t.cycle < 2 || one_in(20000), valid = one_in(t.load) && t.words < MANY;
	bool done = false, err = false, map_ready, end_ready, map, end;
	uint32_t data = 0, f;

	for (unsigned i = 0; i < CHANNELS; i++) {
		t.dead[i] = t.dead[i] || t.dies[i];
		t.dies[i] = false;
	}
	if (t.count == 0 && (t.words >= MANY || one_in(3000)))
		new_episode();
	disturb();
	if (t.count && !t.h.there)
		begin_head();
	else if (t.h.there)
		t.h.dead_before |= t.h.dead_now;
	t.h.spoiled = t.h.there && (t.h.spoiled || t.tainted[t.queue[0].config]);
	t.h.dead_now = t.h.there && t.dead[t.queue[0].channel];
	if (t.h.clocks == 1)
		t.h.dead_first |= t.h.dead_now;		/* it is judged in its second cycle */
	if (t.cycle > 2)
		look_at_bus();
	if (t.req) {
		done = t.waits == 0;
		t.waits -= !done;
		err = done && t.error_rate && one_in(t.error_rate);
		data = done && !t.we && !err ? get_word(NULL, t.addr) : rnd();
	} else {
		data = rnd();
		done = false;
	}
	map_ready = one_in(t.ready_speed);
	end_ready = one_in(t.ready_speed);
	if (valid)
		s = new_sample();

	const struct engine_config none = { .size = rnd(), .limit = rnd() }, *c = t.count ? &t.config[t.queue[0].config] : &none;
	t.in[0].value = reset | valid << 1 | (t.count ? t.h.dead_now : one_in(2)) << 2 | map_ready << 3 | end_ready << 4 | done << 5
		| (err || (!done && one_in(4))) << 6;
	t.in[1].value = s.pc;
	t.in[2].value = s.meta;
	t.in[3].value = (uint32_t)(c->mode | c->system << 2 | c->wide << 3 | c->policy << 4 | c->round << 6 | c->wrap << 7);
	t.in[4].value = c->scale;
	t.in[5].value = c->offset;
	t.in[6].value = c->interval;
	t.in[7].value = c->base;
	t.in[8].value = c->size;
	t.in[9].value = c->limit;
	t.in[10].value = c->entries;
	t.in[11].value = c->pos;
	t.in[12].value = data;
	t.rtl->combo(t.unit, t.in, t.out);
	f = t.out[0].value;

	if (t.cycle >= t.trace)
		printf("%" PRIu64 ": flags %04x dead %d done %d err %d addr %08x data %08x/%08x hit %u lost %u count %u\n", t.cycle, f,
			t.h.dead_now, done, err, t.out[3].value, t.out[4].value, data, t.out[6].value, t.out[7].value, t.count);
	map = f >> 5 & 1;
	end = f >> 7 & 1;
	if (t.cycle > 2) {
		REQUIRE((f & 1) == (valid && t.count == depth));
		REQUIRE((f >> 1 & 1) == (t.count == 0));
		REQUIRE(!(map && end) && (t.count || !(map || end)));
		t.h.fulls += f >> 3 & 1;
		t.h.faults += f >> 4 & 1;
		REQUIRE(t.h.there || !(f >> 3 & 3));
		if (f >> 2 & 1) {
			REQUIRE(t.h.there && c->mode == RING);
			t.config[t.queue[0].config].pos = t.out[2].value;
		}
		if ((f >> 3 & 3) && !one_in(8))
			t.dies[t.queue[0].channel] = true;
		t.h.clocks += !(t.req && !done) && !(map && !map_ready) && !(end && !end_ready);
		t.h.quiet = !t.h.there || t.req || map || end || f >> 2 & 1 ? 0 : t.h.quiet + 1;
		REQUIRE(t.h.quiet <= LONGEST);
		if (done)
			finish_access(err, data);
		if ((map && !map_ready) || (end && !end_ready))
			SEEN(waited);
		if ((map && map_ready) || (end && end_ready)) {
			end_head(map);
			t.samples++;
			t.h.there = false;
			memmove(t.queue, t.queue + 1, (--t.count) * sizeof *t.queue);
		}
	}
	if (f & 1)
		SEEN(refused);
	else if (valid)
		t.queue[t.count++] = s;
	if (reset) {
		t.count = 0;
		t.h = (struct head){ 0 };
		t.req = false;
		SEEN(reset);
	}
	t.rtl->seq(t.unit, 1, t.out);
	t.rtl->seq(t.unit, 0, t.out);
	t.cycle++;
}

/* Events that this build cannot have. */
static bool possible(unsigned event)
{
	const struct engine_build *b = &t.rtl->b;
	const char *n = event_names[event];
	static const char *const wide_weights[] = { "ring_heavy", "stop_reached" }, *const systems[] = {
		"address_fault_system", "read_error", "write_error", "narrow_low", "narrow_high", "counter_wide", "plain_add", "stop_reached",
		"stop_exactly", "stop_found", "saturated", "saturate_found", "wrapped", "dead_in_write" };

	for (unsigned i = 0; i < 2; i++)
		if (b->weight_w < 5 && strcmp(n, wide_weights[i]) == 0 && i == 0)
			return false;
	for (unsigned i = 0; i < sizeof systems / sizeof *systems; i++)
		if (!b->system && strcmp(n, systems[i]) == 0)
			return false;
	if (!b->limit_private && !b->system && strcmp(n, "limit_fault") == 0)
		return false;
	if (b->pc_w == 32 && strstr(n, "elsewhere"))
		return false;
	if (!b->mode[SYMBOL] && (strstr(n, "symbol") || strstr(n, "probe") || strstr(n, "table") || strstr(n, "spoil") || strstr(n, "deep")
		|| strstr(n, "entries")))
		return false;
	if (!b->mode[RING] && strstr(n, "ring_"))
		return false;
	if (!b->mode[PROFIL] && (strstr(n, "profil") || strstr(n, "scale_") || strstr(n, "round")))
		return false;
	return b->mode[INTERVAL] || !strstr(n, "interval");
}

static int run(const struct rtl *rtl, uint64_t seed, uint64_t cycles, uint64_t trace)
{
	unsigned missing = 0;

	memset(&t, 0, sizeof t);
	t.rtl = rtl;
	t.seed = seed;
	t.trace = trace;
	t.random = seed * 0x9E3779B97F4A7C15u + 0x1234567;
	t.unit = rtl->create("engine");
	new_episode();
	while (t.cycle < cycles)
		cycle();
	for (unsigned i = 0; i < EVENT_COUNT; i++)
		if (t.seen[i] == 0 && possible(i)) {
			fprintf(stderr, "engine %s: %s never happened\n", rtl->name, event_names[i]);
			missing++;
		}
	printf("engine: %-8s %" PRIu64 " cycles, %" PRIu64 " samples, %" PRIu64 " bus accesses, %u kinds of event\n",
		rtl->name, cycles, t.samples, t.accesses, (unsigned)EVENT_COUNT);
	return missing != 0;
}

int main(int argc, char **argv)
{
	const char *build = NULL;
	uint64_t seed = 1, cycles = 2000000, trace = UINT64_MAX;
	int worst = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--build") == 0)
			build = argv[i + 1];
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--cycles") == 0)
			cycles = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--trace") == 0)
			trace = strtoull(argv[i + 1], NULL, 0);
	}
	for (unsigned i = 0; i < sizeof builds / sizeof *builds; i++)
		if (!build || strcmp(build, builds[i].name) == 0)
			worst |= run(&builds[i], seed, cycles, trace);
	return worst;
}
