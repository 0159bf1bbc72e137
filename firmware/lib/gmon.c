/* SPDX-License-Identifier: ISC
 * gmon.c - writes gmon.out. Contract: gmon.h; format: sys/gmon.h.
 */
#include "gmon.h"

#include <string.h>

#include "sys/gmon.h"

#define MOST 0xFFFFu		/* largest counter of one record */

static void put32(uint8_t to[4], uint32_t v)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(v >> 8 * i);
}

static int put_tag(uint8_t tag, gmon_put *put, void *ctx)
{
	return put(ctx, &tag, 1);
}

int gmon_header(gmon_put *put, void *ctx)
{
	struct gmon_header h = { .magic = { 'g', 'm', 'o', 'n' } };

	put32(h.version, GMON_VERSION);
	return put(ctx, &h, sizeof h);
}

/* Writes the part of each count that belongs into record number `record`. */
static int put_bins(const struct gmon_histogram *h, uint32_t record, gmon_put *put, void *ctx)
{
	uint8_t chunk[256];
	uint32_t below = record * MOST;
	size_t n = 0;
	int error = 0;

	for (uint32_t i = 0; i < h->bins && !error; i++) {
		uint32_t count = h->count(h->of, i);
		count = count > below ? count - below : 0;
		if (count > MOST)
			count = MOST;
		chunk[n++] = (uint8_t)count;
		chunk[n++] = (uint8_t)(count >> 8);
		if (n == sizeof chunk || i + 1 == h->bins) {
			error = put(ctx, chunk, n);
			n = 0;
		}
	}
	return error;
}

int gmon_histogram(const struct gmon_histogram *h, gmon_put *put, void *ctx)
{
	struct gmon_histogram_header head = { .unit_letter = h->unit[0] };
	uint32_t most = 0;
	int error = 0;

	for (uint32_t i = 0; i < h->bins; i++) {
		uint32_t count = h->count(h->of, i);
		most = count > most ? count : most;
	}
	put32(head.low_pc, h->low);
	put32(head.high_pc, h->high);
	put32(head.bins, h->bins);
	put32(head.rate, 1);
	strncpy(head.unit, h->unit, sizeof head.unit - 1);
	for (uint32_t record = 0; !error && (record == 0 || record * MOST < most); record++) {
		error = put_tag(GMON_TAG_HISTOGRAM, put, ctx);
		if (!error)
			error = put(ctx, &head, sizeof head);
		if (!error)
			error = put_bins(h, record, put, ctx);
		if (record == 0xFFFFFFFFu / MOST)
			break;
	}
	return error;
}

int gmon_arc(uint32_t from, uint32_t self, uint32_t count, gmon_put *put, void *ctx)
{
	struct gmon_arc arc;
	int error = put_tag(GMON_TAG_ARC, put, ctx);

	put32(arc.from_pc, from);
	put32(arc.self_pc, self);
	put32(arc.count, count);
	return error ? error : put(ctx, &arc, sizeof arc);
}
