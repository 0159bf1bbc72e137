/* SPDX-License-Identifier: ISC
 * frames_stream.h - a console's stream for frames.c: the firmware's encoder writes text and frames into it, the host's
 * decoder takes it apart.
 */
#ifndef FRAMES_STREAM_H
#define FRAMES_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "firmware/lib/frames.h"
#include "sw/run/frames.h"

extern struct stream {
	char bytes[1 << 20];
	size_t n;
} stream;

extern struct got {			/* the decoder's results */
	char text[1 << 20];
	size_t n_text;
	unsigned files, broken;
	char name[200], why[300];	/* of the last file or broken frame */
	uint8_t bytes[1 << 19];		/* of the last file */
	size_t n;
} got;

extern const struct frames stream_decoder;	/* into got */
extern uint8_t payload[1 << 17];		/* the contents of a frame */

int stream_add(void *ctx, const char *bytes, size_t n);
void stream_text(const char *s);
void stream_frame(const char *name, size_t n);	/* n bytes of payload */
void payload_fill(size_t n);			/* random */
uint32_t stream_rnd(uint32_t below);
void stream_decode(void);			/* decodes all of it; resets got */
int stream_clear(void **state);			/* for cmocka */

#endif
