/* SPDX-License-Identifier: ISC
 * source_path.h - names of source files as they are shown.
 */
#ifndef SOURCE_PATH_H
#define SOURCE_PATH_H

#include "sw/base/options.h"

/* directory/raw (raw alone if it is absolute or there is no directory) without "x/.." and ".", its beginning exchanged by
 * the first of the prefixes "OLD=NEW" (or NULL) whose OLD is one of its directories. The caller frees it. */
char *source_path(const char *directory, const char *raw, const struct texts *prefixes);

#endif
