/* SPDX-License-Identifier: ISC
 * script.S - embeds the Lua script (SCRIPT, a path) in the program.
 */
	.section .rodata.script, "a"
	.globl	script_start, script_end
script_start:
	.incbin	SCRIPT
script_end:
