#!/bin/sh
# SPDX-License-Identifier: ISC
# small.sh - mutate.sh for the smallest unit: its random test must see what Yosys mutates in
# tally_small.v, its bus side or its tap. The two memories are not mutated.
#
#   small.sh netlist small DIR   see mutate.sh
#   small.sh                     see mutate.sh run; CYCLES: how long a mutant may live, 6,000 per random program
#
# Environment: BUILD, YOSYS, SEED, CYCLES.
set -eu
CYCLES=${CYCLES:-1200000}
what=${1:-run} name=${2:-} dir=${3:-}
set -- :
. tests/mutate/mutate.sh
. tests/mutate/induct.sh
TOP=tally_small MEMORY='tally_small_r?m'

blocks() {
	echo "small|small|tally_small tally_small_bus tally_small_tap|200"
}

unit() {
	echo "verilog_defaults -add -Irtl"
	echo "read_verilog rtl/tally_small.v rtl/tally_small_bus.v rtl/tally_small_tap.v"
	echo "read_verilog -lib rtl/tally_small_ram.v rtl/tally_small_rom.v"
	echo "hierarchy -top tally_small; proc; flatten; opt_clean"
	echo "opt -full; wreduce; splitcells; opt -full; opt_clean -purge"
}

# as in mutate.sh: $1 mutant, $2 cycles, $3 seed
dies() {
	if MUTANT=$1 "$program" random "$3" $(($2 / 6000)) >"$dir/mutant.log" 2>&1; then
		return 1
	fi
	how=$(sed -n 's/.*\(cycle [0-9]*\).*/\1/p;q' "$dir/mutant.log")
	how=${how:-does not settle}
}

PROVER=tests/mutate/induct.sh LS=$BUILD/sim/small_mutate PROGRAM=$BUILD/tests/small_mutants
mkdir -p "$LS"
"$what" "$name" "$dir"
