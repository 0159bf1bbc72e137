#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally firmware/kernel.elf
# demo.sh TALLY FIRMWARE-DIRECTORY - one screen (40 lines): a profiled program and its children
# after fork, the kernel's own profile, and the program's gmon.out on the host, as the unmodified
# gprof reads it. The program's own output is left out.
set -euo pipefail
tally=$1 elf=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

printf '%s\n' 'prof -p 1009 -n 2 work -f' 'send gmon.out' 'sprof -p 1009 -n 4 work' 'halt' |
	"$tally" run --no-profile --core vexriscv-linux --files "$out" "$elf/kernel.elf" 2>&1 |
	tr -d '\r' | sed -E -e "s,$out/,," \
		-e 's/^\$ prof .*/&    # fork copies the counts: sieve ran once, before it/' \
		-e '/^([0-9]+ primes below|sorted [0-9]+ numbers|checksum [0-9a-f]+$)/d' \
		-e '/^(help says|\$ halt$|.*without a profile$|cycles )/d' \
		-e '/^end: the firmware wrote the finisher: pass/d'
echo "\$ riscv64-unknown-elf-gprof -b -p work gmon.out"
riscv64-unknown-elf-gprof -b -p "$elf/user/bin/work" "$out/gmon.out" | sed -n '3,9p'
