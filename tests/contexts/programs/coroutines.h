/* SPDX-License-Identifier: ISC
 * coroutines.h - functions that take turns, each on a stack of its own.
 */
#ifndef COROUTINES_H
#define COROUTINES_H

#define COROUTINES 4

void coroutine_start(int i, void (*f)(void));	/* f does not return; it begins at the first resumption */
void coroutine_resume(int i);			/* from main's stack, until it yields */
void coroutine_yield(void);
void coroutine_call(void (*f)(unsigned), unsigned x);	/* f(x), on a stack that no coroutine has */
int coroutine_running(void);

#endif
