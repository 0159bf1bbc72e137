/* SPDX-License-Identifier: ISC
 * profil.h - profil(2), execution time profile, with the prototype of one of three systems.
 *
 * <unistd.h> includes it, as the pages' synopses say. Define SOLARIS_PROFIL or BSD_PROFIL before either for these prototypes, nothing
 * for System V's; and link the library of the same system: how it behaves is the library's. What they do: the manual pages; where they differ: firmware/lib/README.md.
 *
 * A counter is 16 bits wide. buf: size bytes of the caller's writable memory, a multiple of 2. offset: lowest address of the text.
 * scale: 0x10000 a counter for 2 bytes of text, 0x8000 for 4, ...; 0 turns profiling off.
 */
#ifndef PROFIL_H
#define PROFIL_H

#include <stddef.h>
#include <sys/types.h>

#if defined(BSD_PROFIL)
/* 0, or -1 with errno: EFAULT: a byte of samples is not memory, and profiling is off; EINVAL: scale above 65536. */
int profil(char *samples, size_t size, u_long offset, u_int scale);
#elif defined(SOLARIS_PROFIL)
void profil(unsigned short *buff, unsigned int bufsiz, unsigned int offset, unsigned int scale);
#else
void profil(unsigned short *buff, size_t bufsiz, int offset, unsigned scale);
#endif

/* For a variable that atomic instructions (LR, SC, AMO) work on. In the kernel's processes pages that hold a live buffer of profil, pcsample or
 * sprofil are mapped uncached, and there VexRiscv's atomics fail in silence: AMO returns a stale word, SC succeeds without a reservation. So no
 * atomic variable may share a page of 4 KiB with such a buffer. Of variables that carry this mark the library knows: a buffer in a page
 * of theirs is an illegal one. Of others, on the heap or on a stack, it cannot know. Thread locks are system calls, and safe anywhere. */
#define PROFIL_ATOMIC __attribute__((section(".atomic")))

#endif
