/* SPDX-License-Identifier: ISC
 * counters.c - processes must find in their profil() buffers, and sprofil() of the kernel in its
 * own, what the core did, counter by counter.
 *
 * usage: kernel KERNEL.elf WATCHED.elf PERIOD ROUNDS    (WATCHED: tests/calls/watched.c, also in the
 * kernel's file system)
 *
 * The oracle is the record of the raw core: each cycle, each retired instruction and its mode.
 * counters_users.c and counters_system.c make and judge it.
 */
#include "counters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t ram_word(struct rig *r, uint32_t at)
{
	uint32_t value;
	if (machine_read(r->m, at, &value))
		rig_die("no RAM at 0x%08x", at);
	return value;
}

static void watch(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	(void)ctx;
	system_cycle(cycle, c);
	if (!c->retire)
		return;
	users_retire(cycle, c->pc, c->priv);
}

/* The console: types one line; prints the output. */
static int rx(void *ctx)
{
	const char **at = ctx;
	return **at ? *(*at)++ : -1;
}

static void tx(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

int main(int argc, char **argv)
{
	char line[64];
	const char *input = line;
	struct rig r;
	if (argc != 5)
		rig_die("usage: kernel KERNEL.elf WATCHED.elf PERIOD ROUNDS");
	uint32_t period = (uint32_t)strtoul(argv[3], NULL, 0);
	rig_open(&r, "vexriscv-linux", argv[1], MACHINE_FULL, true);
	users_begin(argv[1], argv[2], period);
	system_begin(argv[1]);
	snprintf(line, sizeof line, "watched %s %s\n", argv[3], argv[4]);
	machine_console(r.m, tx, rx, &input);
	rig_observe(&r, watch, NULL);
	rig_run(&r, 200000000);
	printf("\n%" PRIu64 " cycles\n", r.result.cycles);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code)
		rig_die("end %s, exit code %u at pc 0x%08x", rig_end(r.result.end),
			r.result.exit_code, r.result.pc);
	int bad = users_judge(&r, argv[2]);
	bad += system_judge(&r, users_structure() + 24 + 2 * 16384);
	rig_close(&r);
	return bad ? 1 : 0;
}
