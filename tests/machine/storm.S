/* SPDX-License-Identifier: ISC
 * storm.S - a handler where there is no memory: traps for ever.
 */
#include "machine.inc"
	li	t0, 0x60000000
	csrw	mtvec, t0
	ecall
	finish	0x00013333
