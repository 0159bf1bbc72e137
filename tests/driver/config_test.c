/* SPDX-License-Identifier: ISC
 * config_test.c - what the driver says of a configuration, without a unit: error and field of every
 * refusal, the same verdict from both functions; sizes of bins against the mapping itself.
 */
#include <stdio.h>
#include <string.h>

#include "driver/tally.h"
#include "driver/tally_regs.h"
#include "tests/check.h"

static struct tally_config config;
static struct tally_caps caps;

static void good(void)
{
	config = tally_exact(0x80000000, 0x80000400);
	caps = (struct tally_caps){ .bin_bytes = 4096,
		.window = 8192,
		.system = TALLY_SYSTEM_ALL,
		.mapper = TALLY_MAPPER_MUL,
		.pc_bits = 32,
		.lines = 8 };
}

static void symbols(void)
{
	config.mode = TALLY_MODE_SYMBOL;
	config.size = 64;
	config.entries = 8;
}

/* Registers of a unit that stops by itself just before STOP comes, or clears words for so many
 * reads of STATUS. Who reads or writes one has not refused before. */
static struct {
	uint32_t reg[32], ends, clearing;
	unsigned starts, touched;
} fake;

static int fake_read(void *ctx, uint32_t addr, uint32_t *value)
{
	(void)ctx;
	fake.touched++;
	*value = fake.reg[addr / 4];
	if (addr == TALLY_STATUS && fake.clearing && fake.clearing--)
		*value = TALLY_STATUS_CLEARING_MASK;
	return 0;
}

static int fake_write(void *ctx, uint32_t addr, uint32_t value)
{
	uint32_t *status = &fake.reg[TALLY_STATUS / 4];

	(void)ctx;
	fake.touched++;
	if (addr != TALLY_CTRL)
		fake.reg[addr / 4] = addr == TALLY_STATUS ? *status & ~value : value;
	else if (value == TALLY_CTRL_START_MASK)
		fake.starts++;
	else
		*status = TALLY_STATUS_DRAINED_MASK | fake.ends;
	return 0;
}

static const struct tally_io io = { .read = fake_read, .write = fake_write };

static void refused_at(int line, int error, const char *field)
{
	struct tally unit = { .io = &io, .caps = caps };
	const struct tally_refusal *r = tally_config_error(&config, &caps);

	fake.touched = 0;
	check_at(__FILE__, line, "refused", r != NULL);
	check_at(__FILE__, line, "field", r && !strcmp(r->field, field));
	check_at(__FILE__, line, "error", r && r->error == error);
	check_at(__FILE__, line, "tally_configure",
		tally_configure(&unit, &config) == error && !fake.touched);
}

/* The good configuration with a change, then refused. */
#define INVALID(change, field) \
	do { \
		good(); \
		change; \
		refused_at(__LINE__, TALLY_EINVAL, field); \
	} while (0)
#define LACKS(change, field) \
	do { \
		good(); \
		change; \
		refused_at(__LINE__, TALLY_ENOTSUP, field); \
	} while (0)

static void invalid(void)
{
	INVALID(config.period = 0, "period");
	INVALID(config.period = 1u << 24, "period");
	INVALID((config.period = 1u << 20, config.jitter = 17), "jitter");
	INVALID((config.period = 32, config.jitter = 6), "jitter");
	INVALID((config.period = TALLY_PERIOD_MAX, config.jitter = 3), "period");
	INVALID(config.source = 4, "source");
	INVALID(config.source = TALLY_SOURCE_EVENT, "lines");
	INVALID(config.privileges = 0x10, "privileges");
	INVALID(config.interrupts = TALLY_STATUS_ERROR_MASK, "interrupts");
	INVALID(config.mode = 5, "mode");
	INVALID(config.policy = 3, "policy");
	INVALID(config.scale = 0x10001, "scale");
	INVALID(config.width = 3, "width");
	INVALID(config.base = 2, "base");
	INVALID(config.mode = TALLY_MODE_INTERVAL, "interval");
	INVALID((symbols(), config.entries = 9), "entries");
	INVALID((symbols(), config.limit = 65), "limit");
	INVALID((symbols(), config.base = 0xFFFFFFF0), "base");
	INVALID(config.size = 4100, "size");
	CHECK(!strcmp(tally_config_error(NULL, &caps)->field, "config"));
	CHECK(!strcmp(tally_config_error(&config, NULL)->field, "caps"));
}

static void lacking(void)
{
	LACKS((config.source = TALLY_SOURCE_EVENT, caps.lines = 0), "source");
	LACKS((config.source = TALLY_SOURCE_EVENT, config.lines = 1u << 5, caps.lines = 5),
		"lines");
	LACKS((config.mode = TALLY_MODE_RING, caps.system = TALLY_SYSTEM_PROFIL), "mode");
	LACKS((symbols(), caps.system = TALLY_SYSTEM_PROFIL), "mode");
	LACKS((config.mode = TALLY_MODE_PROFIL, caps.system = TALLY_SYSTEM_NONE), "mode");
	LACKS(config.width = 2, "width");
	LACKS((symbols(), config.width = 2), "width");
	LACKS(config.policy = TALLY_SATURATE, "policy");
	LACKS((config.scale = 0x3000, caps.mapper = TALLY_MAPPER_SHIFT), "scale");
	LACKS(caps.kind = TALLY_KIND_CALLS, "size");
	LACKS(caps.pc_bits = 17, "offset");
}

static void accepted(void)
{
	good();
	CHECK(tally_config_error(&config, &caps) == NULL);
	symbols();
	CHECK(tally_config_error(&config, &caps) == NULL);
	config.base = 0xFFFFFFC0;
	CHECK(tally_config_error(&config, &caps) == NULL);
}

/* Bytes up to the last counter that a pc of [low, high) hits, by asking the mapping for each pc. */
static uint32_t brute_size(uint32_t low, uint32_t high, uint32_t scale, unsigned width)
{
	int64_t last = -1;

	for (uint32_t pc = low; pc < high; pc++) {
		int64_t slot = tally_slot(pc, low, scale, UINT32_MAX, width);
		last = slot > last ? slot : last;
	}
	return (uint32_t)(last + 1) * width;
}

static uint32_t rnd(uint32_t below)
{
	static uint32_t seed = 1;

	seed = seed * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)seed * below >> 32);
}

static void sizes(unsigned rounds)
{
	for (unsigned i = 0; i < rounds; i++) {
		uint32_t low = rnd(0xFFFFF000), high = low + rnd(300);
		uint32_t scale = i % 4 ? rnd(TALLY_SCALE_ONE + 1) : 1u << rnd(17);
		unsigned width = i & 1 ? 2 : 4;

		CHECK(tally_bins_size(low, high, scale, width)
			== brute_size(low, high, scale, width));
	}
}

static void borders(void)
{
	CHECK(tally_bins_size(0x1000, 0xFFF, TALLY_SCALE_ONE, 4) == 0);
	CHECK(tally_bins_size(0x1000, 0x2000, TALLY_SCALE_ONE + 1, 4) == UINT32_MAX);
	/* 8 GiB */
	CHECK(tally_bins_size(0, UINT32_MAX, TALLY_SCALE_ONE, 4) == UINT32_MAX);
	CHECK(tally_bins_size(0, UINT32_MAX, TALLY_SCALE_ONE / 4, 4) == 0x80000000);
	CHECK(tally_exact(0x1000, 0x2001).size == 0x2004 && tally_exact(5, 4).size == 0);
}

/* A unit that has stopped by itself is not started again. */
static void pauses(void)
{
	static const struct {
		enum tally_policy policy;
		uint32_t ends;
		unsigned starts;
	} of[] = { { TALLY_WRAP, 0, 1 }, { TALLY_WRAP, TALLY_STATUS_FULL_MASK, 1 },
		{ TALLY_STOP, TALLY_STATUS_FULL_MASK, 0 },
		{ TALLY_WRAP, TALLY_STATUS_FAULT_MASK, 0 } };

	for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
		good();
		struct tally unit = { .io = &io, .caps = caps };
		config.policy = (uint8_t)of[i].policy;
		memset(&fake, 0, sizeof fake);
		fake.reg[TALLY_STATUS / 4] = TALLY_STATUS_RUNNING_MASK;
		fake.reg[TALLY_SETUP / 4] = tally_setup_of(&config);
		fake.ends = of[i].ends;
		CHECK(tally_configure(&unit, &config) == 0);
		CHECK(fake.starts == of[i].starts);
	}
	struct tally unit;
	fake.reg[TALLY_ID / 4] = TALLY_ID_ID_RESET;
	fake.reg[TALLY_VERSION / 4] = TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB;
	fake.reg[TALLY_WIDTHS / 4] = 20 | 32 << TALLY_WIDTHS_PC_BITS_LSB;
	fake.clearing = 1u << 20;
	CHECK(tally_init(&unit, 0, &io) == 0 && fake.clearing == 0);
}

int main(void)
{
	invalid();
	lacking();
	accepted();
	pauses();
	borders();
	sizes(20000);
	return checks_failed();
}
