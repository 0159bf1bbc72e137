#!/bin/bash
# SPDX-License-Identifier: ISC
# core.sh CORE ISA [all] - the core's traps, and each counter of a program against its record in every cycle; all: five
# programs, and that the unit takes no cycle from any.
set -eu
core=$1 isa=$2 programs=traps
elf() { echo "$BUILD/tests/cores/$isa/$1.elf"; }
case $isa in
*zicsr) retires= ;;
*) retires=trap-retires ;;	# PicoRV32's ecall asks for an interrupt, and retires
esac
# shellcheck disable=SC2086
"$BUILD/tests/rig/traps" "$core" "$(elf traps)" $retires
[ $# -lt 3 ] || programs='dhrystone hello arith memory traps'
for p in $programs; do
	"$BUILD/tests/rig/exact" "$core" "$(elf "$p")"
	[ $# -lt 3 ] || "$BUILD/tests/rig/overhead" "$core" "$(elf "$p")" 3000000
done
