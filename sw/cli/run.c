/* SPDX-License-Identifier: ISC
 * run.c - tally run: runs an ELF on a simulated machine and prints where its cycles went.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "run_options.h"
#include "sw/base/base.h"
#include "sw/base/term.h"

static volatile int stop; /* the signal that ended the run */

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
		if (asked
			|| (sigaction(ending[i], NULL, &before) == 0
				&& before.sa_handler != SIG_IGN))
			sigaction(ending[i], &action, NULL);
	}
}

/* What is counted, and beside it: calls, causes, loads and stores are of every cycle, so the
 * profile must be, too. */
static bool settle(struct run_options *o, struct tally_config *c)
{
	struct simulation *s = &o->s;
	const char *letters = o->privileges;
	const bool every_cycle = o->unit.period == 1 && !o->by && !letters;
	const char *follows = s->data ? "--data"
		: s->task             ? "--task"
		: s->after            ? "--after"
		: o->trace            ? "--trace"
				      : NULL;
	const char *needs_calls = !follows && o->calls ? "--calls=unit" : follows;
	const char *exact = !follows && o->handlers ? "--handlers interrupted" : follows;

	if (!collect_config(&o->unit, c))
		return false;
	s->handlers = (enum calls_handlers)o->handlers;
	s->unit_calls = o->calls;
	s->calls = every_cycle && !o->no_calls;
	s->cpi = !o->no_cpi && !o->by && !s->unit_calls;
	s->causes = s->cpi && every_cycle && s->core->causes;
	if (s->until && !s->after)
		return fail("--until %s: ends what --after opens; give --after, too", s->until);
	if (needs_calls && (!s->calls || (s->data && o->no_cpi)))
		return fail("%s: needs every cycle and its calls; leave out --no-calls, --no-cpi, "
			    "--period, --priv, --by instructions",
			needs_calls);
	if (s->unit_calls && exact)
		return fail(
			"%s: a unit's call tree does not have that; leave out --calls=unit", exact);
	if (s->unit_calls && !strcmp(s->core->name, "vexriscv-imac"))
		return fail("--calls=unit: the last stage of %s does not show how long an "
			    "instruction was; take another core, or leave it out",
			s->core->name);
	if (s->core->pairs && s->unit_calls)
		return fail("--calls=unit: of two instructions that %s retires in a cycle the unit "
			    "sees one; leave it out, or take another core",
			s->core->name);
	if (s->data && (!s->core->causes || s->core->pairs))
		return fail("--data: the tap of %s shows no %s; give another --core", s->core->name,
			s->core->causes ? "accesses" : "causes");
	if (s->no_profile && o->of_profile)
		return fail("%s%s: shapes a profile, and %s takes none; leave one of them out",
			o->of_profile[1] ? "--" : "-", o->of_profile,
			o->pty ? "--pty" : "--no-profile");
	if (o->of_trace && !o->trace)
		return fail("--%s: shapes a trace; give --trace FILE, too", o->of_trace);
	c->source = o->by ? TALLY_SOURCE_RETIRE : TALLY_SOURCE_CLK;
	if (letters && (!letters[0] || letters[strspn(letters, "usm")]))
		return fail("--priv %s: give one or more of the letters u, s, m (user, supervisor, "
			    "machine)",
			letters);
	if (letters)
		c->privileges = (uint8_t)((strchr(letters, 'u') ? 1 : 0)
			| (strchr(letters, 's') ? 2 : 0) | (strchr(letters, 'm') ? 8 : 0));
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

/* As a shell says it of a program that a signal ended: the profile is of a part of the run. On a
 * pseudo-terminal, and without a profile by Ctrl-], a signal is the usual end. */
static int status_of(const struct run_options *o, const struct profile *p, bool good)
{
	if (!good || profile_failed(p) || p->files_lost)
		return EXIT_FAILURE;
	bool usual = o->pty || (o->s.no_profile && stop == SIGINT);
	return p->end == END_INTERRUPT && stop && !usual ? 128 + stop : EXIT_SUCCESS;
}

static int run_firmware(struct run_options *o, const char *path)
{
	struct profile p = { 0 };
	struct firmware f;
	struct simulation *s = &o->s;

	s->core = find_core(o->core);
	s->outputs[0] = o->capture;
	s->outputs[1] = o->json;
	s->outputs[2] = o->trace;
	if (!s->core || !settle(o, &p.config) || !outputs_open(o, path) || !firmware_open(&f, path))
		return EXIT_FAILURE;
	s->from = o->unit.from;
	s->to = o->unit.to;
	s->trace = o->trace ? trace_open(&o->how) : NULL;
	s->pty_baud = o->pty ? (unsigned)o->baud : 0;
	s->stop = &stop;
	catch_signals();
	bool good = simulate(s, &f, &p) && (s->no_profile || profile_end_run(&p, path))
		&& outputs_write(o, &p, &f);
	int status = status_of(o, &p, good);
	if (s->trace)
		trace_close(s->trace);
	profile_free(&p);
	firmware_close(&f);
	return status;
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
	static const char *const by[] = { "cycles", "instructions", NULL };
	const char *elf;
	struct run_options o = { .unit = COLLECT_DEFAULTS, .baud = 1000000, .how.size = 20000000 };
	const struct option_def options[] = {
		{ .name = "core",
			.kind = OPTION_TEXT,
			.to = &o.core,
			.value = "NAME",
			.help = "core to simulate, of those below (the first)" },
		COLLECT_OPTIONS(o.unit, &o.of_profile),
		{ .name = "by",
			.mark = &o.of_profile,
			.kind = OPTION_CHOICE,
			.to = &o.by,
			.choices = by,
			.value = "WHAT",
			.help = "count cycles or instructions (cycles)" },
		{ .name = "priv",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.privileges,
			.value = "LETTERS",
			.help = "only these privileges: u, s, m (all)" },
		{ .name = "no-cpi",
			.mark = &o.of_profile,
			.kind = OPTION_FLAG,
			.to = &o.no_cpi,
			.help = "do not count instructions: no cycles per instruction" },
		{ .name = "no-calls",
			.mark = &o.of_profile,
			.kind = OPTION_FLAG,
			.to = &o.no_calls,
			.help = "do not follow calls: no call tree" },
		{ .name = "calls",
			.mark = &o.of_profile,
			.kind = OPTION_CHOICE,
			.to = &o.calls,
			.choices = calls,
			.value = "HOW",
			.help = "the call tree: exact, or as a unit with 2,048 nodes keeps it "
				"(exact)" },
		{ .name = "data",
			.mark = &o.of_profile,
			.kind = OPTION_FLAG,
			.to = &o.s.data,
			.help = "also follow loads and stores, for --by object" },
		{ .name = "handlers",
			.mark = &o.of_profile,
			.kind = OPTION_CHOICE,
			.to = &o.handlers,
			.choices = handlers,
			.value = "WHERE",
			.help = "trap handlers in the call tree: at the root, or below what they "
				"interrupted (root)" },
		{ .name = "latency",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.s.latency,
			.value = "A:B",
			.help = "measure the cycles from A to B, each time: functions, addresses, "
				"irq (a line rises), handler (its first instruction)" },
		{ .name = "task",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.s.task,
			.value = "VARIABLE",
			.help = "count by task, from the pointer to the current "
				"one: freertos, zephyr, or SYMBOL|ADDRESS[+N][,name=N|,bytes=N]" },
		{ .name = "after",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.s.after,
			.value = "POINT",
			.help = "count nothing before the call of a function, an address or "
				"mark=NUMBER; POINT:N: its N-th time" },
		{ .name = "until",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.s.until,
			.value = "POINT",
			.help = "end the run there; return: when --after's function returns (the "
				"firmware's end)" },
		{ .name = "trace",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.trace,
			.value = "FILE",
			.help = "also each call, causes and console on a time axis, for Perfetto "
				"and speedscope" },
		{ .name = "trace-size",
			.mark = &o.of_trace,
			.kind = OPTION_NUMBER,
			.to = &o.how.size,
			.min = TRACE_SIZE_LEAST,
			.max = TRACE_SIZE_MOST,
			.value = "BYTES",
			.help = "most that --trace writes; the longest calls stay (20M)" },
		{ .name = "trace-above",
			.mark = &o.of_trace,
			.kind = OPTION_NUMBER,
			.to = &o.how.above,
			.max = UINT64_MAX,
			.value = "CYCLES",
			.help = "leave shorter calls out of --trace" },
		{ .name = "clock",
			.mark = &o.of_trace,
			.kind = OPTION_NUMBER,
			.to = &o.how.hz,
			.min = 1,
			.max = 10000000000,
			.value = "HZ",
			.help = "the core's, for real time in --trace (1 us is 1 cycle)" },
		{ .name = "cycles",
			.kind = OPTION_NUMBER,
			.to = &o.s.max_cycles,
			.min = 1,
			.max = UINT64_MAX,
			.value = "MAX",
			.help = "stop after MAX cycles, from --after on" },
		{ .name = "files",
			.kind = OPTION_TEXT,
			.to = &o.s.files,
			.value = "DIR",
			.help = "directory for files that the firmware sends" },
		{ .name = "no-profile",
			.kind = OPTION_FLAG,
			.to = &o.s.no_profile,
			.help = "leave the unit to the firmware; Ctrl-] ends the run" },
		{ .name = "pty",
			.kind = OPTION_FLAG,
			.to = &o.pty,
			.help = "a board on a pseudo-terminal: top, record" },
		{ .name = "baud",
			.mark = &o.of_pty,
			.kind = OPTION_NUMBER,
			.to = &o.baud,
			.min = 300,
			.max = 4000000,
			.value = "N",
			.help = "--pty, with this baud rate of the line (1000000)" },
		{ .name = "wait",
			.mark = &o.of_pty,
			.kind = OPTION_FLAG,
			.to = &o.s.pty_wait,
			.help = "--pty, and hold the core until the unit is started" },
		{ .name = "json",
			.mark = &o.of_profile,
			.kind = OPTION_MAYBE,
			.to = &o.json,
			.value = "[=FILE]",
			.help = "also a JSON object; without FILE on standard output" },
		{ .name = "o",
			.mark = &o.of_profile,
			.kind = OPTION_TEXT,
			.to = &o.capture,
			.value = "FILE",
			.help = "keep the profile for report and the other commands; -: to "
				"stdout" },
		{ 0 },
	};
	static const char *const examples[] = { "tally run firmware.elf",
		"tally run --core vexriscv -o dhry.tally dhry.elf",
		"tally run -o - dhry.elf | tally report --tree -",
		"tally run --no-profile --files . --core vexriscv-linux kernel.elf", NULL };
	static const char rare[] =
		"jitter scale priv no-cpi no-calls handlers trace-size trace-above clock baud wait";
	const struct usage usage = { "run", "FIRMWARE.ELF",
		"Runs the ELF on a simulated core and prints where its cycles went.", 1,
		"which firmware? Give an ELF; `tally run --help` shows the use", options, examples,
		rare, print_cores };
	int status;

	if (!options_read(&usage, argc, argv, &elf, 1, &status))
		return status;
	o.pty |= o.of_pty != NULL;
	o.s.no_profile |= o.pty;
	if (o.json && !o.json[0])
		o.json = "-";
	return run_firmware(&o, elf);
}

const struct command command_run = { "run",
	"runs an ELF on a simulated core and prints where its cycles went", run_main };
