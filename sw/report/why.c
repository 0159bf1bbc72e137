/* SPDX-License-Identifier: ISC
 * why.c - a count's cycles by what they waited for; the contract is why.h.
 */
#include "why.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#define COLUMN 7

struct share {
	const char *name;
	uint64_t cycles;
};

unsigned why_causes(const struct profile *p)
{
	struct waits all = profile_waits(p);
	unsigned causes = 0;

	for (unsigned i = 0; i < CAUSES; i++)
		causes |= all.of[i] ? 1u << i : 0;
	return causes;
}

static void put_upper(FILE *f, const char *name)
{
	for (; *name; name++)
		putc(toupper((unsigned char)*name), f);
}

static int most_first(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	return x->cycles < y->cycles ? 1 : x->cycles > y->cycles ? -1 : 0;
}

static uint64_t retired_in_all(const struct profile *p)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->n_retired_at; i++)
		sum += p->retired_at[i];
	return sum;
}

void why_line(FILE *f, const struct profile *p)
{
	struct waits all = profile_waits(p);
	struct share shares[CAUSES + 2] = { { "work", retired_in_all(p) },
		{ "idle", p->counters.idle } };
	uint64_t sum = 0;

	if (!p->waits_at || p->other_period)
		return;
	for (unsigned i = 0; i < CAUSES; i++)
		shares[2 + i] = (struct share){ cause_names[i], all.of[i] };
	qsort(shares + 1, CAUSES + 1, sizeof shares[0], most_first);
	fputs("why:", f);
	for (unsigned i = 0; i < CAUSES + 2 && (shares[i].cycles || !i); i++) {
		fputs(i ? "  " : " ", f);
		put_upper(f, shares[i].name);
		fprintf(f, " %.1f%%", p->cycles ? 100.0 * (double)shares[i].cycles
			/ (double)p->cycles : 0);
		sum += shares[i].cycles;
	}
	putc('\n', f);
	if (profile_in_turns(p))
		fprintf(f, "its parts were measured one after the other, in %" PRIu32 " round%s, "
			"and scaled by the host's clock: together %.1f%% of all cycles\n",
			p->rounds, p->rounds == 1 ? "" : "s",
			p->cycles ? 100.0 * (double)sum / (double)p->cycles : 0);
}

void why_moved(FILE *f, int64_t work, const struct waits *a, const struct waits *b)
{
	fprintf(f, "WORK %+" PRId64, work);
	for (unsigned i = 0; i < CAUSES; i++) {
		int64_t change = (int64_t)(b->of[i] - a->of[i]);
		if (!change)
			continue;
		fputs("  ", f);
		put_upper(f, cause_names[i]);
		fprintf(f, " %+" PRId64, change);
	}
}

void why_change(const struct profile *a, const struct profile *b)
{
	struct waits of_a = profile_waits(a), of_b = profile_waits(b);

	fputs("why: ", stdout);
	why_moved(stdout, (int64_t)(retired_in_all(b) - retired_in_all(a)), &of_a, &of_b);
	putchar('\n');
}

static size_t width_of(unsigned causes, bool work)
{
	return COLUMN * ((size_t)__builtin_popcount(causes) + (causes && work));
}

size_t why_columns(unsigned causes)
{
	return width_of(causes, true);
}

size_t why_each_columns(unsigned causes)
{
	return width_of(causes, false);
}

static void put_name(const char *name)
{
	printf("%*s", COLUMN - (int)__builtin_strlen(name), "");
	put_upper(stdout, name);
}

void why_each_heading(unsigned causes)
{
	for (unsigned i = 0; i < CAUSES; i++)
		if (causes >> i & 1)
			put_name(cause_names[i]);
}

void why_heading(unsigned causes)
{
	if (causes)
		put_name("work");
	why_each_heading(causes);
}

static void put_share(uint64_t cycles, uint64_t all)
{
	if (cycles && all)
		printf("%*.1f%%", COLUMN - 1, 100.0 * (double)cycles / (double)all);
	else
		printf("%*s", COLUMN, ".");
}

void why_shares(unsigned causes, uint64_t retired, const struct waits *w)
{
	uint64_t all = retired + waits_sum(w);

	if (causes)
		put_share(retired, all);
	for (unsigned i = 0; i < CAUSES; i++)
		if (causes >> i & 1)
			put_share(w->of[i], all);
}

void why_each(unsigned causes, uint64_t retired, const struct waits *w)
{
	for (unsigned i = 0; i < CAUSES; i++) {
		if (!(causes >> i & 1))
			continue;
		if (w->of[i] && retired)
			printf("%*.2f", COLUMN, (double)w->of[i] / (double)retired);
		else
			printf("%*s", COLUMN, retired ? "." : "");
	}
}

void why_csv_heading(FILE *f)
{
	for (unsigned i = 0; i < CAUSES; i++)
		fprintf(f, ",%s", cause_names[i]);
}

void why_csv(FILE *f, const struct waits *w)
{
	for (unsigned i = 0; i < CAUSES; i++)
		fprintf(f, ",%" PRIu64, w->of[i]);
}

void why_json(FILE *f, const struct waits *w)
{
	for (unsigned i = 0; i < CAUSES; i++)
		fprintf(f, "%s\"%s\": %" PRIu64, i ? ", " : ", \"waits\": {", cause_names[i],
			w->of[i]);
	putc('}', f);
}
