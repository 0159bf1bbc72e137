#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_report.sh TALLY PPROF DIRECTORY - compares tally report with the readers that one would use
# without it, on one histogram and one ELF; prints a table. DIRECTORY holds program25.elf and
# program100.elf (tests/tests.mk).
set -eu
tally=$1 pprof=$2 dir=$3
mb() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f", bytes / 1e6 }'; }
# Seconds of the processor and of the clock, peak of memory; stopped after 300 s.
row() { # LABEL COMMAND...
	local label=$1
	shift
	echo "  $label" >&2
	timeout 300 /usr/bin/time -o "$dir/time" -f "%U %S %e %M" "$@" \
		>/dev/null 2>&1 </dev/null || true
	tail -n 1 "$dir/time" | awk -v label="$label" '{
		printf "| %s | %.2f | %.2f | %.0f |\n", label, $1 + $2, $3, $4 / 1024
	}'
}

elf=$dir/program100.elf text=$dir/program100.addresses
for n in 25 100; do		# a count for every 4 bytes of code
	riscv64-unknown-elf-size -A "$dir/program$n.elf" | awk '$1 == ".text" {
		for (i = 0; i + 4 <= $2; i += 4)
			printf "0x%x\n", $3 + i
	}' >"$dir/program$n.addresses"
	awk '{ print $1, 1 + NR % 251 }' "$dir/program$n.addresses" |
		"$tally" import -o "$dir/program$n.tally" "$dir/program$n.elf" 2>/dev/null
done
"$tally" export gmon -o "$dir/gmon.out" "$dir/program100.tally" 2>/dev/null
"$tally" export pprof -o "$dir/program100.pb.gz" "$dir/program100.tally" 2>/dev/null
echo "One histogram of $(wc -l <"$text") counters of 4 bytes of code, none of them 0," \
	"and one generated ELF of $(mb "$elf") MB"
echo "with its DWARF 5, the same for all: as a capture, as gmon.out," \
	"as the profile that \`tally export pprof\` makes of it"
echo "(which has its names already), and as a list of addresses. What each prints" \
	"is thrown away. Compare the processor's"
echo "seconds; the clock's depend on what else the machine does." \
	"\`addr2line\` has no view by function alone: it finds the"
echo "line of each address, as \`--by line\` does."
echo
echo "| | processor, seconds | clock, seconds | MB of memory |"
echo "| --- | --- | --- | --- |"
for by in function line inline "address --top 0"; do
	# shellcheck disable=SC2086
	row "\`tally report --by $by\`" "$tally" report --by $by "$dir/program100.tally" "$elf"
done
row "\`gprof -b -p\`" riscv64-unknown-elf-gprof -b -p "$elf" "$dir/gmon.out"
row "\`gprof -b -p -l\`" riscv64-unknown-elf-gprof -b -p -l "$elf" "$dir/gmon.out"
row "\`pprof -top\`" "$pprof" -top "$dir/program100.pb.gz"
row "\`pprof -top -lines\`" "$pprof" -top -lines "$dir/program100.pb.gz"
row "\`addr2line -f\`" sh -c "riscv64-unknown-elf-addr2line -f -e '$elf' <'$text'"
row "\`addr2line -f -i\`" sh -c "riscv64-unknown-elf-addr2line -f -i -e '$elf' <'$text'"
row "\`llvm-symbolizer\`" sh -c "llvm-symbolizer --obj='$elf' <'$text'"
row "\`tally report --by line\`, a quarter of the program" \
	"$tally" report --by line "$dir/program25.tally" "$dir/program25.elf"
