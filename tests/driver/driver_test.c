/* SPDX-License-Identifier: ISC
 * driver_test.c - see driver_test.h.
 * What every unit can do; modes.c has the rest.
 */
#include "kit.h"

const struct driver_place *place;
struct tally unit;
static uint32_t bins[512];

struct tally_config region(void)
{
	struct tally_config c = tally_exact(place->low, place->high);
	if (c.size > unit.caps.bin_bytes)
		c.size = unit.caps.bin_bytes;
	return c;
}

uint64_t sum_of_bins(const struct tally_config *c)
{
	uint64_t sum = 0;
	uint32_t n = tally_histogram_length(c);
	for (uint32_t at = 0; at < n; at += 512) {
		uint32_t part = n - at < 512 ? n - at : 512;
		CHECK(tally_histogram_read(&unit, c, at, part, bins) == 0);
		for (uint32_t i = 0; i < part; i++)
			sum += bins[i];
	}
	return sum;
}

/* Instructions in which the slowest sample completes. */
static unsigned patience(void)
{
	return unit.caps.system ? 1000 : 64;
}

static bool in_system_memory(struct tally *t)
{
	return tally_get(t, TALLY_SETUP) & TALLY_SETUP_MODE_MASK;
}

struct tally_counters settle(struct tally *t)
{
	struct tally_counters k = { 0 };
	CHECK(tally_stop(t) == 0);
	place->work(patience());
	CHECK(tally_drained(t) == 1);
	CHECK(tally_counters_read(t, &k) == 0);
	CHECK(k.pending == 0);
	/* the bins must add up to what the invariant leaves for them */
	if (!in_system_memory(t))
		k.hits += k.ticks - k.outside - k.filtered - k.idle - k.lost;
	else
		CHECK(k.user + k.privileged + k.idle == k.ticks);
	CHECK(k.ticks == k.hits + k.outside + k.filtered + k.idle + k.lost);
	return k;
}

void begin(struct tally *t, const struct tally_config *c)
{
	CHECK(tally_reset(t) == 0);
	place->work(patience());
	CHECK(tally_configure(t, c) == 0);
	CHECK(tally_clear(t) == 0);
	CHECK(tally_start(t) == 0);
}

static void probing(void)
{
	struct tally other;
	CHECK(tally_probe(NULL, place->base, place->io) == TALLY_EINVAL);
	CHECK(tally_probe(&other, place->base + 2, place->io) == TALLY_EINVAL);
	CHECK(tally_probe(&other, place->base + 4, place->io) == TALLY_ENODEV);
	CHECK(tally_probe(&unit, place->base, place->io) == 0);
	CHECK(unit.caps.system <= TALLY_SYSTEM_ALL);
	CHECK(unit.caps.bin_bytes >= 256 && unit.caps.window >= 128);
	CHECK(unit.caps.pc_bits >= 16 && unit.caps.pc_bits <= 32);
	CHECK(unit.caps.pc_bits == 32 ? unit.caps.pc_base == 0
				      : (place->low ^ unit.caps.pc_base) >> unit.caps.pc_bits == 0);
}

static void arguments(void)
{
	struct tally_config good = region(), bad = good;

	bad.period = 0;
	CHECK(tally_configure(&unit, &bad) == TALLY_EINVAL);
	CHECK(tally_configure(NULL, &good) == TALLY_EINVAL);
	CHECK(tally_configure(&unit, NULL) == TALLY_EINVAL);
	CHECK(tally_start(NULL) == TALLY_EINVAL);
	CHECK(tally_stop(NULL) == TALLY_EINVAL);
	CHECK(tally_acknowledge(NULL, 0) == TALLY_EINVAL);
	CHECK(tally_counters_read(&unit, NULL) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, unit.caps.bin_bytes / 4, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(NULL, 0, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, 0xFFFFFFFF, 2, bins) == TALLY_EINVAL);
}

static void exact(void)
{
	struct tally_config c = region();
	begin(&unit, &c);
	CHECK(tally_clear(&unit) == TALLY_EBUSY);
	CHECK(tally_drained(&unit) == 0);
	place->work(2000);
	struct tally_counters k = settle(&unit);
	CHECK(k.ticks >= 2000 / c.period && k.lost == 0 && k.filtered == 0 && k.hits > 0);
	CHECK(sum_of_bins(&c) == k.hits);
	CHECK(tally_clear(&unit) == 0);
	CHECK(tally_counters_read(&unit, &k) == 0);
	CHECK(k.ticks == 0 && k.hits == 0 && sum_of_bins(&c) == 0);
}

static void sampled(void)
{
	struct tally_config c = region();
	struct tally_counters k;
	c.jitter = 5;
	c.period = 100;
	begin(&unit, &c);
	place->work(20000);
	k = settle(&unit);
	CHECK(k.ticks >= 150 && k.lost == 0 && sum_of_bins(&c) == k.hits);

	c = region();
	uint64_t least = 1000 / c.period;
	c.source = TALLY_SOURCE_RETIRE;
	begin(&unit, &c);
	place->work(1000);
	k = settle(&unit);
	CHECK(k.ticks >= least && k.lost == 0 && sum_of_bins(&c) == k.hits);
}

static void filtered(void)
{
	struct tally_config c = region();
	c.privileges = 0;
	begin(&unit, &c);
	place->work(200 * c.period);
	struct tally_counters k = settle(&unit);
	CHECK(k.filtered == k.ticks && k.hits == 0 && sum_of_bins(&c) == 0);
	c.privileges = TALLY_PRIV_ANY;
	c.scale = 0; /* maps nothing */
	begin(&unit, &c);
	place->work(200 * c.period);
	k = settle(&unit);
	CHECK(k.ticks > 0 && k.outside == k.ticks && sum_of_bins(&c) == 0);
}

/* A unit that counts goes on with another mapping; the divider is not restarted by it. */
static void moved(void)
{
	struct tally_config c = region();
	uint32_t period, again;

	c.period *= 3;
	begin(&unit, &c);
	place->work(100 * c.period);
	c.scale = TALLY_SCALE_ONE / 4;
	CHECK(tally_configure(&unit, &c) == 0);
	place->work(100 * c.period);
	struct tally_counters k = settle(&unit);
	CHECK(k.ticks > 190 && k.lost == 0 && sum_of_bins(&c) <= k.hits && k.hits > 0);
	CHECK(peek(TALLY_PERIOD, &period) == 0 && period == c.period);
	/* shortens a period by 2 in the mean: 2^(3 - 1) - 2 */
	c.period = 100;
	c.jitter = 3;
	CHECK(tally_configure(&unit, &c) == 0);
	CHECK(peek(TALLY_PERIOD, &again) == 0 && again == 102);
}

/* tally_init and tally_deinit leave the unit idle, without interrupts. */
static void begin_and_end(void)
{
	struct tally other = unit;
	struct tally_config c = region();
	uint32_t status, setup;

	c.interrupts = TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK;
	begin(&unit, &c);
	CHECK(peek(TALLY_SETUP, &setup) == 0
		&& (setup & TALLY_SETUP_IRQ_MASK) == TALLY_SETUP_IRQ_MASK);
	CHECK(tally_clear(&unit) == TALLY_EBUSY);
	CHECK(poke(TALLY_PERIOD, 5) == 0); /* refused while counting */
	CHECK(tally_status(&unit, &status) == 0 && status & TALLY_STATUS_ERROR_MASK);
	CHECK(tally_acknowledge(&unit, TALLY_STATUS_ERROR_MASK) == 0);
	CHECK(tally_status(&unit, &status) == 0 && !(status & TALLY_STATUS_ERROR_MASK));
	CHECK(tally_deinit(&unit) == 0 && tally_start(&unit) == TALLY_EINVAL
		&& tally_deinit(&unit) == TALLY_EINVAL);
	CHECK(tally_drained(&other) == 1 && tally_status(&other, &status) == 0
		&& !(status & TALLY_STATUS_RUNNING_MASK));
	CHECK(tally_init(&unit, other.base, other.io) == 0 && unit.caps.window == other.caps.window
		&& tally_drained(&unit) == 1);
	CHECK(peek(TALLY_SETUP, &setup) == 0 && !(setup & TALLY_SETUP_IRQ_MASK));
	CHECK(tally_init(&unit, other.base, other.io) == 0);
}

void driver_test(const struct driver_place *where)
{
	place = where;
	probing();
	arguments();
	exact();
	sampled();
	filtered();
	moved();
	begin_and_end();
	driver_modes();
}
