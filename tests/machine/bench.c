/* SPDX-License-Identifier: ISC
 * bench.c - see bench.h.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"

const char *programs;

static void tx(void *ctx, uint8_t byte)
{
	struct bench *b = ctx;

	if (b->n < sizeof b->out - 1)
		b->out[b->n++] = (char)byte;
}

void set_up(struct bench *b, const struct core *c, enum machine_build unit, const char *program)
{
	char path[512];

	memset(b, 0, sizeof *b);
	snprintf(path, sizeof path, "%s/%s.elf", programs, program);
	b->r.m = machine_open(c, unit);
	assert_non_null(b->r.m);
	rig_load(&b->r, path);
	machine_console(b->r.m, tx, NULL, b);
}

struct machine_result go(const struct core *c, enum machine_build unit, const char *program,
	struct bench *b, uint64_t cycles)
{
	set_up(b, c, unit, program);
	rig_run(&b->r, cycles);
	rig_close(&b->r);
	return b->r.result;
}

bool has_csrs(const struct core *c)
{
	return strstr(c->isa, "zicsr") != NULL;
}

void expect(const struct core *c, struct machine_result r, enum machine_end end)
{
	if (r.end != end)
		fail_msg("%s: end %d, expected %d (pc %08x, cause %08x, exit code %u, cycles %llu)",
			c->name, (int)r.end, (int)end, r.pc, r.cause, r.exit_code,
			(unsigned long long)r.cycles);
}
