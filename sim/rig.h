/* SPDX-License-Identifier: ISC
 * rig.h - what the tests on the simulated machines share: load an ELF, program
 * the unit with the driver, run, read it back. Any failure ends the test
 * with one line and status 1.
 */
#ifndef RIG_H
#define RIG_H

#include "driver/tally.h"
#include "machine.h"

struct rig {
	struct machine *m;
	struct tally t; /* only with a unit */
	struct tally second; /* only in the full machine */
	struct tally_io io;
	uint32_t entry, low, high; /* entry point; span of the executable segments */
	struct machine_result result;
	struct tally_counters counts; /* after rig_read */
	uint32_t n; /* counters read */
	uint32_t *bins;
	bool causes; /* the core shows them */
	machine_observer *observer; /* rig_observe's */
	void *observer_ctx;
};

/* What retired, and when. */
struct rig_trace {
	struct rig_event {
		uint64_t cycle;
		uint32_t pc, insn;
	} *events;
	size_t n, room;
	size_t same; /* events that have come again */
};

_Noreturn void rig_die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Opens core `name`, loads `elf`. console: true passes the firmware's output to stdout. */
void rig_open(
	struct rig *r, const char *name, const char *elf, enum machine_build build, bool console);

/* Two parts of it, for machines compared through the console: it looks for bytes at times that each
 * access of the host shifts. */
void rig_load(struct rig *r, const char *elf);
void rig_probe(struct rig *r);

/* The configuration, then START; the core is still held. Without CLEAR, which takes a million
 * cycles: at power-up all is 0. */
void rig_program(struct rig *r, const struct tally_config *c);

/* As machine_observe. Any cycle ends the test that has not exactly one of: a retirement or sleep; a
 * cause, where the core shows them. */
void rig_observe(struct rig *r, machine_observer *f, void *ctx);

/* Releases the core and runs to an end or `limit` cycles; holds it; lets the unit drain. */
void rig_run(struct rig *r, uint64_t limit);

/* Reads counts and histogram of the configuration, wherever that is; checks the invariant, and the
 * classes where the unit keeps them. */
void rig_read(struct rig *r, const struct tally_config *c);

void rig_close(struct rig *r);

/* Observers (machine_observe) of a struct rig_trace: one appends what retires, one ends the test
 * unless it is the next event. */
void rig_record(void *trace, uint64_t cycle, const struct machine_cycle *c);
void rig_compare(void *trace, uint64_t cycle, const struct machine_cycle *c);

/* 1 and a line, or 0 if they are equal. */
unsigned rig_differs(const char *what, uint64_t unit, uint64_t oracle);

/* The value of an ELF's symbol; its length in *size, which may be NULL. */
uint32_t rig_symbol(const char *elf, const char *name, uint32_t *size);

const char *rig_end(enum machine_end end);

#endif
