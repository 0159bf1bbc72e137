#!/bin/sh
# SPDX-License-Identifier: ISC
# netlist.sh PROGRAM CYCLES - each netlist of PROGRAM (build/tests/netlists) for
# CYCLES, a quarter of them from each of four seeds: every run begins with the most
# varied part of the stimulus and ends with a look at the whole memory.
set -eu
for seed in 1 2 3 4; do
	out=$("$1" --seed $seed --cycles $(($2 / 4))) || { echo "$out"; exit 1; }
	echo "$out" | grep -e register -e equal
done
