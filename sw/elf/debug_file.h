/* SPDX-License-Identifier: ISC
 * debug_file.h - the separate file that holds a stripped ELF's symbols and lines.
 *
 * Looks where gdb looks: .gnu_debuglink names a file beside the ELF, in .debug/ there, or below
 * /usr/lib/debug; the build id names .build-id/xx/yyyy.debug beside the ELF or below
 * /usr/lib/debug. A file found this way counts only if its build id or CRC matches.
 */
#pragma once

#include <stdbool.h>

#include "image.h"

/* Opens the debug file `named`. If that is NULL and `im` has no debug information, searches for
 * one; debug->elf is NULL if there is none. False: `named` is unusable, one line was printed. */
bool debug_file_open(struct image *debug, const struct image *im, const char *named);
