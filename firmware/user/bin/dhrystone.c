/* SPDX-License-Identifier: ISC
 * dhrystone.c - Dhrystone of the PicoRV32 package, its two files unmodified: `dhrystone [TIMES]`.
 * User mode has no cycle counter here: time() is the machine's timer, instructions are not counted.
 */
#include <stdlib.h>

#include "user.h"

int dhrystone_main(void);	/* main of dhry_1.c */

long time(void *unused)
{
	(void)unused;
	return (long)mtime();
}

long insn(void) { return 0; }

int main(int argc, char **argv)
{
	for (int n = argc > 1 ? atoi(argv[1]) : 1; n > 0; n--)
		dhrystone_main();
	return 0;
}
