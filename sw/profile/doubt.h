/* SPDX-License-Identifier: ISC
 * doubt.h - can these counts be of this ELF?
 *
 * Nothing tells whose code a unit has counted. But what retires is an instruction from its first
 * byte on, and where every cycle counts, one that can be left in one way only leads on to another
 * that has a count, too. Where many places break that, another program was counted; a few are the
 * instructions at work while the counters are read, or before a thread ended. Says nothing where it
 * cannot know: counters of several instructions, sections that share addresses, a unit that sees
 * whole words of a program with compressed instructions.
 */
#pragma once

#include "firmware.h"
#include "profile.h"

/* NULL: none. Else a text for a message, to be freed. */
char *doubt_of(const struct profile *p, const struct firmware *f);

/* The same as a note; `name`: where the counts are from. */
void doubt_note(const struct profile *p, const struct firmware *f, const char *name);
