/* SPDX-License-Identifier: ISC
 * alias.h - internal to lines.c: functions that have several names.
 */
#pragma once

#include <elfutils/libdw.h>

#include "symbols.h"

/* Calls them as the debug information does, so that name and lines agree. */
void alias_prefer_source(struct symbols *s, Dwarf *dwarf);
