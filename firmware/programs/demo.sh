#!/bin/bash
# SPDX-License-Identifier: ISC
# demo.sh TALLY FIRMWARE-DIRECTORY - where did every cycle go? Two programs and
# two cores, all unmodified.
set -euo pipefail
tally=$1 elf=$2

say() {
	printf '\n\033[1m%s\033[0m\n' "$*" |
		if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9]*m//g'; fi
}

# Prints the report only, not what the firmware printed before it.
run_report() { # core elf
	echo "\$ $tally run --core $1 -o - $2 | $tally report --top 10 -"
	"$tally" run --core "$1" -o - "$2" 2>/dev/null | "$tally" report --top 10 -
}

say "1. Dhrystone, unmodified, from the PicoRV32 package, on PicoRV32 (console and report)"
echo "\$ $tally run --core picorv32 $elf/dhrystone.elf"
"$tally" run --core picorv32 "$elf/dhrystone.elf"

say "2. The same ELF on VexRiscv Lite (report only): other cycles, other hot spots"
run_report vexriscv "$elf/dhrystone.elf"

say "3. Lua 5.4's interpreter running firmware/programs/lua/demo.lua" \
	"on VexRiscv Lite: some 20 million cycles"
run_report vexriscv "$elf/lua.elf"

say "4. The same profile kept in a file, and its hottest source lines"
echo "\$ $tally run -o $elf/dhrystone.tally ...;" \
	"$tally report --by line --top 5 $elf/dhrystone.tally $elf/dhrystone.elf"
"$tally" run --core vexriscv -o "$elf/dhrystone.tally" "$elf/dhrystone.elf" >/dev/null
"$tally" report --by line --top 5 "$elf/dhrystone.tally" "$elf/dhrystone.elf"

say "Your own: make elf C=your.c && $tally run $elf/your.elf"
