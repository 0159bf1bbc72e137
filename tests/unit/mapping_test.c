/* SPDX-License-Identifier: ISC
 * mapping_test.c - every row of tests/oracle/mapping.csv in every implementation of the mapping
 * that can express it: the two mappers of the RTL with 2^20 words, the driver.
 *
 * usage: mapping tests/oracle/mapping.csv
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally.h"

enum {
	ROWS = 17964,
	LONGEST = 140, /* cycles a row may take */
	BINS = (1 << 20) - 16, /* of the RTL's memory */
	/* cycles in which the pc stands before the sample comes, and the last sample ends */
	STEADY = 64,
};

struct row {
	uint32_t pc, offset, scale, size, width, round;
	int64_t slot;
};

struct vec {
	uint32_t value, unknown;
};
typedef unsigned char bit;

/* Arguments in Verilator's order: by width, then in mapper_top.v's order. */
#define MAPPER(name) \
	void *mapper_##name##_protectlib_create(const char *); \
	long long mapper_##name##_protectlib_combo_update(void *, bit rst, bit valid_i, \
		bit *valid_o, bit *inside, const struct vec *pc, const struct vec *offset, \
		const struct vec *scale, const struct vec *size, struct vec *slot); \
	long long mapper_##name##_protectlib_seq_update( \
		void *, bit clk, bit *valid_o, bit *inside, struct vec *slot); \
	static bool mapper_##name##_row(const struct row *r, uint32_t by, int64_t *slot) \
	{ \
		static void *unit; \
		const struct vec pc = { r->pc, 0 }, offset = { r->offset, 0 }, scale = { by, 0 }, \
				 size = { r->size / r->width, 0 }; \
		struct vec s; \
		bit valid = 0, inside; \
		bool first = !unit; \
		if (first) \
			unit = mapper_##name##_protectlib_create("mapping"); \
		for (unsigned n = 0; n < LONGEST && !valid; n++) { \
			mapper_##name##_protectlib_combo_update(unit, first &&n == 0, n == STEADY, \
				&valid, &inside, &pc, &offset, &scale, &size, &s); \
			if (valid) \
				*slot = inside ? (int64_t)s.value : -1; \
			bit then, where; \
			mapper_##name##_protectlib_seq_update(unit, 1, &then, &where, &s); \
			mapper_##name##_protectlib_seq_update(unit, 0, &then, &where, &s); \
		} \
		return valid; \
	}

MAPPER(mul)
MAPPER(shift)

/* The unit's SCALE 0 is one counter for all; the driver gives it no counter. */
static bool rtl_mul(const struct row *r, int64_t *slot)
{
	return mapper_mul_row(r, r->scale, slot);
}

/* tally_registers.v: 16 less the place of SCALE's highest bit */
static bool rtl_shift(const struct row *r, int64_t *slot)
{
	uint32_t distance = 16;

	for (uint32_t scale = r->scale; scale > 1; scale /= 2)
		distance--;
	return mapper_shift_row(r, distance, slot);
}

static bool driver_row(const struct row *r, int64_t *slot)
{
	*slot = tally_slot(r->pc, r->offset, r->scale, r->size, r->width);
	return true;
}

static bool any(const struct row *r)
{
	(void)r;
	return true;
}

static bool in_words(const struct row *r)
{
	return r->scale && r->slot < BINS
		&& (r->size / r->width <= BINS || r->slot >= 0 || r->pc < r->offset);
}

static bool power_of_two(const struct row *r)
{
	return in_words(r) && (r->scale & (r->scale - 1)) == 0;
}

static const struct {
	const char *name;
	bool (*row)(const struct row *, int64_t *);
	bool (*can)(const struct row *);
	unsigned least; /* rows */
} implementations[] = {
	{ "RTL, pipelined multiplier", rtl_mul, in_words, 15000 },
	{ "RTL, power-of-two shift", rtl_shift, power_of_two, 2000 },
	{ "driver, tally_slot", driver_row, any, ROWS },
};

static unsigned read_rows(const char *path, struct row *rows)
{
	FILE *f = fopen(path, "r");
	char line[128];
	unsigned n = 0;

	if (!f) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof line, f)) {
		struct row r;

		if (sscanf(line,
			    "%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32
			    ",%" SCNd64,
			    &r.pc, &r.offset, &r.scale, &r.size, &r.width, &r.round, &r.slot)
				== 7
			&& n < ROWS) {
			r.scale = r.round ? TALLY_SCALE_ONE : r.scale; /* as profil_plan */
			rows[n++] = r;
		}
	}
	fclose(f);
	return n;
}

int main(int argc, char **argv)
{
	static struct row rows[ROWS];
	unsigned n = argc == 2 ? read_rows(argv[1], rows) : 0, wrong = 0;

	if (n != ROWS) {
		fprintf(stderr, "usage: mapping tests/oracle/mapping.csv (%u rows, not %u)\n", ROWS,
			n);
		return 1;
	}
	for (size_t i = 0; i < sizeof implementations / sizeof *implementations; i++) {
		unsigned ran = 0, failed = 0;

		for (unsigned k = 0; k < n; k++) {
			const struct row *r = &rows[k];
			int64_t got = -2;

			if (!implementations[i].can(r))
				continue;
			ran++;
			if (implementations[i].row(r, &got) && got == r->slot)
				continue;
			if (failed++ == 0)
				fprintf(stderr,
					"%s: row %u: pc 0x%x offset 0x%x scale 0x%x size %u width "
					"%u round %u: %" PRId64 ", not %" PRId64 "\n",
					implementations[i].name, k + 2, r->pc, r->offset, r->scale,
					r->size, r->width, r->round, got, r->slot);
		}
		printf("mapping: %-43s %6u rows, %u wrong\n", implementations[i].name, ran, failed);
		wrong += failed + (ran < implementations[i].least);
	}
	return wrong != 0;
}
