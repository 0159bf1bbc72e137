/* SPDX-License-Identifier: ISC
 * clock.h - the host's monotonic time, for waiting and for rates. Its origin is arbitrary.
 */
#pragma once

#include <stdint.h>

int64_t clock_ms(void);
double clock_seconds(void);
