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

# One step of induction, as in prove.py: equal registers, inputs and memory words give the same again.
prove() {
	while read -r n; do
		equivalent "$n" && echo "$n"
	done <"$dir/open"
	:
}

# $1 mutant
equivalent() {
	line=$(sed -n "s/^$1 [^ ]* /mutate /p" "$dir/mutants.txt")
	cell=$(echo "$line" | sed 's/.* -cell \([^ ]*\) .*/\1/')
	cone="c:spoilt_cell %coe* x:* %d t:*dff* %d t:tally_small_r?m %d"
	cat >"$dir/proof.ys" <<-EOF
		read_rtlil $dir/unit.il
		copy tally_small gold
		$line
		rename tally_small gate
		cd gate
		rename $cell spoilt_cell
		rename -hide $cone c:spoilt_cell %d
		rename -enumerate -pattern spoilt_% $cone
		cd
		equiv_make -inames gold gate equiv
		hierarchy -top equiv
		equiv_struct
		equiv_simple
		equiv_status -assert
	EOF
	timeout 120 "$YOSYS" -q -s "$dir/proof.ys" >"$dir/proof.log" 2>&1
}

# as in mutate.sh: $1 mutant, $2 cycles, $3 seed
dies() {
	if MUTANT=$1 "$program" random "$3" $(($2 / 6000)) >"$dir/mutant.log" 2>&1; then
		return 1
	fi
	how=$(sed -n 's/.*\(cycle [0-9]*\).*/\1/p;q' "$dir/mutant.log")
	how=${how:-does not settle}
}

LS=$BUILD/sim/small_mutate PROGRAM=$BUILD/tests/small_mutants
mkdir -p "$LS"
"$what" "$name" "$dir"
