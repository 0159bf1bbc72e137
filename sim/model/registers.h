/* SPDX-License-Identifier: ISC
 * registers.h - rtl/regs/tally.rdl by hand, for the model must not share a mistake with what is
 * made from it. Registers by their number (byte offset / 4).
 */
#ifndef MODEL_REGISTERS_H
#define MODEL_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	R_ID,
	R_VERSION,
	R_CAPS,
	R_WIDTHS,
	R_CTRL,
	R_STATUS,
	R_TICKS,
	R_PENDING,
	R_PERIOD,
	R_JITTER,
	R_SETUP = 11,
	R_OFFSET,
	R_SCALE,
	R_SIZE,
	R_INTERVAL = 17,
	R_BASE,
	R_LIMIT,
	R_RING_POS = 21,
	R_UNUSED,
};

enum { CTRL_START = 1, CTRL_STOP = 2, CTRL_RESET = 4, CTRL_CLEAR = 8 };

enum {
	ST_RUNNING = 1,
	ST_DRAINED = 2,
	ST_CLEARING = 4,
	ST_BUSY = 8,
	ST_FULL = 16,
	ST_FAULT = 32,
	ST_ERROR = 128,
};

enum { SOURCE_CLOCK, SOURCE_RETIRED, SOURCE_EVENT };
enum { POLICY_WRAP, POLICY_STOP, POLICY_SATURATE };
enum { MODE_PROFIL, MODE_INTERVAL, MODE_SYMBOL, MODE_RING };

static inline unsigned setup_source(uint32_t setup)
{
	return setup & 2 ? SOURCE_EVENT : setup & 1;
}
static inline unsigned setup_policy(uint32_t setup)
{
	return setup >> 3 & 3;
}
static inline bool setup_system(uint32_t setup)
{
	return setup >> 16 & 7;
}
static inline unsigned setup_mode(uint32_t setup)
{
	return (setup >> 16 & 7) < 5 ? (setup >> 16 & 7) - setup_system(setup) : MODE_PROFIL;
}
static inline bool setup_wide(uint32_t setup)
{
	return setup >> 19 & 1;
}
static inline unsigned setup_privileges(uint32_t setup)
{
	return setup >> 8 & 15;
}
static inline uint32_t setup_irq(uint32_t setup)
{
	return (setup >> 12 & 3) << 4;
}

#endif
