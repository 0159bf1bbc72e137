/* SPDX-License-Identifier: ISC
 * dhrystone.c - Dhrystone of the PicoRV32 package, its two files unmodified: `dhrystone [TIMES]`.
 * User mode has no cycle counter here: time() reads the machine's timer, and instructions are not
 * counted.
 */
#include <stdio.h>
#include <stdlib.h>

#include "firmware/user/lib/user.h"

int dhrystone_main(void);	/* main of dhry_1.c */

long time(void *unused)
{
	(void)unused;
	return (long)mtime();
}

long insn(void) { return 0; }

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1;

	if (times < 1) {
		fprintf(stderr, "usage: dhrystone [TIMES]\n");
		return 1;
	}
	while (times--)
		dhrystone_main();
	return 0;
}
