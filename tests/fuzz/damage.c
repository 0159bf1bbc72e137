/* SPDX-License-Identifier: ISC
 * damage.c - damaged ELF and capture files against the readers.
 *
 * usage: tool_fuzz FIRMWARE.ELF [ROUNDS [SEED]]
 * Truncates the ELF and a capture to every length, and changes them at random ROUNDS times. Each
 * case must end in time, without a sanitizer error. It must either fail with exactly one line
 * "tally: ...", or give tables in which no count is missing, and valid JSON. A failure names the
 * seed that repeats it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "rnd.h"
#include "sw/profile/call_tree_file.h"
#include "sw/profile/capture.h"
#include "sw/elf/debug_file.h"
#include "sw/diff/diff.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/firmware.h"
#include "sw/elf/isa.h"
#include "sw/report/json.h"
#include "sw/profile/region.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

static FILE *say;
static int messages;		/* a file in memory that receives stderr */
static const char *doing = "";


static void die(const char *what)
{
	fprintf(say, "not ok %s: %s (seed %llu)\n", doing, what, (unsigned long long)seed);
	exit(1);
}

/* Lines on stderr since the last call; *own: all begin with "tally: " and contain no control characters. */
static unsigned lines_said(bool *own)
{
	static char text[65536];
	off_t n = lseek(messages, 0, SEEK_CUR);
	unsigned lines = 0;

	*own = true;
	if (n > (off_t)sizeof text)
		die("floods the error output");
	if (pread(messages, text, (size_t)n, 0) != n)
		die("pread");
	for (off_t i = 0; i < n; i++) {
		if ((i == 0 || text[i - 1] == '\n') && (n - i < 7 || memcmp(text + i, "tally: ", 7)))
			*own = false;
		if (text[i] != '\n' && iscntrl((unsigned char)text[i]))
			*own = false;
		lines += text[i] == '\n';
	}
	lseek(messages, 0, SEEK_SET);
	return lines;
}

static void expect_one_line(void)
{
	bool own;

	if (lines_said(&own) != 1 || !own)
		die("a failure is not exactly one line of its own");
}

/* Parses JSON text by recursive descent; returns what follows it, NULL if it is invalid. */
static const char *json_value(const char *p);

static const char *skip(const char *p)
{
	return p + strspn(p, " \n\t");
}

static const char *json_string(const char *p)
{
	if (*p++ != '"')
		return NULL;
	for (; *p != '"'; p++) {
		if ((unsigned char)*p < ' ')
			return NULL;
		if (*p != '\\')
			continue;
		p++;
		if (*p == 'u' && strspn(p + 1, "0123456789abcdef") >= 4)
			p += 4;
		else if (*p != '"' && *p != '\\')
			return NULL;
	}
	return p + 1;
}

static const char *json_list(const char *p, char end, bool members)
{
	p = skip(p + 1);
	if (*p == end)
		return p + 1;
	for (;;) {
		if (members) {
			p = json_string(skip(p));
			if (!p || *(p = skip(p)) != ':')
				return NULL;
			p++;
		}
		p = json_value(p);
		if (!p)
			return NULL;
		p = skip(p);
		if (*p == end)
			return p + 1;
		if (*p++ != ',')
			return NULL;
	}
}

static const char *json_value(const char *p)
{
	p = skip(p);
	if (*p == '{')
		return json_list(p, '}', true);
	if (*p == '[')
		return json_list(p, ']', false);
	if (*p == '"')
		return json_string(p);
	for (size_t i = 0; i < 3; i++) {
		static const char *const words[] = { "true", "false", "null" };
		if (!strncmp(p, words[i], strlen(words[i])))
			return p + strlen(words[i]);
	}
	return isdigit((unsigned char)*p) ? p + strspn(p, "0123456789") : NULL;
}

static void check_json(const struct profile *p, const struct firmware *f)
{
	char *text;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	json_put(to, p, f);
	fclose(to);
	const char *end = json_value(text);
	if (!end || *skip(end) || strlen(text) != n)
		die("its JSON is not valid");
	free(text);
}

/* Every kind of row has every count; diff with itself finds no change. */
static void check_tables(const struct profile *p, const struct firmware *f, bool deep)
{
	uint64_t sum = profile_bin_sum(p);
	const struct image *im = f->image.elf ? &f->image : NULL;

	int only = deep ? -1 : (int)rnd(TABLE_KINDS);
	for (int kind = 0; kind < TABLE_KINDS; kind++) {
		if (only >= 0 && kind != only)
			continue;
		struct view view = { .top = kind == TABLE_FUNCTIONS ? 5 : 0, .kind = (enum table_kind)kind, .inlines = kind == TABLE_CHAINS };
		struct table t = table_of(p, &f->symbols, &f->lines, im, (enum table_kind)kind);
		uint64_t rows = 0;
		for (size_t i = 0; i < t.n; i++)
			rows += t.rows[i].count;
		if (t.sum != sum || rows != sum)
			die("counts are missing in a table");
		struct diff d = diff_make(p, &t, p, &t, (enum table_kind)kind);
		if (d.sum_a != sum || d.sum_b != sum || (d.n && d.rows[0].a != d.rows[0].b))
			die("a diff with itself is not empty");
		diff_free(&d);
		table_free(&t);
		if (deep)
			report_print(p, f, &view);
	}
	if (deep)
		check_json(p, f);
}

/* Everything that `run` and `report` do with an ELF except running it. true: it was accepted. */
static bool use_elf(const uint8_t *bytes, size_t size, bool deep)
{
	struct firmware f = { 0 };
	struct profile p = { .config = tally_exact(0, 0), .end = END_TRAP };
	struct isa isa;
	uint8_t *copy = allocate(size, 1);
	bool good;

	memcpy(copy, bytes, size);
	alarm(20);
	good = image_parse(&f.image, "fuzz.elf", copy, size, false) && symbols_read(&f.symbols, &f.image);
	if (good) {
		debug_file_open(&f.debug, &f.image, NULL);
		lines_read(&f.lines, &f.image, &f.symbols, NULL);
		bool own;
		lines_said(&own);		/* notes */
		good = isa_of_image(&f.image, &isa) && region_choose(&p, &f.image, &f.symbols, NULL, NULL);
	}
	for (size_t i = 0; good && i < f.image.n_segments; i++)		/* as loading does */
		crc32_z(0, f.image.segments[i].bytes, f.image.segments[i].filesz);
	if (good) {
		region_fit(&p, &f.image, 1u << 16);
		p.core = copy_text("picorv32");
		firmware_sign(&f, &p);
		p.bins = allocate(p.slots, sizeof *p.bins);
		for (uint32_t i = 0; i < p.slots; i += 1 + rnd(8))
			p.bins[i] = 1 + rnd(1000);
		check_tables(&p, &f, deep);
		bool own;
		lines_said(&own);		/* notes of units that were read late */
	} else {
		expect_one_line();
	}
	profile_free(&p);
	firmware_close(&f);
	return good;
}

static bool use_capture(const uint8_t *bytes, size_t size)
{
	struct profile p;
	struct firmware none = { 0 };
	bool good;

	alarm(20);
	good = capture_decode(&p, "fuzz.tally", bytes, size);
	if (good) {
		uint8_t *again;
		size_t n;
		capture_encode(&p, &again, &n);
		free(again);
		check_tables(&p, &none, p.slots < 10000);
	} else {
		expect_one_line();
	}
	profile_free(&p);
	return good;
}

static void fuzz_elf(const uint8_t *elf, size_t size, unsigned rounds)
{
	uint8_t *copy = allocate(size, 1);
	unsigned taken = 0;

	doing = "the ELF as it is";
	if (!use_elf(elf, size, true))
		die("is refused");
	doing = "truncated ELF";
	for (size_t n = 0; n < size; n++)
		if (use_elf(elf, n, false))
			die("is taken for a whole one");
	fprintf(say, "ok %zu truncations of the ELF, each refused in one line\n", size);
	doing = "changed ELF";
	uint32_t table = elf[32] | (uint32_t)elf[33] << 8 | (uint32_t)elf[34] << 16;	/* e_shoff */
	for (unsigned i = 0; i < rounds; i++) {
		memcpy(copy, elf, size);
		for (uint32_t n = 1 + rnd(4); n; n--) {
			uint32_t where = rnd(4), at = where == 0 ? rnd(0x100) : where == 1 && table < size ? table + rnd((uint32_t)size - table) : rnd((uint32_t)size);
			copy[at] = rnd(2) ? (uint8_t)rnd(256) : (uint8_t)(copy[at] ^ 1u << rnd(8));
		}
		taken += use_elf(copy, size, i % 8 == 0);
	}
	if (taken == 0 || taken == rounds)
		die("are all judged alike");
	fprintf(say, "ok %u changed ELFs: %u taken with all counts, %u refused in one line\n", rounds, taken, rounds - taken);
	free(copy);
}

static void close_crc(uint8_t *bytes, size_t size)
{
	uint32_t crc = (uint32_t)crc32_z(0, bytes, size - 4);

	for (unsigned i = 0; i < 4; i++)
		bytes[size - 4 + i] = (uint8_t)(crc >> 8 * i);
}

/* A tree of 100 nodes. Its retired instructions and cycles are what `p` says of the run. */
static void grow_tree(struct profile *p)
{
	struct call_tree *t = &p->calls;

	call_tree_open(t);
	for (uint32_t i = 0; i < 100; i++) {
		uint32_t parent = i ? rnd((uint32_t)t->n_nodes) : 0, function = 0x80000000 + 4 * rnd(10);
		uint32_t node = call_tree_child(t, parent, parent ? 0x80000100 + 4 * rnd(4) : 0, function);
		t->nodes[node].calls++;
		call_tree_add(t, node, function + 2 * rnd(3), 1 + rnd(300), 1 + rnd(3));
	}
	call_tree_finish(t);
	p->retired = call_tree_retired(t);
	p->cycles = call_tree_cycles(t) + 10;
}

/* A tree has one form: changed bytes that are taken are those of the tree that was read. */
static void fuzz_tree(unsigned rounds)
{
	struct profile p = { 0 };
	struct call_tree t;
	unsigned taken = 0;
	size_t size, n;
	uint8_t *bytes, *copy, *again;

	grow_tree(&p);
	bytes = call_tree_encode(&p.calls, &size);
	doing = "changed call tree";
	for (unsigned i = 0; i < rounds; i++) {
		copy = allocate(size, 1);	/* of its own size: the sanitizer sees what is read beyond */
		memcpy(copy, bytes, size);
		size_t length = rnd(4) ? size : 1 + rnd((uint32_t)size);
		for (uint32_t k = 1 + rnd(3); k; k--)
			copy[rnd((uint32_t)size)] ^= (uint8_t)(1u << rnd(8));
		if (call_tree_decode(&t, copy, length)) {
			again = call_tree_encode(&t, &n);
			if (n != length || memcmp(again, copy, n) != 0)
				die("is taken for another");
			free(again);
			taken++;
		}
		call_tree_free(&t);
		free(copy);
	}
	if (taken == 0 || taken == rounds)
		die("are all judged alike");
	fprintf(say, "ok %u changed call trees: %u taken as they are, %u refused\n", rounds, taken, rounds - taken);
	free(bytes);
	profile_free(&p);
}

static void fuzz_capture(unsigned rounds)
{
	struct profile p = { .config = tally_exact(0x80000000, 0x80000200), .slots = 256, .code_lo = 0x80000000, .code_hi = 0x80000200,
		.end = END_FINISHER, .cycles = 1000, .retired = 500, .build_id_bytes = 20, .n_retired_at = 256 };
	uint8_t *bytes, *copy;
	size_t size;
	unsigned taken = 0;

	p.core = copy_text("vexriscv");
	p.elf_path = copy_text("/nowhere/firmware.elf");
	p.bins = allocate(256, sizeof *p.bins);
	p.retired_at = allocate(256, sizeof *p.retired_at);
	for (unsigned i = 0; i < 256; i += 5)
		p.bins[i] = p.retired_at[i] = i * i + 1;
	grow_tree(&p);
	capture_encode(&p, &bytes, &size);
	profile_free(&p);
	copy = allocate(size + 64, 1);
	doing = "the capture as it is";
	if (!use_capture(bytes, size))
		die("is refused");
	doing = "truncated capture";
	for (size_t n = 0; n < size; n++)
		if (use_capture(bytes, n))
			die("is taken for a whole one");
	doing = "lengthened capture";
	memcpy(copy, bytes, size);
	for (size_t n = 1; n < 64; n++)
		if (use_capture(copy, size + n))
			die("is taken");
	fprintf(say, "ok %zu truncations and lengthenings of a capture, each refused in one line\n", size + 63);
	doing = "capture with one changed byte";
	for (size_t at = 0; at < size; at++)
		for (unsigned bit = 0; bit < 8; bit++) {
			memcpy(copy, bytes, size);
			copy[at] ^= (uint8_t)(1u << bit);
			if (use_capture(copy, size))
				die("is taken");
		}
	fprintf(say, "ok %zu captures with a flipped bit, each refused in one line\n", 8 * size);
	doing = "changed capture with a good checksum";
	for (unsigned i = 0; i < rounds; i++) {
		memcpy(copy, bytes, size);
		for (uint32_t n = 1 + rnd(3); n; n--) {
			uint32_t at = rnd(2) ? 20 + rnd(300) : 20 + rnd((uint32_t)size - 20);
			copy[at] = rnd(2) ? (uint8_t)rnd(256) : (uint8_t)(copy[at] ^ 1u << rnd(8));
		}
		close_crc(copy, size);
		taken += use_capture(copy, size);
	}
	if (taken == 0 || taken == rounds)
		die("are all judged alike");
	fprintf(say, "ok %u changed captures with a good checksum: %u taken with all counts, %u refused in one line\n", rounds, taken, rounds - taken);
	free(copy);
	free(bytes);
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 3000;
	uint8_t *elf;
	size_t size;

	if (argc < 2)
		return 2;
	seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
	if (!file_read(argv[1], 1u << 24, &elf, &size))
		return 1;
	say = fdopen(dup(1), "w");
	messages = memfd_create("messages", 0);
	stderr = fdopen(messages, "w");		/* not file descriptor 2: the sanitizers write there */
	if (!say || messages < 0 || !stderr || !freopen("/dev/null", "w", stdout))
		return 1;
	setvbuf(say, NULL, _IOLBF, 0);
	setvbuf(stderr, NULL, _IONBF, 0);
	fuzz_elf(elf, size, rounds);
	fuzz_capture(rounds);
	fuzz_tree(10 * rounds);
	free(elf);
	fclose(say);
	return 0;
}
