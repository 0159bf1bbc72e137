/* SPDX-License-Identifier: ISC
 * switch.c - the driver's test: another mapping for a unit, as a kernel's context switch needs it.
 */
#include "kit.h"

#define STOPPED (TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK)

/* Afterwards every field is in the registers, and the unit rests. */
static uint32_t map(const struct tally_config *to)
{
	struct tally_mapping t = tally_mapping_of(to);
	const uint32_t regs[] = { TALLY_OFFSET, TALLY_SCALE, TALLY_SETUP, TALLY_BASE, TALLY_SIZE, TALLY_LIMIT };
	const uint32_t values[] = { t.offset, t.scale, t.setup, t.base, t.size, t.limit };
	uint32_t status = ~0u, value;

	CHECK(tally_remap(&unit, &t, &status) == 0 && tally_drained(&unit) == 1);
	for (unsigned i = 0; i < sizeof regs / sizeof *regs; i++)
		CHECK(peek(regs[i], &value) == 0 && value == values[i]);
	return status;
}

static void count(void)
{
	CHECK(tally_start(&unit) == 0);
	place->work(4000);
}

/* Two halves of a buffer. */
static void halves(struct tally_config *c, struct tally_config *d)
{
	*c = slowly();
	c->width = 2;
	c->size = (c->size / 2 + 2) & ~3u;
	uint32_t half = c->size;
	c->size *= 2;
	in_memory(c);
	c->size = half;
	*d = *c;
	d->base += half;
	d->memory = (const volatile char *)c->memory + half;
	d->policy = TALLY_STOP;
}

/* A FAULT is reported until it is acknowledged. */
static void faulted(struct tally_config *c, const struct tally_config *d)
{
	uint32_t status;

	c->limit = 1;
	begin(&unit, c);
	place->work(4000);
	CHECK(map(d) & TALLY_STATUS_FAULT_MASK);
	CHECK(tally_status(&unit, &status) == 0 && status & TALLY_STATUS_FAULT_MASK && tally_drained(&unit) == 1);
	CHECK(tally_acknowledge(&unit, TALLY_STATUS_FAULT_MASK) == 0);
	CHECK(tally_status(&unit, &status) == 0 && !(status & STOPPED) && tally_start(&unit) == 0
		&& tally_drained(&unit) == 0);
	place->work(4000);
	CHECK(!(map(c) & STOPPED));
}

/* On return of tally_remap nothing is in flight; both buffers add up. */
void driver_switch(void)
{
	struct tally_config c, d;
	uint32_t status;

	halves(&c, &d);
	begin(&unit, &c);
	place->work(4000);
	CHECK(!(map(&d) & STOPPED));
	uint64_t first = sum_of_bins(&c);
	place->work(4000);
	CHECK(first > 0 && sum_of_bins(&c) == first && sum_of_bins(&d) == 0);
	count();
	CHECK(tally_stop(&unit) == 0);
	place->work(1000);
	uint64_t second = sum_of_bins(&d);
	CHECK(sum_of_bins(&c) == first && second > 0);
	CHECK(tally_status(&unit, &status) == 0 && !(status & STOPPED) && tally_start(&unit) == 0);
	place->work(4000);
	CHECK(!(map(&c) & STOPPED) && sum_of_bins(&d) > second);
	second = sum_of_bins(&d);
	count();
	struct tally_counters k = settle(&unit);
	CHECK(sum_of_bins(&d) == second && sum_of_bins(&c) > first && k.hits == sum_of_bins(&c) + second && k.lost == 0);
	faulted(&c, &d);
	CHECK(tally_acknowledge(NULL, 0) == TALLY_EINVAL);
}
