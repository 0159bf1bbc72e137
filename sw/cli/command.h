/* SPDX-License-Identifier: ISC
 * command.h - the commands, as main.c sees them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* One line a command, in the order of `tally help`; its file defines `command_` and this name. */
#define COMMANDS(COMMAND) \
	COMMAND(run) \
	COMMAND(report) \
	COMMAND(annotate) \
	COMMAND(advise) \
	COMMAND(diff) \
	COMMAND(check) \
	COMMAND(merge) \
	COMMAND(export) \
	COMMAND(import) \
	COMMAND(record) \
	COMMAND(top)

struct command {
	const char *name, *about;
	/* arguments after the command's name; returns the exit status */
	int (*run)(int argc, char **argv);
};

#define COMMAND_DECLARE(name) extern const struct command command_##name;
COMMANDS(COMMAND_DECLARE)

/* For profile_task. */
#define TASK_OPTION(text) \
	{ .name = "task", \
		.kind = OPTION_TEXT, \
		.to = &(text), \
		.value = "NAME", \
		.help = "only what this task of `run --task` did" }
