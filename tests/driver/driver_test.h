/* SPDX-License-Identifier: ISC
 * driver_test.h - one test of the driver for every platform: firmware on the simulated cores (the
 * RTL), and the host over the model.
 */
#ifndef DRIVER_TEST_H
#define DRIVER_TEST_H

#include "driver/tally.h"

struct driver_place {
	uintptr_t base; /* of the unit */
	const struct tally_io *io; /* NULL: memory-mapped */
	uint32_t low, high; /* the code that work() runs, 64 KiB at most */
	void (*work)(unsigned n); /* makes the core retire at least n instructions */
	/* for counters in system memory, as this code sees it, uncached; NULL: the unit has none */
	volatile uint32_t *memory;
	uint32_t memory_at; /* its address on the bus; */
	uint32_t memory_bytes; /* at least 64 KiB and 8 for each 2 bytes of the code */
	/* a line of event_i that is 1 in every 64th cycle or oftener */
	uint8_t events;
	uint32_t nowhere; /* a bus address that answers with an error */
};

/* Runs every check (tests/check.h). */
void driver_test(const struct driver_place *place);

#endif
