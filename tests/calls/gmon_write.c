/* SPDX-License-Identifier: ISC
 * gmon_write.c - firmware/lib/gmon.c on the host: gmon_write OUT LOW HIGH PC COUNT [PC COUNT]... writes a histogram in
 * which the bin of each PC has COUNT, and an arc from the first PC to the last with the same number of calls.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/lib/gmon.h"

static int put(void *file, const void *bytes, size_t n)
{
	return fwrite(bytes, 1, n, file) == n ? 0 : -5;
}

static uint32_t count_of(const void *counts, uint32_t bin)
{
	return ((const uint32_t *)counts)[bin];
}

static uint32_t number(const char *text)
{
	return (uint32_t)strtoul(text, NULL, 16);
}

int main(int argc, char **argv)
{
	if (argc < 6)
		return 2;
	uint32_t low = number(argv[2]), high = number(argv[3]), *counts = calloc((high - low) / 2, sizeof *counts);
	struct gmon_histogram h = { low, high, (high - low) / 2, "cycles", count_of, counts };
	FILE *f = fopen(argv[1], "wb");

	if (!f || !counts)
		return 2;
	for (int i = 4; i + 1 < argc; i += 2)
		counts[(number(argv[i]) - low) / 2] += (uint32_t)strtoul(argv[i + 1], NULL, 10);
	uint32_t from = number(argv[4]), self = number(argv[argc - 2]);
	int error = gmon_header(put, f) || gmon_histogram(&h, put, f) || gmon_arc(from, self, (uint32_t)atoi(argv[argc - 1]), put, f);
	return fclose(f) != 0 || error;
}
