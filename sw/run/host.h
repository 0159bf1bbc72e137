/* SPDX-License-Identifier: ISC
 * host.h - a simulated machine as the host of an ELF: can the ELF run there, its way into the
 * machine, and what the program asks of its host.
 *
 * It asks by semihosting, or by HTIF's word `tohost`, which has `fromhost` beside it or lies in
 * section .tohost or .htif. Served: the ends, and text for the console. Semihosting: SYS_OPEN of
 * ":tt", CLOSE, WRITEC, WRITE0, WRITE, ISERROR, ISTTY, EXIT, EXIT_EXTENDED; another call gets -1,
 * and the first one a note. Text outside RAM gets -1, too. HTIF (Spike, riscv-tests, CVA6): a code,
 * the console's device, the system calls write and exit; another request ends the run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run.h"
#include "sim/machine.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

/* Instruction set against the core's, segments against RAM and each other, the entry point. False:
 * one line was printed. */
bool load_check(const struct image *im, const struct core *core);

/* Copies the segments to their physical addresses, as QEMU does. */
bool load_segments(const struct image *im, struct machine *m);

/* cycles in which both words of a 64-bit store come: SERV takes 100 */
#define HOST_PATIENCE 1000u

struct host {
	struct machine *m;
	struct console *console;
	const volatile int *stop;
	bool calls; /* the program has semihosting */
	uint32_t tohost, fromhost; /* 0: none */
	bool narrow; /* tohost is one word */
	bool cache; /* the core's may hide an answer */
	bool refused, answered; /* a semihosting call; a request by tohost */
	uint32_t call; /* of semihosting: a0 */
	uint32_t word[2];
	/* one word of tohost has come, as the how manieth; 0: none */
	unsigned half, halves;
	enum profile_end end; /* END_LIMIT: none asked for */
	uint32_t code;
};

/* The core is held, and its RAM loaded: semihosting's instructions become accesses to the machine's
 * port. False: one line was printed. */
bool host_open(struct host *h, const struct firmware *f, const struct core *core, struct machine *m,
	struct console *console, const volatile int *stop);

/* The other word of tohost will not come. */
void host_settle(struct host *h);
