/* SPDX-License-Identifier: ISC
 * prof.c - profil, pcsample and sprofil on a machine that offers none of them: every call says ENOSYS.
 */
#include "kernel.h"

void prof_init(void) {}
void prof_switch(struct proc *to) { (void)to; }
void prof_tick(struct proc *p, uint32_t pc, int user, int idle) { (void)p; (void)pc; (void)user; (void)idle; }
int prof_fork(struct proc *parent, struct proc *child) { child->prof = parent->prof; return 0; }
void prof_exec(struct proc *p) { p->prof = (struct profile){ 0 }; }
void prof_exit(struct proc *p) { p->prof = (struct profile){ 0 }; }
int prof_brk(struct proc *p, uint32_t end, int moves) { (void)p; (void)end; (void)moves; return 0; }
void prof_moved(struct proc *p) { (void)p; }

int sys_profil(uint32_t personality, uint32_t buf, uint32_t size, uint32_t offset, uint32_t scale)
{
	(void)personality; (void)buf; (void)size; (void)offset; (void)scale;
	return -ENOSYS;
}
int sys_pcsample(uint32_t buf, uint32_t n) { (void)buf; (void)n; return -ENOSYS; }
int sys_sprofil(uint32_t spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	(void)spcnt; (void)numents; (void)lowpc; (void)intsize;
	return -ENOSYS;
}
int sys_profctl(uint32_t what, uint32_t value) { (void)what; (void)value; return -ENOSYS; }
