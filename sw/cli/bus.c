/* SPDX-License-Identifier: ISC
 * bus.c - tally bus: reads and writes words of a running board through the serial bridge. The unit is always
 * reachable; the rest of the bus is locked except while this command runs with --unlock.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/firmware.h"
#include "sw/live/live.h"
#include "sw/live/port.h"
#include "sw/base/stop.h"

#define ACCESSES 64u
#define WORDS_MAX 0x100000u
#define ROW 4u

struct access {
	const char *text;
	uint32_t address, value;
	uint32_t words;			/* 0: a write */
};

static bool number(const char *text, uint32_t *value)
{
	uint64_t n;

	if (!options_number(text, &n) || n > UINT32_MAX)
		return false;
	*value = (uint32_t)n;
	return true;
}

/* A number, or a symbol of the firmware: a function, a variable, a linker symbol. False: one line was printed. */
static bool address(const struct firmware *f, const char *text, uint32_t *value)
{
	if (number(text, value))
		return true;
	if (!f)
		return fail("bus: %s: give a number (0x...), or a name together with --elf", text);
	switch (symbols_address(firmware_symtab(f), text, value)) {
	case 1: return true;
	case 0: return fail("bus: %s: neither a number nor a name of the firmware; riscv64-unknown-elf-nm shows its names", text);
	default: return fail("bus: %s: is the name of several; give an address, riscv64-unknown-elf-nm shows them", text);
	}
}

/* ADDRESS, ADDRESS:WORDS or ADDRESS=VALUE. */
static bool parse(struct access *a, const struct firmware *f, const char *text)
{
	char *copy = copy_text(text), *mark = copy + strcspn(copy, ":=");
	const char *rest = *mark ? mark + 1 : NULL;
	bool writes = *mark == '=', good;

	*mark = 0;
	*a = (struct access){ .text = text, .words = !writes };
	good = address(f, copy, &a->address);
	if (good && a->address & 3)
		good = fail("bus: %s: 0x%08" PRIx32 " is no word's address: the bridge reads and writes words of 4 bytes", text, a->address);
	if (good && rest && !number(rest, writes ? &a->value : &a->words))
		good = fail("bus: %s: ADDRESS:WORDS reads, ADDRESS=VALUE writes a word", text);
	if (good && !writes && (a->words < 1 || a->words > WORDS_MAX || a->words - 1 > (UINT32_MAX - a->address) / 4))
		good = fail("bus: %s: 1 to %u words, up to the end of the addresses", text, WORDS_MAX);
	free(copy);
	return good;
}

/* Can the bridge reach it while locked? */
static bool within(const struct port *p, const struct access *a)
{
	uint32_t size = 2 * p->link.bins, at = a->address - p->link.unit, last = a->words ? 4 * (a->words - 1) : 0;

	return (a->address >= LINK_SMALL_SUMS && a->words) || (at < size && last < size - at);
}

static bool check(const struct port *p, const struct access *a, bool unlock)
{
	if (!a->words && a->address >= LINK_SMALL_SUMS)
		return fail("%s: %s: that is the bridge's own and not written; --unlock is how to unlock the bus", p->path, a->text);
	return unlock || within(p, a) || fail("%s: %s: is outside the unit (0x%08" PRIx32 "-0x%08" PRIx32 "), and the rest of the bus is locked; --unlock opens it for this command",
		p->path, a->text, p->link.unit, p->link.unit + 2 * p->link.bins - 1);
}

static bool failed(const struct port *p, const struct access *a, uint32_t at, int error)
{
	if (error == -EFAULT)
		return fail("%s: %s: nothing %s at 0x%08" PRIx32, p->path, a->text, a->words ? "answers" : "takes a write", at);
	return port_error(p, error);
}

static bool print(struct port *p, const struct access *a)
{
	uint32_t words[LINK_MAX_WORDS], at = a->address;

	for (uint32_t left = a->words, part; left && !stop_asked; left -= part, at += 4 * part) {
		part = left < 64 ? left : 64;
		int error = link_read(&p->link, at, part, words);
		if (error)
			return failed(p, a, at, error);
		for (uint32_t i = 0; i < part; i++) {
			if (i % ROW == 0)
				printf("0x%08" PRIx32 " ", at + 4 * i);
			printf(" %08" PRIx32 "%s", words[i], i % ROW == ROW - 1 || i + 1 == part ? "\n" : "");
		}
	}
	return true;
}

static bool carry_out(struct port *p, const struct access *a, size_t n)
{
	for (size_t i = 0; i < n && !stop_asked; i++) {
		int error;

		if (a[i].words && !print(p, &a[i]))
			return false;
		if (!a[i].words && (error = link_write(&p->link, a[i].address, a[i].value)))
			return failed(p, &a[i], a[i].address, error);
	}
	return true;
}

static bool bus(struct port *p, const char *path, const struct access *a, size_t n, bool unlock)
{
	bool good = port_open(p, path, true);
	int error;

	for (size_t i = 0; good && i < n; i++)
		good = check(p, &a[i], unlock);
	if (!good)
		return false;
	if (unlock && (error = link_write(&p->link, LINK_LOCK, LINK_KEY)))
		return port_error(p, error);
	good = carry_out(p, a, n);
	stop_hold(true);
	error = unlock ? link_write(&p->link, LINK_LOCK, 0) : 0;
	if (error && good)
		good = port_error(p, error);
	if (error)
		note("%s: it may have stayed unlocked; any `tally` command on this port locks it", path);
	return good;
}

static int bus_main(int argc, char **argv)
{
	struct port port = { .options = PORT_DEFAULTS, .stop = &stop_abort, .serial = { .fd = -1, .lock = -1 } };
	struct firmware firmware;
	struct access accesses[ACCESSES];
	const char *operands[1 + ACCESSES], *elf = NULL;
	bool unlock = false, good = true;
	size_t n = 0;
	const struct option_def options[] = {
		PORT_OPTIONS(&port.options),
		{ .name = "unlock", .kind = OPTION_FLAG, .to = &unlock, .help = "open the whole bus while this command runs" },
		{ .name = "elf", .kind = OPTION_TEXT, .to = &elf, .value = "FIRMWARE.ELF", .help = "an ADDRESS may be a function's or variable's name in it" },
		{ 0 },
	};
	static const char *const examples[] = { "tally bus /dev/ttyUSB1 0xf4000000:4", "tally bus --unlock --elf firmware.elf /dev/ttyUSB1 counter 0x80001000:16 setpoint=0x40", NULL };
	const struct usage usage = { "bus", "PORT ADDRESS[:WORDS]|ADDRESS=VALUE...", "Reads and writes words on a running board's bus, in the order given. Beyond the unit only with --unlock.",
		options, examples };

	switch (options_read(&usage, argc, argv, operands, 1 + ACCESSES)) {
	case OPTIONS_BAD: return EXIT_FAILURE;
	case OPTIONS_HELP: return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	case OPTIONS_GOOD: break;
	}
	if (!operands[0] || !operands[1]) {
		fail("bus: give the port and what to read or write; `tally bus --help` shows the use");
		return EXIT_FAILURE;
	}
	if (elf && !firmware_open(&firmware, elf))
		return EXIT_FAILURE;
	for (; good && n < ACCESSES && operands[1 + n]; n++)
		good = parse(&accesses[n], elf ? &firmware : NULL, operands[1 + n]);
	stop_catch();
	good = good && port_console_free(&port.options, elf) && bus(&port, operands[0], accesses, n, unlock);
	if (stop_asked)
		good = fail("%s: interrupted", operands[0]);
	good = port_close(&port) && good;
	if (elf)
		firmware_close(&firmware);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_bus = { "bus", "reads and writes words of a running board through its serial bridge", bus_main };
