/* SPDX-License-Identifier: ISC
 * enlist.c - the builds of a program: each enlists itself before main.
 */
#include <stdlib.h>

#include "lockstep.h"

enum { BUILDS = 64 };

const struct build *lockstep_builds[BUILDS + 1];

void lockstep_enlist(const struct build *build)
{
	static unsigned n;

	if (n == BUILDS)
		abort();
	lockstep_builds[n++] = build;
}
