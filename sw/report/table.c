/* SPDX-License-Identifier: ISC
 * table.c - sums a profile's bins by what they belong to; the contract is table.h.
 *
 * A hash of two numbers leads from a bin to its row; for functions an array does. At the end, rows
 * with one name from several units are joined.
 */
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/symbols.h"

/* most bytes without counts inside one range of code without symbols */
#define STRETCH_GAP 32

const char *const table_kinds[] = { "function", "line", "inline", "address", "caller", "task",
	"object", "function,object", "loop", NULL };
const char *const table_words[] = { "function", "row", "function", "address", "pair", "task",
	"object", "pair", "loop", NULL };

static void finish(struct table *t)
{
	for (size_t i = 0; i < t->n; i++)
		t->sum += t->rows[i].count;
	table_sort(t, NULL, ORDER_COUNT);
}

/* Returns the pc that the bin [lo, hi) is charged to. *function: there, or NULL. *straddles: the
 * bin covers several. *near as in image.h. */
static uint64_t bin_code(const struct symbols *s, uint64_t lo, uint64_t hi, size_t *near,
	const struct function **function, bool *straddles)
{
	const struct range *r = ranges_next_near(&s->map, lo, near), *next;

	*straddles = false;
	*function = NULL;
	if (!r || r->lo >= hi)
		return lo;
	*function = &s->functions[r->value];
	if (r->hi < hi) {
		next = ranges_next(&s->map, r->hi);
		*straddles = next && next->lo < hi && next->value != r->value;
	}
	return r->lo > lo ? r->lo : lo;
}

char *table_keep(struct table *t, char *text)
{
	GROW(t->texts, t->n_texts, t->texts_room);
	return t->texts[t->n_texts++] = text;
}

uint64_t table_retired(const struct profile *p, uint64_t lo, uint64_t hi, struct waits *waits)
{
	uint64_t sum = 0;

	/* bins may begin at odd addresses, instructions cannot */
	lo = lo < p->config.offset ? p->config.offset : lo + (lo & 1);
	for (uint64_t pc = lo; pc < hi; pc += 2) {
		uint64_t at = (pc - p->config.offset) / 2;
		if (at >= p->n_retired_at)
			break;
		if (p->retired_at[at] && p->waits_at)
			waits_add(waits, &p->waits_at[at]);
		sum += p->retired_at[at];
	}
	return sum;
}

static void add_retired(struct row *row, const struct profile *p, uint64_t lo, uint64_t hi)
{
	row->retired += table_retired(p, lo, hi, &row->waits);
}

/* Of each function: does it share a bin that has counts with another one? */
static bool *straddling_functions(const struct profile *p, const struct symbols *s)
{
	bool *straddle = allocate(s->n_functions, sizeof *straddle);

	for (size_t i = 1; i < s->map.n; i++) {
		const struct range *x = &s->map.at[i - 1], *y = x + 1;
		uint32_t bin = profile_bins_until(p, y->lo);
		if (x->value != y->value && y->lo > p->config.offset && bin < p->slots
			&& p->bins[bin] && profile_bin_pc(p, bin) < x->hi)
			straddle[x->value] = straddle[y->value] = true;
	}
	return straddle;
}

static struct table functions(const struct profile *p, const struct symbols *s)
{
	struct table t = { .straddle = straddling_functions(p, s) };
	/* stretch, row_of: row number + 1; 0: none */
	size_t room = 0, near = 0, stretch = 0;
	size_t *row_of = allocate(s->n_functions, sizeof *row_of);

	for (uint32_t i = 0, next; i < p->slots; i = next) {
		next = i + 1;
		if (!p->bins[i])
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, next);
		bool straddles;
		const struct function *f;
		bin_code(s, lo, hi, &near, &f, &straddles);
		size_t at = f ? row_of[f - s->functions] : stretch;
		if (at && !f) {
			/* code without symbols ends at a gap, or where a function is between */
			uint64_t hi_before = t.rows[at - 1].hi;
			const struct range *between = ranges_next(&s->map, hi_before - 1);
			if (lo >= hi_before + STRETCH_GAP || (between && between->lo < lo))
				at = 0;
		}
		if (!at) {
			GROW(t.rows, t.n, room);
			at = ++t.n;
			t.rows[at - 1] =
				(struct row){ .name = f ? table_keep(&t, copy_text(f->name)) : NULL,
					.lo = f ? f->lo : lo,
					.hi = f ? f->hi : hi,
					.also = f ? (const char *const *)f->also : NULL,
					.n_also = f ? f->n_also : 0,
					.twin = f && f->twin,
					.straddles = f && t.straddle[f - s->functions] };
			*(f ? &row_of[f - s->functions] : &stretch) = at;
		}
		if (!f)
			t.rows[at - 1].hi = hi;
		t.straddling += straddles ? p->bins[i] : 0;
		uint64_t count = p->bins[i];
		for (uint32_t end = f ? profile_bins_until(p, s->map.at[near].hi) : next;
			next < end; next++)
			count += p->bins[next];
		t.rows[at - 1].count += count;
		if (t.rows[at - 1].straddles) /* the instructions of the same bins */
			add_retired(&t.rows[at - 1], p, lo, profile_bin_pc(p, next));
	}
	for (size_t i = 0; i < t.n; i++)
		if (!t.rows[i].name) {
			t.rows[i].name = table_keep(&t,
				print_text("[no symbol] 0x%08" PRIx64 "-0x%08" PRIx64, t.rows[i].lo,
					t.rows[i].hi - 1));
			add_retired(&t.rows[i], p, t.rows[i].lo, t.rows[i].hi);
		}
	for (size_t i = 0; i < s->map.n; i++)
		if (row_of[s->map.at[i].value] && !t.straddle[s->map.at[i].value])
			add_retired(&t.rows[row_of[s->map.at[i].value] - 1], p, s->map.at[i].lo,
				s->map.at[i].hi);
	free(row_of);
	finish(&t);
	return t;
}

bool table_extent(const struct symbols *s, const struct row *row, size_t i, struct extent *e)
{
	const struct function *f = symbols_find(s, row->lo);

	if (f)
		return function_extent(f, i, e);
	*e = (struct extent){ row->lo, row->hi, row->name };
	return i == 0;
}

void table_places(struct table *t, const struct lines *l, size_t n)
{
	for (size_t i = 0; i < n && i < t->n; i++) {
		struct line line = lines_function(l, (uint32_t)t->rows[i].lo);
		t->rows[i].file = line.file;
		t->rows[i].line = line.number;
	}
}

void table_sources(struct table *t, const struct symbols *s)
{
	for (size_t i = 0; i < t->n; i++) {
		struct row *row = &t->rows[i];
		const struct function *f = symbols_find(s, row->lo);
		bool own = f && !strcmp(row->name, f->name);
		row->clone = own && clone_source(f->linker) != f->linker;
		row->source = own ? f->source : row->name;
	}
}

/* A line's owner: among the functions around it, each inlined into the next, the nearest one
 * declared above it in its file. So the owner does not depend on which instruction of the line is
 * looked up. */
static void own(struct row *row, const char *name, const struct line *declared)
{
	if (!declared->file || !row->file || strcmp(declared->file, row->file) != 0
		|| declared->number > row->line || declared->number <= row->first)
		return;
	row->owner = name;
	row->first = declared->number;
}

void table_owners(struct table *t, const struct lines *l)
{
	for (size_t i = 0; i < t->n; i++) {
		struct row *row = &t->rows[i];
		struct line declared = { 0 };
		const struct call *call = row->line ? lines_call(l, (uint32_t)row->lo) : NULL;
		for (; call; call = lines_caller(l, call))
			own(row, call->name, &call->declared);
		if (row->line && lines_declared(l, (uint32_t)row->lo, &declared))
			own(row, row->source ? row->source : row->name, &declared);
	}
}

struct table table_functions(
	const struct profile *p, const struct symbols *s, const struct lines *l)
{
	struct table t = functions(p, s);

	table_places(&t, l, t.n);
	return t;
}

/* What a bin's code belongs to. */
struct owner {
	uint64_t pc;
	const struct function *function;
	const struct line *line;
	const struct call *call;
	uint64_t until; /* pc ... until - 1 belong to the same; 0: known only of the bin */
};

struct key {
	uint64_t a, b, c;
};

static struct key key_of(const struct symbols *s, const struct owner *o, enum table_kind kind)
{
	size_t function = o->function ? (size_t)(o->function - s->functions) + 1 : 0;

	if (kind != TABLE_LINES)
		return (struct key){ function, (uintptr_t)o->call, 0 };
	return (struct key){ function, o->line ? (uintptr_t)o->line->file : 0,
		o->line ? (uint64_t)o->line->number : 0 };
}

/* What the bin [lo, hi) belongs to. near: index in the symbols' map, as in image.h. */
static struct owner owner_of(const struct lines *l, const struct symbols *s, enum table_kind kind,
	uint64_t lo, uint64_t hi, size_t *near, bool *straddles)
{
	struct owner o = { 0 };

	o.pc = bin_code(s, lo, hi, near, &o.function, straddles);
	if (kind == TABLE_LINES || kind == TABLE_ADDRESSES)
		o.line = lines_find_until(l, (uint32_t)o.pc, &o.until);
	else if (kind == TABLE_INLINED)
		o.call = lines_call_until(l, (uint32_t)o.pc, &o.until);
	if (!o.function || kind == TABLE_ADDRESSES)
		o.until = 0;
	else if (s->map.at[*near].hi < o.until)
		o.until = s->map.at[*near].hi;
	return o;
}

struct table table_of(const struct profile *p, const struct symbols *s, const struct lines *l,
	enum table_kind kind)
{
	struct table t = { 0 };
	struct intern keys = { 0 }; /* key number = row number */
	struct key newest = { 0 };
	size_t newest_row = 0;
	size_t room = 0, near = 0;
	const struct function *last = NULL;

	if (kind == TABLE_FUNCTIONS)
		return functions(p, s);
	for (uint32_t i = 0; kind == TABLE_ADDRESSES && i < p->slots; i++)
		room += p->bins[i] != 0;
	if (room)
		t.rows = allocate(room, sizeof *t.rows);
	for (uint32_t i = 0, next; i < p->slots; i = next) {
		next = i + 1;
		if (!p->bins[i] && (!p->retired_at || kind == TABLE_ADDRESSES))
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, next);
		bool straddles;
		if (!p->bins[i] && !table_retired(p, lo, hi, &(struct waits){ { 0 } }))
			continue;
		struct owner o = owner_of(l, s, kind, lo, hi, &near, &straddles);
		size_t at = t.n;
		if (kind != TABLE_ADDRESSES) {
			struct key key = key_of(s, &o, kind);
			at = t.n && !memcmp(&key, &newest, sizeof key)
				? newest_row
				: intern(&keys, &key, sizeof key, NULL);
			newest = key;
			newest_row = at;
		}
		if (at == t.n) {
			GROW(t.rows, t.n, room);
			/* inlined: a flag; becomes a count at the end */
			t.rows[at] = (struct row){ .lo = o.pc,
				.hi = hi,
				.inlined = o.call != NULL,
				.function = o.function,
				.file = o.line ? o.line->file : NULL,
				.line = o.line ? o.line->number : 0 };
			t.rows[at].name =
				at && o.function && o.function == last && kind == TABLE_ADDRESSES
				? t.rows[at - 1].name
				: table_keep(&t,
					  copy_text(o.call             ? o.call->name
							  : o.function ? o.function->name
								       : "[no symbol]"));
			t.n++;
			last = o.function;
		}
		t.straddling += straddles ? p->bins[i] : 0;
		uint64_t count = p->bins[i];
		for (uint32_t end = o.until > hi ? profile_bins_until(p, o.until) : next;
			next < end; next++)
			count += p->bins[next];
		t.rows[at].count += count;
		t.rows[at].straddles |= straddles;
		/* bins i ... next - 1 have one owner */
		if (p->retired_at)
			add_retired(&t.rows[at], p, lo, profile_bin_pc(p, next));
	}
	intern_free(&keys);
	for (size_t i = 0; i < t.n; i++)
		t.rows[i].inlined = t.rows[i].inlined ? t.rows[i].count : 0;
	if (kind != TABLE_ADDRESSES)
		table_merge(&t, kind);
	finish(&t);
	return t;
}

void table_free(struct table *t)
{
	for (size_t i = 0; i < t->n_texts; i++)
		free(t->texts[i]);
	free(t->texts);
	free(t->rows);
	free(t->straddle);
	*t = (struct table){ 0 };
}
