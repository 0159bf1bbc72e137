/* SPDX-License-Identifier: ISC
 * lock.c - locks of threads: words of user memory, 0 when free, else the owner's tid.
 * System calls, for atomic instructions fail on the uncached alias of a live buffer.
 */
#include "kernel.h"

/* All who wait in a process wait for the same thing, and look again. */
int sys_lock(uint32_t va)
{
	struct proc *p = current->proc;
	int32_t owner;

	if (va % 4)
		return -EINVAL;
	for (;;) {
		if (!user_ok(p, va, 4, 1) || copyin(p, &owner, va, 4))
			return -EFAULT;
		if (owner == current->tid)
			return -EDEADLK;
		if (!owner)
			return copyout(p, va, &current->tid, 4);
		thread_sleep(&p->vm);
	}
}

int sys_unlock(uint32_t va)
{
	static const int32_t nobody;
	struct proc *p = current->proc;
	int32_t owner;

	if (va % 4)
		return -EINVAL;
	if (!user_ok(p, va, 4, 1) || copyin(p, &owner, va, 4))
		return -EFAULT;
	if (owner != current->tid)
		return -EPERM;
	copyout(p, va, &nobody, 4);
	thread_wake(&p->vm);
	return 0;
}
