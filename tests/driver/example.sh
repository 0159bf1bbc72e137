#!/bin/bash
# SPDX-License-Identifier: ISC
# example.sh - the example in driver/README.md is main() of firmware/programs/driver_example.c. It links with the
# command given there, and on each core prints every cycle of its function.
set -euo pipefail
source=firmware/programs/driver_example.c
diff <(sed -n '/^int main(void)/,/^}/p' driver/README.md) <(sed -n '/^int main(void)/,/^}/p' "$source") || { echo "FAIL: the README's example is another"; exit 1; }
command=$(grep -x "    make elf C=$source" driver/README.md) || { echo "FAIL: the README's command is gone"; exit 1; }
make -s ${command#*make} >/dev/null
for core in picorv32 vexriscv vexriscv-linux; do
	out=$("$TALLY" run --no-profile --core "$core" "$BUILD/firmware/driver_example.elf")
	echo "$out"
	cycles=$(awk '/ cycles$/ { n += $2 } END { print n }' <<<"$out")
	[ "${cycles:-0}" -gt 3000 ] && grep -q ', 0 lost$' <<<"$out" && grep -q ': pass$' <<<"$out" || { echo "FAIL: on $core: ${cycles:-0} cycles"; exit 1; }
done
