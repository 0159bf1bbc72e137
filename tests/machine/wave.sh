#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/hello.elf sim/wave/picorv32/v/wave
# wave.sh - make wave: the dump has both edges of every clock from the core's release on, for the
# cycles asked for, and shows the unit.
set -euo pipefail
wave=$BUILD/sim/wave/picorv32/v/wave
dir=$BUILD/tests/wave
mkdir -p "$dir"
clocks() { # CYCLES: the rising edges of clk_i, if it alternates and the unit is there
	awk '
		$1 == "$scope" { path = path "." $3 }
		$1 == "$upscope" { sub(/\.[^.]*$/, "", path) }
		$1 == "$var" && path "." $5 ~ /machine\.clk_i$/ { clk = $4 }
		$1 == "$var" && path "." $5 ~ /machine\.units\.tally\./ { unit = 1 }
		/^[01]/ && clk != "" && substr($1, 2) == clk {
			bad += value == substr($1, 1, 1)
			value = substr($1, 1, 1)
			rises += value
		}
		END { if (bad || !unit) exit 1; print rises }' "$dir/$1.vcd"
}
for cycles in 1000 2000; do
	sim/wave.sh "$wave" "$BUILD/firmware/hello.elf" +cycles=$cycles +period=1 \
		+vcd="$dir/$cycles.vcd" >"$dir/$cycles.out"
	grep "^$cycles cycles, $cycles ticks$" "$dir/$cycles.out" || {
		echo "FAIL: not $cycles ticks"
		cat "$dir/$cycles.out"
		exit 1
	}
done
few=$(clocks 1000) many=$(clocks 2000)
echo "$few and $many clocks"
# the release before, the counts read after them: some hundred clocks
[ "$few" -ge 1000 ] && [ "$few" -le 1300 ] && [ $((many - few)) = 1000 ] ||
	{ echo "FAIL: not 1000 and 2000 cycles"; exit 1; }
