/* SPDX-License-Identifier: ISC
 * phase.h - says on stderr what a slow line is waited for: on a terminal in a line that goes away,
 * elsewhere in one that stays, if it is to be kept.
 */
#pragma once

#include <stdbool.h>

void phase_begin(bool kept, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* It goes on: called now and then. */
void phase_tick(void);

/* It has ended, or failed: before any other message. */
void phase_end(void);
