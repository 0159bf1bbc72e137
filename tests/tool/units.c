/* SPDX-License-Identifier: ISC
 * units.c - parts of the host tool alone: names, ranges, bins, columns, the call tree's limits, and
 * fast ways against slow ones. Oracles are brute force and the driver's tally_slot.
 *
 * usage: units ELF...     lines and calls at every address of these
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"
#include "sw/profile/capture.h"
#include "sw/profile/columns.h"
#include "sw/run/calls.h"
#include "tests/check.h"
#include "tests/fuzz/rnd.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* A short name that expands to gigabytes stays mangled; what a clone's name says of its source. */
static void names_of_sources(void)
{
	static const char *const clones[] = { "f.isra.12.cold", "f.cold.3", "f.__uniq.9.llvm.7",
		"f.localalias", "f [clone .isra.0] [clone .cold]", "f.lto_priv.0.part.1", "f" };
	static const char *const others[] = { "f.bar", "f.isra", "f.42", "f.isra.0.x", ".cold", "",
		"operator[]" };
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char name[2048] = "_Z1fSt4pairI1AS0_E", part[64];

	for (size_t i = 0; i < LENGTH(clones); i++)
		CHECK(!strcmp(clone_source(clones[i]), "f"));
	for (size_t i = 0; i < LENGTH(others); i++)
		CHECK(clone_source(others[i]) == others[i] && !clone_whole(others[i]));
	CHECK(!strcmp(clone_whole("f.isra.0.cold"), "f.isra.0") && !clone_whole("f.part.0"));
	for (int i = 1; i < 30; i++) { /* pair<T, T> of the previous one */
		snprintf(part, sizeof part, "S_IS%c_S%c_E", digits[i], digits[i]);
		strcat(name, part);
	}
	CHECK(!strcmp(demangled(name), name));
}

/* The range that ranges_find() must give, by trying all. */
static const struct range *best_of(const struct range *all, size_t n, uint64_t at)
{
	const struct range *best = NULL;

	for (const struct range *r = all; r < all + n; r++) {
		if (at < r->lo || at >= r->hi)
			continue;
		if (!best || r->rank > best->rank
			|| (r->rank == best->rank
				&& (r->lo > best->lo
					|| (r->lo == best->lo && r->value > best->value))))
			best = r;
	}
	return best;
}

static void ranges_against_brute_force(void)
{
	for (int round = 0; round < 500; round++) {
		struct ranges r = { 0 };
		struct range all[24];
		size_t n = rnd(24), near = 0, far = 0;
		for (size_t i = 0; i < n; i++) {
			uint64_t lo = rnd(100), hi = lo + rnd(30);
			all[i] = (struct range){ lo, hi, rnd(5), i };
			ranges_add(&r, lo, hi, all[i].rank, i);
		}
		ranges_build(&r);
		for (size_t i = 1; i < r.n; i++)
			CHECK(r.at[i - 1].hi <= r.at[i].lo);
		for (uint64_t at = 0; at < 140; at++) {
			const struct range *best = best_of(all, n, at),
					   *found = ranges_find(&r, at);
			const struct range *next = ranges_next(&r, at);
			uint64_t there = rnd(140);
			CHECK(ranges_next_near(&r, at, &near) == next);
			CHECK(ranges_next_near(&r, there, &far) == ranges_next(&r, there));
			CHECK(best ? found && found->value == best->value : !found);
			CHECK(found ? found == next : !next || next->lo > at);
		}
		ranges_free(&r);
	}
}

/* profile_bin_pc inverts the driver's mapping, at both edges of every bin. */
static void bins_are_slots(void)
{
	const uint32_t size = 1u << 31;

	for (int i = 0; i < 20000; i++) {
		struct profile p = { 0 };
		uint32_t slot = rnd(1000), low, scale;
		p.config.scale = scale = rnd(3) ? 1 + rnd(0x10000) : 1u << rnd(17);
		p.config.offset = low = rnd(2) ? 0x80000000u : rnd(0x1000);
		uint64_t lo = profile_bin_pc(&p, slot), hi = profile_bin_pc(&p, slot + 1);
		if (lo == hi || hi >= 1ull << 32)
			continue;
		CHECK_EQUAL(tally_slot((uint32_t)lo, low, scale, size, 2), slot);
		CHECK_EQUAL(tally_slot((uint32_t)(hi - 1), low, scale, size, 2), slot);
		CHECK_EQUAL(tally_slot((uint32_t)hi, low, scale, size, 2), slot + 1);
	}
}

/* A column of numbers, and what it is read as with a bound. Returns whether it was. */
static bool read_back(
	const void *from, void *to, unsigned bytes, size_t n, enum columns_how how, uint64_t most)
{
	const struct column_of of = { "table.number", 0, bytes, how, most };
	struct columns c;
	size_t size;

	columns_write(&c);
	COLUMNS_ARRAY(&c, "before", &(uint8_t){ 7 }, 1, PLAIN, 7);
	columns_table(&c, &of, 1, (void *)from, bytes, n);
	uint8_t *block = columns_end(&c, &size);
	bool good = columns_read(&c, block, size) && columns_has(&c, "before", false)
		&& columns_rows(&c, "table.number", 0, n) == n;
	columns_table(&c, &of, 1, to, bytes, n);
	good = good && !c.bad;
	CHECK(!columns_has(&c, "table", false) && (c.bad || !columns_rows(&c, "table", 0, 9)));
	columns_free(&c);
	free(block);
	return good;
}

static void columns_come_back(void)
{
	static const enum columns_how hows[] = { PLAIN, STEPS, COUNTS };

	for (int i = 0; i < 3000; i++) {
		unsigned bytes = 1u << rnd(4);
		size_t n = rnd(9) ? rnd(40) : 0;
		enum columns_how how = hows[rnd(3)];
		uint64_t from[40] = { 0 }, to[40] = { 0 }, most = 0, sum = 0;
		for (size_t j = 0; j < n; j++) {
			uint64_t value =
				(rnd(UINT32_MAX) | (uint64_t)rnd(1u << 26) << 32) >> rnd(60)
				& UINT64_MAX >> (64 - 8 * bytes);
			memcpy((uint8_t *)from + j * bytes, &value, bytes);
			most = value > most ? value : most;
			sum += value;
		}
		most = how == COUNTS ? sum : most;
		CHECK(read_back(from, to, bytes, n, how, most));
		CHECK(!memcmp(from, to, sizeof from));
		CHECK(!most || !read_back(from, to, bytes, n, how, most - 1));
	}
	/* a sum beyond 64 bits */
	CHECK(!read_back((uint64_t[]){ 1ull << 63, 1ull << 63 }, (uint64_t[2]){ 0 }, 8, 2, COUNTS,
		UINT64_MAX));
}

/* Is a profile with that tree read again, and written again the same? */
static bool tree_comes_back(const struct call_tree *t)
{
	struct profile p = { .config = tally_exact(0x1000, 0x1000),
		.slots = 1,
		.code_lo = 0x1000,
		.code_hi = 0x9000,
		.cycles = 1ull << 60,
		.retired = call_tree_retired(t),
		.counters = { 1ull << 60, 2, 3, 4, 5, 6, .pending = UINT64_MAX },
		.calls = *t },
		       again;
	uint8_t *bytes, *same;
	uint64_t bin = 0;
	size_t n, m;

	p.core = copy_text("picorv32");
	p.elf_path = copy_text("/some where/\"firm\xc3\xbc\xff\tware.elf");
	p.config.size = 4;
	p.bins = &bin;
	capture_encode(&p, NULL, &bytes, &n);
	bool good = capture_decode(&again, "test", bytes, n);
	if (good) {
		capture_encode(&again, NULL, &same, &m);
		CHECK(m == n && !memcmp(same, bytes, n));
		CHECK(call_tree_cycles(&again.calls) == call_tree_cycles(t)
			&& again.calls.folded == t->folded);
		profile_free(&again);
		free(same);
	}
	free(bytes);
	p.bins = NULL;
	p.calls = (struct call_tree){ 0 };
	profile_free(&p);
	return good;
}

/* Recursion by two calls has a new context for every call, without end. */
static void full_tree(void)
{
	const uint32_t calls = CALL_TREE_NODES + 1000, function = 0x100, other = 0x200;
	struct call_tree t, sum;
	uint32_t at = 0;

	call_tree_open(&t);
	for (uint32_t i = 0; i < calls; i++) {
		at = call_tree_child(&t, at, i % 2 ? 0x110 : 0x120, function);
		call_tree_add(&t, at, function, 2, 1, NULL);
	}
	CHECK_EQUAL(t.n_nodes, CALL_TREE_NODES);
	CHECK_EQUAL(t.folded, calls - (CALL_TREE_NODES - 1));
	at = call_tree_child(&t, at, 0x130, other); /* stands nowhere above */
	CHECK(t.nodes[at].parent == 0 && t.nodes[at].function == other);
	/* an old one is still itself */
	CHECK_EQUAL(call_tree_child(&t, 5, t.nodes[6].site, function), 6);
	call_tree_add(&t, at, other, 7, 1, NULL);
	call_tree_finish(&t);
	CHECK_EQUAL(call_tree_cycles(&t), 2ull * calls + 7);
	CHECK_EQUAL(call_tree_retired(&t), calls + 1ull);
	CHECK(tree_comes_back(&t));
	call_tree_open(&sum);
	free(call_tree_merge(&sum, &t));
	free(call_tree_merge(&sum, &t));
	call_tree_finish(&sum);
	CHECK_EQUAL(sum.n_nodes, t.n_nodes);
	CHECK_EQUAL(call_tree_cycles(&sum), 2 * call_tree_cycles(&t));
	call_tree_free(&sum);
	call_tree_free(&t);
}

/* Nodes that are there may still need more cells than there is room for. */
static void full_of_cells(void)
{
	struct call_tree t;
	uint32_t outer, inner;

	call_tree_open(&t);
	outer = call_tree_child(&t, 0, 0, 0);
	inner = call_tree_child(&t, outer, 4, 2);
	for (uint32_t pc = 0; pc < CALL_TREE_CELLS; pc++)
		call_tree_add(&t, outer, pc, 1, 1, NULL);
	CHECK_EQUAL(call_tree_child(&t, inner, 8, 2), inner);
	CHECK_EQUAL(t.folded, 1);
	for (uint32_t pc = 0; pc < CALL_TREE_MORE - CALL_TREE_CELLS + 10; pc++)
		call_tree_add(&t, inner, pc, 1, 1, NULL);
	CHECK_EQUAL(t.folded, 11);
	/* a cell that is there still counts */
	call_tree_add(&t, inner, 0, 5, 1, NULL);
	call_tree_finish(&t);
	CHECK_EQUAL(t.n_nodes, 4);
	CHECK_EQUAL(t.nodes[3].cycles, 10);
	CHECK_EQUAL(t.nodes[inner].cycles, CALL_TREE_MORE - CALL_TREE_CELLS + 5);
	CHECK_EQUAL(call_tree_cycles(&t), CALL_TREE_MORE + 10 + 5);
	call_tree_free(&t);
}

static bool same_line(const struct line *a, const struct line *b)
{
	return a && b ? a->number == b->number && !strcmp(a->file, b->file) : !a && !b;
}

/* The extent of a line or a call against the line and call of every address. Returns how many have
 * a line. */
static size_t places_in(struct firmware *f, struct firmware *other, uint64_t lo, uint64_t hi)
{
	uint64_t lines_until = 0, calls_until = 0, until;
	const struct line *line = NULL;
	const struct call *call = NULL;
	size_t known = 0;

	for (uint64_t pc = lo; pc < hi; pc += 2) {
		const struct line *now = lines_find(&f->lines, (uint32_t)pc);
		const struct line *same = lines_find_until(&other->lines, (uint32_t)pc, &until);
		CHECK(same_line(now, same) && until > pc);
		CHECK(pc >= lines_until || now == line);
		line = now;
		lines_until = until;
		CHECK(pc >= calls_until || lines_call(&f->lines, (uint32_t)pc) == call);
		call = lines_call_until(&f->lines, (uint32_t)pc, &calls_until);
		CHECK(calls_until > pc);
		known += now != NULL;
	}
	return known;
}

static void places(const char *path)
{
	struct firmware f, other;
	size_t known = 0;

	if (!CHECK(firmware_open(&f, path) && firmware_open(&other, path)))
		return;
	for (size_t i = 0; i < f.image.code.n; i++)
		known += places_in(&f, &other, f.image.code.at[i].lo, f.image.code.at[i].hi);
	printf("%s: %zu addresses with a line\n", path, known);
	CHECK(known > 20);
	firmware_close(&other);
	firmware_close(&f);
}

int main(int argc, char **argv)
{
	names_of_sources();
	ranges_against_brute_force();
	bins_are_slots();
	columns_come_back();
	full_tree();
	full_of_cells();
	for (char **path = argv + 1; path < argv + argc; path++)
		places(*path);
	return checks_failed();
}
