/* SPDX-License-Identifier: ISC
 * mapping_test.c - every row of tests/oracle/mapping.csv in every implementation of the mapping
 * that can express it: the model's two mappers with 2^20 words, which lockstep compares with the
 * RTL's; the driver.
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
#include "sim/model/model.h"
#include "sim/model/registers.h"

enum {
	ROWS = 17964,
	BINS = (1 << 20) - 16, /* counters of the model's memory */
};

struct row {
	uint32_t pc, offset, scale, size, width, round;
	int64_t slot;
};

/* The word that the model adds a sample to; the unit's SCALE 0 is one counter for all. */
static int64_t by_model(const struct row *r, unsigned mapper)
{
	static struct model m;
	const struct inputs tap = { .pc = r->pc };
	unsigned word;

	m.p = (struct model_params){ .mapper = mapper, .bins_log2 = 20, .pc_w = 32 };
	m.reg[R_SETUP] = UINT32_MAX;
	m.reg[R_OFFSET] = r->offset;
	m.reg[R_SCALE] = r->scale;
	m.reg[R_SIZE] = r->size / r->width;
	word = mapping_word(&m, &tap);
	return word < BINS ? (int64_t)word : -1;
}

static int64_t model_mul(const struct row *r)
{
	return by_model(r, 0);
}

static int64_t model_shift(const struct row *r)
{
	return by_model(r, 1);
}

static int64_t driver(const struct row *r)
{
	return tally_slot(r->pc, r->offset, r->scale, r->size, r->width);
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
	int64_t (*slot)(const struct row *);
	bool (*can)(const struct row *);
	unsigned least; /* rows */
} implementations[] = {
	{ "model, MAPPER 0", model_mul, in_words, 15000 },
	{ "model, MAPPER 1", model_shift, power_of_two, 2000 },
	{ "driver, tally_slot", driver, any, ROWS },
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
			int64_t got;

			if (!implementations[i].can(r))
				continue;
			ran++;
			got = implementations[i].slot(r);
			if (got == r->slot)
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
