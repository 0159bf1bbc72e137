/* SPDX-License-Identifier: ISC
 * command.h - a command, as main.c sees it.
 */
#pragma once

/* For profile_task. */
#define TASK_OPTION(text) \
	{ .name = "task", .kind = OPTION_TEXT, .to = &(text), .value = "NAME", \
		.help = "only what this task of `run --task` did" }

struct command {
	const char *name, *about;
	/* arguments after the command's name; returns the exit status */
	int (*run)(int argc, char **argv);
};

extern const struct command command_run, command_report, command_annotate, command_advise,
	command_diff, command_check, command_merge, command_export, command_import, command_record,
	command_top;
