/* SPDX-License-Identifier: ISC
 * shared.h - parts of test.c: shared pins, other baud rates. Each returns false on an error.
 */
#ifndef LINK_SHARED_H
#define LINK_SHARED_H

#include <inttypes.h>
#include <stdio.h>

#include "bench.h"

/* A session of the tool's code over a line, with its results checked; false: it failed. */
typedef bool link_session(const struct link_line *line);

/* Sessions beside a console that prints and is typed at: no byte of it is lost. Then noise at every step'th byte. */
bool link_shared(struct bench *b, link_session *session, unsigned sessions, unsigned step);

/* A host at another rate than the bridge's; this many writes. */
bool link_rates(struct bench *b, unsigned frames);

#endif
