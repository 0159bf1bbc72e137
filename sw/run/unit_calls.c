/* SPDX-License-Identifier: ISC
 * unit_calls.c - the call tree of a simulated run as a unit keeps it; the contract is unit_calls.h.
 */
#include "unit_calls.h"

#include <inttypes.h>

#include "driver/tally_regs.h"
#include "sw/base/error.h"
#include "sw/profile/collect.h"
#include "sw/profile/unit_tree.h"

#define LATENCY 16u		/* cycles from the core to the unit's counts, and more */
#define MOST_POLLS (1u << 20)	/* of BUSY: a full queue takes 2^18 cycles at most */

static bool start(struct unit_calls *u, const struct firmware *f)
{
	struct tally_config config = tally_exact(0, 0);
	int error;

	if ((error = tally_probe(&u->unit, 0, &u->io))
		|| (error = tally_configure(&u->unit, &config))
		|| (error = tally_clear(&u->unit)))
		return unit_error("set up its call tree", error);
	if (!unit_tree_begin(&u->unit, &f->image, &f->symbols))
		return false;
	u->first = f->image.code.n ? (uint32_t)f->image.code.at[0].lo : 0;
	error = tally_start(&u->unit);
	return !error || unit_error("start", error);
}

bool unit_calls_open(struct unit_calls *u, const struct firmware *f)
{
	*u = (struct unit_calls){ .context = context_open() };
	if (!u->context)
		return fail("--calls=unit: out of memory, or this build has no simulators");
	u->io = (struct tally_io){ .read = context_read, .write = context_write,
		.ctx = u->context };
	if (start(u, f))
		return true;
	unit_calls_close(u);
	return false;
}

void unit_calls_close(struct unit_calls *u)
{
	if (u->context)
		context_close(u->context);
	u->context = NULL;
}

/* What waits for a retirement stays PENDING: the core has ended. */
static bool settle(struct unit_calls *u)
{
	uint32_t status = TALLY_STATUS_BUSY_MASK, polls = 0;
	int error;

	context_idle(u->context, LATENCY);
	error = tally_stop(&u->unit);
	while (!error && status & TALLY_STATUS_BUSY_MASK)
		error = polls++ < MOST_POLLS ? tally_status(&u->unit, &status) : TALLY_ETIMEDOUT;
	return !error || unit_error("stop", error);
}

void unit_calls_cycle(struct unit_calls *u, const struct machine_cycle *c)
{
	u->elsewhere += c->retire && (c->pc - u->first) >> u->unit.caps.pc_bits;
	context_cycle(u->context, c);
}

bool unit_calls_finish(struct unit_calls *u, const struct firmware *f, struct call_tree *tree)
{
	struct unit_tree read = { 0 };
	bool good;

	if (u->elsewhere)
		note("--calls=unit: %" PRIu64 " instructions ran outside of the ELF's code, and "
			"the unit knows %u bits of a pc: they may stand under another function's "
			"name", u->elsewhere, u->unit.caps.pc_bits);
	good = settle(u);
	int error = good ? unit_tree_read(&read, &u->unit) : 0;
	good = good && (!error || unit_error("read its call tree", error))
		&& unit_tree_make(tree, &read, &f->image, &f->symbols, f->image.entry);
	if (good)
		unit_tree_note(&read);
	unit_tree_free(&read);
	return good;
}
