/* SPDX-License-Identifier: ISC
 * contexts.c - runs an ELF on a simulated core, compares the calling contexts of `tally run` with the truth's
 * (compare.h), and prints a row of CONTEXTS.md.
 *
 * usage: contexts [--handlers interrupted] [--least SHARE] [--show N] [--keys TEXT] CORE ELF
 * Status 1: less than SHARE of the cycles are in the right context (in percent; 0), or the truth's registers, branches
 * or traps are not the core's. --show: the first N differences. --keys: typed at the console; \n in it ends a line.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "sim/rig.h"
#include "sw/elf/image.h"

#define END_OF_INPUT ('D' & 31)
#define BELIEVED 1000u		/* one branch in so many instructions may depend on a device */

struct options {
	double least;
	unsigned show;
	const char *keys;
	const char *core, *elf;
	enum calls_handlers handlers;
};

/* What is typed at the console: to the machine and to the truth, each at its own pace. */
struct typing {
	const char *next;
};

static int type(void *typing)
{
	struct typing *t = typing;

	if (!*t->next)
		return END_OF_INPUT;
	if (t->next[0] != '\\' || t->next[1] != 'n')
		return *t->next++;
	t->next += 2;
	return '\n';
}

static void forget(void *ctx, uint8_t byte)
{
	(void)ctx;
	(void)byte;
}

static struct options parse(int argc, char **argv)
{
	static const struct option known[] = {
		{ "least", required_argument, NULL, 'l' },
		{ "show", required_argument, NULL, 's' },
		{ "handlers", required_argument, NULL, 'h' },
		{ "keys", required_argument, NULL, 'k' },
		{ 0 }
	};
	struct options o = { .keys = "" };

	for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1; )
		switch (c) {
		case 'l': o.least = strtod(optarg, NULL); break;
		case 's': o.show = (unsigned)strtoul(optarg, NULL, 10); break;
		case 'h': o.handlers = strcmp(optarg, "interrupted") ? CALLS_AT_ROOT : CALLS_AT_INTERRUPTED; break;
		case 'k': o.keys = optarg; break;
		default: rig_die("usage: contexts [--handlers interrupted] [--least SHARE] [--show N] [--keys TEXT] CORE ELF");
		}
	if (argc - optind != 2)
		rig_die("usage: contexts [--handlers interrupted] [--least SHARE] [--show N] [--keys TEXT] CORE ELF");
	o.core = argv[optind];
	o.elf = argv[optind + 1];
	return o;
}

static double share(uint64_t part, uint64_t of)
{
	return of ? 100.0 * (double)part / (double)of : 0;
}

/* A share that is not whole must not look so. */
static void percent(char *buffer, size_t size, uint64_t part, uint64_t of)
{
	snprintf(buffer, size, part == of ? "100%%" : "%.4f%%", share(part, of) > 99.9999 ? 99.9999 : share(part, of));
}

static void print_row(const struct compare *c, const struct options *o)
{
	const char *slash = strrchr(o->elf, '/');
	const char *name = slash ? slash + 1 : o->elf;
	char right[16], function[16];

	percent(right, sizeof right, c->right, c->cycles);
	percent(function, sizeof function, c->right_function, c->cycles);
	printf("| %.*s | %s | %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64, (int)strcspn(name, "."), name, o->core,
		!c->truth.traps ? "" : o->handlers == CALLS_AT_ROOT ? "root" : "interrupted", c->cycles, c->retired,
		c->truth.believed);
	printf(" | %" PRIu64 " | %zu | %u | %s | %s | %g%% |\n", c->truth.traps, c->tree.n_nodes - 1, c->truth.deepest,
		right, function, o->least);
}

/* What must hold whatever the contexts are. */
static bool agrees(const struct compare *c, const struct rig *r)
{
	bool good = true;

	if (c->sp_wrong)
		good = !printf("FAIL: sp differs from the truth's after %" PRIu64 " instructions\n", c->sp_wrong);
	if (c->handlers != c->truth.traps)
		good = !printf("FAIL: %" PRIu64 " flags of a trap, the truth knows of %" PRIu64 "\n", c->handlers, c->truth.traps);
	if (c->truth.believed > c->retired / BELIEVED)
		good = !printf("FAIL: %" PRIu64 " branches went otherwise than the truth's registers say\n", c->truth.believed);
	if (r->result.end != MACHINE_FINISHER && r->result.end != MACHINE_EBREAK)
		good = !printf("FAIL: the program ends by %s\n", rig_end(r->result.end));
	if (r->result.end == MACHINE_FINISHER && r->result.exit_code)
		good = !printf("FAIL: the program's exit code is %u\n", r->result.exit_code);
	return good;
}

int main(int argc, char **argv)
{
	const struct options o = parse(argc, argv);
	struct typing to_machine = { o.keys }, to_truth = { o.keys };
	struct image image;
	struct symbols symbols;
	struct compare c;
	struct rig r;
	bool good;

	if (!image_open(&image, o.elf, false) || !symbols_read(&symbols, &image))
		return 1;
	rig_open(&r, o.core, o.elf, MACHINE_BARE, false);
	compare_open(&c, o.core, o.elf, &symbols, o.handlers);
	c.show = o.show;
	c.truth.hart.memory.key = type;
	c.truth.hart.memory.key_ctx = &to_truth;
	machine_console(r.m, forget, type, &to_machine);
	machine_observe(r.m, compare_cycle, &c);
	rig_run(&r, UINT64_MAX);
	print_row(&c, &o);
	good = agrees(&c, &r);
	if (share(c.right, c.cycles) < o.least)
		good = !printf("FAIL: %s on %s: %.4f%% of the cycles are in the right context, least %.4f%%\n", o.elf, o.core,
			share(c.right, c.cycles), o.least);
	compare_close(&c);
	rig_close(&r);
	symbols_free(&symbols);
	image_close(&image);
	return !good;
}
