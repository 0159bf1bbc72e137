#!/bin/bash
# SPDX-License-Identifier: ISC
# usertests.sh 'ARGUMENTS' COMMAND... - runs usertests, the attacks from user programs, at a kernel's shell (COMMAND: a
# machine with its console on stdin and stdout). ARGUMENTS: for usertests, e.g. group names. Drops the lines of killed
# processes. BY_TICK=1: the timer's ticks count, not the unit.
set -uo pipefail
arguments=$1
shift
out=$(timeout "${LIMIT:-1500}" "$@" <<<"${BY_TICK:+profctl process tick system tick$'\n'}usertests $arguments"$'\nexit 3' 2>&1 | tr -d '\r' | grep -av '^pid ')
echo "$out"
grep -aqE '^usertests: [1-9][0-9]* passed, 0 failed$' <<<"$out" || { echo "FAIL"; exit 1; }
! grep -aq 'this kernel has no profiler' <<<"$out" || { echo "FAIL: tests of the profiler were skipped"; exit 1; }
! grep -aq '^not ok' <<<"$out" || { echo "FAIL"; exit 1; }
