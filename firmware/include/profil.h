/* SPDX-License-Identifier: ISC
 * profil.h - profil(2), execution time profile, with the prototype of one of three systems.
 *
 * <unistd.h> includes it, as in the synopses of the manual pages. Before including either, define
 * SOLARIS_PROFIL or BSD_PROFIL for that prototype, nothing for System V's, and link the library of
 * the same system: the library decides the behaviour. The manual pages say what the calls do;
 * firmware/lib/README.md lists the differences.
 *
 * Counters are 16 bits wide. buf: `size` bytes, a multiple of 2, of writable memory of the caller.
 * offset: lowest address of the text. scale: 0x10000 gives one counter per 2 bytes of text, 0x8000
 * per 4, and so on; 0 turns profiling off.
 *
 * The kernel maps pages with a live buffer uncached. There VexRiscv's atomic instructions, which
 * our builds never use, fail silently: AMO returns a stale word, SC succeeds without a reservation.
 * So no variable that they access may share a 4 KiB page with a buffer.
 */
#ifndef PROFIL_H
#define PROFIL_H

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(BSD_PROFIL)
/* Returns 0, or -1 with errno. EFAULT: a byte of samples is not in memory, and profiling is off.
 * EINVAL: scale above 65536. */
int profil(char *samples, size_t size, u_long offset, u_int scale);
#elif defined(SOLARIS_PROFIL)
void profil(unsigned short *buff, unsigned int bufsiz, unsigned int offset, unsigned int scale);
#else
void profil(unsigned short *buff, size_t bufsiz, int offset, unsigned scale);
#endif

#ifdef __cplusplus
}
#endif

#endif
