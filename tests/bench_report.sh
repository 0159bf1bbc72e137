#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_report.sh BENCH_REPORT TALLY DIRECTORY TABLE - tally report beside the readers that one
# would use without it, on one histogram and one ELF, in one run; writes TABLE.
# DIRECTORY holds program25.elf, program50.elf and program100.elf (sw/bench.mk).
set -eu
bench=$(realpath "$1") tally=$(realpath "$2") dir=$3 table=$4
limit=${BENCH_LIMIT:-300}
out=$(mktemp)
trap 'rm -f "$out"' EXIT

mb() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f", bytes / 1e6 }'; }
cpu() { sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1; }
# The middle one of three runs, or the only one of what takes long: "CPU-SECONDS SECONDS MB STATUS".
measure() { # RUNS COMMAND... (its standard output is thrown away)
	local runs=$1 i
	shift
	for ((i = 0; i < runs; i++)); do
		"$bench" time "$limit" "$@" 2>&1 >/dev/null </dev/null | tail -n 1
	done | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}
row() { # LABEL RUNS COMMAND...
	local label=$1 result cpu seconds memory status
	shift
	echo "  $label" >&2
	result=$(measure "$@")
	read -r cpu seconds memory status <<<"$result"
	[ "$seconds" != - ] || { cpu="stopped" seconds="after $limit"; }
	[ "$status" = 0 ] || [ "$status" = -1 ] || { echo "$label: exit $status" >&2; exit 1; }
	echo "| $label | $cpu | $seconds | $memory |"
}

for n in 25 50 100; do
	"$bench" data "$dir/program$n.elf" $((10485 * n)) "$dir/program$n.tally" "$dir/program$n.gmon" "$dir/program$n.addresses"
done
elf=$dir/program100.elf
{
	echo "# How fast tally report is"
	echo
	echo "Written by \`make bench-report\` on $(nproc) cores, $(cpu)."
	echo "One histogram of $((10485 * 100)) counters of 4 bytes of code, none of them 0, and one generated ELF of $(mb "$elf") MB with its DWARF 5,"
	echo "the same for all; what each prints is thrown away. tally: the middle one of three runs."
	echo "Compare the processor's seconds; the clock's depend on what else the machine does."
	echo
	echo "| | processor, seconds | clock, seconds | MB of memory |"
	echo "| --- | --- | --- | --- |"
	row "\`tally report\`: functions" 3 "$tally" report "$dir/program100.tally" "$elf"
	row "\`tally report --by line\`" 3 "$tally" report --by line "$dir/program100.tally" "$elf"
	row "\`tally report --by inline\`" 3 "$tally" report --by inline "$dir/program100.tally" "$elf"
	row "\`tally report --by address --top 0\`" 3 "$tally" report --by address --top 0 "$dir/program100.tally" "$elf"
	row "\`gprof -b -p\`: functions" 1 riscv64-unknown-elf-gprof -b -p "$elf" "$dir/program100.gmon"
	row "\`gprof -b -p -l\`: lines" 1 riscv64-unknown-elf-gprof -b -p -l "$elf" "$dir/program100.gmon"
	row "\`addr2line -f\` of each address: functions and lines" 1 sh -c "exec riscv64-unknown-elf-addr2line -f -e '$elf' <'$dir/program100.addresses'"
	row "\`addr2line -f -i\`: inlined functions too" 1 sh -c "exec riscv64-unknown-elf-addr2line -f -i -e '$elf' <'$dir/program100.addresses'"
	row "\`llvm-symbolizer\`: the same" 1 sh -c "exec llvm-symbolizer --obj='$elf' <'$dir/program100.addresses'"
	echo
	echo "The same program in a quarter and a half of that size, with as many counters as code (\`--by line\`): the time grows with the size, not faster."
	echo
	echo "| MB of ELF | counters | processor, seconds | clock, seconds | MB of memory |"
	echo "| --- | --- | --- | --- | --- |"
	for n in 25 50 100; do
		read -r cpu seconds memory status <<<"$(measure 3 "$tally" report --by line "$dir/program$n.tally" "$dir/program$n.elf")"
		echo "| $(mb "$dir/program$n.elf") | $((10485 * n)) | $cpu | $seconds | $memory |"
	done
} >"$out"
cp "$out" "$table"
chmod 644 "$table"
cat "$table"
