/* SPDX-License-Identifier: ISC
 * modes.c - the driver's test: source EVENT, modes, system memory. Where the unit lacks one, the
 * driver must refuse it. What each sample does to the counters tests/machine/system.c shows.
 */
#include "kit.h"

#define GUARD 0xA5C3E10Fu /* around the counters in system memory */
#define AROUND 4u /* guard words on either side */

static uint32_t read_back[64];

/* The slow path of a sample takes its time. A counter for each 32 bytes. */
static struct tally_config slowly(void)
{
	struct tally_config c = region();
	c.period = 256;
	c.scale = TALLY_SCALE_ONE / 16;
	c.size = ((place->high - place->low) / 32 + 1) * c.width;
	return c;
}

/* That histogram in system memory, zeroed, with guards around it. */
static void in_memory(struct tally_config *c)
{
	uint32_t words = (c->base % 4 + c->size + 3) / 4;
	CHECK((words + 2 * AROUND) * 4 <= place->memory_bytes);
	if (c->mode == TALLY_MODE_BINS)
		c->mode = TALLY_MODE_PROFIL;
	c->base = place->memory_at + 4 * AROUND + c->base % 4;
	c->memory = (const volatile char *)place->memory + (c->base - place->memory_at);
	for (uint32_t i = 0; i < words + 2 * AROUND; i++)
		place->memory[i] = i < AROUND || i >= AROUND + words ? GUARD : 0;
}

/* Nothing but counters was written. */
static void guarded(const struct tally_config *c)
{
	uint32_t words = (c->base % 4 + c->size + 3) / 4;
	for (uint32_t i = 0; i < AROUND; i++)
		CHECK(place->memory[i] == GUARD && place->memory[AROUND + words + i] == GUARD);
	if (c->base % 4)
		CHECK((place->memory[AROUND] & 0xFFFF) == 0);
	if ((c->base + c->size) % 4)
		CHECK(place->memory[AROUND + words - 1] >> 16 == 0);
}

/* The driver refuses what the unit lacks. */
static void lacking(void)
{
	struct tally_config c = slowly();
	uint32_t position;

	c.source = TALLY_SOURCE_EVENT;
	CHECK(tally_configure(&unit, &c) < 0); /* no line */
	c.lines = place->events;
	CHECK(unit.caps.lines || tally_configure(&unit, &c) == TALLY_ENOTSUP);
	if (unit.caps.system != TALLY_SYSTEM_ALL)
		CHECK(tally_ring_seek(&unit, 0) == TALLY_ENOTSUP
			&& tally_ring_position(&unit, &position) == TALLY_ENOTSUP);
}

static void arguments(void)
{
	struct tally_config c = slowly();

	c.mode = TALLY_MODE_PROFIL;
	c.base = place->memory_at;
	c.size = 64;
	c.memory = place->memory;
	CHECK(tally_ring_seek(NULL, 0) == TALLY_EINVAL);
	CHECK(unit.caps.system != TALLY_SYSTEM_ALL || tally_ring_seek(&unit, 2) == TALLY_EINVAL);
	CHECK(unit.caps.system != TALLY_SYSTEM_ALL
		|| tally_ring_position(&unit, NULL) == TALLY_EINVAL);
	CHECK(tally_histogram_read(&unit, &c, 0, 17, read_back) == TALLY_EINVAL);
	CHECK(tally_histogram_read(&unit, &c, 0xFFFFFFFF, 2, read_back) == TALLY_EINVAL);
	CHECK(tally_histogram_read(&unit, &c, 0, 1, NULL) == TALLY_EINVAL);
	CHECK(tally_histogram_read(&unit, NULL, 0, 0, NULL) == TALLY_EINVAL);
	c.limit = 60;
	CHECK(tally_histogram_read(&unit, &c, 0, 15, read_back) == 0);
	CHECK(tally_histogram_read(&unit, &c, 0, 16, read_back) == TALLY_EFAULT);
	c.memory = NULL;
	CHECK(tally_histogram_read(&unit, &c, 0, 1, read_back) == (place->io ? 0 : TALLY_EFAULT));
}

static void event(void)
{
	struct tally_config c = slowly();

	c.source = TALLY_SOURCE_EVENT;
	c.lines = place->events;
	c.period = 5;
	begin(&unit, &c);
	place->work(2000);
	struct tally_counters k = settle(&unit);
	CHECK(k.ticks >= 2000 / 64 / 5 && k.lost == 0 && k.hits > 0 && sum_of_bins(&c) == k.hits);
}

static void system_memory(unsigned width)
{
	struct tally_config c = slowly();
	if (width == 2) {
		c.width = 2;
		c.size = (c.size / 4 - 1) * 2;
		c.base = 2;
	}
	in_memory(&c);
	begin(&unit, &c);
	place->work(8000);
	uint64_t running = sum_of_bins(&c);
	struct tally_counters k = settle(&unit);
	CHECK(running > 0 && running <= k.hits);
	CHECK(k.hits > 0 && k.lost == 0 && k.stolen <= k.ticks * 32 && sum_of_bins(&c) == k.hits);
	guarded(&c);
	/* CLEAR leaves the caller's memory alone */
	CHECK(tally_clear(&unit) == 0 && sum_of_bins(&c) == k.hits);
	CHECK(tally_counters_read(&unit, &k) == 0 && k.ticks == 0 && k.stolen == 0);
}

static void ring(void)
{
	struct tally_config c = slowly();
	uint32_t status, position;
	c.mode = TALLY_MODE_RING;
	c.size = 64;
	c.policy = TALLY_STOP;
	in_memory(&c);
	begin(&unit, &c);
	CHECK(tally_stop(&unit) == 0);
	settle(&unit);
	CHECK(tally_clear(&unit) == 0);
	CHECK(tally_ring_seek(&unit, 16) == 0);
	CHECK(tally_start(&unit) == 0);
	place->work(8000);
	CHECK(tally_status(&unit, &status) == 0);
	CHECK(!(status & TALLY_STATUS_RUNNING_MASK) && status & TALLY_STATUS_FULL_MASK);
	struct tally_counters k = settle(&unit);
	CHECK(tally_ring_position(&unit, &position) == 0);
	CHECK(tally_histogram_read(&unit, &c, 0, 16, read_back) == 0);
	CHECK(k.hits == 12 && position == 64);
	for (unsigned i = 4; i < 16; i++)
		CHECK(read_back[i] >= place->low && read_back[i] < place->high);
	guarded(&c);
}

/* A counter for everything that is nearly full: it stops, stays full, or goes on from 0. */
static void full(enum tally_policy policy)
{
	struct tally_config c = slowly();
	uint32_t status;

	c.width = 2;
	c.scale = 2;
	c.size = 64;
	c.policy = (uint8_t)policy;
	in_memory(&c);
	place->memory[AROUND] = 0x7FFE;
	begin(&unit, &c);
	place->work(8000);
	CHECK(tally_status(&unit, &status) == 0);
	CHECK(!(status & TALLY_STATUS_RUNNING_MASK) == (policy == TALLY_STOP));
	CHECK(!(status & TALLY_STATUS_FULL_MASK) == (policy != TALLY_STOP));
	struct tally_counters k = settle(&unit);
	CHECK(place->memory[AROUND] == (policy == TALLY_WRAP ? 0x7FFE + k.hits : 0x7FFF));
	CHECK(policy == TALLY_WRAP ? k.lost == 0 && k.hits > 1
				   : k.hits == 1 && (k.lost > 0 || policy == TALLY_STOP));
	guarded(&c);
}

/* A buffer that ends too early, and an address that answers with an error: FAULT, and nothing
 * written behind. */
static void faults(void)
{
	for (int nowhere = 0; nowhere < 2; nowhere++) {
		struct tally_config c = slowly();
		uint32_t status;
		in_memory(&c);
		if (nowhere)
			c.base = place->nowhere;
		else
			c.limit = 4, c.offset -= 8;
		begin(&unit, &c);
		place->work(4000);
		CHECK(tally_status(&unit, &status) == 0);
		CHECK(status & TALLY_STATUS_FAULT_MASK && !(status & TALLY_STATUS_RUNNING_MASK));
		struct tally_counters k = settle(&unit);
		CHECK(k.hits == 0 && k.lost > 0);
		c.base = place->memory_at + 4 * AROUND;
		c.limit = 0;
		CHECK(sum_of_bins(&c) == 0);
		guarded(&c);
	}
}

/* Another buffer while counting: nothing is lost, both buffers add up. */
static void moved(void)
{
	struct tally_config c = slowly(), d;
	c.width = 2;
	c.size = (c.size / 2 + 2) & ~3u;
	uint32_t half = c.size;
	c.size *= 2;
	in_memory(&c);
	c.size = half;
	d = c;
	d.base += half;
	d.memory = (const volatile char *)c.memory + half;
	begin(&unit, &c);
	place->work(4000);
	CHECK(tally_configure(&unit, &d) == 0);
	place->work(4000);
	struct tally_counters k = settle(&unit);
	uint64_t first = sum_of_bins(&c), second = sum_of_bins(&d);
	CHECK(first > 0 && second > 0 && first + second == k.hits && k.lost == 0);
}

void driver_modes(void)
{
	lacking();
	arguments();
	if (unit.caps.lines)
		event();
	if (!unit.caps.system)
		return;
	system_memory(4);
	system_memory(2);
	if (unit.caps.system == TALLY_SYSTEM_ALL)
		ring();
	full(TALLY_STOP);
	full(TALLY_SATURATE);
	full(TALLY_WRAP);
	faults();
	moved();
}
