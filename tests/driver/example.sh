#!/bin/bash
# SPDX-License-Identifier: ISC
# example.sh - the example in driver/EXAMPLE.md is main() of firmware/programs/driver_example.c. It links with the command
# given there, and on each core prints every cycle of its function. What the unit refuses it prints in words.
set -euo pipefail
source=firmware/programs/driver_example.c
diff <(sed -n '/^int main(void)/,/^}/p' driver/EXAMPLE.md) <(sed -n '/^int main(void)/,/^}/p' "$source") ||
	{ echo "FAIL: driver/EXAMPLE.md and $source differ"; exit 1; }
command=$(grep -x "    make elf C=$source" driver/EXAMPLE.md) || { echo "FAIL: driver/EXAMPLE.md lost its command"; exit 1; }
make -s ${command#*make} >/dev/null
for core in picorv32 vexriscv vexriscv-linux; do
	out=$("$TALLY" run --no-profile --core "$core" "$BUILD/firmware/driver_example.elf")
	echo "$out"
	cycles=$(awk '/ ticks$/ { n += $2 } END { print n }' <<<"$out")
	[ "${cycles:-0}" -gt 3000 ] && grep -q ', 0 lost$' <<<"$out" && grep -q ': pass$' <<<"$out" || { echo "FAIL: on $core: ${cycles:-0} cycles"; exit 1; }
done
make -s ${command#*make} OPT='-O2 -DPERIOD=0' >/dev/null
if out=$("$TALLY" run --no-profile --core picorv32 "$BUILD/firmware/driver_example.elf"); then
	echo "FAIL: passes with PERIOD 0"
	exit 1
fi
grep -x 'tally: period: 0 events make no tick; give 1 or more' <<<"$out" || { echo "FAIL: $out"; exit 1; }
make -s ${command#*make} >/dev/null
