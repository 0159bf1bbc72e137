# SPDX-License-Identifier: ISC
# needs: tally
"""golden.py - the text of each view, as tests/tool/golden/ has it. These files are looked at:
numbers are judged elsewhere, in JSON. One program in assembler, so that no compiler changes them.

usage: golden.py [write]     write: regenerates the files, from the top folder
"""
import os
import shutil
import sys

from kit import CROSS, TOP, end, ok, read, sh, tally, workdir, write

PROGRAM = r"""	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm
	.macro ending name
	.size \name, . - \name
	.endm

	function _start
	lui sp, 0x80100
	li s0, 5
1:	call outer
	addi s0, s0, -1
	bnez s0, 1b
	li t0, 0xf0100000
	li t1, 0x5555
	sw t1, 0(t0)
2:	j 2b
	ending _start

	function outer
	addi sp, sp, -16
	sw ra, 12(sp)
	li a0, LENGTH
	call sum
	call divide
	lw ra, 12(sp)
	addi sp, sp, 16
	ret
	ending outer

	function sum			# of a table
	la t0, table
	li a1, 0
1:	lw t1, 0(t0)
	add a1, a1, t1
	addi t0, t0, 4
	addi a0, a0, -1
	bnez a0, 1b
	ret
	ending sum

	function divide
	addi sp, sp, -16
	sw ra, 12(sp)
	li a0, 3
	div a1, a1, a0
	rem a2, a1, a0
	call sum
	lw ra, 12(sp)
	addi sp, sp, 16
	ret
	ending divide

	.data
	.type table, @object
table:	.word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
	.size table, 64
"""
BUDGETS = "total 2K\n+outer 90%\nsum cycles 1000\nouter > sum instructions 300\nstack 64\n"
VIEWS = {
    "report": ["report", "new.tally"],
    "report-line": ["report", "--by", "line", "--top", "5", "--width", "60", "new.tally"],
    "report-why": ["report", "--why", "--top", "2", "--width", "90", "new.tally"],
    "report-object": ["report", "--by", "object", "new.tally"],
    "report-loop": ["report", "--by", "loop", "--width", "112", "new.tally"],
    "report-caller": ["report", "--by", "caller", "--match", "sum", "new.tally"],
    "report-tree": ["report", "--tree", "--depth", "3", "new.tally"],
    "report-callers-of": ["report", "--callers-of", "sum", "new.tally"],
    "report-samples": ["report", "sampled.tally"],
    "annotate": ["annotate", "divide", "new.tally"],
    "diff": ["diff", "old.tally", "new.tally"],
    "check": ["check", "--against", "old.tally", "budgets.txt", "new.tally"],
    "advise": ["advise", "new.tally"]}


def program(name, length, *options):
    sh(CROSS + "gcc", "-march=rv32im_zicsr", "-mabi=ilp32", "-nostdlib", "-static", "-g",
       "-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments", f"-Wa,--defsym,LENGTH={length}",
       "program.S", "-o", name + ".elf")
    r = tally("run", "--core", "vexriscv", "-o", name + ".tally", *options, name + ".elf")
    ok(f"{name} runs", r.code == 0, r)


def main():
    there = os.path.join(TOP, "tests", "tool", "golden")
    workdir()
    write("program.S", PROGRAM)
    write("budgets.txt", BUDGETS)
    program("old", 8)
    program("new", 16, "--data", "--latency", "divide:divide")
    program("sampled", 16, "--period", "10")
    for name, arguments in VIEWS.items():
        width = [] if "--width" in arguments else ["--width", "72"]
        r = tally(*arguments, *(width if arguments[0] not in ("check", "advise") else []))
        out = r.out if name == "report" else r.out.partition("\nTICKS")[0]	# one foot is enough
        text = f"$ tally {' '.join(arguments)}\n{out}{r.err}"
        write(f"{name}.txt", text)
        if sys.argv[1:] == ["write"]:
            shutil.copy(f"{name}.txt", there)
        file = os.path.join(there, f"{name}.txt")
        ok(f"{name}: as {file} has it", os.path.exists(file) and read(file).decode() == text, text)
    end()


main()
