#!/bin/bash
# SPDX-License-Identifier: ISC
# memory.sh - all of the machine's memory, and all processes with texts of their own, taken and given
# back, on QEMU (it takes the simulated machine too long).
set -uo pipefail
out=$(printf 'testmem exhaust\ntestmem exhaust\ntestproc texts\nhalt\n' |
	timeout 120 $QEMU -kernel "$BUILD/firmware/kernel.elf" | tr -d '\r')
echo "$out"
[ "$(grep -c '^testmem: 1 passed, 0 failed' <<<"$out")" = 2 ] && grep -q '^testproc: 1 passed, 0 failed' <<<"$out" || { echo "FAIL"; exit 1; }
