/* SPDX-License-Identifier: ISC
 * model_test.h - shared by the parts of the reference model's own test: the model,
 * a core and a memory around it, a master on its bus.
 */
#ifndef MODEL_TEST_H
#define MODEL_TEST_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sim/model.h"
#include "sim/stimulus.h"

#define CHECK(cond, ...) do { \
	if (!(cond)) { \
		fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #cond); \
		fprintf(stderr, __VA_ARGS__); \
		fputc('\n', stderr); \
		exit(1); \
	} \
} while (0)

enum { BINS_LOG2 = 7, WORDS = 1 << BINS_LOG2 };

extern uint32_t bins[WORDS];
extern struct model m;
extern const struct model_in still;	/* the core is paused: no tick, whatever software does */

void open_params(const struct model_params *p);
void open_model(enum model_mapper mapper, unsigned weight_w, unsigned cnt_w);	/* one channel */
/* Registers by their addresses in channel 0. */
void put(uint32_t reg, uint32_t value);
uint32_t get(uint32_t reg);

/* model_law.c */
void law_holds(void);			/* of every channel; samples in flight add up to PENDING */
void law_under_random_stimulus(void);

/* model_around.c: a clock edge with the unit's surroundings. */
enum { MEMORY = 1 << 14 };		/* words; it repeats in the address space */

struct around {
	struct stimulus r;		/* random numbers */
	bool live;			/* the core runs, fully at random; otherwise it is paused */
	unsigned retire, sleep, halt;	/* a live core: one in so many cycles; 0 never */
	uint32_t low, bytes;		/* its text */
	uint32_t memory[MEMORY];
	unsigned waits, errors;		/* most wait states; one access in so many fails, 0 none */
	unsigned left;
	struct model_out held;		/* the access in flight */
	bool dead[MODEL_CHANNELS];	/* in the cycle before */
	uint64_t added;			/* to counters of 4 bytes, or stored in rings */
	uint64_t writes;
};
extern struct around around;

void clock_edge(struct model_in *in);
uint32_t *memory_at(uint32_t address);
uint32_t perhaps_elsewhere(uint32_t pc);	/* where a unit keeps fewer than 32 bits of it */

void several_channels(void);		/* model_channels.c */
void engine_and_oracle(void);		/* model_engine.c */

#endif
