/* SPDX-License-Identifier: ISC
 * sites.c - a profile's counts one by one, each with its function, line and inlined calls; the contract is sites.h.
 */
#include "sites.h"

void sites_open(struct sites *s, const struct profile *p, const struct firmware *f)
{
	*s = (struct sites){ .profile = p, .firmware = f, .functions = table_functions(p, &f->symbols, &f->lines) };
	for (size_t i = 0; i < s->functions.n; i++) {
		const struct row *row = &s->functions.rows[i];
		ranges_add(&s->rows, row->lo, row->hi, row->lo, i);
	}
	ranges_build(&s->rows);
	progress_start(&s->progress, p->slots);
}

void sites_close(struct sites *s)
{
	progress_hide(&s->progress);
	table_free(&s->functions);
	ranges_free(&s->rows);
}

void sites_rewind(struct sites *s)
{
	s->slot = 0;
	s->rest = 0;
}

/* Rows have only the shown name. */
static const char *linker_name(const struct sites *s, const struct site *site)
{
	const struct function *f = symbols_find(&s->firmware->symbols, site->pc);

	return f ? f->linker : site->function->name;
}

/* The frames of the code at site->pc; they are found from the inside to the outside. */
static void add_frames(const struct sites *s, struct site *site)
{
	const struct lines *l = &s->firmware->lines;
	const struct line *line = lines_find(l, site->pc);
	const struct call *innermost = lines_call(l, site->pc), *c;
	const char *file = line ? line->file : NULL;
	int number = line ? line->number : 0;
	size_t depth = 1, at;

	for (c = innermost; c; c = lines_caller(l, c))
		depth++;
	site->n = depth < SITE_FRAMES ? depth : SITE_FRAMES;
	at = depth;
	for (c = innermost; c; c = lines_caller(l, c)) {
		if (--at < SITE_FRAMES)
			site->frames[at] = (struct frame){ c->name, c->linker, file, number, c->declared };
		file = c->file;
		number = c->number;
	}
	site->frames[0] = (struct frame){ site->function->name, linker_name(s, site), file, number,
		{ site->function->file, site->function->line } };
}

static bool next_bin(struct sites *s, struct site *site)
{
	const struct profile *p = s->profile;

	for (; s->slot < p->slots; s->slot++) {
		if (s->slot % 65536 == 0)
			progress_show(&s->progress, "writing", s->slot);
		if (!p->bins[s->slot])
			continue;
		uint64_t lo = profile_bin_pc(p, s->slot), hi = profile_bin_pc(p, s->slot + 1);
		uint64_t pc = table_pc(&s->firmware->symbols, lo, hi);
		const struct range *row = ranges_find(&s->rows, pc);
		*site = (struct site){ .count = p->bins[s->slot++], .retired = table_retired(p, lo, hi), .lo = lo, .hi = hi, .pc = (uint32_t)pc,
			.function = &s->functions.rows[row->value] };
		add_frames(s, site);
		return true;
	}
	return false;
}

static bool next_rest(struct sites *s, struct site *site)
{
	static const char *const names[1 + OUTCOMES] =
		{ "[WENT ROUND]", "[OUTSIDE]", "[FILTERED]", "[IDLE]", "[LOST]", "[PENDING]" };	/* they outlive the site */
	const uint64_t hits = s->profile->counters.hits;
	struct outcome rest[1 + OUTCOMES] = { { .count = hits > s->functions.sum ? hits - s->functions.sum : 0 } };

	profile_outcomes(&s->profile->counters, rest + 1);
	for (; s->rest < sizeof rest / sizeof rest[0]; s->rest++)
		if (rest[s->rest].count) {
			const char *name = names[s->rest];
			*site = (struct site){ .count = rest[s->rest].count, .n = 1, .frames[0] = { name, .linker = name } };
			s->rest++;
			return true;
		}
	return false;
}

bool sites_next(struct sites *s, struct site *site)
{
	return next_bin(s, site) || next_rest(s, site);
}
