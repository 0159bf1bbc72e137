/* SPDX-License-Identifier: ISC
 * console.h - the firmware's console on the tool's standard input and output.
 *
 * Output goes out byte by byte, as the firmware sends it, but for the files in
 * it if there is a receiver. Input is never waited for: what is there when the
 * firmware looks is handed over. console_terminal: a terminal on standard input
 * hands over each key at once and echoes nothing (the firmware does); after
 * console_all_keys that is Ctrl-C, too, and Ctrl-] interrupts the tool.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/progress.h"
#include "receive.h"

struct console {
	struct progress *progress;
	struct receiver *receiver;	/* NULL: files stay in the text */
	bool in_line;		/* the last byte sent did not end a line */
	bool broken;		/* standard output cannot be written */
	int error;		/* its errno */
	bool all_keys;
	bool input_ended;
	/* what the firmware reads after the end of the input: -1, nothing, or ^D each time */
	int end_byte;
	unsigned skip;		/* polls to answer with "nothing" before asking the host again */
	uint8_t input[4096];
	size_t at, n;
};

void console_send(void *console, uint8_t byte);		/* machine_tx */
int console_look(void *console);			/* machine_rx */
void console_put(void *console, uint8_t byte);		/* straight to standard output */
void console_end_line(struct console *c);

/* On: for this program's time in the foreground, also after Ctrl-Z; off: as it was found. May be
 * called from a signal handler to set it off. */
void console_terminal(bool on);
bool console_all_keys(void);		/* before it: false if standard input is no terminal */
