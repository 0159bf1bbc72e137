#!/bin/bash
# SPDX-License-Identifier: ISC
# soak.sh PARTS COMMAND... - the random calls of usertests, in PARTS of 20,000 calls with a seed
# each, the first one SEED (the time). Each part runs on a freshly booted machine (COMMAND). Run it
# from the top folder, for instance:
#
#   tests/kernel/soak.sh 50 \
#       build/tally run --no-profile --core vexriscv-linux build/firmware/kernel.elf
set -uo pipefail
parts=$1 seed=${SEED:-$(date +%s)}
shift
for ((part = 0; part < parts; part++, seed++)); do
	out=$("$@" <<<"usertests -f $seed 20000"$'\nexit' 2>&1 | tr -d '\r')
	grep -aqx 'usertests: 1 passed, 0 failed' <<<"$out" || {
		echo "$out" | tail -n 30
		echo "FAIL: seed $seed"
		exit 1
	}
	echo "seed $seed: as it should be"
done
