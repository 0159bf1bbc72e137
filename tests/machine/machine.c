/* SPDX-License-Identifier: ISC
 * machine.c - the simulated machines: every way a run can end, host port, which cycles count,
 * on each core of 32 bits, with the programs of tests/machine. What programs do there, the other
 * tests show.
 * machine DIRECTORY-OF-PROGRAMS
 */
#include <errno.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sim/rig.h"
#include "tests/check.h"

#define HERE 0x80000014u /* behind two branches and the output of a byte */

enum needs { NOTHING, TRAPS, CSRS, COMPRESSED };
static const struct program {
	const char *name;
	enum machine_end end;
	enum needs needs;
	uint32_t pc, exit_code; /* pc 0: any */
	const char *out;
} programs[] = {
	{ "end-PASS", MACHINE_FINISHER, NOTHING, 0, 0, "e" },
	{ "end-FAIL", MACHINE_FINISHER, NOTHING, 0, 7, "e" },
	{ "end-RESET", MACHINE_FINISHER, NOTHING, 0, 0, "e" },
	{ "end-JUMP", MACHINE_SELF_JUMP, NOTHING, 0, 0, "e" },
	{ "end-JUMP_C", MACHINE_SELF_JUMP, COMPRESSED, 0, 0, "e" },
	{ "end-EBREAK", MACHINE_EBREAK, NOTHING, HERE, 0, "e" },
	{ "end-ILLEGAL", MACHINE_TRAP, TRAPS, HERE, 0, "e" },
	{ "end-STORM", MACHINE_TRAP, CSRS, 0x60000000, 0, "e" },
	{ "work", MACHINE_FINISHER, TRAPS, 0, 0, "" },
	{ "timer", MACHINE_SELF_JUMP, CSRS, 0, 0, "ttt" },
};

static const char *folder;
static struct console {
	char out[8];
	size_t n;
} console;

static void tx(void *ctx, uint8_t byte)
{
	struct console *c = ctx;

	if (c->n < sizeof c->out - 1)
		c->out[c->n++] = (char)byte;
}

static bool has_csrs(const struct core *c)
{
	return strstr(c->isa, "zicsr") != NULL;
}

static bool can_run(const struct core *c, enum needs needs)
{
	const char *compressed = strchr(c->isa, 'c');

	if (needs == COMPRESSED)
		return compressed && compressed < c->isa + 7;
	/* the traps of the other cores: tests/cores */
	return needs == NOTHING || (c->builds[MACHINE_FULL] && (needs == TRAPS || has_csrs(c)));
}

static void set_up(struct rig *r, const struct core *c, const char *program)
{
	char path[512];

	memset(r, 0, sizeof *r);
	console = (struct console){ 0 };
	snprintf(path, sizeof path, "%s/%s.elf", folder, program);
	r->m = machine_open(c, MACHINE_PLAIN);
	rig_load(r, path);
	machine_console(r->m, tx, NULL, &console);
}

/* Counted with PERIOD 1, started during reset: TICKS is the number of cycles, whatever ends the
 * run, though the host reads while the core runs. */
static void ends(const struct core *c, const struct program *p)
{
	struct tally_config config = tally_exact(0x80000000, 0x80000100);
	struct machine_result result;
	struct rig r;
	uint32_t v;

	set_up(&r, c, p->name);
	rig_probe(&r);
	rig_program(&r, &config);
	CHECK_EQUAL(machine_release(r.m, r.entry), 0);
	result = machine_run(r.m, 20, NULL);
	CHECK_EQUAL(result.end, MACHINE_LIMIT);
	CHECK_EQUAL(machine_read(r.m, MACHINE_UNIT, &v), 0);
	result = machine_run(r.m, 1000000, NULL);
	CHECK_EQUAL(result.end, p->end);
	/* CVA6's last store may still wait in its buffer */
	CHECK(!strcmp(console.out, p->out) || (c->pairs && p->end == MACHINE_EBREAK));
	CHECK(!p->pc || result.pc == p->pc);
	CHECK_EQUAL(result.exit_code, p->exit_code);
	CHECK(strcmp(p->name, "end-ILLEGAL") || result.cause == (has_csrs(c) ? 2 : 0xffffffff));
	CHECK(strcmp(p->name, "timer") || (result.cycles > 1500 && result.cycles < 5000));
	machine_idle(r.m, 64);
	CHECK_EQUAL(tally_stop(&r.t), 0);
	rig_read(&r, &config);
	CHECK_EQUAL(r.counts.ticks, result.cycles);
	CHECK_EQUAL(r.counts.lost, 0);
	rig_close(&r);
}

static void limit_and_stop(const struct core *c)
{
	struct machine_result result;
	struct rig r;
	uint32_t v;

	set_up(&r, c, "work");
	rig_run(&r, 1000000);
	const struct machine_result whole = r.result;
	rig_close(&r);

	set_up(&r, c, "work");
	CHECK_EQUAL(machine_release(r.m, r.entry), 0);
	CHECK_EQUAL(machine_release(r.m, r.entry), -EBUSY);
	result = machine_run(r.m, 1000, &(int){ 1 });
	CHECK(result.end == MACHINE_STOPPED && result.cycles == 0);
	result = machine_run(r.m, 777, NULL);
	CHECK(result.end == MACHINE_LIMIT && result.cycles == 777);
	CHECK_EQUAL(machine_read(r.m, MACHINE_RAM, &v), -EBUSY);
	result = machine_run(r.m, 1000000, NULL);
	CHECK(result.end == MACHINE_FINISHER && result.cycles == whole.cycles
		&& result.retired == whole.retired);
	rig_close(&r);

	set_up(&r, c, "work");
	CHECK_EQUAL(machine_release(r.m, r.entry), 0);
	machine_run(r.m, 777, NULL);
	machine_hold(r.m);
	result = machine_run(r.m, 1000, NULL);
	CHECK(result.end == MACHINE_LIMIT && result.cycles == 777);
	CHECK(machine_read(r.m, MACHINE_RAM, &v) == 0 && v != 0);
	rig_close(&r);
}

static void host_port(const struct core *c)
{
	static const uint8_t text[] = "unaligned bytes";
	const uint32_t end = MACHINE_RAM + MACHINE_RAM_BYTES;
	struct machine *m = machine_open(c, MACHINE_PLAIN);
	uint32_t v;

	CHECK_EQUAL(machine_load(m, MACHINE_RAM + 0x1001, text, sizeof text), 0);
	CHECK(machine_read(m, 0x1004, &v) == 0 && !memcmp(&v, text + 3, 4));
	CHECK(machine_read(m, 0x40001000, &v) == 0 && !memcmp((char *)&v + 1, text, 3));
	CHECK_EQUAL(machine_write(m, 0xb0001000, 0x12345678), 0);
	CHECK(machine_read(m, MACHINE_RAM + 0x1000, &v) == 0 && v == 0x12345678);
	CHECK_EQUAL(machine_write(m, end - 4, 1), 0);
	CHECK_EQUAL(machine_read(m, end, &v), -EFAULT);
	CHECK_EQUAL(machine_read(m, 0x00300000, &v), -EFAULT);
	CHECK_EQUAL(machine_load(m, end - 4, text, 5), -EFAULT);
	CHECK_EQUAL(machine_load(m, 0x20000000, text, 5), -EFAULT);
	CHECK_EQUAL(machine_load(m, 0xfffff, text, 2), -EFAULT);
	CHECK(machine_read(m, MACHINE_UNIT, &v) == 0 && v == TALLY_ID_ID_RESET);
	CHECK_EQUAL(machine_release(m, 0x80000001), -EINVAL);
	machine_close(m);

	m = machine_open(c, MACHINE_BARE);
	CHECK_EQUAL(machine_read(m, MACHINE_UNIT, &v), -EFAULT);
	machine_close(m);
}

int main(int argc, char **argv)
{
	size_t n;
	const struct core *all = cores(&n);

	if (argc != 2)
		rig_die("usage: machine DIRECTORY-OF-PROGRAMS");
	folder = argv[1];
	for (const struct core *c = all; c < all + n; c++) {
		const unsigned wrong = checks_wrong;

		if (strncmp(c->isa, "rv32", 4) != 0)
			continue; /* the programs and their addresses are of 32 bits */

		host_port(c);
		for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
			if (can_run(c, programs[i].needs))
				ends(c, &programs[i]);
		if (can_run(c, TRAPS))
			limit_and_stop(c);
		printf("%s %s\n", checks_wrong == wrong ? "ok" : "not ok", c->name);
	}
	return checks_failed();
}
