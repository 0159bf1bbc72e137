/* SPDX-License-Identifier: ISC
 * host.c - what a program asks of its host; the contract is host.h.
 */
#include "host.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "sw/base/error.h"
#include "sw/elf/sections.h"

/* slli x0, x0, 31; ebreak; srai x0, x0, 7 */
static const uint8_t semihosting[] = { 0x13, 0x10, 0xF0, 0x01, 0x73, 0x00, 0x10, 0x00, 0x13, 0x50,
	0x70, 0x40 };
/* sw a0, -16(x0); sw a1, -12(x0); lw a0, -16(x0): MACHINE_PORT, without another register */
static const uint8_t port[] = { 0x23, 0x28, 0xA0, 0xFE, 0x23, 0x2A, 0xB0, 0xFE, 0x03, 0x25, 0x00,
	0xFF };

enum { SYS_OPEN = 1, SYS_CLOSE, SYS_WRITEC, SYS_WRITE0, SYS_WRITE, SYS_ISERROR = 8, SYS_ISTTY,
	SYS_EXIT = 0x18,
	SYS_EXIT_EXTENDED = 0x20 };
enum { HTIF_WRITE = 64, HTIF_EXIT = 93 };
#define APPLICATION_EXIT 0x20026u
#define CONSOLE 1u		/* the handle of each file ":tt" */
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

	while (load_in_ram(at, n + 1, &offset) && byte_at(h, at + n) && !*h->stop)
		n++;
	return n;
}

/* No cycle passes meanwhile, so only `stop` ends a long text. False: not wholly RAM. */
static bool put(struct host *h, uint32_t at, uint32_t n)
{
	uint32_t offset;

	if (n && !load_in_ram(at, n, &offset))
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
	case SYS_EXIT_EXTENDED: end(h, END_SEMIHOSTING, first == APPLICATION_EXIT ? second : 1);
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
			"which is not served", high, low);
		end(h, END_TOHOST, PROFILE_UNSERVED);
	}
}

static void tohost(struct host *h, bool high, uint32_t word)
{
	if (high && h->narrow)
		return;
	h->word[high] = word;
	if (h->half || h->narrow) {
		host_settle(h);
	} else {
		h->half = ++h->halves;
		machine_pause(h->m);
	}
}

static void asked(void *host, bool of_port, bool second, uint32_t word)
{
	struct host *h = host;

	if (!of_port)
		tohost(h, second != (h->tohost >> 2 & 1), word);
	else if (!h->calls)
		return;			/* a stack at address 0 */
	else if (second)
		machine_poke(h->m, MACHINE_PORT, semihost(h, h->call, word));
	else
		h->call = word;
}

static bool is_narrow(const struct host *h, const struct symbols *s)
{
	bool narrow = h->tohost & 4 || h->fromhost == h->tohost + 4;

	for (size_t i = 0; i < s->n_objects; i++)
		narrow |= s->objects[i].address == h->tohost && s->objects[i].size == 4;
	return narrow;
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
static void find_words(struct host *h, const struct image *im)
{
	h->tohost = word_of(im, "tohost");
	h->fromhost = word_of(im, "fromhost");
	if (!h->fromhost && !image_section_has(im, ".tohost", h->tohost)
		&& !image_section_has(im, ".htif", h->tohost))
		h->tohost = 0;
}

bool host_open(struct host *h, const struct firmware *f, const struct core *core, struct machine *m,
	struct console *console, const volatile int *stop)
{
	*h = (struct host){ .m = m, .console = console, .stop = stop, .cache = core->data_cache };
	find_words(h, firmware_symtab(f));
	h->narrow = is_narrow(h, &f->symbols);
	for (size_t i = 0; i < f->image.n_segments; i++) {
		const struct segment *s = &f->image.segments[i];
		const uint8_t *at = s->bytes;
		while (s->exec && (at = memmem(at, (size_t)(s->bytes + s->filesz - at), semihosting,
			sizeof semihosting))) {
			if (machine_load(m, s->paddr + (uint32_t)(at - s->bytes), port,
				sizeof port) != 0)
				return fail("%s: the machine takes no semihosting port at 0x%08"
					PRIx32, f->image.path,
					s->paddr + (uint32_t)(at - s->bytes));
			at += sizeof semihosting;
			h->calls = true;
		}
	}
	machine_host(m, h->tohost & ~3u, asked, h);
	return true;
}
