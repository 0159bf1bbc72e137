/* SPDX-License-Identifier: ISC
 * console.c - firmware that owns the unit, with a console: stdin and stdout are the simulated UART.
 * At end of file on stdin the console sends ^D for every further read. Returns the firmware's exit
 * code; prints cycles to stderr.
 *
 * usage: console [--bare|--plain|--late] CORE ELF [CYCLES]
 * --bare: the machine without a unit; --plain: a unit with private memory; otherwise the full one.
 * --late: the full unit, which waits long for the bus: it may begin in WINDOW cycles of every LATE.
 * MACHINE_EVENT is 1 in two of 64 cycles.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int input_ended;

static int rx(void *ctx)
{
	struct pollfd p = { .fd = 0, .events = POLLIN };
	uint8_t byte;

	(void)ctx;
	fflush(stdout);
	if (!input_ended && poll(&p, 1, 0) <= 0)
		return -1;
	if (!input_ended && read(0, &byte, 1) == 1)
		return byte;
	input_ended = 1;
	return 'D' & 31;
}

static void tx(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

#define LATE 2048u
#define WINDOW 64u /* cycles; the unit is patient for 32 */

static unsigned lines(void *is_late, uint64_t cycle)
{
	const bool *late = is_late;

	return (cycle % 64 < 2 ? MACHINE_EVENT : 0)
		| (*late && cycle % LATE >= WINDOW ? MACHINE_LATE : 0);
}

int main(int argc, char **argv)
{
	enum machine_build build = MACHINE_FULL;
	bool is_late = false;
	if (argc > 1 && argv[1][0] == '-') {
		build = !strcmp(argv[1], "--bare")    ? MACHINE_BARE
			: !strcmp(argv[1], "--plain") ? MACHINE_PLAIN
						      : MACHINE_FULL;
		is_late = !strcmp(argv[1], "--late");
		if (build == MACHINE_FULL && !is_late)
			rig_die("console: %s?", argv[1]);
		argc--;
		argv++;
	}
	if (argc < 3)
		rig_die("usage: console [--bare|--plain|--late] CORE ELF [CYCLES]");
	struct rig r;
	rig_open(&r, argv[1], argv[2], build, true);
	machine_console(r.m, tx, rx, NULL);
	machine_drive(r.m, lines, &is_late);
	rig_run(&r, argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX);
	fflush(stdout);
	fprintf(stderr, "end %s, %" PRIu64 " cycles\n", rig_end(r.result.end), r.result.cycles);
	if (r.result.end != MACHINE_FINISHER)
		fprintf(stderr, "pc 0x%08x, cause 0x%08x\n", r.result.pc, r.result.cause);
	int code = r.result.end == MACHINE_FINISHER ? (int)r.result.exit_code : 255;
	rig_close(&r);
	return code;
}
