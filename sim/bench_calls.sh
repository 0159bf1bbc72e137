#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_calls.sh TALLY ELF CYCLES RUNS CORE... - what the call tree costs `tally run`.
#
# Runs with the tree and without take turns, RUNS times. Million cycles a second of processor time, and their ratio, are
# medians; the ratio is taken within its turn.
set -euo pipefail
tally=$1 elf=$2 cycles=$3 runs=$4
shift 4
TIMEFORMAT=%U

seconds() { { time "$tally" run --core "$core" --cycles "$cycles" "$@" "$elf" >/dev/null 2>&1 </dev/null; } 2>&1; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

printf '%-16s %8s %8s   %s\n' 'tally run' calls without 'calls/without'
for core; do
	turns=
	for _ in $(seq "$runs"); do
		turns+="$(seconds) $(seconds --no-calls)"$'\n'
	done
	column() { awk -v n="$cycles" "NF { print $1 }" <<<"$turns" | median; }
	printf '%-16s %8.2f %8.2f   %10.2f\n' "$core" "$(column 'n / 1e6 / $1')" "$(column 'n / 1e6 / $2')" \
		"$(column '$2 / $1')"
done
