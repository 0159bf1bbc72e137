/* SPDX-License-Identifier: ISC
 * why.c - a count's cycles by what they waited for; the contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>

#define COLUMN 7

static const char *const heads[] = { "FLOW", "FETCH", "DATA", "HAZARD", "EXEC" };

struct share {
	const char *name;
	uint64_t cycles;
};

unsigned why_causes(struct waits all)
{
	unsigned causes = 0;

	for (unsigned i = 0; i < CAUSES; i++)
		causes |= all.of[i] ? 1u << i : 0;
	return causes;
}

static int most_first(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	return x->cycles < y->cycles ? 1 : x->cycles > y->cycles ? -1 : 0;
}

uint64_t why_work(const struct profile *p)
{
	struct waits all = profile_waits(p);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->n_retired_at; i++)
		sum += p->retired_at[i];
	return profile_work(p, profile_bin_sum(p), sum, &all);
}

void why_line(FILE *f, const struct profile *p)
{
	struct waits all = profile_waits(p);
	struct share shares[CAUSES + 2] = { { "WORK", why_work(p) }, { "IDLE", p->counters.idle } };
	uint64_t sum = 0;

	if (!p->waits_at || p->other_period)
		return;
	for (unsigned i = 0; i < CAUSES; i++)
		shares[2 + i] = (struct share){ heads[i], all.of[i] };
	qsort(shares + 1, CAUSES + 1, sizeof shares[0], most_first);
	fputs("why:", f);
	for (unsigned i = 0; i < CAUSES + 2 && (shares[i].cycles || !i); i++) {
		fprintf(f, "%s%s %.1f%%", i ? "  " : " ", shares[i].name,
			p->cycles ? 100.0 * (double)shares[i].cycles / (double)p->cycles : 0);
		sum += shares[i].cycles;
	}
	putc('\n', f);
	if (profile_in_turns(p))
		fprintf(f,
			"its parts were measured one after the other, in %" PRIu32 " round%s, "
			"and scaled by the host's clock: together %.1f%% of all cycles\n",
			p->rounds, p->rounds == 1 ? "" : "s",
			p->cycles ? 100.0 * (double)sum / (double)p->cycles : 0);
}

void why_moved(FILE *f, int64_t work, const struct waits *a, const struct waits *b)
{
	fprintf(f, a ? "WORK %+" PRId64 : "WORK %" PRId64, work);
	for (unsigned i = 0; i < CAUSES; i++) {
		int64_t change = (int64_t)(b->of[i] - (a ? a->of[i] : 0));
		if (change)
			fprintf(f, a ? "  %s %+" PRId64 : "  %s %" PRId64, heads[i], change);
	}
}

void why_change(const struct profile *a, const struct profile *b)
{
	struct waits of_a = profile_waits(a), of_b = profile_waits(b);

	fputs("why: ", stdout);
	why_moved(stdout, (int64_t)(why_work(b) - why_work(a)), &of_a, &of_b);
	putchar('\n');
}

size_t why_columns(unsigned causes)
{
	return causes ? COLUMN * (size_t)(__builtin_popcount(causes) + 1) : 0;
}

static struct emit_value share(uint64_t cycles, uint64_t all, bool unknown)
{
	return !cycles || !all || unknown
		? as_none(unknown ? "" : ".")
		: as_real(EMIT_SHARE, 100.0 * (double)cycles / (double)all, "");
}

void why_shares(struct emit *e, unsigned causes, int first, uint64_t work, const struct waits *w,
	bool unknown)
{
	uint64_t all = work + waits_sum(w);

	if (causes)
		emit(e, first, "WORK", NULL, NULL, share(work, all, unknown));
	for (unsigned i = 0; i < CAUSES; i++)
		if (causes >> i & 1)
			emit(e, COLUMN, heads[i], NULL, NULL, share(w->of[i], all, unknown));
}

void why_each(struct emit *e, unsigned causes, uint64_t retired, const struct waits *w)
{
	for (unsigned i = 0; i < CAUSES; i++)
		if (causes >> i & 1)
			emit(e, COLUMN, heads[i], NULL, NULL,
				w->of[i] && retired
					? as_real(EMIT_RATIO, (double)w->of[i] / (double)retired,
						  "")
					: as_none(retired ? "." : ""));
}

void why_counts(struct emit *e, const struct waits *w)
{
	if (w)
		emit_object(e, "waits");
	for (unsigned i = 0; i < CAUSES; i++)
		emit(e, 0, NULL, cause_names[i], cause_names[i],
			w ? as_count(w->of[i]) : as_none(""));
	if (w)
		emit_end(e);
}
