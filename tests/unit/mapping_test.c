/* SPDX-License-Identifier: ISC
 * mapping_test.c - every row of tests/oracle/mapping.csv in every
 * implementation of the mapping that can express it: the three mappers of the
 * RTL, the reference model, the driver.
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
#include "sim/model.h"

enum { ROWS = 23424, LONGEST = 64 /* cycles a mapper may take */ };

struct row {
	uint32_t pc, offset, scale, size, width, round;
	int64_t slot;
};

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

/* Arguments in Verilator's order: by width, then in mapper_top.v's order. */
#define MAPPER(name) \
	void *mapper_##name##_protectlib_create(const char *); \
	void mapper_##name##_protectlib_final(void *); \
	long long mapper_##name##_protectlib_combo_update(void *, bit rst, bit valid_i, bit bank, bit round, bit wide, \
		bit *valid_o, bit *outside_o, const struct vec *pc, const struct vec *offset, const struct vec *scale, \
		const struct vec *size, struct vec *slot); \
	long long mapper_##name##_protectlib_seq_update(void *, bit clk, bit *valid_o, bit *outside_o, struct vec *slot); \
	static bool mapper_##name##_row(const struct row *r, unsigned number, int64_t *slot) \
	{ \
		static void *unit; \
		const struct vec pc = { r->pc, 0 }, offset = { r->offset, 0 }, scale = { r->scale, 0 }, size = { r->size, 0 }; \
		struct vec s; \
		bit valid = 0, outside; \
		bool first = !unit; \
		if (first) \
			unit = mapper_##name##_protectlib_create("mapping"); \
		for (unsigned n = 0; n < LONGEST && !valid; n++) { \
			mapper_##name##_protectlib_combo_update(unit, first && n == 0, n == (first ? 1 : 0), number & 1, \
				r->round, r->width == 4, &valid, &outside, &pc, &offset, &scale, &size, &s); \
			mapper_##name##_protectlib_seq_update(unit, 1, &valid, &outside, &s); \
			mapper_##name##_protectlib_seq_update(unit, 0, &valid, &outside, &s); \
		} \
		*slot = outside ? -1 : (int64_t)s.value; \
		return valid; \
	}

MAPPER(mul)
MAPPER(serial)
MAPPER(shift)

static bool model_row(const struct row *r, unsigned number, int64_t *slot)
{
	const struct model_mapping map = {
		.offset = r->offset, .scale = r->scale, .size = r->size, .width = (uint8_t)r->width, .round = (uint8_t)r->round,
	};

	(void)number;
	*slot = model_slot(&map, r->pc);
	return true;
}

static bool driver_row(const struct row *r, unsigned number, int64_t *slot)
{
	(void)number;
	*slot = tally_slot(r->pc, r->offset, r->scale, r->size, r->width, r->round);
	return true;
}

static bool any_scale(uint32_t scale)
{
	(void)scale;
	return true;
}

static bool power_of_two(uint32_t scale)
{
	return (scale & (scale - 1)) == 0;
}

static const struct {
	const char *name;
	bool (*row)(const struct row *, unsigned, int64_t *);
	bool (*can)(uint32_t scale);
} implementations[] = {
	{ "RTL, pipelined multiplier", mapper_mul_row, any_scale },
	{ "RTL, serial", mapper_serial_row, any_scale },
	{ "RTL, power-of-two shift (scales 0 and 2^n)", mapper_shift_row, power_of_two },
	{ "reference model", model_row, any_scale },
	{ "driver, tally_slot", driver_row, any_scale },
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

		if (sscanf(line, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNd64,
			   &r.pc, &r.offset, &r.scale, &r.size, &r.width, &r.round, &r.slot) == 7 && n < ROWS)
			rows[n++] = r;
	}
	fclose(f);
	return n;
}

int main(int argc, char **argv)
{
	static struct row rows[ROWS];
	unsigned n = argc == 2 ? read_rows(argv[1], rows) : 0, wrong = 0;

	if (n != ROWS) {
		fprintf(stderr, "usage: mapping tests/oracle/mapping.csv (%u rows, not %u)\n", ROWS, n);
		return 1;
	}
	for (size_t i = 0; i < sizeof implementations / sizeof *implementations; i++) {
		unsigned ran = 0, failed = 0;

		for (unsigned k = 0; k < n; k++) {
			const struct row *r = &rows[k];
			int64_t got = -2;

			if (!implementations[i].can(r->scale))
				continue;
			ran++;
			if (implementations[i].row(r, k, &got) && got == r->slot)
				continue;
			if (failed++ == 0)
				fprintf(stderr, "%s: row %u: pc 0x%x offset 0x%x scale 0x%x size %u width %u round %u: %" PRId64 ", not %" PRId64 "\n",
					implementations[i].name, k + 2, r->pc, r->offset, r->scale, r->size, r->width, r->round, got, r->slot);
		}
		printf("mapping: %-43s %6u rows, %u wrong\n", implementations[i].name, ran, failed);
		wrong += failed;
	}
	return wrong != 0;
}
