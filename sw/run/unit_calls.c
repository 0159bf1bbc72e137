/* SPDX-License-Identifier: ISC
 * unit_calls.c - the call tree of a simulated run as a unit keeps it; the contract is unit_calls.h.
 */
#include "unit_calls.h"

#include <inttypes.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/base/error.h"
#include "sw/profile/unit_tree.h"

#define PLACES 10u		/* of the unit of sim/context.v */
#define LATENCY 16u		/* cycles from the core to the unit's counts, and more */
#define MOST UINT32_MAX		/* cycles that its words hold */

static bool unit_error(const char *what, int error)
{
	return !error || fail("--calls=unit: the unit does not %s: %s", what, strerror(-error));
}

static bool start(struct unit_calls *u, const struct firmware *f)
{
	struct tally_config config = tally_exact(0, 0);

	config.size = 4;
	return unit_error("answer", tally_probe(&u->unit, 0, &u->io))
		&& unit_error("take its settings", tally_configure(&u->unit, &config))
		&& unit_error("clear", tally_clear(&u->unit))
		&& unit_tree_begin(&u->unit, &f->image, &f->symbols, PLACES)
		&& unit_error("start", tally_start(&u->unit));
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
	uint32_t status, busy = TALLY_STATUS_BUSY_MASK;
	int error;

	context_idle(u->context, LATENCY);
	if ((error = tally_stop(&u->unit)))
		return unit_error("stop", error);
	do
		error = tally_status(&u->unit, &status);
	while (!error && status & busy);
	return unit_error("drain", error);
}

bool unit_calls_finish(struct unit_calls *u, const struct firmware *f, uint64_t cycles,
	struct call_tree *tree)
{
	struct unit_tree read = { 0 };
	bool good;

	if (cycles > MOST)
		return fail("--calls=unit: %" PRIu64 " cycles, and the unit's words hold %" PRIu32
			"; give --cycles 4G or less", cycles, MOST);
	good = settle(u) && unit_tree_read(&read, &u->unit)
		&& unit_tree_make(tree, &read, &f->image, &f->symbols, f->image.entry);
	unit_tree_free(&read);
	return good;
}
