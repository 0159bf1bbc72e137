/* SPDX-License-Identifier: ISC
 * contexts.c - runs an ELF on a simulated core and compares the calling contexts of `tally run`
 * with the truth's (compare.h), with trap handlers at the root and below what they interrupt.
 *
 * usage: contexts CORE ELF [ROOT INTERRUPTED]
 * ROOT and INTERRUPTED: the least share of the cycles in the right context, in percent, of either;
 * without them 100.
 * Status 1: a share is less, a sum differs, or the truth's registers, branches or traps are not the
 * core's.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare.h"
#include "sim/rig.h"
#include "sw/elf/image.h"

#define BELIEVED 1000u /* one branch in so many instructions may depend on a device */

static const char *const handlers[] = {
	[CALLS_AT_ROOT] = "at the root",
	[CALLS_AT_INTERRUPTED] = "at the interrupted",
};
#define TREES (sizeof handlers / sizeof handlers[0])

static void forget(void *ctx, uint8_t byte)
{
	(void)ctx;
	(void)byte;
}

static void compare_both(void *both, uint64_t cycle, const struct machine_cycle *m)
{
	struct compare *c = both;

	for (size_t i = 0; i < TREES; i++)
		compare_cycle(&c[i], cycle, m);
}

/* What must hold whatever the contexts are. */
static bool agrees(const struct compare *c)
{
	bool good = true;

	if (c->sp_wrong)
		good = !printf("FAIL: sp differs from the truth's after %" PRIu64 " instructions\n",
			c->sp_wrong);
	if (c->handlers != c->truth.traps)
		good = !printf("FAIL: %" PRIu64 " flags of a trap, the truth knows of %" PRIu64
			       "\n",
			c->handlers, c->truth.traps);
	if (c->truth.believed > c->retired / BELIEVED)
		good = !printf("FAIL: %" PRIu64
			       " branches went otherwise than the truth's registers say\n",
			c->truth.believed);
	return good;
}

static bool finished(const struct machine_result *r)
{
	if (r->end != MACHINE_FINISHER && r->end != MACHINE_EBREAK)
		return !printf("FAIL: the program ends by %s\n", rig_end(r->end));
	if (r->end == MACHINE_FINISHER && r->exit_code)
		return !printf("FAIL: the program's exit code is %u\n", r->exit_code);
	return true;
}

static bool enough(const struct compare *c, const char *where, const char *least)
{
	double share = c->cycles ? 100.0 * (double)c->right / (double)c->cycles : 0;
	bool good = share >= strtod(least, NULL);

	printf("%shandlers %s: %" PRIu64 " of %" PRIu64 " cycles in the right context ",
		good ? "" : "FAIL: ", where, c->right, c->cycles);
	printf("(%.4f%%, least %s%%), %" PRIu64 " traps\n", share, least, c->truth.traps);
	return good;
}

int main(int argc, char **argv)
{
	const char *least[TREES] = { argc > 4 ? argv[3] : "100", argc > 4 ? argv[4] : "100" };
	struct compare c[TREES];
	struct symbols symbols;
	struct image image;
	struct rig r;
	bool good;

	if (argc != 3 && argc != 5)
		rig_die("usage: contexts CORE ELF [ROOT INTERRUPTED]");
	if (!image_open(&image, argv[2], false) || !symbols_read(&symbols, &image))
		return 1;
	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	for (size_t i = 0; i < TREES; i++)
		compare_open(&c[i], argv[1], &image, &symbols, (enum calls_handlers)i);
	machine_console(r.m, forget, NULL, NULL);
	rig_observe(&r, compare_both, c);
	rig_run(&r, UINT64_MAX);
	good = finished(&r.result);
	for (size_t i = 0; i < TREES; i++) {
		good &= agrees(&c[i]) & enough(&c[i], handlers[i], least[i])
			& compare_durations(&c[i]);
		compare_close(&c[i]);
	}
	rig_close(&r);
	symbols_free(&symbols);
	image_close(&image);
	return !good;
}
