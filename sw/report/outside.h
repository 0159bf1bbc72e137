/* SPDX-License-Identifier: ISC
 * outside.h - where the code ran that no counter covers, as far as the call tree knows it.
 */
#pragma once

#include <stdio.h>

#include "emit.h"
#include "sw/elf/symbols.h"
#include "sw/profile/profile.h"

/* Where, and what to do about it; nothing where it matters little. */
void outside_print(FILE *f, const struct profile *p, const struct symbols *s);

/* The member "outside", the hottest place first; nothing without a call tree. */
void outside_json(struct emit *e, const struct profile *p, const struct symbols *s);
