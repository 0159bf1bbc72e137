/* SPDX-License-Identifier: ISC
 * collect.c - a unit's counts, gathered into a profile; the contract is collect.h.
 */
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

#define BINS_EVERY (1u << 30)	/* with COLLECT_EVERY on top still below 2^31 */
#define READ_TRIES 100u

static bool unit_error(const char *what, int error)
{
	const char *text = strerror(-error);

	switch (error) {
	case TALLY_ENODEV: text = "no Tally unit answers there"; break;
	case TALLY_ENOTSUP: text = "this unit was built without it"; break;
	case TALLY_EINVAL: text = "a setting is out of this unit's range"; break;
	case TALLY_ETIMEDOUT: text = "the unit did not finish in time"; break;
	}
	return fail("unit: cannot %s: %s", what, text);
}

bool collect_open(struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io)
{
	*c = (struct collector){ .profile = p };
	int error = tally_probe(&c->unit, base, io);

	if (error)
		return unit_error("find it", error);
	if (c->unit.caps.bin_bytes < p->config.width)
		return fail("unit: it has no bin memory");
	return true;
}

bool collect_start(struct collector *c)
{
	struct profile *p = c->profile;
	int error = tally_configure(&c->unit, 0, &p->config);

	if (error)
		return unit_error("configure it", error);
	if ((error = tally_clear(&c->unit, 0)))
		return unit_error("clear it", error);
	p->bins = allocate(p->slots, sizeof *p->bins);
	c->last = allocate(p->slots, sizeof *c->last);
	c->now = allocate(p->slots, sizeof *c->now);
	if ((error = tally_start(&c->unit, 0)))
		return unit_error("start it", error);
	return true;
}

/* Adds what the bins gained since they were read last. While the core runs a read may find no idle slot: it is tried again. */
static bool read_bins(struct collector *c)
{
	struct profile *p = c->profile;
	uint32_t mask = p->config.width == 2 ? 0xFFFF : 0xFFFFFFFF;
	int error = TALLY_ETIMEDOUT;

	for (unsigned i = 0; error == TALLY_ETIMEDOUT && i < READ_TRIES; i++)
		error = tally_bins_read(&c->unit, p->config.base, p->config.width, 0, p->slots, c->now);
	if (error)
		return unit_error("read its bins", error);
	for (uint32_t i = 0; i < p->slots; i++) {
		p->bins[i] += (c->now[i] - c->last[i]) & mask;
		c->last[i] = c->now[i];
	}
	c->bins_ticks = p->counters.ticks;
	return true;
}

bool collect_poll(struct collector *c)
{
	struct profile *p = c->profile;
	int error = tally_counters_read(&c->unit, 0, &p->counters);

	if (error)
		return unit_error("read its counters", error);
	if (p->config.width == 4 && p->config.policy == TALLY_WRAP && p->counters.ticks - c->bins_ticks >= BINS_EVERY)
		return read_bins(c);
	return true;
}

bool collect_stop(struct collector *c)
{
	int error = tally_stop(&c->unit, 0);

	return error ? unit_error("stop it", error) : true;
}

bool collect_finish(struct collector *c)
{
	uint32_t status;
	int error = tally_counters_read(&c->unit, 0, &c->profile->counters);

	if (!error)
		error = tally_status(&c->unit, 0, &status, &c->profile->sticky);
	if (error)
		return unit_error("read its counters", error);
	return read_bins(c);
}

void collect_close(struct collector *c)
{
	free(c->last);
	free(c->now);
	*c = (struct collector){ 0 };
}
