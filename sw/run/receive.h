/* SPDX-License-Identifier: ISC
 * receive.h - files that the firmware sends in frames (frames.h), written into a directory.
 *
 * One line on stderr for each: received, or what was wrong with it. A file of
 * a name that is there already replaces it.
 */
#pragma once

#include <stdbool.h>

#include "frames.h"

struct receiver {
	struct frames frames;
	const char *dir;
	const char *const *outputs;	/* two that something else writes later, or NULL */
	void (*text)(void *ctx, uint8_t byte);
	void *text_ctx;
	bool failed;		/* a frame was broken, or a file could not be written */
};

/* Makes `dir` if it is not there; text goes to `text`. false: one line was printed, files cannot be
 * made there. */
bool receive_open(struct receiver *r, const char *dir, const char *const outputs[2],
	void (*text)(void *ctx, uint8_t byte), void *ctx);

/* The console has ended. false: not every file that was sent is there. */
bool receive_close(struct receiver *r);
