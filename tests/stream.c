/* SPDX-License-Identifier: ISC
 * stream.c - the retired instructions against QEMU's, and the unit's count of them.
 *
 * usage: stream CORE ELF TRACE
 * TRACE is what tests/qemu_trace.sh wrote: the program counters QEMU executed from
 * the entry point on. The core's retire stream must be the same, instruction by instruction, to
 * the end of the run, and RETIRE with PERIOD 1 must count as many.
 */
#include "rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct stream {
	FILE *trace;
	uint64_t n;
	bool begun;
	uint32_t entry;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct stream *s = ctx;
	unsigned pc;
	if (!c->retire)
		return;
	s->n++;
	s->begun |= c->pc == s->entry;
	if (!s->begun)		/* the boot stub */
		return;
	if (fscanf(s->trace, "%x", &pc) != 1)
		fail("QEMU's trace ends before instruction %" PRIu64 " (pc 0x%08x)", s->n, c->pc);
	if (pc != c->pc)
		fail("instruction %" PRIu64 ", cycle %" PRIu64 ": core 0x%08x, QEMU 0x%08x", s->n, cycle, c->pc, pc);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		fail("usage: stream CORE ELF TRACE");
	struct stream s = { .trace = fopen(argv[3], "r") };
	if (!s.trace)
		fail("%s: cannot open", argv[3]);
	struct rig r;
	rig_open(&r, argv[1], argv[2], true, false);
	struct tally_config config = tally_exact(r.low, r.high);
	config.source = TALLY_SOURCE_RETIRE;
	s.entry = r.entry;
	rig_program(&r, &config);
	machine_observe(r.m, record, &s);
	rig_run(&r, UINT64_MAX);
	rig_read(&r, &config);

	/* the store that ends the machine is in QEMU's trace, but it has not retired when the finisher acknowledges it */
	unsigned pc;
	uint64_t rest = 0;
	while (fscanf(s.trace, "%x", &pc) == 1)
		rest++;
	printf("%s %s: end %s, %" PRIu64 " instructions as in QEMU (%" PRIu64 " under way at the end), unit counted %" PRIu64 "\n",
		argv[1], argv[2], rig_end(r.result.end), s.n, rest, r.counts.ticks);
	if (!s.begun || s.n < 1000)
		fail("too short to say anything");
	if (r.counts.ticks != s.n || r.counts.ticks != r.result.retired || r.counts.lost)
		fail("the unit counted %" PRIu64 " instructions, LOST %" PRIu64, r.counts.ticks, r.counts.lost);
	if (rest > 8)
		fail("%" PRIu64 " instructions of QEMU's never retired", rest);
	fclose(s.trace);
	rig_close(&r);
	return 0;
}
