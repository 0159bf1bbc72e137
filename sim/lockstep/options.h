/* SPDX-License-Identifier: ISC
 * options.h - the command line of a lockstep.
 */
#ifndef LOCKSTEP_OPTIONS_H
#define LOCKSTEP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Takes `--build NAME`, or one of the n names and its number. False: neither. */
bool option(const char *const *names, unsigned n, uint64_t *numbers, const char **build,
	char *const argv[2]);

#endif
