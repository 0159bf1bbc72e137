/* SPDX-License-Identifier: ISC
 * mon.h - monitor(3C) and its relatives: an execution profile of the calling program, in gmon.out.
 *
 * A program linked with gcrt0 calls none of them: it is profiled from before
 * main() to exit(). They stand on profil(2) alone, so one profile at a time.
 * Functions compiled with -pg are counted by caller as well.
 */
#ifndef MON_H
#define MON_H

#include <stddef.h>

/* Begins: a counter for every 2 bytes of text in [lowpc, highpc), with memory of malloc's. A message on stderr says why it cannot. */
void monstartup(unsigned long lowpc, unsigned long highpc);

/* 0: pauses, anything else: goes on. A pause adds the 16-bit counters to totals of 32 bits:
 * a program that may reach 65,536 counts in one place pauses now and then. */
void moncontrol(int mode);

/* Stops, writes gmon.out: a file, or where there are none a frame on the console (`tally run --files`). Without a profile under way: nothing.
 * A line on stderr says if counters went round. */
void _mcleanup(void);

/* Classic: the caller's buffer of bufsize bytes holds `nfunc` call counts (12 bytes each), the rest are counters, each for the
 * smallest power of two of bytes that lets the range fit. monitor(0, 0, 0, 0, 0): as _mcleanup. On bare metal the
 * processor must touch a live buffer uncached: pass that address. */
void monitor(int (*lowpc)(void), int (*highpc)(void), unsigned short *buffer, size_t bufsize, size_t nfunc);

#endif
