/* SPDX-License-Identifier: ISC
 * shared.h - parts of test.c: shared pins, other baud rates. false: it is not as it should be.
 */
#ifndef LINK_SHARED_H
#define LINK_SHARED_H

#include <inttypes.h>
#include <stdio.h>

#include "bench.h"

/* A session of the tool's code over a line; what it was told is checked; false: it did not come through. */
typedef bool link_session(const struct link_line *line);

/* Sessions beside a console that talks and is typed at: nothing of it is lost; then noise at every step'th byte. */
bool link_shared(struct bench *b, link_session *session, unsigned sessions, unsigned step);

/* A host at another rate than the bridge's; so many writes. */
bool link_rates(struct bench *b, unsigned frames);

#endif
