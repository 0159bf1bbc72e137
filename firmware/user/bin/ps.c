/* SPDX-License-Identifier: ISC
 * ps.c - lists the processes and the free memory.
 */
#include <stdio.h>

#include "firmware/user/lib/user.h"

#define MOST 64

int main(void)
{
	static struct psinfo p[MOST];
	int n = sys_ps(p, MOST);

	printf("  pid parent threads pages name\n");
	for (int i = 0; i < n && i < MOST; i++)
		printf("%5d %6d %7u %5u %s%s\n", (int)p[i].pid, (int)p[i].parent,
			(unsigned)p[i].threads, (unsigned)p[i].pages, p[i].name,
			p[i].zombie ? " (ended)" : "");
	printf("%d pages free\n", sys_freepages());
	return 0;
}
