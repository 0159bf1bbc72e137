#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tests/rig/exact tests/cores/$2/dhrystone.elf tests/cores/$2/causes.elf
# events.sh CORE ISA - source EVENT of the unit counts each cause, and all of them, on the
# instructions on which the testbench counts them: every bin is the same, LOST is 0.
set -eu
for mask in 1 2 4 8 16 31; do
	"$BUILD/tests/rig/exact" "$1" "$BUILD/tests/cores/$2/causes.elf" 100000 $mask
done
"$BUILD/tests/rig/exact" "$1" "$BUILD/tests/cores/$2/dhrystone.elf" 100000 31
