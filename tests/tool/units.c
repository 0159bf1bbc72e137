/* SPDX-License-Identifier: ISC
 * units.c - parts of the host tool alone: ranges, ISA strings, bins and
 * slots, tables, capture files, JSON. Oracles are brute force and the driver's tally_slot.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>
#undef fail		/* sw/base/error.h defines its own */

#include "tests/fuzz/rnd.h"
#include "sw/run/stacks.h"
#include "sw/profile/call_tree_file.h"
#include "sw/profile/capture.h"
#include "sw/elf/demangle.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/elf/isa.h"
#include "sw/report/json.h"
#include "sw/report/table.h"


/* As libiberty demangles; a short name that expands to gigabytes stays mangled. */
static void names_of_sources(void **state)
{
	static const struct { const char *mangled, *shown; } cases[] = {
		{ "main", "main" }, { "_Z", "_Z" }, { "_start", "_start" }, { "_ZZ", "_ZZ" }, { "_ZN6filter5Stage3runEi", "filter::Stage::run(int)" },
		{ "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad" }, { "_RNvC7mycrate3foo", "mycrate::foo" },
		{ "_ZN5names8Gr$ufc$n13gr$uf6$$udf$e17hf33bae4e20cfdd18E", "names::Gr\303\274n::gr\303\266\303\237e" },
		{ "_ZN4a$uzE", "a$uz" }, { "_ZN99a$u20$E", "_ZN99a$u20$E" }, { "_ZN4$u0$17h0123456789abcdefE", "$u0$" },
		{ "_Z3fooi.part.0", "foo(int) [clone .part.0]" } };
	char name[2048] = "_Z1fSt4pairI1AS0_E", part[64];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_string_equal(demangled(cases[i].mangled), cases[i].shown);
		assert_ptr_equal(demangled(cases[i].mangled), demangled(cases[i].mangled));
	}
	for (int i = 1; i < 30; i++) {		/* pair<T, T> of the previous one */
		const char *digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
		snprintf(part, sizeof part, "S_IS%c_S%c_E", digits[i], digits[i]);
		strcat(name, part);
	}
	assert_string_equal(demangled(name), name);
	assert_string_equal(demangled("_ZN6filter5Stage3runEi"), "filter::Stage::run(int)");
	demangle_off(true);
	assert_string_equal(demangled("_ZN6filter5Stage3runEi"), "_ZN6filter5Stage3runEi");
	demangle_off(false);
}

/* The range of the highest rank at every address, by trying all. */
static void ranges_against_brute_force(void **state)
{
	(void)state;
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
			assert_true(r.at[i - 1].hi <= r.at[i].lo);
		for (uint64_t at = 0; at < 140; at++) {
			const struct range *best = NULL, *found = ranges_find(&r, at), *next = ranges_next(&r, at);
			uint64_t there = rnd(140);
			assert_ptr_equal(ranges_next_near(&r, at, &near), next);
			assert_ptr_equal(ranges_next_near(&r, there, &far), ranges_next(&r, there));
			for (size_t i = 0; i < n; i++)
				if (at >= all[i].lo && at < all[i].hi && (!best || all[i].rank > best->rank
				    || (all[i].rank == best->rank && (all[i].lo > best->lo || (all[i].lo == best->lo && all[i].value > best->value)))))
					best = &all[i];
			assert_int_equal(best != NULL, found != NULL);
			if (best)
				assert_int_equal(found->value, best->value);
			if (found)
				assert_ptr_equal(found, next);
			else
				assert_true(!next || next->lo > at);
		}
		ranges_free(&r);
	}
}

static void isa_strings(void **state)
{
	struct isa isa;
	static const char *const good[] = { "rv32i", "rv32e", "rv32g", "RV32IMC", "rv32imac_zicsr", "rv32i2p0_m2p0_c2p0_zicsr2p0_zvl128b1p0", "rv64gc" };
	static const char *const bad[] = { "", "rv32", "rv16i", "rv32m", "x86", "rv32i2p0_m!", "rv32i\xff", "rv32i_z~b",
		"rv32i_zaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" };

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_true(isa_parse(good[i], &isa));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(isa_parse(bad[i], &isa));
	assert_true(isa_parse("rv32i2p1_zvl128b1p0_zicsr2p0", &isa));
	assert_true(isa_has(&isa, "zvl128b") && isa_has(&isa, "zicsr") && isa_has(&isa, "i"));
	assert_false(isa_has(&isa, "p"));
	assert_true(isa_parse("rv32g", &isa));
	assert_true(isa_has(&isa, "m") && isa_has(&isa, "d") && isa_has(&isa, "zifencei") && !isa_has(&isa, "g"));
}

static void isa_verdicts(void **state)
{
	static const struct { const char *core, *elf, *hard, *soft; } cases[] = {
		{ "rv32im", "rv32im", NULL, NULL }, { "rv32im", "rv32i2p0_m2p0_c2p0", "c", NULL }, { "rv32imc", "rv32ic", NULL, NULL },
		{ "rv32im_zicsr", "rv32ima_zicsr", "a", NULL }, { "rv32i", "rv32im", "m", NULL }, { "rv32im", "rv32i_zmmul1p0", NULL, NULL },
		{ "rv32i", "rv32i_zmmul1p0", "zmmul", NULL }, { "rv32im", "rv32im_zicsr2p0", NULL, "zicsr" }, { "rv32im", "rv32e", NULL, NULL },
		{ "rv32im", "rv32im_zifencei", NULL, "zifencei" }, { "rv32imafd_zicsr", "rv32g", NULL, "zifencei" }, { "rv32imc", "rv32im_zbb1p0", "zbb", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct isa have, need;
		assert_true(isa_parse(cases[i].core, &have) && isa_parse(cases[i].elf, &need));
		const char *hard = isa_lacks(&have, &need, false), *soft = isa_lacks(&have, &need, true);
		assert_string_equal(hard ? hard : "", cases[i].hard ? cases[i].hard : "");
		assert_string_equal(soft ? soft : "", cases[i].soft ? cases[i].soft : "");
	}
}

/* profile_bin_pc inverts the driver's mapping, at both edges of every bin. */
static void bins_are_slots(void **state)
{
	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct profile p = { 0 };
		uint32_t slot = rnd(1000);
		p.config.scale = rnd(3) ? 1 + rnd(0x10000) : 1u << rnd(17);
		p.config.offset = rnd(2) ? 0x80000000u : rnd(0x1000);
		uint64_t lo = profile_bin_pc(&p, slot), hi = profile_bin_pc(&p, slot + 1);
		if (lo == hi || hi >= 1ull << 32)
			continue;
		const uint32_t size = 1u << 31;
		assert_int_equal(tally_slot((uint32_t)lo, p.config.offset, p.config.scale, size, 2, 0), slot);
		assert_int_equal(tally_slot((uint32_t)(hi - 1), p.config.offset, p.config.scale, size, 2, 0), slot);
		assert_int_equal(tally_slot((uint32_t)hi, p.config.offset, p.config.scale, size, 2, 0), slot + 1);
	}
}

/* A profile of n counters from 0x1000 with something in every field. */
static struct profile sample_profile(uint32_t n, uint32_t scale, bool cpi)
{
	struct profile p = { .config = tally_exact(0x1000, 0x1000), .slots = n, .code_lo = 0x1000, .code_hi = 0x9000 };

	p.core = copy_text("picorv32");
	p.elf_path = copy_text("/some where/\"firm\xc3\xbc\xff\tware.elf");
	p.config.scale = scale;
	p.config.size = n * 4;
	p.bins = allocate(n, sizeof *p.bins);
	for (uint32_t i = 0; i < n; i++)
		p.bins[i] = rnd(3) ? 0 : ((uint64_t)rnd(1u << 31) << rnd(20)) + 1;
	if (cpi) {
		p.n_retired_at = n;
		p.retired_at = allocate(n, sizeof *p.retired_at);
		for (uint32_t i = 0; i < n; i++)
			p.retired_at[i] = rnd(2) ? rnd(1000) : 0;
	}
	p.counters = (struct tally_counters){ 1, 2, 3, 4, 5, 6, .pending = UINT64_MAX };
	p.end = END_TRAP;
	p.cause = 2;
	p.pc = 0x1234;
	p.instruction = 0xdeadbeef;
	p.instruction_known = true;
	p.cycles = 1ull << 60;
	p.retired = 12345678901;
	p.elf_crc = 0xcafef00d;
	p.elf_size = 777;
	p.build_id_bytes = 20;
	memset(p.build_id, 0x5a, 20);
	return p;
}

static void capture_round_trip(void **state)
{
	(void)state;
	for (int i = 0; i < 50; i++) {
		struct profile p = sample_profile(1 + rnd(3000), 1 + rnd(0x10000), i & 1), q;
		uint8_t *a, *b;
		size_t na, nb;
		capture_encode(&p, &a, &na);
		assert_true(capture_decode(&q, "test", a, na));
		assert_string_equal(p.core, q.core);
		assert_string_equal(p.elf_path, q.elf_path);
		assert_memory_equal(p.bins, q.bins, p.slots * sizeof *p.bins);
		assert_int_equal(p.slots, q.slots);
		assert_memory_equal(&p.counters, &q.counters, sizeof p.counters);
		assert_int_equal(p.cycles, q.cycles);
		assert_int_equal(p.config.scale, q.config.scale);
		assert_int_equal(p.end, q.end);
		assert_int_equal(p.retired_at != NULL, q.retired_at != NULL);
		capture_encode(&q, &b, &nb);
		assert_int_equal(na, nb);
		assert_memory_equal(a, b, na);
		free(a);
		free(b);
		profile_free(&p);
		profile_free(&q);
	}
}

/* A correct checksum over contents that `run` cannot have written; damage.c does the same at random. */
static void capture_refuses_contradictions(void **state)
{
	struct profile p = sample_profile(8, 65536, false), q;
	uint8_t *bytes, entry[12];
	uint32_t offset = p.config.offset;
	size_t n;

	(void)state;
	memcpy(p.bins, (uint64_t[8]){ 0, 3, 4 }, 8 * sizeof(uint64_t));
	for (int what = 0; what < 7; what++) {
		p.config.offset = what == 6 ? UINT32_MAX - 3 : offset;		/* counts past the last address */
		capture_encode(&p, &bytes, &n);
		uint8_t *end = bytes + n - 4, *bins = end - 2 * 12 - 4 - 8;	/* BINS is the last chunk */
		assert_memory_equal(bins, "BINS", 4);
		switch (what) {
		case 1:		/* decreasing indices */
			memcpy(entry, end - 24, 12);
			memmove(end - 24, end - 12, 12);
			memcpy(end - 12, entry, 12);
			break;
		case 2: end[-12] = 8; break;			/* an index without a counter */
		case 3: memset(end - 8, 0, 8); break;		/* a count of 0 */
		case 4: memset(end - 20, 0xFF, 8); break;	/* a sum beyond 64 bits */
		case 5: bins[8] = 7; break;			/* more or fewer counters than the settings say */
		}
		uint32_t crc = (uint32_t)crc32_z(0, bytes, n - 4);
		for (int i = 0; i < 4; i++)
			end[i] = (uint8_t)(crc >> 8 * i);
		assert_int_equal(capture_decode(&q, "test", bytes, n), what == 0);
		if (what == 0)
			profile_free(&q);
		free(bytes);
	}
	profile_free(&p);
}

static void tables_keep_every_count(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct profile p = sample_profile(1 + rnd(2000), i & 1 ? 65536 : 1 + rnd(0x10000), i & 2);
		struct symbols s = { 0 };
		struct lines l = { 0 };
		uint64_t at = 0x1000 + 2 * rnd(100), sum = profile_bin_sum(&p), retired = 0, all_retired = 0;
		s.functions = allocate(100, sizeof *s.functions);
		for (; s.n_functions < 100 && rnd(20); s.n_functions++) {
			at += rnd(4) ? 0 : 2 * rnd(60);
			uint64_t hi = at + 2 + 2 * rnd(100);
			s.functions[s.n_functions] = (struct function){ .name = "f", .lo = at, .hi = hi };
			ranges_add(&s.map, at, hi, at, s.n_functions);
			at = hi;
		}
		ranges_build(&s.map);
		for (enum table_kind kind = 0; kind < TABLE_KINDS; kind++) {
			struct table t = table_of(&p, &s, &l, NULL, kind);
			assert_int_equal(t.sum, sum);
			table_free(&t);
		}
		struct table f = table_functions(&p, &s, &l);
		for (size_t j = 1; j < f.n; j++)
			assert_true(f.rows[j - 1].count >= f.rows[j].count);
		for (size_t j = 0; j < f.n; j++) {
			retired += f.rows[j].retired;
			assert_true(f.rows[j].count > 0);
		}
		for (size_t j = 0; p.retired_at && j < p.n_retired_at; j++)
			all_retired += p.retired_at[j];
		assert_true(retired <= all_retired);		/* nothing was counted twice */
		if (p.config.scale == 65536)
			assert_int_equal(f.straddling, 0);
		table_free(&f);
		symbols_free(&s);
		profile_free(&p);
	}
}

/* Two functions in one bin: charged to the first, and reported. */
static void straddling_is_said(void **state)
{
	struct profile p = sample_profile(4, 0x8000, false);		/* 4 bytes per bin */
	struct symbols s = { 0 };
	struct lines l = { 0 };

	(void)state;
	s.functions = allocate(2, sizeof *s.functions);
	s.functions[0] = (struct function){ .name = "one", .lo = 0x1000, .hi = 0x1006 };
	s.functions[1] = (struct function){ .name = "two", .lo = 0x1006, .hi = 0x1010 };
	s.n_functions = 2;
	ranges_add(&s.map, 0x1000, 0x1006, 0, 0);
	ranges_add(&s.map, 0x1006, 0x1010, 0, 1);
	ranges_build(&s.map);
	memcpy(p.bins, (uint64_t[]){ 1, 10, 100, 1000 }, 4 * sizeof(uint64_t));
	struct table t = table_functions(&p, &s, &l);
	assert_int_equal(t.n, 2);
	assert_string_equal(t.rows[0].name, "two");
	assert_int_equal(t.rows[0].count, 1100);
	assert_int_equal(t.rows[1].count, 11);
	assert_int_equal(t.straddling, 10);
	table_free(&t);
	symbols_free(&s);
	profile_free(&p);
}

/* Code without a name: near counts form one stretch; distant ones, and those beyond a function, form others. */
static void stretches_of_nameless_code(void **state)
{
	struct profile p = sample_profile(400, 65536, false);
	struct symbols s = { 0 };
	struct lines l = { 0 };

	(void)state;
	s.functions = allocate(1, sizeof *s.functions);
	s.functions[0] = (struct function){ .name = "f", .lo = 0x1104, .hi = 0x1108 };
	s.n_functions = 1;
	ranges_add(&s.map, 0x1104, 0x1108, 0, 0);
	ranges_build(&s.map);
	memset(p.bins, 0, p.slots * sizeof *p.bins);
	p.bins[0] = p.bins[2] = p.bins[10] = 5;			/* 0x1000, 0x1004, 0x1014 */
	p.bins[40] = 7;						/* 0x1050 */
	p.bins[0x80] = 2;					/* 0x1100, with the function between it and the next */
	p.bins[0x86] = 1;					/* 0x110c */
	struct table t = table_functions(&p, &s, &l);
	assert_int_equal(t.n, 4);
	assert_string_equal(t.rows[0].name, "[no symbol] 0x00001000-0x00001015");
	assert_int_equal(t.rows[0].count, 15);
	assert_string_equal(t.rows[1].name, "[no symbol] 0x00001050-0x00001051");
	assert_string_equal(t.rows[2].name, "[no symbol] 0x00001100-0x00001101");
	assert_string_equal(t.rows[3].name, "[no symbol] 0x0000110c-0x0000110d");
	table_free(&t);
	symbols_free(&s);
	profile_free(&p);
}

/* Names from damaged files. In run.sh python's json reads the result; here it must stay one string. */
static void json_escapes(void **state)
{
	struct profile p = sample_profile(64, 65536, true);
	const struct firmware nobody = { 0 };
	char *text;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	(void)state;
	json_put(to, &p, &nobody);
	fclose(to);
	assert_non_null(strstr(text, "\"/some where/\\\"firm\xc3\xbc\\ufffd\\u0009ware.elf\""));
	assert_null(strchr(text, '\t'));
	free(text);
	profile_free(&p);
}

/* Does the tree come back from its bytes? */
static void comes_back(const struct call_tree *t)
{
	struct call_tree again;
	size_t n, m;
	uint8_t *bytes = call_tree_encode(t, &n), *same;

	assert_non_null(bytes);
	assert_true(call_tree_decode(&again, bytes, n));
	same = call_tree_encode(&again, &m);
	assert_int_equal(m, n);
	assert_memory_equal(same, bytes, n);
	assert_int_equal(call_tree_cycles(&again), call_tree_cycles(t));
	assert_int_equal(again.folded, t->folded);
	call_tree_free(&again);
	free(same);
	free(bytes);
}

/* Recursion by two calls has a new context for every call, without end. */
static void full_tree(void **state)
{
	const uint32_t calls = CALL_TREE_NODES + 1000, function = 0x100, other = 0x200;
	struct call_tree t, sum;
	uint32_t at = 0;

	(void)state;
	call_tree_open(&t);
	for (uint32_t i = 0; i < calls; i++) {
		at = call_tree_child(&t, at, i % 2 ? 0x110 : 0x120, function);
		call_tree_add(&t, at, function, 2, 1);
	}
	assert_int_equal(t.n_nodes, CALL_TREE_NODES);
	assert_int_equal(t.folded, calls - (CALL_TREE_NODES - 1));
	at = call_tree_child(&t, at, 0x130, other);		/* stands nowhere above */
	assert_true(t.nodes[at].parent == 0 && t.nodes[at].function == other);
	assert_int_equal(call_tree_child(&t, 5, t.nodes[6].site, function), 6);	/* an old one is still itself */
	call_tree_add(&t, at, other, 7, 1);
	call_tree_finish(&t);
	assert_int_equal(call_tree_cycles(&t), 2ull * calls + 7);
	assert_int_equal(call_tree_retired(&t), calls + 1ull);
	comes_back(&t);
	call_tree_open(&sum);
	call_tree_merge(&sum, &t);
	call_tree_merge(&sum, &t);
	call_tree_finish(&sum);
	assert_int_equal(sum.n_nodes, t.n_nodes);
	assert_int_equal(call_tree_cycles(&sum), 2 * call_tree_cycles(&t));
	call_tree_free(&sum);
	call_tree_free(&t);
}

/* Threads on ever new stacks: a full tree has the root for them, and deep stacks that were left are forgotten. */
static void ever_new_stacks(void **state)
{
	struct stacks all = { 0 };
	struct call_tree t;

	(void)state;
	for (uint32_t i = 0; i < 200; i++) {
		all.on = stacks_add(&all, i << 16, 0);
		for (uint32_t n = 0; n < 20000; n++)
			stacks_push(&all, all.on, (struct frame){ .sp = i << 16 });
		all.on->left = i;
	}
	assert_true(all.frames < 3u << 19);
	assert_int_equal(stacks_find(&all, 198u << 16, 0)->frames[1].sp, 198u << 16);
	stacks_free(&all);
	call_tree_open(&t);
	for (uint32_t i = 0; i < CALL_TREE_NODES + 1000; i++)
		call_tree_child(&t, 0, 0, call_tree_thread(i << 4));
	assert_int_equal(t.n_nodes, CALL_TREE_NODES);
	assert_int_equal(call_tree_child(&t, 0, 0, call_tree_thread(0xFFFFFFF0u)), 0);
	call_tree_free(&t);
}

/* Nodes that are there may still need more cells than there is room for. */
static void full_of_cells(void **state)
{
	struct call_tree t;
	uint32_t outer, inner;

	(void)state;
	call_tree_open(&t);
	outer = call_tree_child(&t, 0, 0, 0);
	inner = call_tree_child(&t, outer, 4, 2);
	for (uint32_t pc = 0; pc < CALL_TREE_CELLS; pc++)
		call_tree_add(&t, outer, pc, 1, 1);
	assert_int_equal(call_tree_child(&t, inner, 8, 2), inner);
	assert_int_equal(t.folded, 1);
	for (uint32_t pc = 0; pc < CALL_TREE_MORE - CALL_TREE_CELLS + 10; pc++)
		call_tree_add(&t, inner, pc, 1, 1);
	assert_int_equal(t.folded, 11);
	call_tree_add(&t, inner, 0, 5, 1);			/* a cell that is there still counts */
	call_tree_finish(&t);
	assert_int_equal(t.n_nodes, 4);
	assert_int_equal(t.nodes[3].cycles, 10);
	assert_int_equal(t.nodes[inner].cycles, CALL_TREE_MORE - CALL_TREE_CELLS + 5);
	assert_int_equal(call_tree_cycles(&t), CALL_TREE_MORE + 10 + 5);
	call_tree_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_sources), cmocka_unit_test(ranges_against_brute_force), cmocka_unit_test(isa_strings), cmocka_unit_test(isa_verdicts),
		cmocka_unit_test(bins_are_slots), cmocka_unit_test(capture_round_trip), cmocka_unit_test(capture_refuses_contradictions), cmocka_unit_test(tables_keep_every_count),
		cmocka_unit_test(straddling_is_said), cmocka_unit_test(stretches_of_nameless_code), cmocka_unit_test(json_escapes), cmocka_unit_test(full_tree), cmocka_unit_test(full_of_cells), cmocka_unit_test(ever_new_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
