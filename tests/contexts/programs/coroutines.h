/* SPDX-License-Identifier: ISC
 * coroutines.h - functions that take turns, each on a stack of its own.
 */
#ifndef COROUTINES_H
#define COROUTINES_H

#define COROUTINES 4

/* f does not return; it begins at the first resumption */
void coroutine_start(int i, void (*f)(void));
void coroutine_resume(int i); /* from main's stack, until it yields */
void coroutine_yield(void);

/* f(x), on a stack that no coroutine has. The second sets sp in two steps, of which the first leads
 * to the top of the last coroutine's stack: only without interrupts. */
void coroutine_call(void (*f)(unsigned), unsigned x);
void coroutine_call_halves(void (*f)(unsigned), unsigned x);

int coroutine_running(void);

#endif
