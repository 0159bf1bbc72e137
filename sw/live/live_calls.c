/* SPDX-License-Identifier: ISC
 * live_calls.c - a board's second unit, which keeps the call tree.
 */
#include "live.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "driver/tally_access.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/base/term.h"

#define STEPS 10u /* places where it may stand, each twice as far as the one before */
#define TRIES 4u
#define APART (1u << 24) /* ticks: more than a few messages take */

/* Aligned to its span, which is larger than the first unit's, or not. A board without one shows the
 * first unit there, or nothing. */
static bool find(struct live_calls *c, const struct tally *first)
{
	for (unsigned k = 0; k < STEPS; k++) {
		uintptr_t at = c->port->base + ((uintptr_t)(2 * first->caps.window) << k);
		int error = tally_probe(&c->unit, at, &c->port->io);
		if (!error && c->unit.caps.kind == TALLY_KIND_CALLS)
			return true;
		if (error && error != TALLY_ENODEV && error != -EAGAIN)
			return port_done(c->port, "look for its call tree", error);
	}
	return fail("%s: this board has no unit that keeps the call tree; build one: "
		    "make bitstream UNIT=\"mul 11 calls 10\", in LiteX Tally(soc, calls=1024) "
		    "(rtl/tally_soc.v)",
		c->port->path);
}

bool live_calls_find(struct live_calls *c, const struct port *port, const struct tally *first,
	const struct tally_config *like, const struct firmware *firmware)
{
	const struct tally_refusal *refusal;

	*c = (struct live_calls){ .port = port, .firmware = firmware, .config = *like };
	if (!find(c, first))
		return false;
	/* OFFSET has no effect in this unit: it says whose beginnings of functions it has */
	const uint32_t low = (uint32_t)((1ull << c->unit.caps.pc_bits) - 1) & ~3u;
	c->config.offset = c->unit.caps.pc_base | (firmware->image.crc & low);
	c->config.scale = TALLY_SCALE_ONE;
	c->config.size = 0;
	refusal = tally_config_error(&c->config, &c->unit.caps);
	return !refusal || fail("%s: --calls: %s: %s", port->path, refusal->field, refusal->fault);
}

static int read_span(struct tally *unit, uint32_t *ticks, bool *runs)
{
	uint32_t status;
	int error = tally_status(unit, &status);

	*runs = status & TALLY_STATUS_RUNNING_MASK;
	*ticks = tally_get(unit, TALLY_TICKS);
	return error ? error : tally_take_error(unit);
}

bool live_calls_beside(struct live_calls *c, struct tally *first, bool *yes)
{
	uint32_t ticks[2] = { 0 }, apart;
	bool runs[2];
	int error = read_span(first, &ticks[0], &runs[0]);

	error = error ? error : read_span(&c->unit, &ticks[1], &runs[1]);
	apart = ticks[0] - ticks[1];
	*yes = runs[0] == runs[1] && apart + APART <= 2 * APART;
	return port_done(c->port, "read its call tree", error);
}

bool live_calls_prepare(struct live_calls *c)
{
	const struct firmware *f = c->firmware;
	int error;

	c->joined = false;
	if (!c->sent) {
		phase_begin(true, "%s: telling the call tree where functions begin", c->port->path);
		c->sent = unit_tree_begin(&c->unit, &f->image, &f->symbols);
		phase_end();
	}
	if (!c->sent)
		return false;
	error = tally_reset(&c->unit);
	if (!port_done(c->port, "reset its call tree", error) || !live_drain(c->port, &c->unit))
		return false;
	error = tally_configure(&c->unit, &c->config);
	return port_done(c->port, "set up its call tree", error);
}

bool live_calls_begin(struct live_calls *c)
{
	return port_done(c->port, "clear its call tree", tally_clear(&c->unit))
		&& port_done(c->port, "start its call tree", tally_start(&c->unit));
}

/* A word below 2^31 sets no FULL, and one takes 2^32 ticks to wrap. */
bool live_calls_poll(struct live_calls *c, bool *whole)
{
	uint32_t status = 0;
	int error = tally_counters_read(&c->unit, &c->counters);

	if (!error)
		error = tally_status(&c->unit, &status);
	*whole = !(status & TALLY_STATUS_FULL_MASK)
		|| (!c->joined && c->counters.ticks <= UINT32_MAX);
	return port_done(c->port, "read its call tree", error);
}

bool live_calls_wrapped(const struct live_calls *c)
{
	return fail("%s: counts of the call tree may have passed 2^32: --restart with a larger "
		    "--period than %" PRIu32 ", or record fewer seconds",
		c->port->path, c->config.period);
}

uint32_t live_calls_nodes(const struct live_calls *c)
{
	return c->unit.caps.window / 8;
}

/* Reads the tree of a unit that was stopped, or of one that runs. */
static bool read_tree(
	struct live_calls *c, bool runs, struct unit_tree *read, struct call_tree *tree)
{
	const struct firmware *f = c->firmware;

	*tree = (struct call_tree){ 0 };
	phase_begin(true, "%s: reading %" PRIu32 " nodes of the call tree", c->port->path,
		live_calls_nodes(c));
	bool good = (runs || live_drain(c->port, &c->unit))
		&& port_done(c->port, "read its call tree",
			runs ? unit_tree_look(read, &c->unit) : unit_tree_read(read, &c->unit))
		&& unit_tree_make(tree, read, &f->image, &f->symbols, CALL_TREE_RUNNING);
	phase_end();
	return good;
}

bool live_calls_take(struct live_calls *c, struct call_tree *tree)
{
	bool whole;

	if (!live_calls_poll(c, &whole) || !(whole || live_calls_wrapped(c)))
		return false;
	/* what still waited for the core may leave while it is read: then it is read again */
	for (unsigned i = 0; i < TRIES; i++) {
		struct unit_tree read = { 0 };
		bool good = read_tree(c, false, &read, tree);
		uint64_t sum = call_tree_cycles(tree) + call_rest_ticks(&tree->rest);
		whole = good && sum == tree->rest.ticks;
		if (whole)
			unit_tree_note(&read);
		unit_tree_free(&read);
		if (!good || whole)
			return whole;
		call_tree_free(tree);
	}
	return fail("%s: the ticks of the call tree do not add up: does another program use the "
		    "unit, is this its bitstream?",
		c->port->path);
}

/* A node that is folded while they are read takes its ticks to where they were read already. */
static bool adds_up(const struct live_calls *c, const struct call_tree *t)
{
	uint64_t sum = call_tree_cycles(t) + call_rest_ticks(&t->rest);

	return sum >= c->from && sum <= t->rest.ticks;
}

bool live_calls_look(struct live_calls *c, struct call_tree *tree)
{
	bool good = true, whole = false;

	*tree = (struct call_tree){ 0 };
	for (unsigned i = 0; good && !whole && i < TRIES; i++) {
		struct unit_tree read = { 0 };
		call_tree_free(tree);
		good = read_tree(c, true, &read, tree);
		c->from = good ? tree->rest.ticks - read.meanwhile : 0;
		c->left_out = read.left_out;
		unit_tree_free(&read);
		whole = good && adds_up(c, tree);
	}
	return good;
}

const char *live_calls_invariant(
	const struct live_calls *c, const struct call_tree *tree, char *buffer, size_t size)
{
	const struct call_rest *r = &tree->rest;
	int n = snprintf(buffer, size,
		"TREE %s + FILTERED %s + IDLE %s + LOST %s + PENDING %s, "
		"while TICKS were %s..%s; %zu nodes",
		term_number(call_tree_cycles(tree)), term_number(r->filtered), term_number(r->idle),
		term_number(r->lost), term_number(r->pending), term_number(c->from),
		term_number(r->ticks), tree->n_nodes - 1);

	if (r->dropped)
		n += snprintf(buffer + n, size - (size_t)n,
			"; callers may be wrong: returns strayed, or events were dropped");
	if (!adds_up(c, tree))
		n += snprintf(buffer + n, size - (size_t)n, "; some were folded meanwhile");
	if (c->left_out)
		snprintf(buffer + n, size - (size_t)n, ", %" PRIu32 " that changed are left out",
			c->left_out);
	return buffer;
}
