/* SPDX-License-Identifier: ISC
 * latency.c - a latency as text, rows of a histogram, JSON; the contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "sw/base/base.h"

#define BAR 20u /* columns */

unsigned latency_rows(const struct latency *l, struct latency_row rows[LATENCY_ROWS])
{
	uint64_t lo = l->n ? l->times[0].cycles : 0;
	/* where two retire in a cycle, the shortest may be 0 */
	double first = lo ? (double)lo : 1, ratio = ((double)latency_longest(l) + 1) / first;
	unsigned n = 0;
	size_t at = 0;

	for (unsigned step = 1; at < l->n; step++) {
		/* where this step ends and the next one begins */
		uint64_t next = (uint64_t)(first * pow(ratio, (double)step / LATENCY_ROWS) + 0.5);
		struct latency_row r = { lo,
			step == LATENCY_ROWS ? latency_longest(l)
				: next > lo  ? next - 1
					     : lo,
			0 };
		for (; at < l->n && l->times[at].cycles <= r.hi; at++)
			r.count += l->times[at].count;
		if (r.count)
			rows[n++] = r;
		lo = r.hi + 1;
	}
	return n;
}

void latency_figures(FILE *f, const struct latency *l)
{
	static const struct {
		unsigned permille;
		const char *name;
	} quantiles[] = { { 500, "p50" }, { 900, "p90" }, { 990, "p99" }, { 999, "p99.9" } };
	uint64_t count = latency_count(l);

	fprintf(f, "latency %s: ", text_clean(l->name));
	if (!count) {
		fprintf(f, "never measured: its start %s\n",
			l->open ? "came, its end never did" : "never came");
		return;
	}
	fprintf(f, "%s time%s; observed, not a bound\ncycles: min %s, mean %.2f",
		term_number(count), count == 1 ? "" : "s", term_number(l->times[0].cycles),
		(double)latency_sum(l) / (double)count);
	for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
		fprintf(f, ", %s %s", quantiles[i].name,
			term_number(latency_quantile(l, quantiles[i].permille)));
	fprintf(f, ", max %s\n", term_number(latency_longest(l)));
}

/* Profiles the longest alone. The name is "from:to". */
static void put_command(FILE *f, const struct profile *p)
{
	char *from = copy_text(p->latency.name), *to = text_colon(from);

	*to++ = 0;
	if (p->latency.longest.start && latency_longest(&p->latency))
		ending_again(f, p, from, p->latency.longest.start, to);
	free(from);
}

void latency_worst(FILE *f, const struct profile *p, const struct symbols *s)
{
	const struct latency *l = &p->latency;
	const struct longest *x = &l->longest;

	if (l->n) {
		fprintf(f, "longest: cycles %s to %s", term_number(x->end - latency_longest(l)),
			term_number(x->end));
		if (p->waits_at) {
			fputs(": ", f);
			why_moved(f, (int64_t)(latency_longest(l) - waits_sum(&x->waits)), NULL,
				&x->waits);
		}
		fprintf(f, "\nthe last %u instructions before its end: ", x->n_last);
		ending_places(f, x->last, x->n_last, s);
	}
	if (l->open && l->n)
		fprintf(f, "one more had taken %s cycle%s when the run ended\n",
			term_number(l->open), l->open == 1 ? "" : "s");
	if (l->n)
		put_command(f, p);
}

void latency_print(const struct profile *p, const struct symbols *s, const struct term *t)
{
	const struct latency *l = &p->latency;
	struct latency_row rows[LATENCY_ROWS];
	unsigned n = latency_rows(l, rows);
	struct emit e = emit_to_term(t);
	uint64_t most = 1;
	char *text;
	size_t size;
	FILE *f;

	if (!l->name)
		return;
	putchar('\n');
	latency_figures(f = stream_open(&text, &size), l);
	stream_fold(f, &text, t);
	for (unsigned i = 0; i < n; i++)
		most = rows[i].count > most ? rows[i].count : most;
	for (unsigned i = 0; i < n; i++) {
		emit_row(&e, EMIT_ROW);
		emit(&e, 9, "", NULL, NULL, as_percent(rows[i].count, latency_count(l)));
		emit(&e, 15, "", NULL, NULL, as_count(rows[i].count));
		emit_gap(&e);
		emit_bar(&e, (double)rows[i].count / (double)most, BAR);
		printf("  %s", term_number(rows[i].lo));
		if (rows[i].hi > rows[i].lo)
			printf("..%s", term_number(rows[i].hi));
		putchar('\n');
	}
	latency_worst(f = stream_open(&text, &size), p, s);
	stream_fold(f, &text, t);
}

void latency_json(struct emit *e, const struct profile *p)
{
	const struct latency *l = &p->latency;

	if (!l->name)
		return;
	emit_object(e, "latency");
	emit_member(e, "name", as_text(l->name));
	emit_member(e, "count", as_count(latency_count(l)));
	emit_member(e, "sum", as_count(latency_sum(l)));
	emit_member(e, "open", as_count(l->open));
	emit_object(e, "longest");
	emit_member(e, "cycles", as_count(latency_longest(l)));
	emit_member(e, "end", as_count(l->longest.end));
	emit_member(e, "start", as_count(l->longest.start));
	if (p->waits_at)
		why_counts(e, &l->longest.waits);
	emit_array(e, "last");
	for (unsigned i = 0; i < l->longest.n_last; i++)
		emit_member(e, NULL, as_count(l->longest.last[i]));
	emit_end(e);
	emit_end(e);
	emit_array(e, "times");
	for (size_t i = 0; i < l->n; i++) {
		emit_object(e, NULL);
		emit_member(e, "cycles", as_count(l->times[i].cycles));
		emit_member(e, "count", as_count(l->times[i].count));
		emit_end(e);
	}
	emit_end(e);
	emit_end(e);
}
