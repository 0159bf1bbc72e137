/* SPDX-License-Identifier: ISC
 * sys/sprof.h - sprofil(2) of CB-UNIX, in 32 bits: profile of the system, with a clock of its own.
 *
 * intsize 0: a counter for each of numents text symbols; the caller gives their addresses, rising, in u_ct.ncnt[].nloc.
 * intsize n: a counter for each n bytes of text from lowpc on, numents of them, in u_ct.icnt[].
 * spcnt 0: stop; ticks of user mode, of the system and of idling have then been added to the three totals.
 */
#ifndef SYS_SPROF_H
#define SYS_SPROF_H

#include <stdint.h>
#include <sys/types.h>

#define SPROF_PAGE 8192

typedef uint32_t spcnt_t;

struct NHIT {
	caddr_t nloc;
	spcnt_t nhits;
};

struct SPCNT {
	long b_urhits;
	long b_syhits;
	long b_idhits;
	union {
		struct NHIT ncnt[(SPROF_PAGE - 3 * sizeof(long)) / sizeof(struct NHIT)];
		spcnt_t icnt[(SPROF_PAGE - 3 * sizeof(long)) / sizeof(spcnt_t)];
	} u_ct;
};

/* 0, or -1 with errno: EBUSY: another process profiles; EINVAL: the structure would exceed SPROF_PAGE, or nloc do not rise;
 * EFAULT: it is not in the caller's memory. Nothing was started, and what ran goes on. */
int sprofil(struct SPCNT *spcnt, unsigned numents, caddr_t lowpc, unsigned intsize);

#endif
