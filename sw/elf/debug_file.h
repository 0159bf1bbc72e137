/* SPDX-License-Identifier: ISC
 * debug_file.h - the separate file that holds a stripped ELF's symbols and lines.
 *
 * As gdb looks for it: .gnu_debuglink names a file beside the ELF, in .debug/
 * there, or below /usr/lib/debug; the build id names .build-id/xx/yyyy.debug beside
 * the ELF or below /usr/lib/debug. A file found so is taken only if its CRC or build id agrees.
 */
#ifndef DEBUG_FILE_H
#define DEBUG_FILE_H

#include <stdbool.h>

#include "image.h"

/* Opens the debug file of `im`: `named`, or if that is NULL and `im` has no debug information, the one that is found.
 * debug->elf is NULL where there is none. False: `named` cannot be used, one line was printed. */
bool debug_file_open(struct image *debug, const struct image *im, const char *named);

#endif
