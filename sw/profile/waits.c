/* SPDX-License-Identifier: ISC
 * waits.c - the causes' names
 */
#include "waits.h"

#include <stddef.h>

const char *const cause_names[] = { "flow", "fetch", "data", "hazard", "exec", NULL };
const char *const cause_frames[] = { "[FLOW]", "[FETCH]", "[DATA]", "[HAZARD]", "[EXEC]" };
