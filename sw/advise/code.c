/* SPDX-License-Identifier: ISC
 * code.c - what the program itself could do better: which functions it calls, how it was compiled,
 * its short loops.
 *
 * Functions that code calls without meaning to compute much (soft float, 64-bit arithmetic, the
 * allocator, copies) are found by caller, with all that is below the call.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advise.h"
#include "sw/base/base.h"
#include "sw/flow/loops.h"

#define LOOP_MOST 12 /* instructions of a loop that is looked at */
#define REGISTERS 32

/* ---- helpers ---- */
static const struct {
	enum kind kind;
	const char *names; /* with a space before and behind each */
} helpers[] = {
	/* of libgcc and compiler-rt */
	{ KIND_SOFT_FLOAT,
		" __addsf3 __subsf3 __mulsf3 __divsf3 __negsf2 __eqsf2 __nesf2 __ltsf2 "
		"__lesf2 __gtsf2 __gesf2 __unordsf2 __fixsfsi __fixunssfsi __fixsfdi __fixunssfdi "
		"__floatsisf __floatunsisf __floatdisf __floatundisf __extendsfdf2 __truncdfsf2 "
		"__adddf3 __subdf3 __muldf3 __divdf3 __negdf2 __eqdf2 __nedf2 __ltdf2 __ledf2 "
		"__gtdf2 __gedf2 __unorddf2 __fixdfsi __fixunsdfsi __fixdfdi __fixunsdfdi "
		"__floatsidf __floatunsidf __floatdidf __floatundidf " },
	{ KIND_LONG_INTEGER,
		" __muldi3 __divdi3 __udivdi3 __moddi3 __umoddi3 __divmoddi4 "
		"__udivmoddi4 __ashldi3 __lshrdi3 __ashrdi3 __cmpdi2 __ucmpdi2 __mulvdi3 " },
	/* of a C library */
	{ KIND_ALLOCATOR,
		" malloc free calloc realloc memalign aligned_alloc _malloc_r _free_r "
		"_calloc_r _realloc_r pvPortMalloc vPortFree " },
	{ KIND_COPY,
		" memcpy memmove memset memcmp bcopy bzero strlen strcpy strncpy strcat "
		"strncat strcmp strncmp strchr strrchr strdup " },
};

enum kind helper_kind(const char *name)
{
	char word[64];

	if ((size_t)snprintf(word, sizeof word, " %s ", name) < sizeof word)
		for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
			if (strstr(helpers[i].names, word))
				return helpers[i].kind;
	return KINDS;
}

/* Calls of helpers by others, into one sum for each kind and caller. */
static void sum_up(const struct advice *a, struct places *to)
{
	const struct call_tree *t = &a->profile->calls;
	uint64_t *inclusive = allocate(t->n_nodes, sizeof *inclusive);
	bool *below = allocate(t->n_nodes, sizeof *below);

	for (size_t i = t->n_nodes; i-- > 0;) {
		inclusive[i] += t->nodes[i].cycles;
		if (i)
			inclusive[t->nodes[i].parent] += inclusive[i];
	}
	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *n = &t->nodes[i];
		const struct function *f = call_tree_is_thread(n->function)
			? NULL
			: symbols_find(&a->firmware->symbols, n->function);
		enum kind kind = f ? helper_kind(f->linker) : KINDS;
		below[i] = below[n->parent] || kind != KINDS;
		if (below[i] && !below[n->parent] && n->site)
			places_add(to, (uint64_t)kind << 32 | t->nodes[n->parent].function, n->site,
				(double)inclusive[i], n->calls, f->name);
	}
	free(below);
	free(inclusive);
}

void advise_helpers(struct advice *a)
{
	struct places all = { 0 };

	if (a->profile->calls.n_nodes)
		sum_up(a, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct place *p = &all.at[i];
		enum kind kind = (enum kind)(p->key >> 32);
		if ((double)p->times >= kinds[kind].least)
			advice_add(a, kind, p->pc, p->cycles,
				"%s calls %s and its like %" PRIu64
				" times, %.1f cycles each with all below them.",
				advice_function(a, p->pc), p->what, p->times,
				p->cycles / (double)p->times);
	}
	free(all.at);
}

/* ---- code that was compiled without optimisation, or for size ----
 * What -O2 saves of it is not in a capture: the shares of these kinds are those of CoreMark,
 * Dhrystone and Lua, on VexRiscv Lite and PicoRV32. The compiler's own helpers are nobody's to
 * compile, nor are libraries: their sources are not here, where others' are. */

/* By the flags that GCC records; without -O it does not optimise. KINDS: another, or unknown. */
static enum kind level_of(const char *producer)
{
	const char *last = NULL, *next = producer;

	if (!producer || strncmp(producer, "GNU C", 5) != 0)
		return KINDS;
	while ((next = strstr(next, " -O")))
		last = next += 3;
	if (!last || *last == '0')
		return KIND_UNOPTIMISED;
	return *last == 's' || *last == 'z' ? KIND_SIZE : KINDS;
}

static bool is_here(const struct advice *a, const struct function *f)
{
	struct line line;

	return f && lines_declared(&a->firmware->lines, (uint32_t)f->lo, &line) && line.file
		&& access(line.file, F_OK) == 0;
}

/* Of anything that ran. */
static bool has_sources(const struct advice *a)
{
	const struct function *last = NULL, *f;

	for (size_t i = 0; i < a->steps.n; i++, last = f) {
		f = symbols_find(&a->firmware->symbols, a->steps.at[i].pc);
		if (f != last && is_here(a, f))
			return true;
	}
	return false;
}

void advise_compiled(struct advice *a)
{
	const bool here = has_sources(a);
	const struct function *last = NULL;
	enum kind kind = KINDS;
	struct places all = { 0 };

	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *s = &a->steps.at[i];
		const struct function *f = symbols_find(&a->firmware->symbols, s->pc);
		if (!f || f != last)
			kind = here && !is_here(a, f)
				? KINDS
				: level_of(lines_producer(&a->firmware->lines, s->pc));
		last = f;
		if (kind != KINDS && !(f && helper_kind(f->linker) < KIND_ALLOCATOR))
			places_add(&all, kind, s->pc, (double)step_cycles(s), 0, NULL);
	}
	for (size_t i = 0; i < all.n; i++)
		advice_add(a, (enum kind)all.at[i].key, all.at[i].pc, all.at[i].cycles,
			"Code compiled %s takes %.0f%% of the run, and %s is in it.",
			all.at[i].key == KIND_SIZE ? "with -Os" : "without optimisation",
			profile_percent(a->profile, (uint64_t)all.at[i].cycles),
			advice_function(a, all.at[i].pc));
	free(all.at);
}

/* ---- short loops that copy byte by byte, or wait for a word of memory to change ---- */
struct body {
	const struct step *at[LOOP_MOST]; /* by pc */
	size_t n;
	uint64_t cycles;
};

/* False: it is long, or calls. */
static bool body_of(
	struct body *b, const struct steps *all, const struct flow *f, const struct loop *l)
{
	*b = (struct body){ 0 };
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = f->at[l->blocks[i]].first; k < f->at[l->blocks[i]].end; k++) {
			const struct step *s = steps_find(all, f->code[k].pc);
			if (!s || b->n == LOOP_MOST || (s->unit == UNIT_JUMP && !s->target))
				return false;
			b->at[b->n++] = s;
			b->cycles += step_cycles(s);
		}
	return true;
}

/* How many steps of the loop have this unit; *last: one of them, or NULL. */
static unsigned count(const struct body *l, enum step_unit unit, const struct step **last)
{
	unsigned n = 0;

	*last = NULL;
	for (size_t j = 0; j < l->n; j++)
		if (l->at[j]->unit == unit) {
			*last = l->at[j];
			n++;
		}
	return n;
}

/* Is what is loaded stored, and nothing else done with it, and does a register count by 1? */
static bool copies_bytes(const struct body *l)
{
	const struct step *load, *store, *other;
	bool by_one = false;

	if (count(l, UNIT_LOAD, &load) != 1 || count(l, UNIT_STORE, &store) != 1
		|| count(l, UNIT_OTHER, &other) || !step_is_byte(load) || !step_is_byte(store)
		|| store->rs2 != load->rd)
		return false;
	for (size_t j = 0; j < l->n; j++) {
		const struct step *s = l->at[j];
		bool tested = s->unit == UNIT_BRANCH && load->rd
			&& (s->rs1 == load->rd || s->rs2 == load->rd);
		bool counts =
			s->unit == UNIT_ALU && step_has_constant(s) && s->rd && s->rd == s->rs1;
		if (tested || (s != load && s->rd == load->rd)
			|| (counts && s->immediate != 1 && s->immediate != -1))
			return false;
		by_one |= counts;
	}
	return by_one;
}

/* Do all turns load from the same address, and does what is loaded end the loop? */
static bool polls(const struct body *l)
{
	const struct step *load, *other;
	bool loaded[REGISTERS] = { false }, ends = false;

	if (count(l, UNIT_LOAD, &load) != 1 || count(l, UNIT_STORE, &other)
		|| count(l, UNIT_OTHER, &other))
		return false;
	for (size_t j = 0; j < l->n; j++) {
		const struct step *s = l->at[j];
		bool from = s == load || loaded[s->rs1] || loaded[s->rs2];
		if (s != load && s->rd && s->rd == load->rs1 && (s->rs1 || s->rs2))
			return false;
		ends |= s->unit == UNIT_BRANCH && (loaded[s->rs1] || loaded[s->rs2]);
		if (s->rd)
			loaded[s->rd] = from;
	}
	return ends && load->rd != load->rs1;
}

/* Adds it if there are so many iterations for each entry that it is worth it. */
static void add_loop(struct advice *a, enum kind kind, const struct flow *f, const struct loop *l,
	double cycles, const char *does)
{
	uint32_t pc = f->code[f->at[l->header].first].pc;
	const struct line *line = loop_line(f, l, &a->firmware->lines);
	double each = (double)l->iterations / (double)(l->entries ? l->entries : 1);
	char at[256];

	if (each < kinds[kind].least)
		return;
	if (line)
		snprintf(at, sizeof at, "%s:%d", basename(line->file), line->number);
	else
		snprintf(at, sizeof at, "0x%08" PRIx32, pc);
	advice_add(a, kind, pc, cycles,
		"The loop at %s of %s %s in %" PRIu64
		" iterations, %.1f cycles each, %.0f in a row.",
		at, advice_function(a, pc), does, l->iterations, cycles / (double)l->iterations,
		each);
}

void advise_loops(struct advice *a)
{
	const struct symbols *s = &a->firmware->symbols;
	struct loops all;
	struct flow f;
	struct body b;

	for (size_t i = 0; i < s->n_functions && loops_known(a->profile); i++) {
		if (!loops_of(&all, &f, &a->firmware->image, &s->functions[i], a->profile))
			continue;
		for (size_t k = 0; k < all.n; k++) {
			if (!body_of(&b, &a->steps, &f, &all.at[k]))
				continue;
			if (copies_bytes(&b))
				add_loop(a, KIND_BYTES, &f, &all.at[k], (double)b.cycles,
					"copies byte by byte");
			if (polls(&b))
				add_loop(a, KIND_POLL, &f, &all.at[k], (double)b.cycles,
					"reads one address until it changes");
		}
		loops_close(&all);
		flow_close(&f);
	}
}
