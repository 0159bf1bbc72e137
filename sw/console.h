/* SPDX-License-Identifier: ISC
 * console.h - the firmware's console on the tool's standard input and output.
 *
 * Output goes out byte by byte, as the firmware sends it. Input is never waited
 * for: what is there when the firmware looks is handed over.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "progress.h"

struct console {
	struct progress *progress;
	bool in_line;		/* the last byte sent did not end a line */
	bool broken;		/* the standard output takes no more */
	int error;		/* its errno */
	bool input_ended;
	unsigned skip;		/* looks to answer with "nothing" before the host is asked again */
	uint8_t input[4096];
	size_t at, n;
};

void console_send(void *console, uint8_t byte);		/* machine_tx */
int console_look(void *console);			/* machine_rx */
void console_end_line(struct console *c);

#endif
