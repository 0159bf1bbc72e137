/* SPDX-License-Identifier: ISC
 * illegal.S - ends in an illegal instruction with no handler.
 */
#include "machine.inc"
	put	'i'
	.globl	here
here:	.word	0xffffffff
	finish	0x00013333
