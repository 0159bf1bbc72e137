/* SPDX-License-Identifier: ISC
 * bench.c - see bench.h. Reads its own ELFs only: trusts their headers.
 */
#include <elf.h>
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

static int rx(void *ctx)
{
	struct bench *b = ctx;

	return b->in && *b->in ? (unsigned char)*b->in++ : -1;
}

static void load(struct bench *b, const char *program)
{
	static char image[1 << 20];
	char path[512];
	const Elf32_Ehdr *eh = (void *)image;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s.elf", programs, program);
	f = fopen(path, "rb");
	if (!f)
		fail_msg("%s: cannot open", path);
	if (!fread(image, 1, sizeof image, f))
		fail_msg("%s: empty", path);
	fclose(f);
	for (unsigned i = 0; i < eh->e_phnum; i++) {
		const Elf32_Phdr *ph = (void *)(image + eh->e_phoff + i * eh->e_phentsize);

		if (ph->p_type == PT_LOAD && ph->p_filesz)
			assert_int_equal(machine_load(b->m, ph->p_paddr, image + ph->p_offset, ph->p_filesz), 0);
	}
	b->entry = eh->e_entry;
}

void set_up(struct bench *b, const struct core *c, enum machine_build unit, const char *program)
{
	memset(b, 0, sizeof *b);
	b->m = machine_open(c, unit);
	assert_non_null(b->m);
	load(b, program);
	machine_console(b->m, tx, rx, b);
}

struct machine_result go(const struct core *c, enum machine_build unit, const char *program,
	const char *in, struct bench *b, uint64_t cycles)
{
	struct machine_result r;

	set_up(b, c, unit, program);
	b->in = in;
	assert_int_equal(machine_release(b->m, b->entry), 0);
	r = machine_run(b->m, cycles, NULL);
	machine_close(b->m);
	return r;
}

bool has_csrs(const struct core *c) { return strstr(c->isa, "zicsr") != NULL; }

void expect(const struct core *c, struct machine_result r, enum machine_end end)
{
	if (r.end != end)
		fail_msg("%s: end %d, expected %d (pc %08x, cause %08x, exit code %u, cycles %llu)", c->name,
			(int)r.end, (int)end, r.pc, r.cause, r.exit_code, (unsigned long long)r.cycles);
}
