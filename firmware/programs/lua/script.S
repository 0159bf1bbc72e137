/* SPDX-License-Identifier: ISC
 * script.S - the Lua script (SCRIPT, a path) as bytes of the program.
 */
	.section .rodata.script, "a"
	.globl	script_start, script_end
script_start:
	.incbin	SCRIPT
script_end:
