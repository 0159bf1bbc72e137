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
static int lacks(uint32_t what)
{
	return (unit.caps.lacks & what) != 0;
}

struct tally_config region(void)
{
	struct tally_config c = tally_exact(place->low, place->high);
	if (c.size > unit.caps.bin_bytes)
		c.size = unit.caps.bin_bytes;
	if (unit.caps.mapper == TALLY_MAPPER_SERIAL)
		c.period = 64;			/* one sample takes 18 cycles: below that, LOST would be right */
	if (c.period < unit.caps.min_period)
		c.period = 3 * unit.caps.min_period;
	if (lacks(TALLY_CAPS_NO_WIDE_MASK)) {
		c.width = 2;
		c.size = (place->high - place->low) / 2 * 2;
	}
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
	return (unit.caps.has & (TALLY_CAPS_SYSTEM_MASK | TALLY_CAPS_INTERVAL_MASK) ? 1000 : 64) + 2 * unit.caps.min_period;
}

struct tally_counters settle(unsigned channel)
{
	struct tally_counters k = { 0 };
	CHECK(tally_stop(&unit, channel) == 0);
	place->work(patience());
	CHECK(tally_drained(&unit, channel) == 1);
	CHECK(tally_counters_read(&unit, channel, &k) == 0);
	CHECK(k.pending == 0);
	if (unit.caps.one_word)			/* then the bins must add up to what the invariant leaves for them */
		k.hits = k.ticks - k.outside - k.filtered - k.idle - k.lost;
	else
		CHECK(k.user + k.system + k.idle_class == k.ticks);
	CHECK(k.ticks == k.hits + k.outside + k.filtered + k.idle + k.lost);
	return k;
}

void begin(unsigned channel, const struct tally_config *c)
{
	CHECK(tally_reset(&unit, channel) == 0);
	place->work(patience());
	CHECK(tally_configure(&unit, channel, c) == 0);
	CHECK(tally_clear(&unit, channel) == 0);
	CHECK(tally_start(&unit, channel) == 0);
}

static void probing(void)
{
	struct tally other;
	CHECK(tally_probe(NULL, place->base, place->io) == TALLY_EINVAL);
	CHECK(tally_probe(&other, place->base + 2, place->io) == TALLY_EINVAL);
	CHECK(tally_probe(&other, place->base + 4, place->io) == TALLY_ENODEV);
	CHECK(tally_probe(&unit, place->base, place->io) == 0);
	CHECK(unit.caps.channels >= 1 && unit.caps.channels <= TALLY_MAX_CHANNELS);
	CHECK(unit.caps.bin_bytes >= 256 && unit.caps.window >= 128);
	CHECK(unit.caps.pc_bits >= 16 && unit.caps.pc_bits <= 32 && unit.caps.count_bits == 32);
}

/* A unit that keeps fewer than 32 bits of the pc maps samples of this code; an offset elsewhere is refused. */
static void fewer_bits_of_the_pc(void)
{
	struct tally_config c = region();
	if (unit.caps.pc_bits >= 32) {
		CHECK(unit.caps.pc_base == 0 && !lacks(TALLY_CAPS_NO_FAR_OFFSET_MASK));
		return;
	}
	CHECK(unit.caps.pc_base % (1u << unit.caps.pc_bits) == 0);
	CHECK((place->low ^ unit.caps.pc_base) >> unit.caps.pc_bits == 0);
	c.offset -= 1u << unit.caps.pc_bits;
	if (lacks(TALLY_CAPS_NO_FAR_OFFSET_MASK)) {
		CHECK(tally_configure(&unit, 0, &c) == TALLY_ENOTSUP);
		return;
	}
	begin(0, &c);
	place->work(100 * c.period);
	struct tally_counters k = settle(0);
	CHECK(k.outside == k.ticks && sum_of_bins(&c) == 0);
	c.scale = 2;				/* reaches the code from there */
	c.size = 64;
	begin(0, &c);
	place->work(100 * c.period);
	k = settle(0);
	CHECK(k.hits > 0 && k.outside == 0 && k.lost == 0 && sum_of_bins(&c) == k.hits);
	CHECK(bins[0] == 0 && bins[tally_slot(place->low, c.offset, c.scale, c.size, c.width, c.round)] > 0);
}

/* One wrong field at a time: refused, and no register changes. */
static void refusals(void)
{
	static const uint32_t shadows[] = { TALLY_PERIOD, TALLY_SAMPLER, TALLY_SEED, TALLY_FILTER, TALLY_OFFSET, TALLY_SCALE,
		TALLY_MAPPING, TALLY_BASE, TALLY_SIZE, TALLY_LIMIT, TALLY_STATUS, TALLY_STICKY };
	static const uint32_t active[12] = { TALLYW_PERIOD, TALLYW_JITTER, TALLYW_SEED, TALLYW_SETUP, TALLYW_OFFSET, TALLYW_SCALE,
		TALLYW_SIZE, TALLYW_TAG_VALUE, TALLYW_TAG_MASK, TALLYW_STATUS, TALLYW_TICKS, TALLYW_PENDING };
	const uint32_t *regs = unit.caps.one_word ? active : shadows;
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
	bad[11].attribution = 2;
	bad[12].round = 2;
	bad[13].privileges = 0x10;
	bad[14].base = 0xFFFFFFFC;		/* base + size wraps */
	CHECK(tally_configure(&unit, 0, &good) == 0);
	for (unsigned r = 0; r < 12; r++)
		CHECK(tally_mmio_read(&unit, regs[r], &before[r]) == 0);
	for (unsigned i = 0; i < 15; i++) {
		int err = tally_configure(&unit, 0, &bad[i]);
		CHECK(err == TALLY_EINVAL || (err == TALLY_ENOTSUP && unit.caps.lacks));
		for (unsigned r = 0; r < 12; r++) {
			CHECK(tally_mmio_read(&unit, regs[r], &now) == 0);
			CHECK(now == before[r]);
		}
	}
	CHECK(tally_configure(&unit, unit.caps.channels, &good) == TALLY_EINVAL);
	CHECK(tally_configure(&unit, 0, NULL) == TALLY_EINVAL);
	CHECK(tally_start(&unit, 4) == TALLY_EINVAL);
	CHECK(tally_stop(NULL, 0) == TALLY_EINVAL);
	CHECK(tally_counters_read(&unit, 0, NULL) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, 0, 4, unit.caps.bin_bytes / 4, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, 2, 4, 0, 1, bins) == TALLY_EINVAL);
	CHECK(tally_bins_read(&unit, 0, 4, 0xFFFFFFFF, 2, bins) == TALLY_EINVAL);
}

/* Written past the driver: of a unit that counts no configuration changes, and it is not cleared. */
static void hardware_refuses_while_counting(void)
{
	struct tally_config c = region();
	uint32_t status, ticks, offset;

	begin(0, &c);
	CHECK(tally_mmio_write(&unit, TALLYW_OFFSET, ~c.offset) == 0);
	CHECK(tally_mmio_read(&unit, TALLYW_OFFSET, &offset) == 0 && offset == c.offset);
	CHECK(tally_mmio_read(&unit, TALLYW_STATUS, &status) == 0 && status & TALLYW_STATUS_ERROR_MASK);
	CHECK(tally_mmio_write(&unit, TALLYW_STATUS, TALLYW_STATUS_ERROR_MASK) == 0);
	CHECK(tally_mmio_read(&unit, TALLYW_STATUS, &status) == 0 && !(status & TALLYW_STATUS_ERROR_MASK));
	CHECK(tally_mmio_write(&unit, TALLYW_CTRL, TALLYW_CTRL_CLEAR_MASK) == 0);
	CHECK(tally_mmio_read(&unit, TALLYW_STATUS, &status) == 0 && status & TALLYW_STATUS_ERROR_MASK && status & TALLYW_STATUS_RUNNING_MASK);
	CHECK(tally_mmio_write(&unit, unit.caps.window, 1) == 0);
	CHECK(tally_mmio_read(&unit, TALLYW_TICKS, &ticks) == 0 && ticks > 0);
	CHECK(settle(0).ticks > ticks);
}

/* The hardware, too, refuses what the driver refuses: written past the driver. */
static void hardware_refuses(void)
{
	uint32_t status, sticky;
	if (unit.caps.one_word) {
		hardware_refuses_while_counting();
		return;
	}
	CHECK(tally_mmio_write(&unit, TALLY_PERIOD, 0) == 0);
	CHECK(tally_mmio_write(&unit, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK) == 0);
	CHECK(tally_status(&unit, 0, &status, &sticky) == 0);
	CHECK(sticky & TALLY_STICKY_CFG_ERR_MASK);
	CHECK(tally_mmio_write(&unit, TALLY_CTRL, TALLY_CTRL_START_MASK | TALLY_CTRL_STOP_MASK) == 0);
	CHECK(tally_status(&unit, 0, &status, &sticky) == 0);
	CHECK((sticky & TALLY_STICKY_CMD_ERR_MASK) && !(status & TALLY_STATUS_RUNNING_MASK));
	CHECK(tally_mmio_write(&unit, TALLY_STICKY, ~0u) == 0);
	CHECK(tally_status(&unit, 0, &status, &sticky) == 0);
	CHECK(sticky == 0);
}

static void exact(void)
{
	struct tally_config c = region();
	begin(0, &c);
	CHECK(tally_clear(&unit, 0) == TALLY_EBUSY);
	CHECK(tally_drained(&unit, 0) == 0);
	place->work(2000);
	struct tally_counters k = settle(0);
	CHECK(k.ticks >= 2000 / c.period && k.lost == 0 && k.filtered == 0 && k.hits > 0);
	CHECK(sum_of_bins(&c) == k.hits);
	CHECK(tally_clear(&unit, 0) == 0);
	CHECK(tally_counters_read(&unit, 0, &k) == 0);
	CHECK(k.ticks == 0 && k.hits == 0 && sum_of_bins(&c) == 0);
}

static void narrow_counters(void)
{
	struct tally_config c = region();
	c.width = 2;
	if (unit.caps.one_word) {
		CHECK(tally_configure(&unit, 0, &c) == TALLY_ENOTSUP);
		return;
	}
	c.scale = 0x8000;
	c.size /= 4;
	c.base = 6;
	c.size = (c.size & ~1u) - 6;
	begin(0, &c);
	place->work(500 * c.period);
	struct tally_counters k = settle(0);
	CHECK(k.hits > 0 && k.lost == 0 && sum_of_bins(&c) == k.hits);
}

/* One counter for everything, so that it fills soon. */
static void full_counters(enum tally_policy policy)
{
	struct tally_config c = region();
	uint32_t status, sticky;
	c.width = 2;
	c.scale = 2;
	c.size = 64;
	c.policy = (uint8_t)policy;
	if (unit.caps.one_word) {		/* its counters cannot be preset, so none is full here */
		c.width = 4;
		CHECK(tally_configure(&unit, 0, &c) == (policy == TALLY_SATURATE ? TALLY_ENOTSUP : 0));
		return;
	}
	if (policy != TALLY_WRAP && lacks(TALLY_CAPS_WRAP_ONLY_MASK)) {
		CHECK(tally_configure(&unit, 0, &c) == TALLY_ENOTSUP);
		return;
	}
	begin(0, &c);
	CHECK(tally_stop(&unit, 0) == 0);
	place->work(64 + 2 * unit.caps.min_period);
	CHECK(tally_clear(&unit, 0) == 0);
	uint32_t preset = policy == TALLY_WRAP ? 65500 : 32700;
	CHECK(tally_mmio_write(&unit, unit.caps.window, preset) == 0);
	CHECK(tally_start(&unit, 0) == 0);
	place->work(200 * c.period);
	CHECK(tally_status(&unit, 0, &status, &sticky) == 0);
	CHECK(!(status & TALLY_STATUS_RUNNING_MASK) == (policy == TALLY_STOP));
	CHECK(!(sticky & TALLY_STICKY_FULL_MASK) == (policy != TALLY_STOP));
	struct tally_counters k = settle(0);
	CHECK(tally_bins_read(&unit, 0, 2, 0, 32, bins) == 0);
	if (policy == TALLY_WRAP)
		CHECK(k.lost == 0 && k.hits > 36 && bins[0] == ((preset + k.hits) & 0xFFFF));
	else
		CHECK(bins[0] == 32767 && k.hits == 67);
	if (policy == TALLY_SATURATE)
		CHECK(k.lost == k.ticks - 67 - k.outside && k.lost > 0 && (sticky & TALLY_STICKY_LOST_MASK));
	for (unsigned i = 1; i < 32; i++)
		CHECK(bins[i] == 0);
}

static void sampled(void)
{
	struct tally_config c = region();
	struct tally_counters k;
	c.jitter = 5;
	if (lacks(TALLY_CAPS_NO_JITTER_MASK)) {
		CHECK(tally_configure(&unit, 0, &c) == TALLY_ENOTSUP);
	} else {
		c.period = 100;
		begin(0, &c);
		place->work(20000);
		k = settle(0);
		CHECK(k.ticks >= 150 && k.lost == 0 && sum_of_bins(&c) == k.hits);
	}

	c = region();
	uint64_t least = 1000 / c.period;
	c.source = TALLY_SOURCE_RETIRE;
	c.attribution = TALLY_LAST;
	if (lacks(TALLY_CAPS_NO_LAST_MASK | TALLY_CAPS_NO_RETIRE_MASK)) {
		CHECK(tally_configure(&unit, 0, &c) == TALLY_ENOTSUP);
		return;
	}
	begin(0, &c);
	place->work(1000);
	k = settle(0);
	CHECK(k.ticks >= least && k.lost == 0 && sum_of_bins(&c) == k.hits);
}

static void filtered(void)
{
	struct tally_config c = region();
	c.privileges = 0;
	begin(0, &c);
	place->work(200 * c.period);
	struct tally_counters k = settle(0);
	CHECK(k.filtered == k.ticks && k.hits == 0 && sum_of_bins(&c) == 0);
}

/* LAST with PERIOD 1 takes every slot of the memory: no bin can be read, and the driver says so. */
static void saturated(void)
{
	struct tally_config c = region();
	if (c.period != 1 || lacks(TALLY_CAPS_NO_LAST_MASK))
		return;
	c.attribution = TALLY_LAST;
	begin(0, &c);
	place->work(20);
	CHECK(tally_bins_read(&unit, c.base, c.width, 0, 8, bins) == TALLY_ETIMEDOUT);
	struct tally_counters k = settle(0);
	CHECK(k.lost == 0 && sum_of_bins(&c) == k.hits);
}

/* A channel that counts goes on with another mapping; the divider is not restarted by it. */
static void moved(void)
{
	struct tally_config c = region();
	uint32_t period, again;

	c.period = 3;
	begin(0, &c);
	place->work(300);
	c.scale = TALLY_SCALE_ONE / 4;
	CHECK(tally_configure(&unit, 0, &c) == 0);
	place->work(300);
	struct tally_counters k = settle(0);
	CHECK(k.ticks > 200 && k.lost == 0 && sum_of_bins(&c) <= k.hits && k.hits > 0);
	CHECK(tally_mmio_read(&unit, TALLYW_PERIOD, &period) == 0 && period == 2);
	c.jitter = 2;				/* shortens a period by 1 in the mean: 2^(2 - 1) - 1 */
	CHECK(tally_configure(&unit, 0, &c) == 0);
	CHECK(tally_mmio_read(&unit, TALLYW_PERIOD, &again) == 0 && again == 3);
}

/* A new mapping while counting: ticks go on, nothing is lost, both buffers add up. */
static void remapped(void)
{
	struct tally_config c = region();
	if (unit.caps.one_word) {
		moved();
		return;
	}
	c.size = c.size / 2 & ~3u;
	c.scale = 0x4000;
	c.base = c.size;			/* CLEAR covers only the active mapping: clear both */
	begin(0, &c);
	settle(0);
	CHECK(tally_clear(&unit, 0) == 0);
	c.base = 0;
	begin(0, &c);
	place->work(300 * c.period);
	uint64_t ticks = 0;
	struct tally_counters k;
	CHECK(tally_counters_read(&unit, 0, &k) == 0);
	ticks = k.ticks;
	c.base = c.size;
	CHECK(tally_configure(&unit, 0, &c) == 0);
	place->work(300 * c.period);
	k = settle(0);
	CHECK(k.ticks > ticks && k.lost == 0);
	uint64_t second = sum_of_bins(&c);
	c.base = 0;
	CHECK(second > 0 && sum_of_bins(&c) + second == k.hits);
	/* CLEAR covers only the active mapping */
	CHECK(tally_clear(&unit, 0) == 0);
	CHECK(sum_of_bins(&c) > 0);
}

/* The interrupt line follows the enabled events; tally_init and tally_deinit leave the unit idle. */
static void begin_and_end(void)
{
	const bool irq = !(unit.caps.lacks & TALLY_CAPS_NO_IRQ_MASK);
	struct tally other = unit;
	struct tally_config c = region();
	uint32_t channels, status, sticky;

	begin(0, &c);
	CHECK(tally_irq_enable(&unit, 0, ~0u) == TALLY_EINVAL && tally_irq_enable(&unit, unit.caps.channels, 0) == TALLY_EINVAL);
	CHECK(tally_irq_enable(&unit, 0, TALLY_STICKY_CMD_ERR_MASK) == (irq ? 0 : TALLY_ENOTSUP));
	CHECK(tally_irq_pending(&unit, NULL) == TALLY_EINVAL);
	CHECK(irq ? tally_irq_pending(&unit, &channels) == 0 && channels == 0 : tally_irq_pending(&unit, &channels) == TALLY_ENOTSUP);
	if (irq) {
		CHECK(tally_mmio_write(&unit, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK) == 0);		/* refused while counting */
		CHECK(tally_irq_pending(&unit, &channels) == 0 && channels == 1);
		CHECK(tally_acknowledge(&unit, 0, TALLY_STICKY_CMD_ERR_MASK) == 0);
		CHECK(tally_irq_pending(&unit, &channels) == 0 && channels == 0);
	}
	CHECK(tally_deinit(&unit) == 0 && tally_start(&unit, 0) == TALLY_EINVAL && tally_deinit(&unit) == TALLY_EINVAL);
	CHECK(tally_drained(&other, 0) == 1 && tally_status(&other, 0, &status, &sticky) == 0 && !(status & TALLY_STATUS_RUNNING_MASK));
	CHECK(tally_init(&unit, other.base, other.io) == 0 && unit.caps.channels == other.caps.channels && tally_drained(&unit, 0) == 1);
	if (irq)
		CHECK(tally_mmio_read(&unit, TALLY_IRQ_ENABLE, &channels) == 0 && channels == 0);
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
	narrow_counters();
	full_counters(TALLY_STOP);
	full_counters(TALLY_SATURATE);
	full_counters(TALLY_WRAP);
	sampled();
	filtered();
	saturated();
	remapped();
	begin_and_end();
	mapping();
	driver_modes();
	*checks = ran;
	return failed;
}
