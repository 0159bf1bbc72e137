/* SPDX-License-Identifier: ISC
 * jump.S - ends in a jump to itself.
 */
#include "machine.inc"
	put	'j'
	.globl	here
#ifdef COMPRESSED
	.option	rvc
here:	c.j	here
#else
here:	j	here
#endif
