/* SPDX-License-Identifier: ISC
 * counts_test.c - profctl prints counts in full: compared with the C library's printf, around 32 bits and at the ends
 * of 64.
 */
#include "firmware/user/bin/counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const uint64_t values[] = { 0, 1, 9, 10, 4294967295u, 4294967296u, 4294967297u, 10000000000u, 12345678901234567890u, UINT64_MAX };
	const unsigned n = sizeof values / sizeof *values;
	unsigned bad = 0;
	for (unsigned i = 0; i < n; i++) {
		uint64_t v[6];
		char text[COUNTS_TEXT], want[COUNTS_TEXT];
		for (unsigned f = 0; f < 6; f++)
			v[f] = values[(i + f) % n];
		const struct profcounts k = { .ticks = v[0], .hits = v[1], .outside = v[2], .filtered = v[3], .idle = v[4], .lost = v[5] };
		memset(text, 'x', sizeof text);
		counts_text(text, &k);
		snprintf(want, sizeof want, "ticks %" PRIu64 ", hits %" PRIu64 ", outside %" PRIu64 ", filtered %" PRIu64 ", idle %" PRIu64 ", lost %" PRIu64,
			v[0], v[1], v[2], v[3], v[4], v[5]);
		if (strcmp(text, want)) {
			printf("FAILED:   %s\nexpected: %s\n", text, want);
			bad++;
		}
	}
	printf("counts: %u texts, %u failed\n", n, bad);
	return bad != 0;
}
