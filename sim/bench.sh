#!/bin/sh
# SPDX-License-Identifier: ISC
# bench.sh DIR ELF CYCLES RUNS CORE... - simulation speed of each core.
#
# Four kinds of run take turns, RUNS times: without the unit, with the unit
# stopped, with the unit in exact mode (all under the C testbench), and the unit
# stopped under Verilator's generated main. Million cycles a second, and ratios,
# are medians; a ratio is taken within its turn, so that a busy machine
# disturbs both sides of it alike.
set -eu
dir=$1 elf=$2 cycles=$3 runs=$4
shift 4
entry=$(riscv64-unknown-elf-readelf -h "$elf" | awk '/Entry point/ { sub("0x", "", $NF); print $NF }')
riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 --change-addresses=-0x80000000 "$elf" "$dir/bench.hex"

rate() { awk '{ printf "%.4f\n", $1 / $3 / 1e6 }'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

printf '%-16s %8s %8s %8s %8s   %s\n' 'Mcycles/s' bare idle exact main 'exact/bare  C/main'
for core; do
	log=$dir/bench_$core.log
	: >"$log"
	id=$(echo "$core" | tr - _)
	for _ in $(seq "$runs"); do
		bare=$("$dir/bench" "$core" bare "$elf" "$cycles" | rate)
		main=$("$dir/bench_$id/bench_main" +hex="$dir/bench.hex" +entry="$entry" +cycles="$cycles" | grep cycles | rate)
		idle=$("$dir/bench" "$core" idle "$elf" "$cycles" | rate)
		exact=$("$dir/bench" "$core" exact "$elf" "$cycles" | rate)
		echo "$bare $idle $exact $main" | awk '{ print $0, $3 / $1, $2 / $4 }' >>"$log"
	done
	line=
	for column in 1 2 3 4 5 6; do
		line="$line $(awk -v c=$column '{ print $c }' "$log" | median)"
	done
	# shellcheck disable=SC2086
	printf '%-16s %8.2f %8.2f %8.2f %8.2f   %10.2f %7.2f\n' "$core" $line
done
