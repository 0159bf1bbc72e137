/* SPDX-License-Identifier: ISC
 * sys/sprof.h - sprofil(2) of CB-UNIX, in 32 bits: profiles the system with a clock of its own.
 *
 * intsize 0: one counter for each of numents text symbols. The caller stores their addresses,
 * rising, in u_ct.ncnt[].nloc. intsize n: numents counters, one per n bytes of text from lowpc on,
 * in u_ct.icnt[]. spcnt 0: stop; adds the ticks of user mode, system and idle to the three totals.
 */
#ifndef SYS_SPROF_H
#define SYS_SPROF_H

#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* Returns 0, or -1 with errno. EBUSY: another process profiles. EINVAL: the structure would exceed
 * SPROF_PAGE, or nloc does not rise. EFAULT: it is not in the caller's memory. On an error nothing
 * starts, and a running profile goes on. */
int sprofil(struct SPCNT *spcnt, unsigned numents, caddr_t lowpc, unsigned intsize);

#ifdef __cplusplus
}
#endif

#endif
