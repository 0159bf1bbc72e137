#!/bin/bash
# SPDX-License-Identifier: ISC
# nounit.sh COMMAND... - the kernel without a unit, or with one that cannot do everything the calls
# need (COMMAND: such a machine with the console on its stdin and stdout). It boots, says so, and
# the timer's ticks count.
set -uo pipefail
out=$(printf '%s\n' 'profctl process unit' 'profctl system unit period 70000' 'profctl timer 4000' \
	'prof -n 1 work' 'prof -p 500 work' 'sprof 5' halt |
	timeout 600 "$@" 2>&1 | tr -d '\r')
echo "$out"
bad=0
for want in "^Tally kernel on .*, profiles by the timer's ticks, booted in [0-9]+ " \
	'^profctl: unit: there is no unit$' '^process .* counted by the timer: ' \
	'^system .* counted by the timer: ' '^gmon.out: [1-9][0-9]+ samples of work$' \
	'^timer .* 4000 mtime units$' "^prof: the timer's ticks count: -p 500 has no effect$" \
	'^a count every timer tick of 4000 mtime units$'; do
	grep -qE "$want" <<<"$out" || { echo "FAIL: no line with $want"; bad=1; }
done
! grep -q 'cycles, counted by the timer' <<<"$out" ||
	{ echo "FAIL: a period that nothing has"; bad=1; }
! grep -q panic <<<"$out" || { echo "FAIL"; bad=1; }
exit $bad
