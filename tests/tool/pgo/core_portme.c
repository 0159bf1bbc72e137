/* SPDX-License-Identifier: ISC
 * core_portme.c - CoreMark on bare metal; `tally run` is the clock.
 */
#include "coremark.h"

#ifdef PERFORMANCE_RUN
volatile ee_s32 seed1_volatile = 0, seed2_volatile = 0, seed3_volatile = 0x66;
#else
volatile ee_s32 seed1_volatile = 8, seed2_volatile = 8, seed3_volatile = 8;
#endif
volatile ee_s32 seed4_volatile = ITERATIONS, seed5_volatile = 0;
ee_u32 default_num_contexts = 1;

void start_time(void) { }
void stop_time(void) { }
CORE_TICKS get_time(void) { return 1; }
secs_ret time_in_secs(CORE_TICKS ticks) { return ticks; }
void portable_init(core_portable *p, int *argc, char *argv[])
{
	(void)argc;
	(void)argv;
	p->portable_id = 1;
}
void portable_fini(core_portable *p) { p->portable_id = 0; }
