#!/bin/bash
# SPDX-License-Identifier: ISC
# demo.sh TALLY FIRMWARE-DIRECTORY - `make demo-kernel` shows what it promises, on a screen of 40 lines.
set -uo pipefail
out=$(firmware/kernel/demo.sh "$1" "$2" 2>&1) || { echo "$out"; echo "FAIL: exit code"; exit 1; }
echo "$out"
lines=$(wc -l <<<"$out") bad=0
[ "$lines" -le 40 ] || { echo "FAIL: $lines lines"; bad=1; }
for want in '^gmon.out: [0-9]+ samples of work$' '^gmon.out\.[0-9]+: [0-9]+ samples of work$' ' sieve$' ' partition$' ' checksum$' \
	' system, of which:$' ' idle$' ' user$' ' timer_interrupt$' 'received gmon.out, [0-9]+ bytes' '^ *[0-9.]+ .* 1 .* sieve *$'; do
	grep -qE "$want" <<<"$out" || { echo "FAIL: no line with $want"; bad=1; }
done
exit $bad
