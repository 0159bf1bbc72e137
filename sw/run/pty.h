/* SPDX-License-Identifier: ISC
 * pty.h - a pseudo-terminal in place of a simulated bridge's serial port.
 *
 * It outlives its client. Bytes that no client reads are lost, as on a wire.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pty {
	int master, slave;
	char name[64];
	uint8_t input[4096];
	size_t at, n;
	uint64_t bytes;		/* either way */
};

bool pty_open(struct pty *p);		/* false: one line was printed */
void pty_close(struct pty *p);
void pty_send(void *pty, uint8_t byte);	/* machine_tx */
int pty_look(void *pty);		/* machine_rx */
