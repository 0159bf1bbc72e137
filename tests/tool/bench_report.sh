#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_report.sh TALLY PPROF DIRECTORY - compares tally report with the readers that one would use
# without it, on one histogram and one ELF; prints a table. DIRECTORY holds program20.elf
# (tests/tests.mk).
set -euo pipefail
tally=$1 pprof=$2 dir=$3
most=600		# seconds of the processor, of a reader
# Seconds of the processor and of the clock, peak of memory.
row() { # LABEL COMMAND...
	local label=$1
	shift
	echo "  $label" >&2
	if (ulimit -t "$most" && exec /usr/bin/time -q -o "$dir/time" -f "%U %S %e %M" "$@") \
			>/dev/null 2>"$dir/err" </dev/null; then
		awk -v label="$label" '{
			printf "| %s | %.2f | %.2f | %.0f |\n", label, $1 + $2, $3, $4 / 1024
		}' "$dir/time"
	else
		tail -n 3 "$dir/err" >&2
		echo "| $label | no end in $most s of the processor, or failed | | |"
	fi
}

elf=$dir/program20.elf text=$dir/program20.addresses
awk 'BEGIN {		# of its first 2^20 words
	for (i = 0; i < 1048576; i++)
		printf "0x%x\n", 2147483648 + 4 * i
}' >"$text"
awk '{ print $1, 1 + NR % 251 }' "$text" | "$tally" import -o "$dir/program20.tally" "$elf" >&2
"$tally" export gmon -o "$dir/gmon.out" "$dir/program20.tally" >&2
"$tally" export pprof -o "$dir/program20.pb.gz" "$dir/program20.tally" >&2
echo "One histogram of $(wc -l <"$text") counters of 4 bytes of code, none of them 0," \
	"and one generated ELF of $(($(stat -c %s "$elf") / 1000000)) MB"
echo "with DWARF 5: as a capture, as gmon.out, as the profile of \`tally export pprof\`" \
	"(with its names), and as addresses."
echo "Compare the processor's seconds. \`addr2line\` finds the line of each address," \
	"as \`--by line\` does."
echo
echo "| | processor, seconds | clock, seconds | MB of memory |"
echo "| --- | --: | --: | --: |"
for by in function line inline "address --top 0"; do
	# shellcheck disable=SC2086
	row "\`tally report --by $by\`" "$tally" report --by $by "$dir/program20.tally" "$elf"
done
row "\`gprof -b -p\`" riscv64-unknown-elf-gprof -b -p "$elf" "$dir/gmon.out"
row "\`gprof -b -p -l\`" riscv64-unknown-elf-gprof -b -p -l "$elf" "$dir/gmon.out"
row "\`pprof -top\`" "$pprof" -top "$dir/program20.pb.gz"
row "\`pprof -top -lines\`" "$pprof" -top -lines "$dir/program20.pb.gz"
row "\`addr2line -f\`" sh -c "riscv64-unknown-elf-addr2line -f -e '$elf' <'$text'"
row "\`addr2line -f -i\`" sh -c "riscv64-unknown-elf-addr2line -f -i -e '$elf' <'$text'"
row "\`llvm-symbolizer\`" sh -c "llvm-symbolizer --obj='$elf' <'$text'"
