#!/bin/sh
# SPDX-License-Identifier: ISC
# line_elf.sh NAME ELF - small programs with line tables of other forms. dwarfN: with inlined calls,
# in DWARF N. opcodes: GNU's assembler uses only fixed_advance_pc; LLVM's, without relaxation, uses
# all the other opcodes. CROSS in the environment.
set -eu
mkdir -p "${2%/*}"
case $1 in
dwarf*)
	"${CROSS}gcc" -march=rv32imac -mabi=ilp32 -O2 -g "-gdwarf-${1#dwarf}" -ffunction-sections \
		-nostdlib -static -Wl,--gc-sections,-e,main,-Ttext=0x80000000 \
		-Wl,--no-warn-rwx-segments tests/fuzz/fuzz_program.c -o "$2"
	;;
opcodes)
	llvm-mc -g -triple=riscv32 -mattr=-relax -filetype=obj tests/tool/line_opcodes.S -o "$2.o"
	"${CROSS}ld" -m elf32lriscv -Ttext=0x80000000 --no-warn-rwx-segments "$2.o" -o "$2"
	;;
esac
