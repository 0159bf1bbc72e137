/* SPDX-License-Identifier: ISC
 * buses.h - three units, one on each bus, at one tap (buses_top.v), for buses.c.
 * buses_ports.c implements it.
 */
#ifndef BUSES_H
#define BUSES_H

#include <stdbool.h>
#include <stdint.h>

struct access {
	uint32_t addr, data;
	unsigned sel;
	bool we;
};

/* One step of the program: one access, or a write and a read that do not depend on each other. */
struct step {
	struct access a[2];
	unsigned n;
};

/* One bus's result of a step: the reads' data; refused: it answered with an error. */
struct result {
	uint32_t data;
	bool refused;
};

/* Coverage: what the ports happened to try. */
struct seen {
	uint64_t w_first, aw_first, together, b_held, r_held, both, waited;
};

/* The caller owns TAP and PC of in[]: reset, run, valid, sleep, privilege from bit 4. */
enum { TAP, PC, WB, WB_ADR, WB_DAT, APB, PADDR, PWDATA, AXIL, WDATA, ADDR, INS };
extern uint32_t in[INS];
extern struct seen seen;
extern uint64_t rng, clocks;

void buses_open(void);
void buses_close(void);

/* A number below n; any word. */
uint32_t below(uint32_t n);
uint32_t any(void);

/* One step on all three, each with its own delays; results of Wishbone, APB, AXI4-Lite. False: one
 * gave no answer. */
bool buses_run(const struct step *s, struct result r[3]);

/* n cycles without an access. */
void buses_idle(unsigned n);

#endif
