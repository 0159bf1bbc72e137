/* SPDX-License-Identifier: ISC
 * interrupts.h - the timer interrupts about every thousand cycles, on cores with machine mode. Some interrupts let another one
 * in before they end, some are due again at once: then the next follows the return directly.
 */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <stdbool.h>

extern volatile struct interrupts {
	unsigned taken, nested, depth;
} interrupts;

bool interrupts_start(void);	/* false: this core has none, or the program is built without */
void interrupts_stop(void);

#endif
