/* SPDX-License-Identifier: ISC
 * run.c - tally run: runs an ELF on a simulated machine and prints where its cycles went.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/profile/capture.h"
#include "sw/profile/collect.h"
#include "command.h"
#include "sw/run/console.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/firmware.h"
#include "sw/report/json.h"
#include "sw/base/options.h"
#include "sw/report/report.h"
#include "sw/run/simulate.h"
#include "sw/run/task.h"
#include "sw/run/unit_calls.h"
#include "sw/base/text.h"

static volatile int stop;		/* the signal that ended the run */

/* The first signal ends the run and still prints the profile. It removes the handler, so a second
 * one kills. */
static void on_signal(int signal)
{
	console_terminal(false);
	stop = signal;
}

/* A closed standard output (SIGPIPE) ends the run, too. What is then said into it must not kill
 * before all is kept: of that signal the handler stays. What was ignored from the beginning, as
 * SIGHUP by nohup, stays ignored. */
static void catch_signals(void)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };

	for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
		struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART },
			before;
		bool asked = ending[i] == SIGINT || ending[i] == SIGTERM;

		if (ending[i] != SIGPIPE)
			action.sa_flags |= (int)SA_RESETHAND;
		sigemptyset(&action.sa_mask);
		if (asked || (sigaction(ending[i], NULL, &before) == 0
			&& before.sa_handler != SIG_IGN))
			sigaction(ending[i], &action, NULL);
	}
}

enum { CALLS_EXACT, CALLS_OF_UNIT };

struct run_options {
	const char *core, *json, *capture, *privileges, *files, *latency, *task, *of_profile;
	struct collect_options unit;
	uint64_t cycles;
	unsigned handlers, calls;
	uint64_t baud;
	const char *of_pty;
	bool no_cpi, no_calls, no_profile, pty, wait, data;
	struct view view;
	struct firmware_how how;
};

static bool read_privileges(const char *text, uint8_t *mask)
{
	*mask = 0;
	for (; *text; text++)
		switch (*text) {
		case 'u': *mask |= 1; break;
		case 's': *mask |= 2; break;
		case 'm': *mask |= 8; break;
		default: *mask = 0; return false;
		}
	return *mask != 0;
}

/* Cycles by the unit, and instructions beside them by the simulator. */
static bool counts_both(const struct run_options *o)
{
	return !o->no_cpi && o->view.count != 1 && o->calls != CALLS_OF_UNIT;
}

/* Calls and causes are of every cycle: so must the profile be. */
static bool counts_every_cycle(const struct run_options *o)
{
	return o->unit.period == 1 && o->view.count != 1 && !o->privileges;
}

static bool follows_calls(const struct run_options *o)
{
	return !o->no_calls && counts_every_cycle(o);
}

static bool asks_data(const struct run_options *o)
{
	return o->data || view_of_data(&o->view);
}

/* Names the option that needs causes; NULL: none. */
static const char *asks_why(const struct run_options *o)
{
	return o->view.why ? "--why" : o->view.cause ? "--cause" : o->data ? "--data"
		: view_of_data(&o->view) ? "--by object" : NULL;
}

/* What only a tree with stacks and places can have; NULL: nothing. */
static const char *asks_exact_calls(const struct run_options *o)
{
	return o->task ? "--task" : o->view.kind == TABLE_TASKS ? "--by task"
		: o->view.order == ORDER_CPI ? "--sort cpi"
		: o->handlers == CALLS_AT_INTERRUPTED ? "--handlers interrupted"
		: asks_why(o);
}

static bool settle(const struct run_options *o, struct tally_config *c)
{
	if (!collect_config(&o->unit, c))
		return false;
	if (o->calls == CALLS_OF_UNIT && !follows_calls(o))
		return fail("--calls=unit: counts every cycle; leave out --no-calls, --period, "
			"--priv, --by instructions");
	if (o->calls == CALLS_OF_UNIT && asks_exact_calls(o))
		return fail("%s: a unit's call tree does not have that; leave out --calls=unit",
			asks_exact_calls(o));
	if (o->calls == CALLS_OF_UNIT && o->core && !strcmp(o->core, "vexriscv-imac"))
		return fail("--calls=unit: the last stage of %s does not show how long an "
			"instruction was; take another core, or leave it out", o->core);
	if (o->calls == CALLS_OF_UNIT && o->cycles > UNIT_CALLS_MOST)
		return fail("--cycles: %" PRIu64 ", and a unit's words hold %u; give less, or "
			"leave out --calls=unit", o->cycles, UNIT_CALLS_MOST);
	if (o->view.order == ORDER_CPI && !counts_both(o))
		return fail("--sort cpi: needs cycles and instructions; leave out %s",
			o->no_cpi ? "--no-cpi" : "--by instructions");
	if ((view_of_calls(&o->view) || o->view.order == ORDER_INCLUSIVE) && !follows_calls(o))
		return fail("%s: needs a call tree; leave out --no-calls, --period, --priv",
			o->view.tree ? "--tree" : o->view.callers_of
			? "--callers-of" : o->view.kind == TABLE_CALLERS ? "--by caller"
			: o->view.kind == TABLE_TASKS ? "--by task" : "--sort inclusive");
	if (o->view.kind == TABLE_TASKS && !o->task)
		return fail("--by task: needs --task WORD, the pointer to the current task");
	if (o->task && !follows_calls(o))
		return fail("--task: needs a call tree; leave out --no-calls, --period, --priv, "
			"--by instructions");
	if (asks_why(o) && (o->no_cpi || !counts_every_cycle(o)))
		return fail("%s: causes are of every cycle, beside instructions; leave out "
			"--no-cpi, --period, --priv, --by instructions", asks_why(o));
	if (asks_data(o) && !follows_calls(o))
		return fail("%s: what is on the stack is known by the calls; leave out --no-calls",
			o->data ? "--data" : "--by object");
	if (o->no_profile && o->of_profile)
		return fail("%s%s: shapes a profile, and %s takes none; leave one of them out",
			o->of_profile[1] ? "--" : "-", o->of_profile,
			o->pty ? "--pty" : "--no-profile");
	if (o->of_pty && !o->pty)
		return fail("--%s: needs --pty", o->of_pty);
	c->source = o->view.count == 1 ? TALLY_SOURCE_RETIRE : TALLY_SOURCE_CLK;
	if (o->privileges && !read_privileges(o->privileges, &c->privileges))
		return fail("--priv %s: give one or more of the letters u, s, m (user, supervisor, "
			"machine)", o->privileges);
	return true;
}

#define NO_CORES \
	"this tally, of `make tool`, has no simulated cores; `make build/tally` in its " \
	"repository builds them in"

static const struct core *find_core(const char *name)
{
	char names[512] = "";
	size_t n;
	const struct core *all = cores(&n), *core = name ? core_find(name) : &all[0];

	if (!n) {
		fail("run: " NO_CORES);
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
			all[i].name);
	if (!core)
		fail("--core %s: no such core; there are: %s", name, names);
	return core;
}

static bool has_causes(const struct run_options *o, const struct core *core)
{
	return !asks_why(o) || core->causes
		|| fail("%s: the tap of %s shows no causes; give another --core", asks_why(o),
			core->name);
}

static bool is_standard(const char *path) { return path && !strcmp(path, "-"); }

/* Checks outputs before the run: a long run must not end with an unwritable file or overwrite its
 * own ELF. */
static bool outputs_writable(const struct run_options *o, const char *elf)
{
	const char *const outputs[] = { o->capture, o->json };

	if (is_standard(o->capture) && is_standard(o->json))
		return fail("-o - beside --json: both on the standard output; give one of them a "
			"file: --json=FILE");
	for (size_t i = 0; i < 2; i++) {
		if (!outputs[i])
			continue;
		if (file_same(outputs[i], elf))
			return fail("%s: is the firmware itself; give the output another name",
				outputs[i]);
		if (!file_writable(outputs[i]))
			return false;
	}
	if (o->capture && o->json && file_same(o->capture, o->json))
		return fail("%s: given to both -o and --json; give two names", o->json);
	return true;
}

static bool take_standard(const struct run_options *o)
{
	if (is_standard(o->capture))
		return file_take_standard("-o", true);
	return !is_standard(o->json) || file_take_standard("--json", false);
}

static bool write_outputs(struct run_options *o, struct profile *p, const struct firmware *f)
{
	struct view for_programs = o->view;
	bool good = true;

	view_for_programs(&for_programs);
	if (o->capture) {
		firmware_keep(f, p);
		good = capture_write(p, o->capture);
	}
	if (o->no_profile) {
		printf("%s on %s, without a profile\n", text_clean(f->image.path), p->core);
		report_end(p, f, &o->view.term);
		return stdout_ok();
	}
	if (o->json && !json_write(p, f, &for_programs, o->json))
		good = false;
	if (!report_print(p, f, &o->view))
		return false;
	if (!is_standard(o->capture))
		report_next(p, f, o->capture, NULL, &o->view.term);
	return stdout_ok() && good;
}

/* As a shell says it of a program that a signal ended: the profile is of a part of the run. On a
 * pseudo-terminal, and without a profile by Ctrl-], a signal is the usual end. */
static int status_of(const struct run_options *o, const struct profile *p, bool good)
{
	if (!good || profile_failed(p) || p->files_lost)
		return EXIT_FAILURE;
	bool usual = o->pty || (o->no_profile && stop == SIGINT);
	return p->end == END_INTERRUPT && stop && !usual ? 128 + stop : EXIT_SUCCESS;
}

static int run_firmware(struct run_options *o, const char *path)
{
	struct profile p = { 0 };
	struct firmware f;
	struct stopwatch watch = { 0 };
	struct task_watch task;
	struct simulation s = {
		.core = find_core(o->core), .max_cycles = o->cycles,
			.handlers = (enum calls_handlers)o->handlers, .from = o->unit.from,
			.to = o->unit.to, .stop = &stop,
		.no_profile = o->no_profile, .files = o->files, .outputs = { o->capture, o->json },
		.pty_baud = o->pty ? (unsigned)o->baud : 0, .pty_wait = o->wait,
	};
	bool good;

	if (!s.core || !view_settle(&o->view) || !has_causes(o, s.core)
		|| !settle(o, &p.config) || !outputs_writable(o, path)
		|| !take_standard(o) || !firmware_open_as(&f, path, &o->how))
		return EXIT_FAILURE;
	if (!view_function(&o->view, &f.symbols) || (o->latency
		&& !stopwatch_set(&watch, o->latency, &f.symbols, &p.latency))
		|| (o->task && !task_open(&task, o->task, firmware_symtab(&f)))) {
		firmware_close(&f);
		return EXIT_FAILURE;
	}
	s.stopwatch = o->latency ? &watch : NULL;
	s.cpi = counts_both(o);		/* view_settle has read --by */
	s.calls = follows_calls(o);
	s.unit_calls = o->calls == CALLS_OF_UNIT;
	if (s.unit_calls && !s.max_cycles)
		s.max_cycles = UNIT_CALLS_MOST;
	s.task = o->task ? &task : NULL;
	s.causes = s.cpi && counts_every_cycle(o) && s.core->causes;
	s.data = s.causes && s.calls && asks_data(o);
	catch_signals();
	good = simulate(&s, &f, &p) && (o->no_profile || profile_end_run(&p, path))
		&& write_outputs(o, &p, &f);
	int status = status_of(o, &p, good);
	profile_free(&p);
	firmware_close(&f);
	view_close(&o->view);
	return status;
}

/* The cores' names, and the one that is taken. */
static const char *core_help(void)
{
	static char text[512];
	size_t n, at;
	const struct core *all = cores(&n);

	at = (size_t)snprintf(text, sizeof text, "core to simulate");
	for (size_t i = 0; i < n && at < sizeof text; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%s %s", i ? "," : ":",
			all[i].name);
	if (n && at < sizeof text)
		snprintf(text + at, sizeof text - at, " (%s)", all[0].name);
	return text;
}

static void print_cores(void)
{
	const struct term t = term_open(&(struct term_options){ 0 });
	size_t n;
	const struct core *all = cores(&n);

	printf(n ? "\ncores:\n" : "\n");
	if (!n)
		term_fold_at(&t, NO_CORES, 0, 0);
	for (size_t i = 0; i < n; i++) {
		char about[256];
		snprintf(about, sizeof about, "%s%s", all[i].about,
			all[i].data_cache ? " (devices at 0xF0000000 | address only)" : "");
		size_t columns = (size_t)printf("  %-16s %-20s ", all[i].name, all[i].isa);
		term_fold_at(&t, about, columns, columns);
	}
}

static int run_main(int argc, char **argv)
{
	static const char *const handlers[] = { "root", "interrupted", NULL };
	static const char *const calls[] = { "exact", "unit", NULL };
	const char *elf;
	struct run_options o = { .unit = COLLECT_DEFAULTS, .baud = 1000000, .view = VIEW_DEFAULT };
	const struct option_def options[] = {
		{ .name = "core", .kind = OPTION_TEXT, .to = &o.core, .value = "NAME",
			.help = core_help() },
		COLLECT_OPTIONS(o.unit, &o.of_profile),
		{ .name = "by", .mark = &o.of_profile, .kind = OPTION_MANY, .to = &o.view.by,
		.value = "WHAT",
			.help = "count cycles or instructions; rows as `report` has" },
		{ .name = "priv", .mark = &o.of_profile, .kind = OPTION_TEXT, .to = &o.privileges,
			.value = "LETTERS",
			.help = "only these privileges: u, s, m (all)" },
		{ .name = "no-cpi", .mark = &o.of_profile, .kind = OPTION_FLAG, .to = &o.no_cpi,
			.help = "do not count instructions: no cycles per instruction" },
		{ .name = "no-calls", .mark = &o.of_profile, .kind = OPTION_FLAG, .to = &o.no_calls,
			.help = "do not follow calls: no call tree" },
		{ .name = "calls", .mark = &o.of_profile, .kind = OPTION_CHOICE, .to = &o.calls,
			.choices = calls, .value = "HOW",
			.help = "the call tree: exact, or as a unit with 2,048 nodes keeps it "
			"(exact)" },
		{ .name = "data", .mark = &o.of_profile, .kind = OPTION_FLAG, .to = &o.data,
			.help = "also follow loads and stores, for --by object" },
		{ .name = "handlers", .mark = &o.of_profile, .kind = OPTION_CHOICE,
			.to = &o.handlers, .choices = handlers,
			.value = "WHERE",
			.help = "trap handlers in the call tree: at the root, or below what they "
			"interrupted (root)" },
		{ .name = "latency", .mark = &o.of_profile, .kind = OPTION_TEXT, .to = &o.latency,
			.value = "A:B",
			.help = "measure the cycles from A to B, each time: functions, addresses, "
			"irq (a line rises), handler (its first instruction)" },
		{ .name = "task", .mark = &o.of_profile, .kind = OPTION_TEXT, .to = &o.task,
			.value = "WORD", .help = "count by task, from the pointer to the current "
			"one: freertos, zephyr, or SYMBOL|ADDRESS[+N][,name=N|,bytes=N]" },
		{ .name = "cycles", .kind = OPTION_NUMBER, .to = &o.cycles, .min = 1,
			.max = UINT64_MAX, .value = "MAX",
			.help = "stop after MAX cycles" },
		{ .name = "files", .kind = OPTION_TEXT, .to = &o.files, .value = "DIR",
			.help = "directory for files that the firmware sends" },
		{ .name = "no-profile", .kind = OPTION_FLAG, .to = &o.no_profile,
			.help = "leave the unit to the firmware; Ctrl-] ends the run" },
		{ .name = "pty", .kind = OPTION_FLAG, .to = &o.pty,
			.help = "a board on a pseudo-terminal: attach, top, record" },
		{ .name = "baud", .mark = &o.of_pty, .kind = OPTION_NUMBER, .to = &o.baud,
			.min = 300,
			.max = 4000000, .value = "N", .help = "with --pty: baud rate of the line "
			"(1000000)" },
		{ .name = "wait", .mark = &o.of_pty, .kind = OPTION_FLAG, .to = &o.wait,
			.help = "with --pty: hold the core until the unit is started" },
		VIEW_OPTIONS(o.view, &o.of_profile),
		{ .name = "json", .mark = &o.of_profile, .kind = OPTION_MAYBE, .to = &o.json,
		.value = "[=FILE]",
			.help = "also a JSON object; without FILE on standard output" },
		FIRMWARE_OPTIONS(o.how),
		{ .name = "o", .mark = &o.of_profile, .kind = OPTION_TEXT, .to = &o.capture,
		.value = "FILE",
			.help = "keep the profile for other commands; -: to stdout" },
		{ 0 },
	};
	static const char *const examples[] = { "tally run firmware.elf", "tally run --core "
		"vexriscv -o dhry.tally dhry.elf",
		"tally run --no-profile --files . --core vexriscv-linux kernel.elf", NULL };
	static const char common[] = "core period from to by cycles tree sort top files no-profile "
		"pty json o";
	const struct usage usage = { "run", "FIRMWARE.ELF",
		"Runs the ELF on a simulated core and prints where its cycles went.",
		1, "which firmware? Give an ELF; `tally run --help` shows the use", options,
		examples, common, print_cores };
	int status;

	if (!options_read(&usage, argc, argv, &elf, 1, &status))
		return status;
	o.no_profile = o.no_profile || o.pty;
	if (o.json && !o.json[0])
		o.json = "-";
	return run_firmware(&o, elf);
}

const struct command command_run =
	{ "run", "runs an ELF on a simulated core and prints where its cycles went", run_main };
