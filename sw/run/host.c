/* SPDX-License-Identifier: ISC
 * host.c - a simulated machine as the host of an ELF.
 */
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/image.h"

/* ---- its way into the machine */
/* Where the one RAM answers, as sim/README.md has it. */
static const struct {
	uint32_t at, bytes;
} ram[] = {
	{ MACHINE_RAM, MACHINE_RAM_BYTES },
	{ 0x40000000u, MACHINE_RAM_BYTES },
	{ 0xB0000000u, MACHINE_RAM_BYTES },
	{ 0x00000000u, 1u << 20 },
};

/* Offset of [address, +n) in RAM. False: not wholly RAM. */
static bool in_ram(uint32_t address, uint32_t n, uint32_t *offset)
{
	for (size_t i = 0; i < sizeof ram / sizeof ram[0]; i++)
		if (address >= ram[i].at && address - ram[i].at < ram[i].bytes
			&& n <= ram[i].bytes - (address - ram[i].at)) {
			*offset = address - ram[i].at;
			return true;
		}
	return false;
}

static bool lacks(
	const struct image *im, const struct core *core, const struct isa *need, const char *ext)
{
	char others[256] = "";
	size_t n;
	const struct core *all = cores(&n);

	for (size_t i = 0; i < n; i++) {
		struct isa have;
		if (isa_parse(all[i].isa, &have) && have.xlen == need->xlen
			&& !isa_lacks(&have, need, false))
			snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s",
				others[0] ? " or " : "", all[i].name);
	}
	/* without Z extensions: of a march that has them toolchains find no C library of 32 bits */
	return fail("%s: built for %s, which %s (%s) lacks; %s%s%scompile with -march=%.*s "
		    "-mabi=%s",
		im->path,
		ext                ? isa_describe(ext)
			: im->wide ? "64 bits"
				   : "32 bits",
		core->name, core->isa,
		others[0] ? "use --core " : "no core here has all it needs: ", others,
		others[0] ? ", or " : "", (int)strcspn(core->isa, "_"), core->isa,
		core->isa[2] == '6' ? "lp64 -mcmodel=medany" : "ilp32");
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
	if (have.xlen != need.xlen)
		return lacks(im, core, &need, NULL);
	if ((ext = isa_lacks(&have, &need, false)))
		return lacks(im, core, &need, ext);
	if ((ext = isa_lacks(&have, &need, true)))
		note("%s: built for %s too, which %s does not fully have; an instruction it lacks "
		     "would trap",
			im->path, isa_describe(ext), core->name);
	return true;
}

static bool check_segments(const struct image *im)
{
	uint32_t a, b;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (!in_ram(s->paddr, s->memsz, &a))
			return fail(
				"%s: segment 0x%08" PRIx32 "-0x%08" PRIx64 " lies outside RAM "
				"(%u MiB at 0x%08x, 0x40000000, 0xb0000000; 1 MiB at 0); link it "
				"there",
				im->path, s->paddr, (uint64_t)s->paddr + s->memsz - 1,
				MACHINE_RAM_BYTES >> 20, MACHINE_RAM);
		for (size_t j = 0; j < i; j++) {
			const struct segment *t = &im->segments[j];
			in_ram(t->paddr, t->memsz, &b);
			if (s->filesz && t->filesz && a < b + t->filesz && b < a + s->filesz)
				return fail("%s: the segments loaded at 0x%08" PRIx32
					    " and 0x%08" PRIx32
					    " overlap in RAM; change the linker script",
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
			&& in_ram(im->entry, 2, &at) && !(im->entry & 1))
			return true;
	}
	return fail("%s: its entry point 0x%08" PRIx32 " lies in no executable segment; link with "
		    "-e _start",
		im->path, im->entry);
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

/* ---- what the program asks */
/* slli x0, x0, 31; ebreak; srai x0, x0, 7 */
static const uint8_t semihosting[] = { 0x13, 0x10, 0xF0, 0x01, 0x73, 0x00, 0x10, 0x00, 0x13, 0x50,
	0x70, 0x40 };
/* sw a0, -16(x0); sw a1, -12(x0); lw a0, -16(x0): MACHINE_PORT, without another register */
static const uint8_t port[] = { 0x23, 0x28, 0xA0, 0xFE, 0x23, 0x2A, 0xB0, 0xFE, 0x03, 0x25, 0x00,
	0xFF };

enum {
	SYS_OPEN = 1,
	SYS_CLOSE,
	SYS_WRITEC,
	SYS_WRITE0,
	SYS_WRITE,
	SYS_ISERROR = 8,
	SYS_ISTTY,
	SYS_EXIT = 0x18,
	SYS_EXIT_EXTENDED = 0x20
};
enum { HTIF_WRITE = 64, HTIF_EXIT = 93 };
#define APPLICATION_EXIT 0x20026u
#define CONSOLE 1u /* the handle of each file ":tt" */
#define FAILED UINT32_MAX

static uint8_t byte_at(struct host *h, uint32_t at)
{
	return (uint8_t)(machine_peek(h->m, at) >> 8 * (at & 3));
}

static void end(struct host *h, enum profile_end how, uint32_t code)
{
	h->end = how;
	h->code = code;
	machine_hold(h->m);
}

/* Bytes before the zero byte, or the end of RAM. */
static uint32_t length(struct host *h, uint32_t at)
{
	uint32_t n = 0, offset;

	while (in_ram(at, n + 1, &offset) && byte_at(h, at + n) && !*h->stop)
		n++;
	return n;
}

/* No cycle passes meanwhile, so only `stop` ends a long text. False: not wholly RAM. */
static bool put(struct host *h, uint32_t at, uint32_t n)
{
	uint32_t offset;

	if (n && !in_ram(at, n, &offset))
		return false;
	for (; n && !*h->stop; n--)
		console_send(h->console, byte_at(h, at++));
	return true;
}

static bool is_console(struct host *h, uint32_t name, uint32_t n)
{
	return n == 3 && byte_at(h, name) == ':' && byte_at(h, name + 1) == 't'
		&& byte_at(h, name + 2) == 't';
}

static uint32_t semihost(struct host *h, uint32_t call, uint32_t argument)
{
	uint32_t first = machine_peek(h->m, argument), second = machine_peek(h->m, argument + 4),
		 third = machine_peek(h->m, argument + 8);

	switch (call) {
	case SYS_OPEN: return is_console(h, first, third) ? CONSOLE : FAILED;
	case SYS_CLOSE: return 0;
	case SYS_WRITEC: put(h, argument, 1); return 0;
	case SYS_WRITE0: put(h, argument, length(h, argument)); return 0;
	case SYS_WRITE: return put(h, second, third) ? 0 : FAILED;
	case SYS_ISERROR: return first >> 31;
	case SYS_ISTTY: return 1;
	case SYS_EXIT: end(h, END_SEMIHOSTING, argument != APPLICATION_EXIT); return 0;
	case SYS_EXIT_EXTENDED:
		end(h, END_SEMIHOSTING, first == APPLICATION_EXIT ? second : 1);
		return 0;
	}
	if (!h->refused)
		note("the firmware's semihosting call 0x%02" PRIx32 " is not served: it gets -1",
			call);
	h->refused = true;
	return FAILED;
}

/* Answers, so that the program may ask again. */
static void answer(struct host *h, uint32_t low, uint32_t high)
{
	machine_poke(h->m, h->tohost, 0);
	if (!h->narrow)
		machine_poke(h->m, h->tohost + 4, 0);
	if (h->cache && !h->answered)
		note("the data cache of this core may hide what the host answers by tohost: if the "
		     "firmware hangs, use --core vexriscv, or link tohost and fromhost at "
		     "0xb0000000 and on");
	h->answered = true;
	if (!h->fromhost)
		return;
	machine_poke(h->m, h->fromhost, low);
	if (high)
		machine_poke(h->m, h->fromhost + 4, high);
}

/* A system call: its number, then its arguments, of 64 bits each. */
static bool system_call(struct host *h, uint32_t at)
{
	uint32_t number = machine_peek(h->m, at), n = machine_peek(h->m, at + 24);

	if (number == HTIF_EXIT)
		end(h, END_TOHOST, machine_peek(h->m, at + 8));
	if (number != HTIF_WRITE)
		return number == HTIF_EXIT;
	machine_poke(h->m, at, put(h, machine_peek(h->m, at + 16), n) ? n : FAILED);
	answer(h, 1, 0);
	return true;
}

void host_settle(struct host *h)
{
	uint32_t low = h->word[0], high = h->word[1], request = high >> 16;

	h->half = 0;
	h->word[0] = h->word[1] = 0;
	if (request == 0x0101) {
		console_send(h->console, (uint8_t)low);
		answer(h, 0x100 | (low & 0xFF), high);
	} else if (!request && (low & 1)) {
		end(h, END_TOHOST, low >> 1);
	} else if ((low || high) && (request || !system_call(h, low))) {
		note("the firmware asked its host for 0x%08" PRIx32 "%08" PRIx32 " by tohost, "
		     "which is not served",
			high, low);
		end(h, END_TOHOST, PROFILE_UNSERVED);
	}
}

static void asked(void *host, bool of_port, bool second, uint32_t word)
{
	struct host *h = host;
	const bool high = second != (h->tohost >> 2 & 1); /* of tohost */

	if (of_port && h->calls) { /* else there is a stack at address 0 */
		if (second)
			machine_poke(h->m, MACHINE_PORT, semihost(h, h->call, word));
		else
			h->call = word;
	} else if (!of_port && !(high && h->narrow)) {
		h->word[high] = word;
		if (h->half || h->narrow) {
			host_settle(h);
		} else {
			h->half = ++h->halves;
			machine_pause(h->m);
		}
	}
}

/* 0: there is none, or several. */
static uint32_t word_of(const struct image *im, const char *name)
{
	struct symbol x;
	char *why = symbols_address(im, name, &x);
	uint32_t address = why ? 0 : x.address;

	free(why);
	return address;
}

/* A variable may be called tohost, too: HTIF's has fromhost beside it, or a section for it. */
static void find_words(struct host *h, const struct image *im, const struct symbols *s)
{
	h->tohost = word_of(im, "tohost");
	h->fromhost = word_of(im, "fromhost");
	if (!h->fromhost && !image_section_has(im, ".tohost", h->tohost)
		&& !image_section_has(im, ".htif", h->tohost))
		h->tohost = 0;
	h->narrow = h->tohost & 4 || h->fromhost == h->tohost + 4;
	for (size_t i = 0; i < s->n_objects; i++)
		h->narrow |= s->objects[i].address == h->tohost && s->objects[i].size == 4;
}

bool host_open(struct host *h, const struct firmware *f, const struct core *core, struct machine *m,
	struct console *console, const volatile int *stop)
{
	*h = (struct host){ .m = m, .console = console, .stop = stop, .cache = core->data_cache };
	find_words(h, firmware_symtab(f), &f->symbols);
	for (size_t i = 0; i < f->image.n_segments; i++) {
		const struct segment *s = &f->image.segments[i];
		const uint8_t *at = s->bytes;
		while (s->exec
			&& (at = memmem(at, (size_t)(s->bytes + s->filesz - at), semihosting,
				    sizeof semihosting))) {
			if (machine_load(m, s->paddr + (uint32_t)(at - s->bytes), port, sizeof port)
				!= 0)
				return fail(
					"%s: the machine takes no semihosting port at 0x%08" PRIx32,
					f->image.path, s->paddr + (uint32_t)(at - s->bytes));
			at += sizeof semihosting;
			h->calls = true;
		}
	}
	if (f->image.wide && (h->calls || h->tohost))
		return fail("%s: asks its host by %s, which is not served to a core of 64 bits: "
			    "end by the finisher, print by the UART",
			f->image.path, h->calls ? "semihosting" : "tohost");
	machine_host(m, h->tohost & ~3u, asked, h);
	return true;
}
