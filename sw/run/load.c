/* SPDX-License-Identifier: ISC
 * load.c - can this ELF run on this core, and its way into the machine; the contract is load.h.
 */
#include "load.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/elf/isa.h"

/* Where the one RAM answers, as sim/README.md has it. */
static const struct { uint32_t at, bytes; } ram[] = {
	{ MACHINE_RAM, MACHINE_RAM_BYTES },
	{ 0x40000000u, MACHINE_RAM_BYTES },
	{ 0xB0000000u, MACHINE_RAM_BYTES },
	{ 0x00000000u, 1u << 20 },
};

bool load_in_ram(uint32_t address, uint32_t n, uint32_t *offset)
{
	for (size_t i = 0; i < sizeof ram / sizeof ram[0]; i++)
		if (address >= ram[i].at && address - ram[i].at < ram[i].bytes
			&& n <= ram[i].bytes - (address - ram[i].at)) {
			*offset = address - ram[i].at;
			return true;
		}
	return false;
}

static bool lacks(const struct image *im, const struct core *core, const struct isa *need,
	const char *ext)
{
	char others[256] = "";
	size_t n;
	const struct core *all = cores(&n);

	for (size_t i = 0; i < n; i++) {
		struct isa have;
		if (isa_parse(all[i].isa, &have) && !isa_lacks(&have, need, false))
			snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s",
				others[0] ? " or " : "", all[i].name);
	}
	/* without Z extensions: of a march that has them toolchains find no C library of 32 bits */
	return fail("%s: built for %s, which %s (%s) lacks; %s%s%scompile with -march=%.*s "
		"-mabi=ilp32", im->path, isa_describe(ext), core->name, core->isa,
		others[0] ? "use --core " : "no core here has all it needs: ", others,
		others[0] ? ", or " : "", (int)strcspn(core->isa, "_"), core->isa);
}

static bool check_isa(const struct image *im, const struct core *core)
{
	struct isa have, need;
	const char *ext;

	if (!isa_parse(core->isa, &have))
		return fail("core %s: \"%s\" in sim/cores.list is no instruction set", core->name,
			core->isa);
	if (!isa_of_image(im, &need))
		return false;
	if ((ext = isa_lacks(&have, &need, false)))
		return lacks(im, core, &need, ext);
	if ((ext = isa_lacks(&have, &need, true)))
		note("%s: built for %s too, which %s does not fully have; an instruction it lacks "
			"would trap", im->path, isa_describe(ext), core->name);
	return true;
}

static bool check_segments(const struct image *im)
{
	uint32_t a, b;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (!load_in_ram(s->paddr, s->memsz, &a))
			return fail("%s: segment 0x%08" PRIx32 "-0x%08" PRIx64 " lies outside RAM "
				"(%u MiB at 0x%08x, 0x40000000, 0xb0000000; 1 MiB at 0); link it "
				"there", im->path, s->paddr, (uint64_t)s->paddr + s->memsz - 1,
				MACHINE_RAM_BYTES >> 20, MACHINE_RAM);
		for (size_t j = 0; j < i; j++) {
			const struct segment *t = &im->segments[j];
			load_in_ram(t->paddr, t->memsz, &b);
			if (s->filesz && t->filesz && a < b + t->filesz && b < a + s->filesz)
				return fail("%s: the segments loaded at 0x%08" PRIx32 " and 0x%08"
					PRIx32 " overlap in RAM; change the linker script",
					im->path, t->paddr, s->paddr);
		}
	}
	return true;
}

bool load_check(const struct image *im, const struct core *core)
{
	uint32_t at;
	bool exec = false;

	for (size_t i = 0; i < im->n_segments; i++)
		exec |= im->segments[i].exec;
	if (!exec)
		return fail("%s: no executable segment: nothing to run; is it linked as a program?",
			im->path);
	if (!check_isa(im, core) || !check_segments(im))
		return false;
	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (s->exec && im->entry >= s->paddr && im->entry - s->paddr < s->memsz
			&& load_in_ram(im->entry, 2, &at) && !(im->entry & 1))
			return true;
	}
	return fail("%s: its entry point 0x%08" PRIx32 " lies in no executable segment; link with "
		"-e _start", im->path, im->entry);
}

bool load_segments(const struct image *im, struct machine *m)
{
	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (s->filesz && machine_load(m, s->paddr, s->bytes, s->filesz) != 0)
			return fail("%s: the machine takes no segment at 0x%08" PRIx32, im->path,
				s->paddr);
	}
	return true;
}
