/* SPDX-License-Identifier: ISC
 * quiet.c - reading over the serial bridge takes no cycle from the core. The firmware's retire trace, even if it uses
 * the unit's registers itself, is the same cycle by cycle with a silent bridge and with one that reads registers, bins
 * and sums back to back. And each answer has its CRC. `end` compares only the ends, for firmware that reads bins: the
 * unit answers sooner for the word read last, and that may have been the bridge's.
 *
 * usage: link_quiet CORE ELF [CYCLES [end]]
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/live/link_frame.h"

#define CLOCKS 4u	/* cycles per bit: the fastest line, the most reads */

struct reader {
	uint8_t request[LINK_READ_BYTES], answer[LINK_ANSWER_BYTES(LINK_MAX_WORDS)];
	unsigned sent, got, words;
	uint32_t seed;
	uint64_t readings, all_words, missed;
	bool silent;
};

static void choose(struct reader *r)
{
	r->seed = r->seed * 1664525 + 1013904223;
	uint32_t pick = r->seed >> 29, at = r->seed >> 8 & 0xFFF, none = r->seed >> 16 & 15;

	r->words = 1 + (r->seed >> 20 & 15);
	link_encode_read(r->request, pick < 2 ? MACHINE_UNIT + (at & 0x7C) : pick < 6 ? MACHINE_UNIT + MACHINE_BIN_BYTES + 4 * at
		: none ? LINK_SMALL_SUMS + 4 * (at & 255) : LINK_LARGE_SUMS + 4 * (at & 15), r->words);
	r->sent = r->got = 0;
}

static int give(void *ctx)
{
	struct reader *r = ctx;

	return r->silent || r->sent == LINK_READ_BYTES ? -1 : r->request[r->sent++];
}

static void take(void *ctx, uint8_t byte)
{
	struct reader *r = ctx;
	uint32_t words[LINK_MAX_WORDS];
	struct link_info info;

	if (r->silent)
		rig_die("the bridge speaks unasked");
	r->answer[r->got++] = byte;
	if (r->got < LINK_ANSWER_BYTES(r->words))
		return;
	if (!link_decode_read(r->request, r->answer, r->words, words, &info) || info.refused)
		rig_die("an answer is not whole");
	r->readings++;
	r->all_words += r->words;
	r->missed += info.missed;
	choose(r);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		rig_die("usage: link_quiet CORE ELF [CYCLES [end]]");
	uint64_t limit = argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX;
	struct rig_trace trace = { 0 };
	struct reader reader = { .seed = 1 };
	struct machine_result result[2];

	choose(&reader);
	for (int silent = 0; silent < 2; silent++) {
		struct rig r;
		rig_open(&r, argv[1], argv[2], MACHINE_LINK, false);
		reader.silent = silent;
		machine_link(r.m, CLOCKS, take, give, &reader);
		if (argc <= 4)
			machine_observe(r.m, silent ? rig_compare : rig_record, &trace);
		rig_run(&r, limit);
		result[silent] = r.result;
		rig_close(&r);
	}
	if (argc <= 4 && (trace.same != trace.n || trace.n == 0 || result[0].cycles != result[1].cycles))
		rig_die("the traces differ in length");
	if (result[0].end != result[1].end || result[0].exit_code != result[1].exit_code)
		rig_die("the ends differ");
	if (reader.readings < 100)
		rig_die("only %" PRIu64 " readings: nothing is shown", reader.readings);
	printf("%s %s: %zu retirements in %" PRIu64 " cycles, the same with %" PRIu64 " readings of %" PRIu64 " words (%" PRIu64 " had to wait too long) and with none\n",
		argv[1], argv[2], trace.n, result[0].cycles, reader.readings, reader.all_words, reader.missed);
	free(trace.events);
	return 0;
}
