# SPDX-License-Identifier: ISC
"""unit_rows.py - which beginnings of functions a unit gets, in a program that has one of each kind;
a program that is too large for its pcs.

usage: unit_rows.py UNIT_ROWS
"""
import os
import subprocess
import sys

sys.path.insert(0, "tests/tool")
from kit import build, end, ok, refused, workdir     # noqa: E402

# Names end in _not where the function begins only by calls, or not at all.
CODE = r"""
	.option norelax
	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm
	.macro ends name
	.size \name, . - \name
	.endm
	function _start
	call called_not
	tail far
1:	beqz a0, 1b
	ebreak
	ends _start
	function called_not
	addi a0, a0, 1
	j jumped
	ends called_not
	function jumped
	bnez a0, branched
	ret
	ends jumped
	function branched
	lui a0, %hi(made)
	addi a0, a0, %lo(made)
	la a1, made_near
	c.lui a2, 1
	c.addi a2, 4
	la a1, inside
	ret
	ends branched
	function made
	mret
	ends made
	function made_near
	c.j short
	ends made_near
	function short
	nop
inside:	j short
	nop
	ends short
	function run_on
	j __riscv_save_0_not
	ends run_on
	function __riscv_save_0_not
	jr t0
	ends __riscv_save_0_not
	function far
	ebreak
	ends far
	function alone_not
	.word kept
	ret
	ends alone_not
	function kept
	ret
	ends kept
	.section .low, "ax"
	.option norvc
	nop
	function low
	ret
	ends low
	.option rvc
	.data
	.type table, @object
	.size table, 16
table:	.word 0, kept, inside, alone_not + 2
"""
HAVE = ["low", "jumped", "branched", "made", "made_near", "short", "run_on", "far", "kept"]
LARGE = r"""
	.globl _start
_start:	ebreak
	.section .far, "ax"
	.globl far
far:	ret
"""


def main():
    program = os.path.abspath(sys.argv[1])
    workdir()
    elf = build("begins", {"start.S": CODE}, "-march=rv32imac_zicsr",
                "-Wl,-Ttext=0x2000,--section-start=.low=0x1000")
    r = subprocess.run([program, elf, *HAVE], capture_output=True, text=True)
    ok(f"beginnings, rows: {r.stdout}", r.returncode == 0, r.stdout, r.stderr)
    ok("a note says how many returns strayed",
       "8192 returns did not lead to their call" in r.stderr, r.stderr)
    elf = build("large", {"start.S": LARGE}, "-Wl,--section-start=.far=0x80200000")
    refused(r"large.elf: its code spans 20971\d\d bytes, and a unit with 21 bits of a pc tells "
            "2097152 apart; ", "run", "--calls=unit", elf)
    end()


main()
