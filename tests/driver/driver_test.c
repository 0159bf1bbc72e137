/* SPDX-License-Identifier: ISC
 * driver_test.c - see driver_test.h. Freestanding: no library, no allocation.
 * What every unit can do; modes.c has the rest.
 */
#include "kit.h"

const struct driver_place *place;
struct tally unit;
static int ran, failed;
static uint32_t bins[512];

void check_at(int line, const char *what, int ok)
{
	ran++;
	if (ok)
		return;
	failed++;
	place->say(what, line);
}
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
	return tally_get(t, TALLY_SETUP) & TALLY_SETUP_SYSTEM_MASK;
}

struct tally_counters settle(struct tally *t)
{
	struct tally_counters k = { 0 };
	CHECK(tally_stop(t) == 0);
	place->work(patience());
	CHECK(tally_drained(t) == 1);
	CHECK(tally_counters_read(t, &k) == 0);
	CHECK(k.pending == 0);
	if (!in_system_memory(t))		/* the bins must add up to what the invariant leaves for them */
		k.hits += k.ticks - k.outside - k.filtered - k.idle - k.lost;
	else
		CHECK(k.user + k.system + k.idle == k.ticks);
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
}

/* A unit that keeps fewer than 32 bits of the pc maps samples of this code; an offset elsewhere is refused. */
static void fewer_bits_of_the_pc(void)
{
	struct tally_config c = region();
	if (unit.caps.pc_bits >= 32) {
		CHECK(unit.caps.pc_base == 0);
		return;
	}
	CHECK(unit.caps.pc_base % (1u << unit.caps.pc_bits) == 0);
	CHECK((place->low ^ unit.caps.pc_base) >> unit.caps.pc_bits == 0);
	c.offset -= 1u << unit.caps.pc_bits;
	CHECK(tally_configure(&unit, &c) == TALLY_ENOTSUP);
}

/* One wrong field at a time: refused, and no register changes. */
static void refusals(void)
{
	static const uint32_t regs[12] = { TALLY_PERIOD, TALLY_JITTER, TALLY_SEED, TALLY_SETUP, TALLY_OFFSET, TALLY_SCALE,
		TALLY_SIZE, TALLY_TAG_VALUE, TALLY_TAG_MASK, TALLY_STATUS, TALLY_TICKS, TALLY_PENDING };
	uint32_t before[12], now;
	struct tally_config good = region(), bad[15];
	for (unsigned i = 0; i < 15; i++)
		bad[i] = good;
	bad[0].period = 0;
	bad[1].period = 1u << unit.caps.period_bits;
	bad[2].jitter = 17;
	bad[3].period = 32;
	bad[3].jitter = 6;			/* 2^5 >= PERIOD */
	bad[4].scale = 0x10001;
	bad[5].width = 3;
	bad[6].base = good.width / 2;		/* not a multiple of the width */
	bad[7].size = unit.caps.bin_bytes + 4;
	bad[8].base = unit.caps.bin_bytes;
	bad[8].size = 4;
	bad[9].policy = 3;
	bad[10].source = 4;
	bad[11].sink = 2;
	bad[12].round = 2;
	bad[13].privileges = 0x10;
	bad[14].base = 0xFFFFFFFC;		/* base + size wraps */
	CHECK(tally_configure(&unit, &good) == 0);
	for (unsigned r = 0; r < 12; r++)
		CHECK(peek(regs[r], &before[r]) == 0);
	for (unsigned i = 0; i < 15; i++) {
		int err = tally_configure(&unit, &bad[i]);
		CHECK(err == TALLY_EINVAL || err == TALLY_ENOTSUP);
		for (unsigned r = 0; r < 12; r++) {
			CHECK(peek(regs[r], &now) == 0);
			CHECK(now == before[r]);
		}
	}
	CHECK(tally_configure(NULL, &good) == TALLY_EINVAL);
	CHECK(tally_configure(&unit, NULL) == TALLY_EINVAL);
	CHECK(tally_start(NULL) == TALLY_EINVAL);
	CHECK(tally_stop(NULL) == TALLY_EINVAL);
	CHECK(tally_counters_read(&unit, NULL) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, unit.caps.bin_bytes / 4, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(NULL, 0, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, 0xFFFFFFFF, 2, bins) == TALLY_EINVAL);
}

/* Written past the driver: of a unit that counts no configuration changes, and it is not cleared. */
static void hardware_refuses(void)
{
	struct tally_config c = region();
	uint32_t status, ticks, offset;

	begin(&unit, &c);
	CHECK(poke(TALLY_OFFSET, ~c.offset) == 0);
	CHECK(peek(TALLY_OFFSET, &offset) == 0 && offset == c.offset);
	CHECK(peek(TALLY_STATUS, &status) == 0 && status & TALLY_STATUS_ERROR_MASK);
	CHECK(poke(TALLY_STATUS, TALLY_STATUS_ERROR_MASK) == 0);
	CHECK(peek(TALLY_STATUS, &status) == 0 && !(status & TALLY_STATUS_ERROR_MASK));
	CHECK(poke(TALLY_CTRL, TALLY_CTRL_CLEAR_MASK) == 0);
	CHECK(peek(TALLY_STATUS, &status) == 0 && status & TALLY_STATUS_ERROR_MASK && status & TALLY_STATUS_RUNNING_MASK);
	CHECK(poke(unit.caps.window, 1) == 0);
	place->work(2 * c.period);
	CHECK(peek(TALLY_TICKS, &ticks) == 0 && ticks > 0);
	place->work(c.period);
	CHECK(settle(&unit).ticks > ticks);
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

/* The unit's own counters have 4 bytes and cannot saturate. */
static void only_in_system_memory(void)
{
	struct tally_config c = region();

	c.width = 2;
	CHECK(tally_configure(&unit, &c) == TALLY_ENOTSUP);
	c.width = 4;
	for (uint8_t policy = TALLY_STOP; policy <= TALLY_WRAP; policy++) {
		c.policy = policy;
		CHECK(tally_configure(&unit, &c) == (policy == TALLY_SATURATE ? TALLY_ENOTSUP : 0));
	}
}

static void sampled(void)
{
	struct tally_config c = region();
	struct tally_counters k;
	c.jitter = 5;
	if (!(unit.caps.has & TALLY_CAPS_JITTER_MASK)) {
		CHECK(tally_configure(&unit, &c) == TALLY_ENOTSUP);
	} else {
		c.period = 100;
		begin(&unit, &c);
		place->work(20000);
		k = settle(&unit);
		CHECK(k.ticks >= 150 && k.lost == 0 && sum_of_bins(&c) == k.hits);
	}

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
	CHECK(peek(TALLY_PERIOD, &period) == 0 && period == c.period - 1);
	c.jitter = 2;				/* shortens a period by 1 in the mean: 2^(2 - 1) - 1 */
	CHECK(tally_configure(&unit, &c) == 0);
	CHECK(peek(TALLY_PERIOD, &again) == 0 && again == c.period);
}

/* The interrupt line follows the enabled events; tally_init and tally_deinit leave the unit idle. */
static void begin_and_end(void)
{
	struct tally other = unit;
	struct tally_config c = region();
	uint32_t status, setup;

	begin(&unit, &c);
	CHECK(tally_irq_enable(&unit, ~0u) == TALLY_EINVAL && tally_irq_enable(NULL, 0) == TALLY_EINVAL);
	CHECK(tally_irq_enable(&unit, TALLY_STATUS_ERROR_MASK) == 0);
	CHECK(tally_irq_pending(NULL) == TALLY_EINVAL);
	CHECK(tally_irq_pending(&unit) == 0);
	CHECK(tally_clear(&unit) == TALLY_EBUSY);
	CHECK(poke(TALLY_PERIOD, 5) == 0);		/* refused while counting */
	CHECK(tally_irq_pending(&unit) == 1);
	CHECK(tally_acknowledge(&unit, TALLY_STATUS_ERROR_MASK) == 0);
	CHECK(tally_irq_pending(&unit) == 0);
	CHECK(tally_deinit(&unit) == 0 && tally_start(&unit) == TALLY_EINVAL && tally_deinit(&unit) == TALLY_EINVAL);
	CHECK(tally_drained(&other) == 1 && tally_status(&other, &status) == 0 && !(status & TALLY_STATUS_RUNNING_MASK));
	CHECK(tally_init(&unit, other.base, other.io) == 0 && unit.caps.window == other.caps.window && tally_drained(&unit) == 1);
	CHECK(peek(TALLY_SETUP, &setup) == 0 && !(setup & TALLY_SETUP_IRQ_MASK));
	CHECK(tally_init(&unit, other.base, other.io) == 0);
}

static void mapping(void)
{
	CHECK(tally_slot(0x104, 0x100, 0x10000, 64, 2, 0) == 2);
	CHECK(tally_slot(0x0FE, 0x100, 0x10000, 64, 2, 0) == -1);
	CHECK(tally_slot(0x102, 0x100, 0xFFFF, 64, 2, 1) == 1);
	CHECK(tally_slot(0x102, 0x100, 0xFFFF, 64, 2, 0) == 0);
	CHECK(tally_slot(0xFFFFFFFF, 0, 0x10000, 0x80000000, 2, 1) == -1);
	CHECK(tally_slot(0x140, 0x100, 0x10000, 64, 4, 0) == -1);
	CHECK(tally_slot(0x102, 0x100, 0, 64, 2, 0) == -1);
}

int driver_test(const struct driver_place *where, int *checks)
{
	place = where;
	ran = failed = 0;
	probing();
	fewer_bits_of_the_pc();
	refusals();
	hardware_refuses();
	exact();
	only_in_system_memory();
	sampled();
	filtered();
	moved();
	begin_and_end();
	mapping();
	driver_modes();
	*checks = ran;
	return failed;
}
