/* SPDX-License-Identifier: ISC
 * main.c - tally: profiles of RISC-V firmware, counted by the Tally unit.
 *
 * One command is one file, and one line in command.h.
 * Exit status 0: success. 1: bad input, or the firmware failed; check: 1 exceeded, 2 bad input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"

#define COMMAND_LIST(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(COMMAND_LIST) };

static void print_usage(FILE *to)
{
	fprintf(to, "usage: tally COMMAND [OPTION...] ARGUMENT...\n\n");
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->about);
	fprintf(to,
		"\n`tally help COMMAND` shows the options of one and examples.\n"
		"Exit status: 0 good; 1 bad input or no output, after one line on the standard "
		"error that says why; for run also 1,\n"
		"after its report, when the firmware failed; of check 1: something exceeds its "
		"bound, 2: bad input.\n");
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (!strcmp(name, commands[i]->name))
			return commands[i];
	fail(strcmp(name, "attach") ? "%s: no such command; `tally --help` lists them"
				    : "%s: no such command; `tally top` starts the unit",
		name);
	return NULL;
}

int main(int argc, char **argv)
{
	file_standard();
	if (argc < 2) {
		print_usage(stderr);
		return EXIT_FAILURE;
	}
	bool help = !strcmp(argv[1], "help");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || (help && argc == 2)) {
		print_usage(stdout);
		return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("tally %d.%d.%d\n", TALLY_VERSION_MAJOR_RESET, TALLY_VERSION_MINOR_RESET,
			TALLY_VERSION_PATCH_RESET);
		return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	const struct command *command = find(argv[help ? 2 : 1]);
	char option[] = "--help", *just_help[] = { option, NULL };
	return !command ? EXIT_FAILURE
		: help  ? command->run(1, just_help)
			: command->run(argc - 2, argv + 2);
}
