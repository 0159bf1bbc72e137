/* SPDX-License-Identifier: ISC
 * costs.c - what profiling costs the kernel and its programs, and what it sees: the tables of firmware/kernel/BENCH.md,
 * on stdout.
 *
 * usage: costs KERNEL.elf [ROUNDS]	(the working program in it: tests/kernel/costs_user.c; its lines go to stderr)
 *
 * All cycles are counted here, from the raw core. Each cycle belongs to the instruction that retires next, and to user
 * or kernel by its mode; cycles asleep are idle. The program's lines say what the profiler counted, each line after its
 * measurement.
 */
#include "costs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cost costs[COSTS];
static unsigned measured, described;
static struct cost now;
static struct {
	uint32_t gettid, prof_switch, schedule, schedule_end;
	bool on, inside;
	uint64_t since, pending;
} watched;
static uint32_t clock_hz;

/* ---- the core */
static void switched(uint64_t cycle, uint32_t pc)
{
	if (pc == watched.prof_switch) {
		watched.inside = true;
		watched.since = cycle;
	} else if (watched.inside && pc - watched.schedule < watched.schedule_end - watched.schedule) {
		watched.inside = false;
		if (now.switches < SWITCHES)
			now.switch_cycles[now.switches++] = (uint32_t)(cycle - watched.since);
	}
}

static void begin_or_end(void)
{
	watched.on = !watched.on;
	watched.inside = false;
	if (!watched.on && measured == COSTS)
		rig_die("more than %d measurements", COSTS);
	if (!watched.on)
		costs[measured++] = now;
	memset(&now, 0, sizeof now);
	watched.pending = 0;
}

static void watch(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	(void)ctx;
	if (watched.on) {
		now.total++;
		now.stolen += c->stolen;
		if (c->sleep)
			now.idle++;
		else
			watched.pending++;
	}
	if (!c->retire)
		return;
	if (watched.on) {
		*(c->priv ? &now.kernel : &now.user) += watched.pending;
		if (c->priv && (c->pc - MACHINE_RAM) / BLOCK < BLOCKS)
			now.blocks[(c->pc - MACHINE_RAM) / BLOCK] += watched.pending;
		watched.pending = 0;
		if (c->priv)
			switched(cycle, c->pc);
	}
	if (c->priv && c->pc == watched.gettid)
		begin_or_end();
}

/* ---- the program's lines */
static struct cost *next_cost(const char *line)
{
	if (described + 1 != measured)
		rig_die("%u measurements and a line about number %u: %s", measured, described + 1, line);
	return &costs[described++];
}

static void describe(char *line)
{
	static const char *const kinds[] = { [PROFIL] = "profil", [SPROFIL] = "sprofil", [SWITCH] = "switch" };
	struct cost *c, k = { 0 };
	char kind[16] = "", *at = line;
	unsigned block, hits;
	int length, n = 0;
	if (sscanf(line, "costs: clock %" SCNu32, &clock_hz) == 1)
		return;
	if (sscanf(line, "blocks:%n", &length) == 0 && !strncmp(line, "blocks:", 7)) {
		for (at += 7; sscanf(at, "%u %u%n", &block, &hits, &length) == 2; at += length)
			if (block < BLOCKS && described)
				costs[described - 1].hits_in[block] += hits;
		return;
	}
	if (sscanf(line, "costs: %15s %n", kind, &n) != 1 || !n)
		return;
	c = next_cost(line);
	for (at += n, k.kind = PROFIL; k.kind < KINDS && strcmp(kinds[k.kind], kind); k.kind++)
		;
	c->kind = k.kind;
	if (k.kind == PROFIL)
		n = sscanf(at, "%15s %31s %u %u %u %u %u %u %u", c->work, c->way, &c->tick, &c->period, &c->ticks, &c->hits, &c->system, &c->lost, &c->unit_stolen) == 9;
	else if (k.kind == SPROFIL)
		n = sscanf(at, "%15s %31s %u %u %u %u %u %u %u", c->work, c->way, &c->tick, &c->period, &c->user_hits, &c->system, &c->idle_hits, &c->lost, &c->unit_stolen) == 9;
	else
		n = k.kind == SWITCH && sscanf(at, "%31s", c->way) == 1;
	if (!n)
		rig_die("what is this line: %s", line);
	for (char *p = c->way; *p; p++)
		if (*p == '_')
			*p = ' ';
}

static void tx(void *ctx, uint8_t byte)
{
	static char line[256];
	static size_t length;
	(void)ctx;
	if (byte == '\r')
		return;
	if (byte != '\n' && length < sizeof line - 1) {
		line[length++] = (char)byte;
		return;
	}
	line[length] = 0;
	length = 0;
	if (strncmp(line, "blocks:", 7))
		fprintf(stderr, "%s\n", line);
	describe(line);
}

static int rx(void *ctx)
{
	const char **at = ctx;
	return **at ? *(*at)++ : -1;
}

int main(int argc, char **argv)
{
	char input[64];
	const char *at = input;
	uint32_t bytes;
	struct rig r;
	if (argc < 2 || argc > 3)
		rig_die("usage: costs KERNEL.elf [ROUNDS]");
	watched.gettid = rig_symbol(argv[1], "sys_gettid", NULL);
	watched.prof_switch = rig_symbol(argv[1], "prof_switch", NULL);
	watched.schedule = rig_symbol(argv[1], "schedule", &bytes);
	watched.schedule_end = watched.schedule + bytes;
	rig_open(&r, "vexriscv-linux", argv[1], MACHINE_FULL, true);
	snprintf(input, sizeof input, "costs %s\nhalt\n", argc > 2 ? argv[2] : "");
	machine_console(r.m, tx, rx, &at);
	machine_observe(r.m, watch, NULL);
	rig_run(&r, 2000000000);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code || watched.on || described != measured || !measured)
		rig_die("end %s, exit code %u at pc 0x%08x, %u of %u measurements told", rig_end(r.result.end), r.result.exit_code, r.result.pc, described, measured);
	costs_print(costs, measured, clock_hz, r.result.cycles);
	rig_close(&r);
	return 0;
}
