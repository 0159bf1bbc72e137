#!/bin/bash
# SPDX-License-Identifier: ISC
# usertests.sh 'ARGUMENTS' COMMAND... - runs usertests, the attacks from user programs, at a
# kernel's shell (COMMAND: a machine with its console on stdin and stdout). ARGUMENTS: for
# usertests, e.g. group names. Drops the lines of killed processes.
set -uo pipefail
arguments=$1
shift
out=$(timeout 1500 "$@" <<<"usertests $arguments"$'\nexit 3' 2>&1 | tr -d '\r' | grep -av '^pid ')
echo "$out"
grep -aqE '^usertests: [1-9][0-9]* passed, 0 failed$' <<<"$out" || { echo "FAIL"; exit 1; }
