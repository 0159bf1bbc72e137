/* SPDX-License-Identifier: ISC
 * ebreak.S - ends in an ebreak with no handler.
 */
#include "machine.inc"
	put	'e'
	.globl	here
here:	ebreak
	finish	0x00013333
