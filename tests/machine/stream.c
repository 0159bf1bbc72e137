/* SPDX-License-Identifier: ISC
 * stream.c - the retired instructions against QEMU's, and the unit's count of them.
 *
 * usage: stream CORE ELF TRACE
 * TRACE comes from tests/oracle/qemu_trace.sh: the program counters that QEMU executed from
 * the entry point on. The core's retire stream must match it, instruction by instruction, to
 * the end of the run, and RETIRE with PERIOD 1 must count as many; of two in a cycle the older.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_AHEAD 8u

struct stream {
	FILE *trace;
	uint64_t n, ahead, younger; /* younger: of two in a cycle, which the unit does not see */
	bool begun;
	uint32_t entry;
};

static void retires(struct stream *s, uint64_t cycle, const struct machine_cycle *c)
{
	unsigned pc;

	s->n++;
	s->begun |= c->pc == s->entry;
	if (!s->begun) /* the boot stub */
		return;
	if (fscanf(s->trace, "%x", &pc) != 1) {
		if (++s->ahead > MOST_AHEAD)
			rig_die("QEMU's trace ends %u instructions before pc 0x%08x", MOST_AHEAD,
				c->pc);
		return;
	}
	if (pc != c->pc)
		rig_die("instruction %" PRIu64 ", cycle %" PRIu64 ": core 0x%08x, QEMU 0x%08x",
			s->n, cycle, c->pc, pc);
}

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct stream *s = ctx;
	const struct machine_cycle younger = machine_younger(*c);

	if (c->retire)
		retires(s, cycle, c);
	if (c->younger)
		retires(s, cycle, &younger);
	s->younger += c->younger;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		rig_die("usage: stream CORE ELF TRACE");
	struct stream s = { .trace = fopen(argv[3], "r") };
	if (!s.trace)
		rig_die("%s: cannot open", argv[3]);
	struct rig r;
	rig_open(&r, argv[1], argv[2], MACHINE_PLAIN, false);
	struct tally_config config = tally_exact(r.low, r.high);
	config.source = TALLY_SOURCE_RETIRE;
	s.entry = r.entry;
	rig_program(&r, &config);
	rig_observe(&r, record, &s);
	rig_run(&r, UINT64_MAX);
	rig_read(&r, &config);

	/* QEMU's last instruction is the store that ends the machine. A core whose stores retire
	 * when the bus has taken them has not retired it yet; one with a write buffer has retired
	 * some more. */
	unsigned pc;
	uint64_t rest = 0;
	while (fscanf(s.trace, "%x", &pc) == 1)
		rest++;
	printf("%s %s: end %s, %" PRIu64 " instructions as in QEMU (%" PRIu64 " under way, %" PRIu64
	       " ahead at the end), unit counted %" PRIu64 "\n",
		argv[1], argv[2], rig_end(r.result.end), s.n - s.ahead, rest, s.ahead,
		r.counts.ticks);
	if (!s.begun || s.n < 1000)
		rig_die("too short to say anything");
	if (r.counts.ticks + s.younger != s.n || s.n != r.result.retired || r.counts.lost)
		rig_die("the unit counted %" PRIu64 " instructions, LOST %" PRIu64, r.counts.ticks,
			r.counts.lost);
	if (rest > MOST_AHEAD)
		rig_die("%" PRIu64 " instructions of QEMU's never retired", rest);
	fclose(s.trace);
	rig_close(&r);
	return 0;
}
