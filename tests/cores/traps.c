/* SPDX-License-Identifier: ISC
 * traps.c - what exceptions and interrupts do to the counts of a core, judged by the program's own
 * counting.
 *
 * usage: traps CORE traps.elf [trap-retires]
 * Counted are retirements: each instruction of body() has as many as body() had calls, however
 * often interrupts hit it; the trapping one has none (trap-retires: as many as the others); the
 * vectors have one for each handler begun. Of two that retire in a cycle the unit counts the older.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct rig r;
static const char *elf;

static uint32_t younger[1 << 16]; /* those that no unit sees */

static void see_younger(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	uint32_t at = (c->younger_pc - r.low) / 2;

	(void)ctx;
	(void)cycle;
	if (c->younger && at < sizeof younger / sizeof *younger)
		younger[at]++;
}

static uint32_t count(uint32_t pc)
{
	uint32_t at = (pc - r.low) / 2;

	return r.bins[at] + (at < sizeof younger / sizeof *younger ? younger[at] : 0);
}

static uint32_t value(const char *name)
{
	uint32_t word;

	if (machine_read(r.m, rig_symbol(elf, name, NULL), &word))
		rig_die("%s cannot be read", name);
	return word;
}

int main(int argc, char **argv)
{
	unsigned bad = 0;
	uint32_t size, skipped = 0, in_vectors = 0;

	if (argc < 3)
		rig_die("usage: traps CORE traps.elf [trap-retires]");
	elf = argv[2];
	rig_open(&r, argv[1], elf, MACHINE_PLAIN, true);
	struct tally_config config = tally_exact(r.low, r.high);
	config.source = TALLY_SOURCE_RETIRE;
	rig_program(&r, &config);
	rig_observe(&r, see_younger, NULL);
	rig_run(&r, UINT64_MAX);
	rig_read(&r, &config);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code)
		rig_die("the program failed");

	uint32_t body = rig_symbol(elf, "body", NULL), trap = rig_symbol(elf, "body_trap", NULL);
	uint32_t end = rig_symbol(elf, "body_end", NULL), rounds = count(body);
	uint32_t vectors = rig_symbol(elf, argc < 4 ? "trap_vector" : "tick", &size);
	if (!rounds)
		rig_die("body() was not seen");
	for (uint32_t pc = body; pc < end; pc += 4) {
		uint32_t expected = pc == trap && argc < 4 ? 0 : rounds;
		if (count(pc) == 0 && pc != trap && !skipped++)
			continue; /* the word that is jumped over */
		char where[32];
		snprintf(where, sizeof where, "body + %" PRIu32, pc - body);
		bad += rig_differs(where, count(pc), expected);
	}
	bad += rig_differs("skipped", skipped, 1);
	if (argc >= 4)
		size = 4; /* no table, but PicoRV32's one handler: its first instruction */
	for (uint32_t pc = vectors; pc < vectors + size; pc += 4)
		in_vectors += count(pc);
	bad += rig_differs("handlers", in_vectors, value("handled"));
	bad += rig_differs("lost", r.counts.lost, 0);
	printf("%s: %" PRIu32 " rounds, %" PRIu32 " handlers, %" PRIu32
	       " of them of the timer, %u differences\n",
		argv[1], rounds, in_vectors, value("timer"), bad);
	rig_close(&r);
	return bad ? 1 : 0;
}
