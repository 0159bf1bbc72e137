/* SPDX-License-Identifier: ISC
 * refresh.c - how long it takes to refresh a profile over the line, in cycles of the machine. At 12 MHz and 1 Mbaud a
 * refresh of 1,024 32-bit counters, with every cycle counted, must take at most 100 ms (1,200,000 cycles), not counting
 * the host's own time. Afterwards each counter equals the unit's memory, read through the testbench's port.
 *
 * usage: link_refresh CORE ELF
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine.h"
#include "sw/live/live.h"
#include "sw/run/load.h"
#include "sw/profile/region.h"
#include "sw/report/table.h"

#define CLOCKS 12u			/* cycles per bit: 12 MHz / 1 Mbaud */
#define MS 12000u			/* cycles per millisecond */
#define COUNTERS 1024u
#define REFRESHES 8u

static struct machine *m;
static uint8_t to[65536], from[65536];
static uint16_t to_first, to_n, from_first, from_n;
static uint64_t clocks;

static int give(void *ctx)
{
	(void)ctx;
	return to_n ? (to_n--, to[to_first++]) : -1;
}

static void take(void *ctx, uint8_t byte)
{
	(void)ctx;
	from[(uint16_t)(from_first + from_n++)] = byte;
}

static int line_send(void *ctx, const uint8_t *bytes, size_t n)
{
	(void)ctx;
	for (size_t i = 0; i < n; i++)
		to[(uint16_t)(to_first + to_n++)] = bytes[i];
	return 0;
}

static int line_receive(void *ctx, uint8_t *bytes, size_t n, unsigned ms)
{
	size_t got = 0;

	(void)ctx;
	for (uint64_t left = (uint64_t)ms * MS; got < n && left; left -= 20) {
		while (got < n && from_n) {
			bytes[got++] = from[from_first++];
			from_n--;
		}
		if (got < n) {
			struct machine_result r = machine_run(m, 20, NULL);
			if (r.end != MACHINE_LIMIT)
				machine_idle(m, 20);
			clocks += 20;
		}
	}
	return (int)got;
}

int main(int argc, char **argv)
{
	const struct link_line line = { .send = line_send, .receive = line_receive };
	static struct live v = { .options = LIVE_DEFAULTS, .port.path = "the line" };
	const struct core *core = argc == 3 ? core_find(argv[1]) : NULL;
	uint64_t most = 0;

	if (!core || !firmware_open(&v.firmware, argv[2]) || !region_choose(&v.profile, &v.firmware.image, &v.firmware.symbols, NULL, NULL)
	    || !(m = machine_open(core, MACHINE_LINK)) || !load_segments(&v.firmware.image, m))
		return 1;
	/* the coarsest power of two that needs no more counters than this */
	while (tally_bins_size(v.profile.code_lo, (uint32_t)v.profile.code_hi, v.options.scale, 4, 0) > 4 * COUNTERS)
		v.options.scale /= 2;
	machine_link(m, CLOCKS, take, give, NULL);
	if (machine_release(m, v.firmware.image.entry) != 0)
		return 1;
	if (!live_begin(&v, &line))
		return 1;
	printf("%s: %u counters, begun after %.1f ms\n", argv[1], v.profile.slots, (double)clocks / MS);
	for (unsigned i = 0; i < REFRESHES; i++) {
		uint64_t before = clocks;
		struct table t;

		if (!live_refresh(&v))
			return 1;
		t = table_functions(&v.profile, &v.firmware.symbols, &v.firmware.lines);
		before = clocks - before;
		printf("refresh %u: %.1f ms, %" PRIu64 " bytes, %" PRIu64 " blocks, %" PRIu64 " ticks, %zu functions, first %s\n", i, (double)before / MS, v.bytes, v.blocks,
			v.profile.counters.ticks, t.n, t.n ? t.rows[0].name : "none");
		if (i && before > most)
			most = before;
		if (i && t.n < 20)
			return fprintf(stderr, "link_refresh: only %zu functions: nothing is shown\n", t.n), 1;
		table_free(&t);
		/* the firmware continues meanwhile */
		machine_run(m, 20 * MS, NULL);
	}
	if (!live_finish(&v))
		return 1;
	for (uint32_t i = 0; i < v.profile.slots; i++) {
		uint32_t word;
		if (machine_read(m, MACHINE_UNIT + MACHINE_BIN_BYTES + 4 * i, &word) != 0 || word != v.profile.bins[i])
			return fprintf(stderr, "link_refresh: counter %u: %" PRIu64 " over the line, %u in the unit\n", i, v.profile.bins[i], word), 1;
	}
	if (!profile_law_holds(&v.profile.counters) || v.profile.counters.lost)
		return fprintf(stderr, "link_refresh: the law, or lost ticks\n"), 1;
	printf("the longest refresh but the first: %.1f ms (allowed: 100)\n", (double)most / MS);
	return most > 100 * MS;
}
