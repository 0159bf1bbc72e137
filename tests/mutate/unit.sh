#!/bin/sh
# SPDX-License-Identifier: ISC
# unit.sh - mutate.sh for rtl/unit: lockstep-unit must see what Yosys mutates in it. The memory is not mutated.
#
#   unit.sh netlist NAME DIR   see mutate.sh; NAME of sim/lockstep/builds
#   unit.sh                    see mutate.sh run; CYCLES: how long a mutant may live, in seeds of 30,000 cycles
#
# Environment: BUILD, YOSYS, SEED, CYCLES, EACH (mutants a block).
set -eu
CYCLES=${CYCLES:-1200000} EACH=${EACH:-20}
what=${1:-run} name=${2:-} dir=${3:-}
set -- :
. tests/mutate/mutate.sh
. tests/mutate/induct.sh
TOP=tally MEMORY='*tally_words*'

# as in mutate.list
blocks() {
	awk -v n="$EACH" '!/^#/ && NF {
		name = $1; net = $2; $1 = $2 = ""
		print name "|" net "|" $0 "|" n }' tests/mutate/unit.list
}

unit() {
	echo "verilog_defaults -add -Irtl/unit -Irtl/regs"
	grep -v tally_words rtl/unit/unit.f | sed 's,^,read_verilog rtl/unit/,'
	echo "read_verilog -lib sim/lockstep/memory.v"
	echo "hierarchy -top tally $(LS_LIST=sim/lockstep/builds sim/lockstep_params.sh "$1" yosys)"
	echo "proc; flatten; opt_clean"
	echo "opt -full; wreduce; splitcells; opt -full; opt_clean -purge"
}

# as in mutate.sh: $1 mutant, $2 cycles, $3 seed; the full memory after the empty one
dies() {
	seeds=$((($2 + 29999) / 30000))
	for build in "$name" "${name}_full"; do
		code=0
		timeout 300 "$program" --build "$build" --mutant "$1" --seeds $seeds --seed "$((1000 * $3))" \
			--full-after "$(full_after)" >"$dir/mutant.log" 2>&1 || code=$?
		case $code in
		0) ;;
		1) how=$(sed -n '1s/.*\(cycle [0-9]*\): \(.*\)/\1, \2/p' "$dir/mutant.log"); return ;;
		*) how="does not settle"; return ;;
		esac
	done
	return 1
}

# What FULL takes without a mutant.
full_after() {
	[ -s "$dir/full_after" ] && [ "$dir/full_after" -nt "$program" ] ||
		"$program" --build "${name}_full" --seeds 1 |
			sed -n 's/.*FULL after \([0-9]*\) .*/\1/p' >"$dir/full_after"
	cat "$dir/full_after"
}

PROVER=tests/mutate/induct.sh LS=$BUILD/sim/unit PROGRAM=$BUILD/tests/unit_mutants
"$what" "$name" "$dir"
