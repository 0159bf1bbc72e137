/* SPDX-License-Identifier: ISC
 * live_calls.c - the call tree of a unit that runs, read word by word while the core goes on,
 * against all of it read at one time; and at the end against that of `tally run --calls=unit`.
 *
 * usage: live_calls CORE ELF CYCLES
 * The pc's unit is the machine's; the one of the call tree stands behind it, as on a board. Each
 * word that is read of the tree takes the core some cycles: nodes come and go meanwhile.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/tally_regs.h"
#include "sim/context.h"
#include "sim/rig.h"
#include "sw/base/base.h"
#include "sw/live/live.h"
#include "sw/profile/capture.h"
#include "sw/run/calls.h"
#include "tests/check.h"

#define LATENCY 16u /* of the unit's tap and queue, and more */
#define STEP 3u /* behind the first unit, so many times twice as far */
#define A_WORD 100u /* cycles of the core */
#define LOOKS 12u
#define SETTLED 4096u /* clocks in which a queue is empty */

static struct rig rig;
static struct context *context;
static struct unit_calls at_once; /* the same, read while the core is still */
static bool runs, full;
static uint32_t base, forward; /* of the tree's unit; what its TICKS are more */
static unsigned all_wrong, no_sums; /* of all looks: nodes; sums of all ticks */

static void observe(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	(void)ctx;
	(void)cycle;
	if (!runs)
		return;
	context_cycle(context, c);
	unit_calls_cycle(&at_once, c);
}

static int io_read(void *ctx, uint32_t at, uint32_t *value)
{
	(void)ctx;
	if (at < base)
		return machine_read(rig.m, MACHINE_UNIT + at % (base >> STEP), value);
	if (runs)
		rig.result = machine_run(rig.m, A_WORD, &(int){ 0 });
	int error = context_read(context, at - base, value);
	*value += at - base == TALLY_TICKS ? forward : 0;
	*value |= at - base == TALLY_STATUS && full ? TALLY_STATUS_FULL_MASK : 0;
	return error;
}

static int io_write(void *ctx, uint32_t at, uint32_t value)
{
	(void)ctx;
	return at < base ? machine_write(rig.m, MACHINE_UNIT + at, value)
			 : context_write(context, at - base, value);
}

static bool begin(struct live *v, const char *elf)
{
	const struct live_options o = v->options;

	*v = (struct live){ .options = o,
		.port = { .path = "the line", .io = { .read = io_read, .write = io_write } } };
	v->options.unit = (struct collect_options)COLLECT_DEFAULTS;
	if (!firmware_open(&v->firmware, elf))
		return false;
	return region_choose(&v->profile, &v->firmware.image, &v->firmware.symbols, NULL, NULL)
		&& live_begin(v, NULL);
}

/* ---- paths of functions */

static struct intern all; /* paths, the same numbers in each tree */

static uint32_t *paths_of(const struct call_tree *t)
{
	uint32_t *number = allocate(t->n_nodes, sizeof *number);

	for (size_t i = 1; i < t->n_nodes; i++) {
		uint32_t key[] = { number[t->nodes[i].parent], i == 1 ? 0 : t->nodes[i].function };
		number[i] = (uint32_t)intern(&all, key, sizeof key, NULL) + 1;
	}
	return number;
}

/* Ticks of each path; UINT64_MAX: it is not there. */
static uint64_t *ticks_of(const struct call_tree *t, size_t n)
{
	uint32_t *number = paths_of(t);
	uint64_t *ticks = allocate(n, sizeof *ticks);

	for (size_t i = 0; i < n; i++)
		ticks[i] = UINT64_MAX;
	for (size_t i = 1; i < t->n_nodes; i++)
		ticks[number[i]] = t->nodes[i].cycles;
	free(number);
	return ticks;
}

static void read_at_once(struct call_tree *t, const struct live *v)
{
	struct unit_tree read;
	const struct image *im = &v->firmware.image;

	context_idle(context, SETTLED);
	context_idle(at_once.context, SETTLED);
	CHECK(unit_tree_read(&read, &at_once.unit) == 0
		&& unit_tree_make(t, &read, im, &v->firmware.symbols, CALL_TREE_RUNNING));
	unit_tree_free(&read);
}

/* A path's ticks only grow until it is folded. What comes again, or is new, has no more than what
 * has passed. */
static unsigned wrong_in(const struct call_tree *seen, const struct call_tree *before,
	const struct call_tree *after, unsigned *short_lived)
{
	const size_t most = seen->n_nodes + before->n_nodes + after->n_nodes + all.n;
	uint64_t *s = ticks_of(seen, most), *b = ticks_of(before, most), *a = ticks_of(after, most);
	const uint64_t none = UINT64_MAX, passed = after->rest.ticks - before->rest.ticks;
	unsigned wrong = 0;

	for (size_t i = 0; i < most; i++) {
		if (s[i] == none)
			continue;
		*short_lived += b[i] == none && a[i] == none;
		if (b[i] == none)
			wrong += s[i] > passed;
		else if (a[i] == none || a[i] > passed)
			wrong += s[i] < b[i] || s[i] > a[i];
	}
	free(s);
	free(b);
	free(a);
	return wrong;
}

static void look(struct live *v)
{
	struct call_tree before, after, seen = { 0 };
	unsigned short_lived = 0;

	read_at_once(&before, v);
	CHECK(live_calls_look(&v->calls, &seen));
	read_at_once(&after, v);
	unsigned wrong = wrong_in(&seen, &before, &after, &short_lived);
	uint64_t sum = call_tree_cycles(&seen) + call_rest_ticks(&seen.rest);
	printf("%zu, %zu, %zu nodes; %" PRIu32 " left out, %u neither before nor behind; %" PRIu64
	       " of %" PRIu64 " .. %" PRIu64 " ticks\n",
		before.n_nodes, seen.n_nodes, after.n_nodes, v->calls.left_out, short_lived, sum,
		v->calls.from, seen.rest.ticks);
	all_wrong += wrong;
	no_sums += sum < v->calls.from || sum > seen.rest.ticks;
	CHECK(v->calls.from + before.rest.pending + 2 * A_WORD >= before.rest.ticks
		&& seen.rest.ticks <= after.rest.ticks);
	CHECK(seen.n_nodes + v->calls.left_out > before.n_nodes * 9 / 10);
	CHECK(short_lived < seen.n_nodes / 3);
	call_tree_free(&before);
	call_tree_free(&after);
	call_tree_free(&seen);
}

/* What is read at the end is the reference's, but for the name of what ran first. */
static void compare(const struct call_tree *t, const struct live *v)
{
	struct call_tree want = { 0 };

	CHECK(unit_calls_finish(&at_once, &v->firmware, &want));
	CHECK_EQUAL(t->n_nodes, want.n_nodes);
	CHECK(t->nodes[1].function == CALL_TREE_RUNNING);
	for (size_t i = 1; i < t->n_nodes && i < want.n_nodes; i++) {
		const struct call_node *x = &t->nodes[i], *y = &want.nodes[i];
		CHECK(x->parent == y->parent && x->cycles == y->cycles && x->calls == y->calls
			&& x->mixed == y->mixed && (i == 1 || x->function == y->function));
	}
	CHECK_EQUAL(t->rest.calls, want.rest.calls);
	CHECK_EQUAL(t->rest.ticks, call_tree_cycles(t) + call_rest_ticks(&t->rest));
	CHECK_EQUAL(t->rest.ticks, v->profile.counters.ticks);
	call_tree_free(&want);
}

/* What the tool says of a word that may have wrapped, and of one that cannot have. */
static void wraps(struct live *v)
{
	bool whole = false;

	full = true;
	CHECK(live_calls_poll(&v->calls, &whole) && whole);
	for (unsigned i = 0; i < 5; i++) {
		forward += 1u << 30;
		CHECK(live_calls_poll(&v->calls, &whole) && whole == (i < 3));
	}
	CHECK(!live_refresh(v));
	full = false;
	CHECK(live_calls_poll(&v->calls, &whole) && whole);
	full = v->calls.joined = true;
	v->calls.counters.ticks = v->calls.unit.wide.ticks = 0;
	CHECK(live_calls_poll(&v->calls, &whole) && !whole);
	full = false;
}

int main(int argc, char **argv)
{
	static struct live v = { .options = { .calls = true, .restart = true } };

	if (argc != 4)
		rig_die("usage: live_calls CORE ELF CYCLES");
	const uint64_t cycles = strtoull(argv[3], NULL, 0);
	rig_open(&rig, argv[1], argv[2], MACHINE_PLAIN, false);
	context = context_open();
	base = (2 * MACHINE_BIN_BYTES) << STEP;
	machine_observe(rig.m, observe, NULL);
	if (!CHECK(begin(&v, argv[2]) && unit_calls_open(&at_once, &v.firmware)))
		return 1;
	CHECK_EQUAL(v.calls.unit.base, base);
	machine_release(rig.m, rig.entry);
	runs = true;
	for (unsigned i = 0; i < LOOKS; i++) {
		rig.result = machine_run(rig.m, cycles / LOOKS, &(int){ 0 });
		look(&v);
	}
	printf("%u nodes have ticks of another one; %u sums are not between two TICKS\n", all_wrong,
		no_sums);
	CHECK(all_wrong <= 2 * LOOKS / 3 && no_sums <= LOOKS / 8);
	CHECK_EQUAL(rig.result.end, MACHINE_LIMIT);
	machine_hold(rig.m);
	runs = false;
	context_idle(context, LATENCY);
	CHECK(live_finish(&v));
	compare(&v.profile.calls, &v);
	wraps(&v);
	live_close(&v);
	unit_calls_close(&at_once);
	context_close(context);
	rig_close(&rig);
	intern_free(&all);
	return checks_failed();
}
