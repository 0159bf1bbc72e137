/* SPDX-License-Identifier: ISC
 * kinds.c - the kinds of findings: what makes one, what following it saves, how to follow it.
 */
#include "advise.h"

const struct kind_def kinds[KINDS] = {
	/* least: cycles for each bit of the amount */
	[KIND_EXTENSION] = { "extension", "sure", 0.2, 1, "Declare what is extended as int or "
		"unsigned, or have the core built with a barrel shifter." },
	[KIND_SHIFT] = { "shift", "likely", 0.2, 1, "Shift by fewer bits: load the byte or half "
		"that is meant, keep values in place, or have a barrel shifter." },
	/* least: cycles of one beyond an addition's */
	[KIND_MULTIPLY] = { "multiply", "likely", 8, 1, "Look the product up, add up instead, "
		"use factors that are powers of two, or have a fast multiplier." },
	[KIND_DIVIDE] = { "divide", "likely", 8, 1, "Divide by a power of two or by a constant, "
		"or count on instead of dividing." },
	/* least: calls */
	[KIND_SOFT_FLOAT] = { "soft-float", "likely", 10, 1, "Compute in integers (fixed point), "
		"or outside the loop." },
	[KIND_LONG_INTEGER] = { "long-integer", "likely", 10, 1, "Compute in 32 bits where the "
		"values fit." },
	[KIND_ALLOCATOR] = { "allocator", "likely", 10, 1, "Allocate once and use it again, or "
		"keep it on the stack or in a pool." },
	[KIND_COPY] = { "copy", "likely", 10, 1, "Pass a pointer, or copy, clear, compare and "
		"measure once." },
	/* saved, of such code's cycles: 58 to 77%; 7 to 43% */
	[KIND_UNOPTIMISED] = { "unoptimised", "likely", 0, 0.67, "Compile it with -O2." },
	[KIND_SIZE] = { "size", "at most", 0, 0.45, "Compile it with -O2, and measure: it saves "
		"little or much." },
	/* least: bytes for each entry of the loop */
	[KIND_BYTES] = { "bytes", "likely", 8, 0.75, "Copy words: align both ends alike, or call "
		"memcpy." },
	/* least: turns for each entry of the loop */
	[KIND_POLL] = { "poll", "sure", 4, 1, "Sleep in wfi until its interrupt, or do other work "
		"meanwhile." },
	[KIND_CONFLICT] = { "conflict", "likely", 0, 1, "Link the two so that they share no set, "
		"or next to each other." },
	/* least: cycles that a load waits more than elsewhere */
	[KIND_UNCACHED] = { "uncached", "likely", 2, 1, "Link it at an address that is cached." },
	/* as KIND_SHIFT, KIND_MULTIPLY; least: share of waits where a line begins */
	[KIND_SHIFTER] = { "shifter", "at most", 0.2, 1, "Have the core built with a barrel "
		"shifter." },
	[KIND_MULTIPLIER] = { "multiplier", "at most", 8, 1, "Have the core built with a "
		"multiplier of one cycle, such as an FPGA's." },
	[KIND_CACHE] = { "cache", "at most", 0.8, 1, "Have the core built with a larger "
		"instruction cache." },
};
