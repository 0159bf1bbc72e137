/* SPDX-License-Identifier: ISC
 * console.h - the firmware's console on the tool's standard input and output.
 *
 * Output goes out byte by byte, as the firmware sends it, but for the files in it (frames.h) if
 * there is a directory for them: one line on stderr says of each that it was received, or what was
 * wrong with it, and a file of a name that is there already replaces it. Input is never waited for:
 * what is there when the firmware looks is handed over. console_terminal: a terminal on standard
 * input hands over each key at once and echoes nothing (the firmware does); after console_all_keys
 * that is Ctrl-C, too, and Ctrl-] interrupts the tool.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frames.h"
#include "sw/base/progress.h"

struct console {
	struct progress progress;
	const char *files;	/* the directory for them; NULL: they stay in the text */
	const char *const *outputs;	/* two that something else writes later, or NULL */
	struct frames frames;
	bool lost;		/* a frame was broken, or a file could not be written */
	bool in_line;		/* the last byte sent did not end a line */
	bool broken;		/* standard output cannot be written */
	int error;		/* its errno */
	bool input_ended;
	/* what the firmware reads after the end of the input: -1, nothing, or ^D each time */
	int end_byte;
	unsigned skip;		/* polls to answer with "nothing" before asking the host again */
	uint8_t input[4096];
	size_t at, n;
};

/* Takes files out of the output from now on, into `dir`, which it makes if it is not there. False:
 * one line was printed, files cannot be made there. */
bool console_files(struct console *c, const char *dir, const char *const outputs[2]);

void console_send(void *console, uint8_t byte);		/* machine_tx */
int console_look(void *console);			/* machine_rx */

/* No more comes: ends its last line. False: not every file that was sent is there. */
bool console_end(struct console *c);

/* Before it, and once: all keys, if standard input is a terminal. */
void console_all_keys(void);

/* On: for this program's time in the foreground, also after Ctrl-Z; off: as it was found. May be
 * called from a signal handler to set it off. */
void console_terminal(bool on);
