#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_report.sh BENCH_REPORT TALLY PPROF DIRECTORY TABLE - compares tally report with the readers that one
# would use without it, on one histogram and one ELF, in one run; writes TABLE.
# DIRECTORY holds program25.elf, program50.elf and program100.elf (tests/tool/tool.mk).
set -eu
bench=$(realpath "$1") tally=$(realpath "$2") pprof=$(realpath "$3") dir=$4 table=$5
limit=${BENCH_LIMIT:-300}
out=$(mktemp)
trap 'rm -f "$out"' EXIT

mb() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f", bytes / 1e6 }'; }
tables() { riscv64-unknown-elf-size -A "$elf" | awk '$1 == ".debug_line" { printf "%.0f", $2 / 1e6 }'; }
cpu() { sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1; }
# The median of three runs, or the only run of a slow command: "CPU-SECONDS SECONDS MB STATUS".
measure() { # RUNS COMMAND... (its standard output is thrown away)
	local runs=$1 i
	shift
	for ((i = 0; i < runs; i++)); do
		"$bench" time "$limit" "$@" 2>&1 >/dev/null </dev/null | tail -n 1
	done | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}
declare -A spent		# label: CPU seconds
row() { # LABEL RUNS COMMAND...
	local label=$1 result cpu seconds memory status
	shift
	echo "  $label" >&2
	result=$(measure "$@")
	read -r cpu seconds memory status <<<"$result"
	spent[$label]=$cpu
	[ "$seconds" != - ] || { cpu="stopped" seconds="after $limit"; spent[$label]=$limit; }
	[ "$status" = 0 ] || [ "$status" = -1 ] || { echo "$label: exit $status" >&2; exit 1; }
	echo "| $label | $cpu | $seconds | $memory |"
}
ratio() { # WHAT OURS THEIRS
	echo "| $1 | $2 | $3 | $(awk -v a="${spent[$2]}" -v b="${spent[$3]}" 'BEGIN { printf "%.1f", b / a }') |"
}

for n in 25 50 100; do
	"$bench" data "$dir/program$n.elf" $((10485 * n)) "$dir/program$n.tally" "$dir/program$n.gmon" "$dir/program$n.addresses"
done
elf=$dir/program100.elf
"$tally" export pprof -o "$dir/program100.pb.gz" "$dir/program100.tally" "$elf" 2>/dev/null
{
	echo "# How fast tally report is"
	echo
	echo "Written by \`make bench-report\` on $(nproc) cores, $(cpu)."
	echo "One histogram of $((10485 * 100)) counters of 4 bytes of code, none of them 0, and one generated ELF of $(mb "$elf") MB with its DWARF 5,"
	echo "the same for all: as a capture, as gmon.out, as the profile that \`tally export pprof\` makes of it (which has its names already:"
	echo "pprof reads no ELF here), and as a list of addresses. What each prints is thrown away; the middle one of three runs, of pprof and"
	echo "llvm-symbolizer the only one. Compare the processor's seconds; the clock's depend on what else the machine does."
	echo
	echo "| | processor, seconds | clock, seconds | MB of memory |"
	echo "| --- | --- | --- | --- |"
	row "\`tally report\`" 3 "$tally" report "$dir/program100.tally" "$elf"
	row "\`tally report --by line\`" 3 "$tally" report --by line "$dir/program100.tally" "$elf"
	row "\`tally report --by inline\`" 3 "$tally" report --by inline "$dir/program100.tally" "$elf"
	row "\`tally report --by address --top 0\`" 3 "$tally" report --by address --top 0 "$dir/program100.tally" "$elf"
	row "\`gprof -b -p\`" 3 riscv64-unknown-elf-gprof -b -p "$elf" "$dir/program100.gmon"
	row "\`gprof -b -p -l\`" 3 riscv64-unknown-elf-gprof -b -p -l "$elf" "$dir/program100.gmon"
	row "\`pprof -top\`" 1 "$pprof" -top "$dir/program100.pb.gz"
	row "\`pprof -top -lines\`" 1 "$pprof" -top -lines "$dir/program100.pb.gz"
	row "\`addr2line -f\`" 3 sh -c "exec riscv64-unknown-elf-addr2line -f -e '$elf' <'$dir/program100.addresses'"
	row "\`addr2line -f -i\`" 3 sh -c "exec riscv64-unknown-elf-addr2line -f -i -e '$elf' <'$dir/program100.addresses'"
	row "\`llvm-symbolizer\`" 1 sh -c "exec llvm-symbolizer --obj='$elf' <'$dir/program100.addresses'"
	echo
	echo "How many times faster, by the processor's seconds. \`addr2line\` has no view by function alone: it finds the line of each address,"
	echo "as \`--by line\` does; the report by function reads the lines of the functions it prints only."
	echo
	echo "| what is asked | | | times |"
	echo "| --- | --- | --- | --- |"
	ratio "functions by share" "\`tally report\`" "\`gprof -b -p\`"
	ratio "functions by share" "\`tally report\`" "\`pprof -top\`"
	ratio "functions by share" "\`tally report\`" "\`addr2line -f\`"
	ratio "lines by share" "\`tally report --by line\`" "\`gprof -b -p -l\`"
	ratio "lines by share" "\`tally report --by line\`" "\`pprof -top -lines\`"
	ratio "lines by share" "\`tally report --by line\`" "\`addr2line -f\`"
	ratio "inlined functions" "\`tally report --by inline\`" "\`addr2line -f -i\`"
	ratio "inlined functions" "\`tally report --by inline\`" "\`llvm-symbolizer\`"
	echo
	echo "By instructions counted (callgrind), the checksums of both files and the counts themselves take some two fifths of \`tally report\`,"
	echo "the line tables of the units with the functions that are printed as much. By line all $(tables) MB of line tables are decoded, and"
	echo "by inlined function libdw walks all of .debug_info: that limits those two."
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
