/* SPDX-License-Identifier: ISC
 * mark.h - marks a place of a program for `tally run --after mark=N --until mark=N` (sw/RUN.md).
 *
 * A mark is one instruction without effect, addi x0, x0, N (a disassembler shows li zero,N), which
 * takes what an addition takes. In assembler write it out. The compiler moves no load or store over
 * it.
 */
#ifndef MARK_H
#define MARK_H

/* n: a constant from 1 to 2047; another one is an error of the compiler. */
#define tally_mark(n) \
	__asm__ volatile("addi x0, x0, %0" \
			 : \
			 : "i"(n), "i"(sizeof(char[(n) > 0 && (n) < 2048 ? 1 : -1])) \
			 : "memory")

#endif
