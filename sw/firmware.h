/* SPDX-License-Identifier: ISC
 * firmware.h - an ELF with its symbols and lines, as the reports want it.
 */
#ifndef FIRMWARE_H
#define FIRMWARE_H

#include <stdbool.h>

#include "image.h"
#include "lines.h"
#include "profile.h"
#include "symbols.h"

struct firmware {
	struct image image;
	struct symbols symbols;
	struct lines lines;
};

/* All zero is an ELF nobody has: tables made with it show addresses. */
bool firmware_open(struct firmware *f, const char *path);	/* false: one line was printed, nothing stays open */
void firmware_close(struct firmware *f);

/* Notes in the profile which ELF it was taken from, and asks later whether this is it: by build id, else by content. */
void firmware_sign(const struct firmware *f, struct profile *p);
bool firmware_signed(const struct firmware *f, const struct profile *p);

#endif
