#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_scaling.sh cycles ELF | counters FOLDER - what `tally run` costs as its runs get longer, or
# what reports cost as programs get larger (FOLDER/programN.elf), as a table with a line for each
# exponent of EXPONENTS. Seconds of user time: the clock's depend on what else the machine does.
# From the top folder; BUILD and TALLY in the environment.
set -euo pipefail
dir=$BUILD/bench-scaling/$1
mkdir -p "$dir"

# COMMAND...: seconds and MB of memory of it; what it prints in $dir/out and $dir/err
measured() {
	/usr/bin/time -q -o "$dir/time" -f "%U %M" "$@" >"$dir/out" 2>"$dir/err" </dev/null || {
		tail -n 3 "$dir/err" >&2
		return 1
	}
	awk '{ printf "%.2f %.0f\n", $1, $2 / 1024 }' "$dir/time"
}
mb() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.2f", bytes / 1e6 }'; }

# a program that never ends, so many cycles of it
cycles() {
	local n seconds memory
	echo "| cycles | user time, s | million cycles a second | memory, MB | capture, MB |"
	echo "| --: | --: | --: | --: | --: |"
	for e in ${EXPONENTS:-7 8}; do
		n=$((10 ** e))
		read -r seconds memory < <(measured "$TALLY" run --core vexriscv --cycles "$n" \
			-o "$dir/long.tally" "$1")
		grep -q "^TICKS $n = .*: holds" "$dir/out" || {
			echo "bench_scaling: not each of $n cycles was counted" >&2
			exit 1
		}
		awk -v e="$e" -v n="$n" -v s="$seconds" -v memory="$memory" \
			-v capture="$(mb "$dir/long.tally")" 'BEGIN {
			printf "| 10^%d | %.1f | %.2f | %d | %s |\n", e, s, n / s / 1e6, memory,
				capture
		}'
	done
}

# a count for each of the first 2^N words of a program that has a few more
counters() {
	local elf capture=$dir/all.tally command
	echo "| counters | ELF, MB | capture, MB | report | --by line | annotate | --top 0 |" \
		"export pprof | export html |"
	echo "| --: | --: | --: | --: | --: | --: | --: | --: | --: |"
	for e in ${EXPONENTS:-16 18 20}; do
		elf=$1/program$e.elf
		awk -v n=$((1 << e)) 'BEGIN {
			for (i = 0; i < n; i++)
				printf "0x%x %d\n", 2147483648 + 4 * i, 1 + i % 251
		}' | "$TALLY" import -o "$capture" "$elf" >&2
		printf '| 2^%d | %s | %s |' "$e" "$(mb "$elf")" "$(mb "$capture")"
		for command in report "report --by line" annotate "annotate --top 0" \
				"export pprof -o $dir/out.pb.gz" "export html -o $dir/out.html"; do
			# shellcheck disable=SC2086
			for _ in 1 2 3; do
				measured "$TALLY" $command "$capture"
			done | sort -n | awk 'NR == 2 { printf " %s / %s |", $1, $2 }'
		done
		echo
	done
}

"$@"
