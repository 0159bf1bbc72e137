/* SPDX-License-Identifier: ISC
 * switch.c - the driver's test: another mapping for a running channel, as a kernel's context switch needs it.
 */
#include "kit.h"

#include "driver/tally_switch.h"

/* from: the channel's mapping, if known. Afterwards every field is in the registers. */
static int map(const struct tally_config *to, const struct tally_config *from, uint32_t *sticky)
{
	struct tally_mapping t = tally_mapping_of(to), f = from ? tally_mapping_of(from) : t;
	const uint32_t regs[] = { TALLY_OFFSET, TALLY_SCALE, TALLY_MAPPING, TALLY_BASE, TALLY_SIZE, TALLY_LIMIT };
	const uint32_t values[] = { t.offset, t.scale, t.mapping, t.base, t.size, t.limit };
	CHECK(tally_filter_next(&unit, 0, to->privileges) == 0);
	int err = tally_map(&unit, 0, &t, from ? &f : NULL, sticky);
	for (unsigned i = 0; i < sizeof regs / sizeof *regs; i++) {
		uint32_t value;
		CHECK(tally_mmio_read(&unit, regs[i], &value) == 0 && value == values[i]);
	}
	return err;
}

/* A context switch: shut and open the filter, move the mapping to another buffer. On return nothing is in flight. */
void driver_switch(void)
{
	struct tally_config c = slowly(), d, e;
	uint32_t sticky = ~0u, status;
	c.width = 2;
	c.size = (c.size / 2 + 2) & ~3u;
	uint32_t half = c.size;
	c.size *= 2;
	in_memory(&c);
	c.size = half;
	d = c;
	d.base += half;
	d.memory = (const volatile char *)c.memory + half;
	d.policy = TALLY_STOP;
	begin(0, &c);
	place->work(4000);
	CHECK(tally_filter(&unit, 0, 0) == 0 && tally_quiet(&unit, 0) == 0);
	uint64_t first = sum_of_bins(&c);
	place->work(4000);
	CHECK(first > 0 && sum_of_bins(&c) == first);
	CHECK(map(&d, &c, &sticky) == 0 && !(sticky & (TALLY_STICKY_FULL_MASK | TALLY_STICKY_FAULT_MASK)));
	place->work(4000);
	CHECK(sum_of_bins(&c) == first && sum_of_bins(&d) > 0);
	CHECK(tally_filter(&unit, 0, 0) == 0 && tally_quiet(&unit, 0) == 0);
	uint64_t second = sum_of_bins(&d);
	/* and back */
	CHECK(map(&c, &d, &sticky) == 0);
	place->work(4000);
	CHECK(sum_of_bins(&d) == second);
	struct tally_counters k = settle(0);
	CHECK(sum_of_bins(&c) > first && k.hits == sum_of_bins(&c) + second && k.filtered > 0 && k.lost == 0);
	/* FAULT is reported, and what the unit refuses */
	c.limit = 1;
	begin(0, &c);
	place->work(4000);
	d.privileges = 0xF;
	CHECK(map(&d, &c, &sticky) == 0 && sticky & TALLY_STICKY_FAULT_MASK);
	CHECK(tally_acknowledge(&unit, 0, TALLY_STICKY_FAULT_MASK) == 0 && tally_start(&unit, 0) == 0);
	d.scale = TALLY_SCALE_ONE + 1;
	CHECK(map(&d, NULL, &sticky) == TALLY_EIO);
	/* ... which must not make it refuse later mappings */
	CHECK(tally_status(&unit, 0, &status, &sticky) == 0 && sticky & TALLY_STICKY_CFG_ERR_MASK);
	e = d;
	d.scale = TALLY_SCALE_ONE / 2;
	d.offset += 4;
	CHECK(map(&d, &e, &sticky) == 0 && !(sticky & TALLY_STICKY_CFG_ERR_MASK));
	settle(0);
	CHECK(tally_filter(&unit, unit.caps.channels, 0) == TALLY_EINVAL && tally_filter(&unit, 0, 0x10) == TALLY_EINVAL);
	const struct tally_mapping m = tally_mapping_of(&c);
	CHECK(tally_map(&unit, unit.caps.channels, &m, NULL, &sticky) == TALLY_EINVAL && tally_filter_next(&unit, 0, 0x10) == TALLY_EINVAL && tally_quiet(NULL, 0) == TALLY_EINVAL);
	CHECK(tally_acknowledge(NULL, 0, 0) == TALLY_EINVAL);
}
