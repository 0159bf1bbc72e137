#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: obj/rv32im/libtally.a tally
# gmon.sh PART... - the unmodified gprof of riscv64-unknown-elf reads gmon.out of bare-metal
# programs.
#
# Call counts must be exact. Samples must match an exact profile of the same program up to chance.
# Parts: flat, samples alone; calls_too, with calls; monitor, monitor(3C), pauses, counts above
# 65,535. Uses TALLY and BUILD; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=${TALLY:-build/tally} BUILD=${BUILD:-build}
dir=$BUILD/tests/gmon-$1
source=tests/calls/gmon.c elf=$BUILD/firmware/gmon.elf
rm -rf "$dir" && mkdir -p "$dir" || exit 1
evidence=("$dir/flat")

# Flat profile in $dir/flat, call graph in $dir/graph.
profile() { # ELF
	riscv64-unknown-elf-gprof -b -p "$1" "$dir/gmon.out" >"$dir/flat" || return 1
	riscv64-unknown-elf-gprof -b -q "$1" "$dir/gmon.out" >"$dir/graph" 2>/dev/null ||
		: no calls in it
}
samples() { awk -v f="$1" '$NF == f { print int($3) }' "$dir/flat"; }
calls() { awk -v f="$1" '$NF == f && NF > 4 { print $4 }' "$dir/flat"; }
# Within 4% and 3 of each other: a sample takes the bus for 6 cycles, and sampling has error.
near() {
	awk -v a="$1" -v b="$2" \
		'BEGIN { d = a > b ? a - b : b - a; exit !(a > 0 && d <= 3 + b / 25) }'
}

cycles() { awk -v f="$1" '$1 == f { print $2 }' "$dir/exact"; }
run() { # CORE
	rm -f "$dir/gmon.out"
	"$TALLY" run --no-profile --core "$1" --files "$dir" "$elf" >"$dir/out" 2>"$dir/err"
}
# What the program says of its cycles is, but for start and exit, what the simulator counted.
spent() {
	awk '/^gmon.out: the program took/ { sum = $5 + $NF }
		/^cycles/ { run = $2 + 0 }
		END { exit !(sum < run && run - sum < 60000) }' "$dir/out"
}

flat() {
	# a name of its own, beside calls_too; $dir/exact: cycles of each function of the program
	# without gcrt0, by the unit's exact profile
	cp $source "$dir/flat.c"
	source=$dir/flat.c elf=$BUILD/firmware/flat.elf
	make -s elf C=$source >/dev/null &&
		"$TALLY" run --core vexriscv --json="$dir/exact.json" "$elf" >/dev/null || exit 1
	python3 -c 'import json, sys
for f in json.load(open(sys.argv[1]))["functions"]: print(f["name"], f["count"])' \
		"$dir/exact.json" >"$dir/exact"
	make -s elf C=$source PROF=flat >/dev/null || exit 1
	ok "PROF=flat runs" run vexriscv
	ok "... gprof reads its gmon.out" profile "$elf"
	ok "... counts are samples" grep -q 'Each sample counts as 1 samples' "$dir/flat"
	for f in hot fib; do
		ok "... samples of $f, $(samples $f), are its $(cycles $f) cycles / 1000" \
			near "$(samples $f)" $(($(cycles $f) / 1000))
	done
	ok "... no calls" test -z "$(calls hot)"
	"$TALLY" run --core vexriscv "$elf" >"$dir/out" 2>&1
	ok "without a unit that can: said in one line" \
		test "$(grep -c '^monitor: profil: .*--no-profile' "$dir/out")" -eq 1
	ok "... and the program runs" grep -qx 'fib 987' "$dir/out"
}

calls_too() {
	make -s elf C=$source PROF=1 PERIOD=200 >/dev/null || exit 1
	ok "PROF=1 runs" run vexriscv
	ok "... the program's own output" grep -qx 'fib 987' "$dir/out"
	ok "... nothing is missing" test -z "$(grep '^monitor: ' "$dir/out")"
	ok "... it says where the run's cycles went" spent
	ok "... gprof reads its gmon.out" profile "$elf"
	ok "... calls of hot" test "$(calls hot)" = 201
	ok "... calls of warm" test "$(calls warm)" = 1
	ok "... hot's callers" grep -q ' 1/201 .*main' "$dir/graph"
	ok "... both" grep -q ' 200/201 .*warm' "$dir/graph"
	ok "... calls of itself" grep -q ' 1+3192 .*fib' "$dir/graph"
}

# monitor(3C), pauses, counts above 65,535
monitor() {
	make -s elf C=tests/calls/monitor.c PROF=1 PERIOD=1 >/dev/null || exit 1
	elf=$BUILD/firmware/monitor.elf
	ok "monitor and moncontrol" run vexriscv-linux
	ok "... profiles one after the other keep no memory" grep -qx 'kept 0 bytes' "$dir/out"
	ok "... 16-bit counters that wrap are reported" \
		grep -qE '^monitor: [0-9]+ counts are not in gmon.out: counters wrapped' "$dir/out"
	ok "... a table of calls that is too small says which size to give" grep -qE \
		"did not fit the table of calls: its [0-9]+ entries are full; give .* to [0-9]+$" \
		"$dir/out"
	ok "... once: a pause takes the counters" grep -qx 'left 0' "$dir/out"
	ok "... gprof reads it" profile "$elf"
	ok "... counts are cycles" grep -q 'Each sample counts as 1 cycles' "$dir/flat"
	ok "... hot has $(samples hot): counts that take several records" \
		test "$(samples hot)" -gt 100000
	ok "... and 12 calls" test "$(calls hot)" = 12
	ok "... what lies beyond has none" test -z "$(samples behind)$(samples main)"
	ok "... an empty range is refused" \
		grep -q '^monitor: monitor: the range is empty; no gmon.out$' "$dir/out"
}

for part; do
	$part
done
exit $failed
