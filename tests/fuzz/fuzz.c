/* SPDX-License-Identifier: ISC
 * fuzz.c - damaged captures, ELF files and DWARF against reports, diffs and every export.
 *
 * usage: fuzz AT FIRST LAST FILE.elf... FILE.tally...
 *        fuzz frames		files in a console's stream: frames.c
 * The first runs executions FIRST..LAST. An execution's number alone decides which file it takes
 * and how it damages it; a capture mostly before its columns are compressed. Execution 0 cuts every
 * file at every length. Built with address and undefined sanitizers. Each must end within 20 s of
 * work: refused with one line of the tool's own, or taken, and then its output has all counts. The
 * file AT holds the number of the present execution, in case this program dies.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"
#include "rnd.h"
#include "sw/base/base.h"
#include "sw/diff/diff.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"
#include "sw/export/export.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

static FILE *say;
static int messages; /* a file in memory that receives stderr */
static unsigned long long number;
static unsigned long long taken[2]; /* accepted captures, accepted ELFs */
static unsigned long long trees; /* of the captures */

static void die(const char *what, const char *which)
{
	fprintf(say, "execution %llu: %s%s\n", number, which, what);
	fflush(say);
	abort();
}

/* Lines on stderr since the last call: all begin with "tally: " and have no control characters. */
static unsigned lines_said(void)
{
	static char text[1 << 20];
	off_t n = lseek(messages, 0, SEEK_CUR);
	unsigned lines = 0;

	if (n > (off_t)sizeof text || pread(messages, text, (size_t)n, 0) != n)
		die("floods the error output", "");
	for (off_t i = 0; i < n; i++) {
		if ((i == 0 || text[i - 1] == '\n')
			&& (n - i < 7 || memcmp(text + i, "tally: ", 7)))
			die("a line that is not the tool's own", "");
		if (text[i] != '\n' && iscntrl((unsigned char)text[i]))
			die("a control character in a message", "");
		lines += text[i] == '\n';
	}
	lseek(messages, 0, SEEK_SET);
	return lines;
}

/* Every kind of row has every count; a diff with itself finds no change. */
static void use_table(const struct profile *p, const struct firmware *f, enum table_kind kind)
{
	uint64_t sum = profile_bin_sum(p), rows = 0;
	struct table t = table_of(p, &f->symbols, &f->lines, kind);
	struct diff d = diff_make(p, &t, p, &t, kind);

	for (size_t i = 0; i < t.n; i++)
		rows += t.rows[i].count;
	if (t.sum != sum || rows != sum)
		die("counts are missing in a table", "");
	if (d.sum_a != sum || d.sum_b != sum || (d.n && d.rows[0].a != d.rows[0].b))
		die("a diff with itself is not empty", "");
	diff_free(&d);
	table_free(&t);
}

static void use_report(const struct profile *p, const struct firmware *f)
{
	bool tree = p->calls.n_nodes;
	uint32_t function = tree ? p->calls.nodes[rnd((uint32_t)p->calls.n_nodes)].function : 0;
	struct view views[] = { { .top = 5 }, { .kind = TABLE_LINES }, { .kind = TABLE_INLINED },
		{ .tree = true, .top = 7 }, { .kind = TABLE_CALLERS },
		{ .callers_of = "f", .function = function } };

	for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
		if (tree || !view_of_calls(&views[i]))
			report_print(p, f, &views[i]);
}

/* Of folded stacks each line's last number, of callgrind's lines of code the third; the line behind
 * "calls=" has costs that other lines have, too. */
static uint64_t sum_of(const char *text, bool folded)
{
	uint64_t sum = 0;
	bool call = false;

	for (const char *p = text, *end; (end = strchr(p, '\n')); p = end + 1) {
		const char *number = folded ? end : "";
		while (folded && number > p && number[-1] != ' ')
			number--;
		if (!folded && !call && !strncmp(p, "0x", 2))
			number = strchr(strchr(p, ' ') + 1, ' ');
		sum += strtoull(number, NULL, 10);
		call = !strncmp(p, "calls=", strlen("calls="));
	}
	return sum;
}

/* Nothing that a reader of the format would need is judged here, but sums: tests/tool/export.py. */
static void use_export(
	const struct profile *p, const struct firmware *f, const struct export_format *format)
{
	bool seconds = format->seconds && p->config.source == TALLY_SOURCE_CLK;
	struct call_rest rest = profile_call_rest(p);
	bool tree = p->calls.n_nodes
		&& call_tree_cycles(&p->calls) + call_rest_ticks(&rest) == rest.ticks;
	bool folded = !strcmp(format->name, "folded"), svg = !strcmp(format->name, "svg");
	/* it needs lines, counts in which no instruction is missing, or times that it can hold */
	bool may_refuse = !strcmp(format->name, "gmon") || !strcmp(format->name, "lcov")
		|| !strcmp(format->name, "pprof") || !strcmp(format->name, "afdo");
	struct export e = { .profile = p,
		.firmware = f,
		.path = p->elf_path,
		.hz = seconds ? rnd(2) * p->config.period : 0 };
	char *text = NULL;
	size_t size = 0;
	const struct tally_counters *c = &p->counters;
	uint64_t want = profile_bin_sum(p) + c->outside + c->filtered + c->idle + c->lost
		+ c->pending,
		 sum = want;

	e.to = open_memstream(&text, &size);
	bool good = format->write(&e);
	fclose(e.to);
	if (!good && !may_refuse && (tree || !svg))
		die(": refuses to write", format->name);
	if (good && (folded || !strcmp(format->name, "callgrind")))
		sum = sum_of(text, folded);
	/* a unit's tree has ticks of its own */
	if (sum != want && !(tree && p->calls.of_unit && sum == rest.ticks))
		die(": counts are missing", format->name);
	free(text);
}

static bool write_json(const struct export *e)
{
	json_put(e->to, e->profile, e->firmware);
	return true;
}

static void use(const struct profile *p, const struct firmware *f)
{
	taken[f->image.elf != NULL]++;
	trees += p->calls.n_nodes != 0;
	use_table(p, f, (enum table_kind)rnd(TABLE_KINDS));
	use_report(p, f);
	for (size_t i = 0; export_formats[i]; i++)
		use_export(p, f, export_formats[i]);
	use_export(p, f, &(struct export_format){ .name = "json", .write = write_json });
	lines_said();
}

/* Everything that `run` and `report` do with an ELF except running it. true: it was accepted. */
static bool use_elf(const struct file *file)
{
	struct firmware f = { 0 };
	struct profile p = { .config = tally_exact(0, 0), .end = END_TRAP };
	struct isa isa;
	uint8_t *copy = allocate(file->size, 1);

	memcpy(copy, file->bytes, file->size);
	bool good = image_parse(&f.image, "fuzz.elf", copy, file->size, false)
		&& symbols_read(&f.symbols, &f.image);
	if (good) {
		debug_file_open(&f.debug, &f.image, NULL);
		parts_join(&f.symbols, &f.image);
		lines_read(&f.lines, &f.image, &f.symbols, NULL);
		lines_said(); /* notes */
		good = isa_of_image(&f.image, &isa)
			&& region_choose(&p, &f.image, &f.symbols, NULL, NULL);
	}
	if (good) {
		region_fit(&p, &f.image, 1u << 15);
		p.core = copy_text("picorv32");
		firmware_sign(&f, &p);
		p.bins = allocate(p.slots, sizeof *p.bins);
		for (uint32_t i = rnd(8); i < p.slots; i += 1 + rnd(200))
			p.counters.hits += p.bins[i] = 1 + rnd(100000);
		p.counters.lost = rnd(3);
		p.counters.ticks = p.counters.hits + p.counters.lost;
		use(&p, &f);
	} else if (lines_said() != 1) {
		die("an ELF is not refused in one line", "");
	}
	profile_free(&p);
	firmware_close(&f);
	return good;
}

/* What is taken is written, read and written again the same. */
static void check_form(const struct profile *p)
{
	uint8_t *once, *twice;
	size_t n, m;
	struct profile again;

	capture_encode(p, NULL, &once, &n);
	if (!capture_decode(&again, "fuzz.tally", once, n))
		die("a capture is taken, and not what is written of it", "");
	capture_encode(&again, NULL, &twice, &m);
	if (n != m || memcmp(once, twice, n))
		die("a capture is taken for another", "");
	profile_free(&again);
	free(once);
	free(twice);
}

static bool use_capture(const struct file *file)
{
	struct firmware none = { 0 };
	struct profile p;
	bool good = capture_decode(&p, "fuzz.tally", file->bytes, file->size);

	if (!good && lines_said() != 1)
		die("a capture is not refused in one line", "");
	if (good && !rnd(4))
		check_form(&p);
	if (good && p.slots < 200000)
		use(&p, &none);
	profile_free(&p);
	return good;
}

/* An execution may use 20 s of the processor. */
static void begin(void)
{
	setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_sec = 20 }, NULL);
}

static void cut_everywhere(const struct file *seed)
{
	struct file f = *seed;

	for (f.size = 0; f.size < seed->size; f.size++) {
		begin();
		if (f.elf ? use_elf(&f) : use_capture(&f))
			die("a part is taken for the whole file", "");
	}
}

static void execute(const struct file *from)
{
	begin();
	struct file f = damage_make(from);
	if (f.elf)
		use_elf(&f);
	else
		use_capture(&f);
	free(f.bytes);
}

static bool redirect(void)
{
	say = fdopen(dup(2), "w");
	messages = memfd_create("messages", 0);
	/* not file descriptor 2: the sanitizers write there */
	stderr = fdopen(messages, "w");
	if (!say || messages < 0 || !stderr || !freopen("/dev/null", "w", stdout))
		return false;
	setvbuf(stderr, NULL, _IONBF, 0);
	return true;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "frames"))
		return frames_test();
	size_t n_seeds = argc > 4 ? (size_t)argc - 4 : 0;
	struct file *seeds = allocate(n_seeds, sizeof *seeds);

	for (size_t i = 0; i < n_seeds; i++)
		if (!damage_read(&seeds[i], argv[4 + i]))
			return 2;
	FILE *at = n_seeds ? fopen(argv[1], "w") : NULL;
	if (!at || !redirect())
		return 2;
	for (number = strtoull(argv[2], NULL, 10); number <= strtoull(argv[3], NULL, 10);
		number++) {
		rewind(at);
		fprintf(at, "%llu\n", number);
		fflush(at);
		seed = number * 0x9E3779B97F4A7C15ull;
		rnd(1);
		for (size_t i = 0; !number && i < n_seeds; i++)
			cut_everywhere(&seeds[i]);
		execute(&seeds[rnd((uint32_t)n_seeds)]);
	}
	fprintf(say,
		"executions %s to %s: %llu captures (%llu with a call tree) and %llu ELFs taken "
		"with all counts, the others refused in one line\n",
		argv[2], argv[3], taken[0], trees, taken[1]);
	bool both_verdicts = taken[0] + taken[1] && taken[0] + taken[1] < number;
	for (size_t i = 0; i < n_seeds; i++)
		free(seeds[i].bytes);
	free(seeds);
	fclose(at);
	fclose(say);
	return !both_verdicts && number > 100;
}
