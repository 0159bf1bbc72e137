/* SPDX-License-Identifier: ISC
 * json.h - a profile as one JSON object, for programs.
 *
 * Always valid JSON for any names in the ELF: invalid UTF-8 bytes
 * become U+FFFD. README.md lists the members.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sw/profile/firmware.h"
#include "view.h"

void json_put(FILE *f, const struct profile *p, const struct firmware *fw);

/* The same with the rows of a view; path "-": standard output. */
bool json_write(const struct profile *p, const struct firmware *fw, const struct view *v,
	const char *path);
