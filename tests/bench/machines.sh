#!/bin/bash
# SPDX-License-Identifier: ISC
# machines.sh ELF CYCLES RUNS CORE... - how fast the simulated machines are, as a table.
#
# Four kinds of run take turns, RUNS times: with the unit stopped, with it counting every cycle,
# under the C testbench; `tally run`, and the same without the call tree. Million cycles a second of
# processor time and ratios are medians; a ratio is taken within its turn, so that a busy machine
# disturbs both sides of it alike.
# From the top folder; BUILD and TALLY in the environment.
set -euo pipefail
elf=$1 cycles=$2 runs=$3
shift 3
TIMEFORMAT=%U

rate() {
	"$BUILD/tests/rig/machines" "$core" "$1" "$elf" "$cycles" |
		awk '{ printf "%.4f\n", $1 / $3 / 1e6 }'
}
tally() {
	{
		time "$TALLY" run --core "$core" --cycles "$cycles" "$@" "$elf" \
			>/dev/null 2>&1 </dev/null
	} 2>&1 | awk -v n="$cycles" '{ printf "%.4f\n", n / 1e6 / $1 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { printf " %.2f |", v[int((NR + 1) / 2)] }'; }

echo "$(basename "$elf"), $cycles cycles, medians of $runs turns," \
	"million cycles a second of processor time."
echo
echo "| core | unit stopped | every cycle | of stopped |" \
	"\`tally run\` | without calls | with of without |"
echo "| --- | --: | --: | --: | --: | --: | --: |"
for core; do
	turns=$(for _ in $(seq "$runs"); do
		echo "$(rate idle) $(rate exact) $(tally) $(tally --no-calls)"
	done | awk '{ print $1, $2, $2 / $1, $3, $4, $3 / $4 }')
	printf '| %s |' "$core"
	for column in 1 2 3 4 5 6; do
		awk -v c=$column '{ print $c }' <<<"$turns" | median
	done
	echo
done
