/* SPDX-License-Identifier: ISC
 * syscall.c - dispatches the number in a7 to its function, from syscalls.list.
 */
#include "kernel.h"

#define ARGS_0(a)
#define ARGS_1(a) a[0]
#define ARGS_2(a) a[0], a[1]
#define ARGS_3(a) a[0], a[1], a[2]
#define ARGS_4(a) a[0], a[1], a[2], a[3]
#define ARGS_5(a) a[0], a[1], a[2], a[3], a[4]

int syscall(const struct frame *f)
{
	const uint32_t *a = &f->x[X_A0];

	switch (f->x[X_A7]) {
#define SYSCALL(number, name, nargs) \
	case number: return sys_##name(ARGS_##nargs(a));
#include "syscalls.list"
#undef SYSCALL
	default: return -ENOSYS;
	}
}
