/* SPDX-License-Identifier: ISC
 * options.c - the command line of a lockstep; the contract is options.h.
 */
#include "options.h"

#include <stdlib.h>
#include <string.h>

bool option(const char *const *names, unsigned n, uint64_t *numbers, const char **build,
	char *const argv[2])
{
	char *end;

	if (!argv[1])
		return false;
	if (strcmp(argv[0], "--build") == 0)
		return (*build = argv[1]);
	for (unsigned i = 0; i < n; i++)
		if (strcmp(argv[0], names[i]) == 0) {
			numbers[i] = strtoull(argv[1], &end, 0);
			return *argv[1] && !*end;
		}
	return false;
}
