#!/bin/bash
# SPDX-License-Identifier: ISC
# nounit.sh COMMAND... - the kernel where no unit answers, or one that cannot do all that the calls ask for (COMMAND: such a machine with
# the console on its stdin and stdout): it boots, says so, and the timer's ticks count.
set -uo pipefail
out=$(printf '%s\n' 'profctl process unit' 'profctl system unit period 70000' 'profctl timer 4000' 'prof -n 1 work' halt | timeout 600 "$@" 2>&1 | tr -d '\r')
echo "$out"
bad=0
for want in "^Tally kernel on .*, profiles by the timer's ticks, booted in [0-9]+ " '^profctl: unit: there is no unit$' '^process .* counted by the timer: ' \
	'^system .* counted by the timer: ' '^gmon.out: [1-9][0-9]+ samples of work$'; do
	grep -qE "$want" <<<"$out" || { echo "FAIL: no line with $want"; bad=1; }
done
! grep -q panic <<<"$out" || { echo "FAIL"; bad=1; }
exit $bad
