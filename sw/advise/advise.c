/* SPDX-License-Identifier: ISC
 * advise.c - what could be saved: kinds of findings, what is found, how it is shown; the contract
 * is advise.h.
 */
#include "advise.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define REST_LEAST 0.2 /* share of the cycles that is worth a line */
#define PLACE_AT 54u /* columns before the place of a finding */

/* What makes a kind, what following it saves, how to follow it. */
const struct kind_def kinds[KINDS] = {
	/* least: cycles for each bit of the amount */
	[KIND_EXTENSION] = { "extension", "sure", 0.2, 1,
		"Declare what is extended as int or "
		"unsigned, or have the core built with a barrel shifter." },
	[KIND_SHIFT] = { "shift", "likely", 0.2, 1,
		"Shift by fewer bits: load the byte or half "
		"that is meant, keep values in place, or have a barrel shifter." },
	/* least: cycles of one beyond an addition's */
	[KIND_MULTIPLY] = { "multiply", "likely", 8, 1,
		"Look the product up, add up instead, "
		"use factors that are powers of two, or have a fast multiplier." },
	[KIND_DIVIDE] = { "divide", "likely", 8, 1,
		"Divide by a power of two or by a constant, or count on instead of dividing." },
	/* least: calls */
	[KIND_SOFT_FLOAT] = { "soft-float", "likely", 10, 1,
		"Compute in integers (fixed point), or outside the loop." },
	[KIND_LONG_INTEGER] = { "long-integer", "likely", 10, 1,
		"Compute in 32 bits where the values fit." },
	[KIND_ALLOCATOR] = { "allocator", "likely", 10, 1,
		"Allocate once and use it again, or keep it on the stack or in a pool." },
	[KIND_COPY] = { "copy", "likely", 10, 1,
		"Pass a pointer, or copy, clear, compare and measure once." },
	/* saved, of such code's cycles: 58 to 77%; 7 to 43% */
	[KIND_UNOPTIMISED] = { "unoptimised", "likely", 0, 0.67, "Compile it with -O2." },
	[KIND_SIZE] = { "size", "at most", 0, 0.45,
		"Compile it with -O2, and measure: it saves little or much." },
	/* least: bytes for each entry of the loop */
	[KIND_BYTES] = { "bytes", "likely", 8, 0.75,
		"Copy words: align both ends alike, or call memcpy." },
	/* least: turns for each entry of the loop */
	[KIND_POLL] = { "poll", "sure", 4, 1,
		"Sleep in wfi until its interrupt, or do other work meanwhile." },
	[KIND_CONFLICT] = { "conflict", "likely", 0, 1,
		"Link the two so that they share no set, or next to each other." },
	/* least: cycles that a load waits more than elsewhere */
	[KIND_UNCACHED] = { "uncached", "likely", 2, 1, "Link it at an address that is cached." },
	/* as KIND_SHIFT, KIND_MULTIPLY; least: share of waits where a line begins */
	[KIND_SHIFTER] = { "shifter", "at most", 0.2, 1,
		"Have the core built with a barrel shifter." },
	[KIND_MULTIPLIER] = { "multiplier", "at most", 8, 1,
		"Have the core built with a multiplier of one cycle, such as an FPGA's." },
	[KIND_CACHE] = { "cache", "at most", 0.8, 1,
		"Have the core built with a larger instruction cache." },
};

void places_add(struct places *s, uint64_t key, uint32_t pc, double cycles, uint64_t times,
	const char *what)
{
	if (s->last >= s->n || s->at[s->last].key != key)
		for (s->last = 0; s->last < s->n && s->at[s->last].key != key; s->last++)
			;
	if (s->last == s->n) {
		GROW(s->at, s->n, s->room);
		s->at[s->n++] = (struct place){ .key = key, .most = -1 };
	}
	struct place *p = &s->at[s->last];
	p->cycles += cycles;
	p->times += times;
	if (cycles <= p->most)
		return;
	p->most = cycles;
	p->pc = pc;
	p->what = what;
}

const char *advice_function(const struct advice *a, uint32_t pc)
{
	const struct function *f = symbols_find(&a->firmware->symbols, pc);

	return f ? f->name : "Code without a symbol";
}

void advice_add(
	struct advice *a, enum kind kind, uint32_t pc, double counted, const char *reason, ...)
{
	struct finding found = { kind, (uint64_t)(counted * kinds[kind].share + 0.5), pc, NULL };
	va_list values;
	size_t size;

	if (!found.cycles
		|| (double)found.cycles < ADVICE_LEAST * (double)a->profile->counters.ticks)
		return;
	FILE *f = stream_open(&found.reason, &size);
	va_start(values, reason);
	vfprintf(f, reason, values);
	va_end(values);
	stream_close(f);
	GROW(a->at, a->n, a->room);
	a->at[a->n++] = found;
}

static int most_first(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : x->pc < y->pc ? -1 : 1;
}

bool advice_open(
	struct advice *a, const struct profile *p, const struct firmware *f, const char *name)
{
	*a = (struct advice){ .profile = p, .firmware = f };
	if (!p->waits_at)
		return fail("%s: has no causes, and advice follows from them: take it by `tally "
			    "run` without --period, --by, --priv, --no-cpi, --calls=unit",
			name);
	if (profile_in_turns(p))
		return fail("%s: was counted in time slices, and advice follows from exact counts: "
			    "take it by `tally run`",
			name);
	if (!f->image.elf)
		return fail("%s: advice needs the program's instructions: give its ELF", name);
	a->steps = steps_of(p, &f->image);
	if (p->late)
		steps_give_back(&a->steps);
	advise_units(a);
	advise_helpers(a);
	advise_compiled(a);
	advise_loops(a);
	advise_cache(a);
	advise_memory(a);
	if (a->n)
		qsort(a->at, a->n, sizeof a->at[0], most_first);
	return true;
}

void advice_close(struct advice *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->at[i].reason);
	free(a->at);
	free(a->steps.at);
}

/* Behind `used` columns. */
static void print_place(const struct advice *a, const struct term *t, uint32_t pc, size_t used)
{
	const struct line *line = lines_find(&a->firmware->lines, pc);
	char place[400];

	fputs(term_hue(t, HUE_GOOD), stdout);
	if (line && line->number) {
		snprintf(place, sizeof place, "%s:%d", text_place(line->file), line->number);
		if (t->width && used + term_columns(place) > t->width)
			snprintf(place, sizeof place, "%s:%d", basename(line->file), line->number);
	} else {
		symbols_place(&a->firmware->symbols, pc, place, sizeof place);
	}
	term_end(t, used, place);
	fputs(term_plain(t), stdout);
}

/* Waits that follow from the core, whatever the program is. */
static void print_rest(const struct advice *a, const struct term *t)
{
	const struct profile *p = a->profile;
	const double ticks = (double)p->counters.ticks;
	const double fetch = a->cached ? 0 : (double)profile_waits(p).of[CAUSE_FETCH];
	double each = 0;
	char *text;
	size_t size;

	for (size_t i = 0; i < a->steps.n; i++) {
		double alike = a->alu * (double)a->steps.at[i].retired;
		double waited = (double)a->steps.at[i].waits.of[CAUSE_EXEC];
		each += waited < alike ? waited : alike;
	}
	if (each + fetch < REST_LEAST * ticks)
		return;
	FILE *f = stream_open(&text, &size);
	fprintf(f,
		"%.1f%% of the cycles are the core's own, and only fewer instructions save them:",
		100 * (each + fetch) / ticks);
	if (fetch > 0)
		fprintf(f, " %.1f%% FETCH, as it shows no instruction cache%s", 100 * fetch / ticks,
			each > 0 ? ";" : "");
	if (each > 0)
		fprintf(f, " %.1f%% EXEC, as an addition takes %.1f there, too", 100 * each / ticks,
			a->alu);
	stream_close(f);
	term_fold_at(t, text, 0, 8);
	free(text);
}

void advice_print(const struct advice *a, const struct term *t)
{
	const struct profile *p = a->profile;
	const size_t shown = a->n < ADVICE_MOST ? a->n : ADVICE_MOST;

	for (size_t i = 0; i < shown; i++) {
		const struct finding *f = &a->at[i];
		printf("%s%6.2f%% %14s cycles%s  %-7s  %-12s  ", term_hue(t, HUE_BOLD),
			profile_percent(p, f->cycles), term_number(f->cycles), term_plain(t),
			kinds[f->kind].sure, kinds[f->kind].name);
		print_place(a, t, f->pc, PLACE_AT);
		fputs("        ", stdout);
		term_fold_at(t, text_clean(f->reason), 8, 8);
		fputs("        ", stdout);
		term_fold_at(t, kinds[f->kind].remedy, 8, 8);
	}
	if (a->n > shown)
		printf("%zu more of at least %.0f%%\n", a->n - shown, 100 * ADVICE_LEAST);
	if (!a->n)
		printf("no finding: nothing known to be mended takes %.0f%% of %s cycles on %s\n",
			100 * ADVICE_LEAST, term_number(p->counters.ticks), text_clean(p->core));
	print_rest(a, t);
}

void advice_json(FILE *f, const struct advice *a)
{
	fputs("{\"core\": ", f);
	text_json(f, a->profile->core);
	fprintf(f, ", \"cycles\": %" PRIu64 ", \"findings\": [", a->profile->counters.ticks);
	for (size_t i = 0; i < a->n; i++) {
		const struct finding *x = &a->at[i];
		const struct kind_def *k = &kinds[x->kind];
		const struct line *line = lines_find(&a->firmware->lines, x->pc);
		const struct function *in = symbols_find(&a->firmware->symbols, x->pc);
		fprintf(f,
			"%s{\"kind\": \"%s\", \"sure\": \"%s\", \"cycles\": %" PRIu64
			", \"percent\": %.2f, \"function\": ",
			i ? ",\n  " : "\n  ", k->name, k->sure, x->cycles,
			profile_percent(a->profile, x->cycles));
		text_json(f, in ? in->name : NULL);
		fprintf(f, ", \"pc\": %" PRIu32, x->pc);
		text_json_place(f, line ? line->file : NULL, line ? line->number : 0);
		fputs(", \"reason\": ", f);
		text_json(f, x->reason);
		fputs(", \"remedy\": ", f);
		text_json(f, k->remedy);
		putc('}', f);
	}
	fputs("]}\n", f);
}
