/* SPDX-License-Identifier: ISC
 * mon.h - monitor(3C) and its relatives: an execution profile of the calling program, in gmon.out.
 *
 * A program linked with gcrt0 calls none of these: it is profiled from before main() to exit(). All
 * use profil(2), so there is one profile at a time. Functions compiled with -pg are also counted by
 * caller.
 */
#ifndef MON_H
#define MON_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts with one 16-bit counter per 2 bytes of text in [lowpc, highpc), in memory from malloc. On
 * failure it prints why on stderr. */
void monstartup(unsigned long lowpc, unsigned long highpc);

/* Entries of its table of calls, 12 bytes each, of which the largest power of two is used; set it
 * before monstartup() where _mcleanup() says that the table was full. 0: by the size of the text.
 * `make elf PROF=1 ARCS=n` sets it. */
extern unsigned monitor_arcs;

/* 0 pauses; any other value resumes. A pause adds the 16-bit counters to 32-bit totals: a program
 * that may reach 65,536 counts in one place should pause now and then. */
void moncontrol(int mode);

/* Stops and writes gmon.out: a file, or a frame on the console where there are no files (`tally run
 * --files`). Does nothing without a profile. Prints a line on stderr if counters wrapped or the
 * table of calls was
 * full. */
void _mcleanup(void);

/* The classic interface. The caller's buffer of bufsize bytes holds `nfunc` call counts of 12
 * bytes; the rest are counters, each for the smallest power of two of bytes with which the range
 * fits. monitor(0, 0, 0, 0, 0) acts as _mcleanup. On bare metal the processor must access a live
 * buffer uncached: pass that address. */
void monitor(int (*lowpc)(void), int (*highpc)(void), unsigned short *buffer, size_t bufsize,
	size_t nfunc);

#ifdef __cplusplus
}
#endif

#endif
