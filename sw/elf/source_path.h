/* SPDX-License-Identifier: ISC
 * source_path.h - names of source files as reports show them.
 */
#pragma once

#include "sw/base/options.h"

/* Returns directory/raw without "x/.." and "."; raw alone if it is absolute, if directory is NULL,
 * or if both are relative and begin with the same name. Names from Windows (C:\src, \\server\src)
 * get slashes. prefixes may be NULL; the first "OLD=NEW" whose directory OLD begins the path
 * replaces it by NEW. The caller frees the result. */
char *source_path(const char *directory, const char *raw, const struct texts *prefixes);
