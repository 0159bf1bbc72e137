/* SPDX-License-Identifier: ISC
 * gmon.c - the bytes of a gmon.out. Contract: gmon.h.
 */
#include "gmon.h"

#include <string.h>

#include "sys/gmon.h"

#define MOST 0xFFFFu /* largest counter of one record */

static void put32(uint8_t to[4], uint32_t v)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(v >> 8 * i);
}

static void put_record(file_take *take, void *ctx, uint8_t tag, const void *record, size_t bytes)
{
	take(ctx, &tag, 1);
	take(ctx, record, bytes);
}

uint32_t gmon_count(const struct gmon *g, uint32_t bin)
{
	return g->counters[bin] + (g->totals ? g->totals[bin] : 0);
}

/* Of each count what is above `below`, at most MOST. */
static void put_bins(const struct gmon *g, uint32_t below, file_take *take, void *ctx)
{
	for (uint32_t i = 0; i < g->bins; i++) {
		uint32_t count = gmon_count(g, i);
		count = count > below ? count - below : 0;
		count = count < MOST ? count : MOST;
		const uint8_t bytes[2] = { (uint8_t)count, (uint8_t)(count >> 8) };
		take(ctx, bytes, sizeof bytes);
	}
}

static void put_histogram(const struct gmon *g, file_take *take, void *ctx)
{
	struct gmon_histogram_header head = { .unit_letter = g->unit[0] };
	uint32_t most = 0, below = 0;

	for (uint32_t i = 0; i < g->bins; i++)
		most = gmon_count(g, i) > most ? gmon_count(g, i) : most;
	put32(head.low_pc, g->low);
	put32(head.high_pc, g->high);
	put32(head.bins, g->bins);
	put32(head.rate, 1);
	strncpy(head.unit, g->unit, sizeof head.unit - 1);
	for (;; below += MOST) {
		put_record(take, ctx, GMON_TAG_HISTOGRAM, &head, sizeof head);
		put_bins(g, below, take, ctx);
		if (most - below <= MOST)
			break;
	}
}

int gmon_file(file_take *take, void *ctx, void *of)
{
	const struct gmon *g = of;
	const struct arcs *arcs = g->arcs;
	struct gmon_header h = { .magic = { 'g', 'm', 'o', 'n' } };

	put32(h.version, GMON_VERSION);
	take(ctx, &h, sizeof h);
	put_histogram(g, take, ctx);
	for (uint32_t i = 0; arcs->table && i <= arcs->mask; i++) {
		struct gmon_arc arc;
		put32(arc.from_pc, arcs->table[i].from);
		put32(arc.self_pc, arcs->table[i].self);
		put32(arc.count, arcs->table[i].count);
		if (arcs->table[i].count)
			put_record(take, ctx, GMON_TAG_ARC, &arc, sizeof arc);
	}
	return 0;
}
