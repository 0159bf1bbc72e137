#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/kernel.elf tally
# costs.sh ROUNDS - what profiling costs the kernel and its programs: the table that `costs`
# (costs_user.c) prints in the kernel on the simulated machine. Uses TALLY and BUILD.
set -euo pipefail
table=$(printf 'costs %s\nhalt\n' "$1" | "$TALLY" run --no-profile --core vexriscv-linux \
	"$BUILD/firmware/kernel.elf" 2>/dev/null | tr -d '\r' | grep '^| ')
echo "$table"
[ "$(wc -l <<<"$table")" = 13 ]
