/* SPDX-License-Identifier: ISC
 * clock.h - this computer's time, for waiting and for rates: it never goes back; what it counts from means nothing.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

int64_t clock_ms(void);
double clock_seconds(void);

#endif
