/* SPDX-License-Identifier: ISC
 * interrupts.h - the timer interrupts about every thousand cycles. Some interrupts let another one
 * in before they end, on cores with machine mode; some are due again at once: then the next follows
 * the return directly.
 */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <stdbool.h>

extern volatile struct interrupts {
	unsigned taken, nested, depth;
} interrupts;

bool interrupts_start(void); /* false: the program is built without */
void interrupts_stop(void);

#endif
