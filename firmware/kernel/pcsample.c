/* SPDX-License-Identifier: ISC
 * pcsample.c - pcsample(2) of Solaris: the program counters themselves, until the array is full.
 */
#include "kernel.h"

int sys_pcsample(uint32_t buf, uint32_t n)
{
	struct proc *p = current->proc;
	struct profil_memory memory = prof_memory(p);
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	int plan = pcsample_plan(buf, (int32_t)n, &memory, &c);

	if (plan == TALLY_EINVAL)
		return -EINVAL;
	prof_stop(p);
	uint32_t stored = p->prof.position / 4;		/* 0 after profil */
	p->prof = (struct profile){ 0 };
	if (plan == 0)
		prof_begin(p, PROFSTATE_PCSAMPLE, &c, buf);
	return (int)stored;
}
