#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf tally tests/bin/link_whole
# top.sh [calls] - keys of tally top, sizes of the terminal, and boards that are wrong, with a
# program that calls forty functions in turn. With calls: the call tree and causes, of a board that
# has them.
set -u
D=${BUILD:-build}/tests/link_top${1:-}
. tests/link/lib.sh
elf=$D/forty.elf
if [ "${1:-}" = calls ]; then
	endless
	machine board --core vexriscv "$elf"
	"$PY" tests/link/top.py calls "$T" top --scale 1024 "$port" "$elf"
	exit
fi
{
	printf '.globl _start\n_start:\n'
	for i in {10..49}; do printf 'call f%d_twice_its_number\n' "$i"; done
	printf 'j _start\n.size _start, . - _start\n.type _start, @function\n'
	for i in {10..49}; do
		name=f${i}_twice_its_number
		printf '.type %s, @function\n%s:\n' "$name" "$name"
		printf 'li a0, %d\n1: addi a0, a0, -1\nbnez a0, 1b\nret\n' "$i"
		printf '.size %s, . - %s\n' "$name" "$name"
	done
} >"$D/forty.S"
riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static \
	-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments "$D/forty.S" -o "$elf" || die "no ELF"
machine board --core picorv32 "$elf"
"$PY" tests/link/top.py keys "$T" top --interval 100 "$port" "$elf" || exit 1
"$PY" tests/link/top.py sizes "$T" top --interval 3600000 --to f45_twice_its_number "$port" \
	"$elf" ||
	exit 1
for what in still ended lost outside dozing; do
	aside "$what" 'serial line' "$B/tests/bin/link_whole" pty "$what"
	"$PY" tests/link/top.py "$what" "$T" top --interval 100 --to _start "${line%%:*}" "$elf" ||
		exit 1
done
