#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tests/rig/traps tests/rig/exact tests/cores/$2/traps.elf tests/cores/$2/dhrystone.elf
# core.sh CORE ISA - the core's traps; each counter of two programs against its record in every
# cycle; the unit takes no cycle from them.
set -eu
core=$1 isa=$2
programs=$BUILD/tests/cores/$isa
case $isa in
*zicsr) retires= ;;
*) retires=trap-retires ;;	# PicoRV32's ecall asks for an interrupt, and retires
esac
# shellcheck disable=SC2086
"$BUILD/tests/rig/traps" "$core" "$programs/traps.elf" $retires
"$BUILD/tests/rig/exact" "$core" "$programs/traps.elf"
"$BUILD/tests/rig/exact" "$core" "$programs/dhrystone.elf" 200000
