/* SPDX-License-Identifier: ISC
 * summary.c - what stands below the rows: do the counts and the call tree hold every tick, where
 * the code ran that no counter covers, how the run ended; the contracts are report.h, report.h
 * and report.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sw/base/base.h"
#include "sw/base/term.h"

#define GAP 64u /* bytes without a retirement that part two places */
#define SHOWN 3u /* places of a report */
#define SOME 1.0 /* percent of TICKS that are worth a line, */
#define FEW 20u /* samples that say nothing of a program */
#define MUCH 10.0 /* and a word of what can be done */

#define FOLDED \
	"the call tree was full %s times: a new context counts where the same function " \
	"stands above, or at the root"
#define UNIT_FOLDED \
	"estimated: at most %.2f%% of the ticks, in nodes marked ~, are of functions that these " \
	"called; %s calls are in no node"
#define DROPPED \
	"callers may be wrong: returns led elsewhere (stacks switched), or events were dropped"

struct tree_invariant tree_invariant_of(const struct profile *p)
{
	const struct call_tree *t = &p->calls;
	const struct call_rest rest = profile_call_rest(p);
	struct tree_invariant invariant = { .cycles = call_tree_cycles(t),
		.nodes = t->n_nodes - 1 };
	uint32_t *depth = allocate(t->n_nodes, sizeof *depth);

	for (size_t i = 1; i < t->n_nodes; i++) {
		depth[i] = depth[t->nodes[i].parent] + 1;
		invariant.depth = depth[i] > invariant.depth ? depth[i] : invariant.depth;
	}
	free(depth);
	invariant.holds = invariant.cycles + call_rest_ticks(&rest) == rest.ticks;
	return invariant;
}

/* What is not where it was spent, a line each. */
static void put_folded(FILE *f, const struct call_tree *t)
{
	const uint64_t mixed = call_tree_mixed(t);

	if (t->folded)
		fprintf(f, FOLDED "\n", term_number(t->folded));
	if (mixed || t->rest.calls)
		fprintf(f, UNIT_FOLDED "\n",
			t->rest.ticks ? 100.0 * (double)mixed / (double)t->rest.ticks : 0,
			term_number(t->rest.calls));
	if (t->rest.dropped)
		fputs(DROPPED "\n", f);
}

void tree_invariant_print(FILE *f, const struct profile *p)
{
	const struct call_rest rest = profile_call_rest(p);
	bool unit = p->calls.of_unit;

	if (!p->calls.n_nodes)
		return;
	struct tree_invariant invariant = tree_invariant_of(p);
	fprintf(f, "TREE %s", term_number(invariant.cycles));
	if (unit)
		fprintf(f, " + FILTERED %s", term_number(rest.filtered));
	fprintf(f, " + IDLE %s", term_number(rest.idle));
	if (unit)
		fprintf(f, " + LOST %s", term_number(rest.lost));
	fprintf(f, " + PENDING %s = %s", term_number(rest.pending), profile_ticks_word(p));
	if (profile_two_counts(p))
		fprintf(f, " %s of its own unit", term_number(rest.ticks));
	fprintf(f, ": %s; %s nodes by call site, %" PRIu32 " deep\n",
		invariant.holds ? "holds" : "DOES NOT HOLD", term_number(invariant.nodes),
		invariant.depth);
	if (profile_two_counts(p))
		fputs("inclusive shares are of that unit's TICKS, all others of the first one's: "
		      "two counts, so that a function's own share may be above its inclusive one\n",
			f);
	put_folded(f, &p->calls);
}

void note_folded(const struct profile *p, const char *name)
{
	char *text, *next;
	size_t size;
	FILE *f = stream_open(&text, &size);

	put_folded(f, &p->calls);
	stream_close(f);
	for (char *line = text; *line; line = next + 1) {
		next = strchr(line, '\n');
		*next = 0;
		note("%s: %s", name, line);
	}
	free(text);
}

struct place {
	uint64_t lo, hi, count;
	const struct function *function; /* NULL: no symbol is there */
};

struct places {
	struct place *at;
	size_t n, room;
};

static int by_pc(const void *a, const void *b)
{
	const struct call_cell *x = *(const struct call_cell *const *)a,
			       *y = *(const struct call_cell *const *)b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static int by_count(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : x->lo < y->lo ? -1 : 1;
}

/* Of every cycle that is in the tree: is it in a counter? */
static bool counted(const struct profile *p, uint32_t pc)
{
	uint32_t slot = pc < p->config.offset ? p->slots : profile_bins_until(p, pc);

	return slot < p->slots && p->bins[slot];
}

static void add(struct places *to, const struct symbols *s, const struct call_cell *cell)
{
	const struct function *function = symbols_find(s, cell->pc);
	struct place *last = to->n ? &to->at[to->n - 1] : NULL;

	if (!last || last->function != function || (!function && cell->pc - last->hi > GAP)) {
		GROW(to->at, to->n, to->room);
		last = &to->at[to->n++];
		*last = (struct place){ cell->pc, cell->pc, 0, function };
	}
	last->hi = cell->pc;
	last->count += cell->cycles;
}

/* The hottest first; functions, and where no symbol is, what lies together. */
static struct places places_of(const struct profile *p, const struct symbols *s)
{
	const struct call_tree *t = &p->calls;
	const struct call_cell **cells = allocate(t->n_cells, sizeof *cells);
	struct places places = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < t->n_cells; i++)
		if (t->cells[i].cycles && !counted(p, t->cells[i].pc))
			cells[n++] = &t->cells[i];
	if (n)
		qsort(cells, n, sizeof *cells, by_pc);
	for (size_t i = 0; i < n; i++)
		add(&places, s, cells[i]);
	if (places.n)
		qsort(places.at, places.n, sizeof *places.at, by_count);
	free(cells);
	return places;
}

/* What can be done depends on why no counter is there. */
static void put_remedy(
	FILE *f, const struct profile *p, const struct places *places, const struct symbols *s)
{
	bool named = places->n && places->at[0].function;

	/* a live unit counted a part of the program, as --from and --to chose */
	if (p->end == END_RECORDED && s->n_functions
		&& (s->functions[0].lo < profile_bin_pc(p, 0)
			|| s->functions[s->n_functions - 1].lo >= profile_bin_pc(p, p->slots))) {
		fprintf(f,
			"the counters hold only a part of the program; without --from and --to "
			"they hold all\n");
		return;
	}
	if (!places->n && p->end != END_IMPORTED)
		fprintf(f, "where it ran is not known, %s; ",
			p->end == END_RECORDED ? "a unit does not keep it"
					       : "a run of every cycle with calls knows it");
	if (named)
		fprintf(f, "--from and --to cover it\n");
	else if (p->end == END_IMPORTED)
		fprintf(f,
			"the ELF has no code there: if the program copies itself, link it where "
			"it runs\n");
	else
		fprintf(f,
			"--from and --to count it by address; for names, link what the program "
			"copies to where it runs\n");
}

void outside_print(FILE *f, const struct profile *p, const struct symbols *s)
{
	double percent = profile_percent(p, p->counters.outside);

	if (percent < SOME || (p->config.period > 1 && p->counters.outside < FEW))
		return;
	struct places places = places_of(p, s);
	if (places.n || percent >= MUCH)
		fprintf(f, "OUTSIDE %.2f%%: ", percent);
	for (size_t i = 0; i < places.n && i < SHOWN; i++) {
		const struct place *at = &places.at[i];
		fputs(i ? ", " : "", f);
		if (at->function)
			fprintf(f, "%s ", text_clean(at->function->name));
		fprintf(f, "0x%08" PRIx64 "-0x%08" PRIx64 " %.2f%%", at->lo, at->hi,
			profile_percent(p, at->count));
	}
	if (places.n > SHOWN)
		fprintf(f, ", %zu more", places.n - SHOWN);
	if (places.n)
		fputs(percent >= MUCH ? "; " : "\n", f);
	if (percent >= MUCH)
		put_remedy(f, p, &places, s);
	free(places.at);
}

void outside_json(struct emit *e, const struct profile *p, const struct symbols *s)
{
	if (!p->calls.n_nodes)
		return;
	struct places places = places_of(p, s);
	emit_array(e, "outside");
	for (size_t i = 0; i < places.n; i++) {
		emit_object(e, NULL);
		emit_member(e, "pc", as_count(places.at[i].lo));
		emit_member(e, "end", as_count(places.at[i].hi + 2));
		emit_member(e, "count", as_count(places.at[i].count));
		emit_end(e);
	}
	emit_end(e);
	free(places.at);
}

void summary_invariant(
	FILE *f, const struct profile *p, const struct firmware *fw, uint64_t straddling)
{
	const struct tally_counters *c = &p->counters;
	uint64_t bins = profile_bin_sum(p);
	char text[256];

	fprintf(f,
		"%s %s = HITS %s + OUTSIDE %s + FILTERED %s + IDLE %s + LOST %s + PENDING %s: %s\n",
		profile_ticks_word(p), term_number(c->ticks), term_number(c->hits),
		term_number(c->outside), term_number(c->filtered), term_number(c->idle),
		term_number(c->lost), term_number(c->pending),
		profile_invariant_holds(c) ? "holds" : "DOES NOT HOLD");
	outside_print(f, p, &fw->symbols);
	if (bins != p->counters.hits)
		fprintf(f, "sum of counters %s, HITS %s: DOES NOT HOLD\n", term_number(bins),
			term_number(p->counters.hits));
	if (straddling)
		fprintf(f,
			"%s %s (%.2f%%) lie in counters that cover several functions (scale "
			"%" PRIu32 "); each is shown at the first of them\n",
			term_number(straddling), profile_unit(p), profile_percent(p, straddling),
			p->config.scale);
	if (straddling && (p->retired_at || p->calls.n_nodes))
		fprintf(f,
			"rows with ~ share a counter: their CPI, inclusive cycles and causes would "
			"be of other code than these counts\n");
	if (p->config.scale < TALLY_SCALE_ONE)
		fprintf(f,
			"a counter covers %u bytes of code: lines and addresses are those of "
			"its first instruction\n",
			2 * TALLY_SCALE_ONE / p->config.scale);
	if (p->extent == PROFILE_SIMULATED || p->extent == PROFILE_FAULTED)
		fprintf(f, "%s\n", profile_extent_text(p, text, sizeof text));
	tree_invariant_print(f, p);
	if (p->config.period > 1)
		fprintf(f, "estimates are samples x %" PRIu32 "; %s samples in all\n",
			p->config.period, term_number(c->ticks));
}

static const char *known(const struct profile *p, uint64_t n)
{
	return n || (p->end != END_RECORDED && p->end != END_IMPORTED) ? term_number(n) : "unknown";
}

void summary_end(FILE *f, const struct profile *p, const struct firmware *fw)
{
	char text[1024];

	if (p->window.begin)
		fprintf(f, "window: cycles %s to %s, %s instructions", term_number(p->window.begin),
			term_number(p->window.begin + p->cycles), term_number(p->retired));
	else if (p->end == END_IMPORTED && !p->retired)
		fprintf(f, "cycles and instructions of the run: unknown");
	else
		fprintf(f, "cycles %s, instructions %s", known(p, p->cycles), known(p, p->retired));
	if (p->cycles && p->retired)
		fprintf(f, ", CPI %.3f", (double)p->cycles / (double)p->retired);
	if (p->window.after)
		fprintf(f, ", after %s%s%s", text_clean(p->window.after),
			p->window.until[0] ? " until " : "", p->window.until);
	fprintf(f, "\nend: %s\n", text_clean(ending_text(p, &fw->symbols, text, sizeof text)));
	ending_where(f, p, fw);
}

void stream_fold(FILE *f, char **text, const struct term *t)
{
	stream_close(f);
	term_fold(t, *text);
	free(*text);
}

void report_end(const struct profile *p, const struct firmware *fw, const struct term *t)
{
	char *text;
	size_t size;
	FILE *f = stream_open(&text, &size);

	summary_end(f, p, fw);
	stream_fold(f, &text, t);
}
