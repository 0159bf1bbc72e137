#!/bin/bash
# SPDX-License-Identifier: ISC
# demo.sh TALLY FIRMWARE-DIRECTORY - one screen: a profiled program and its children after fork, the kernel's own
# profile, and the program's gmon.out, carried out of the machine, as the unmodified gprof reads it.
set -euo pipefail
tally=$1 elf=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

printf '%s\n' 'prof -p 1009 -n 3 work -f' 'sprof -p 1009 -n 5 work' 'send gmon.out' 'halt' |
	"$tally" run --no-profile --core vexriscv-linux --files "$out" "$elf/kernel.elf" 2>&1 | tr -d '\r' | sed "s,$out/,,"
echo
echo "\$ riscv64-unknown-elf-gprof -b -p work gmon.out"
riscv64-unknown-elf-gprof -b -p "$elf/user/bin/work" "$out/gmon.out" | sed -n '3,9p'
