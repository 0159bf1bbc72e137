/* SPDX-License-Identifier: ISC
 * ls.c - lists all files, or those whose names begin with START, with their sizes in bytes.
 */
#include <stdio.h>
#include <string.h>

#include "firmware/user/lib/user.h"

int main(int argc, char **argv)
{
	const char *start = argc > 1 ? argv[1] : "";
	struct direntry e;

	for (int at = 0; (at = sys_entry(at, &e)) > 0;)
		if (!strncmp(e.name, start, strlen(start)))
			printf("%8lu %s\n", (unsigned long)e.size, e.name);
	return 0;
}
