/* SPDX-License-Identifier: ISC
 * bench.h - a rig with one of the test's own programs and a console that the test reads, for
 * machine_test.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/rig.h"

struct bench {
	struct rig r;
	char out[256]; /* the program's output */
	size_t n;
};

extern const char *programs; /* directory of the ELFs */

/* Opens a machine, loads programs/NAME.elf. */
void set_up(struct bench *b, const struct core *c, enum machine_build unit, const char *program);

/* set_up, release, run at most `cycles`, close. */
struct machine_result go(const struct core *c, enum machine_build unit, const char *program,
	struct bench *b, uint64_t cycles);

bool has_csrs(const struct core *c);
void expect(const struct core *c, struct machine_result r, enum machine_end end);

#define EACH_CORE(c) \
	size_t n_cores; \
	const struct core *c = cores(&n_cores); \
	for (const struct core *end_ = c + n_cores; c < end_; c++)
/* Those with all builds. The programs below use their interrupts and their traps; those of the
 * others: tests/cores. */
#define EACH_WHOLE_CORE(c) EACH_CORE(c) if (c->builds[MACHINE_FULL])

/* count_test.c */
void limit_and_stop(void **state);
void ticks_are_cycles(void **state);

#endif
