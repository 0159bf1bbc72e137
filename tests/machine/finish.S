/* SPDX-License-Identifier: ISC
 * finish.S - prints "ok", checks the stub's promise (a0 = a1 = 0), ends with CODE.
 */
#include "machine.inc"
	bnez	a0, 1f
	bnez	a1, 1f
	put	'o'
	put	'k'
	finish	CODE
1:	finish	0x00993333
