#!/bin/bash
# SPDX-License-Identifier: ISC
# example.sh - driver/EXAMPLE.md quotes firmware/examples/driver.c whole, from its first #include on. The file builds
# with the command given there, and on each core prints every cycle of its function. What the unit refuses it prints
# in words.
set -euo pipefail
source=firmware/examples/driver.c
page=driver/EXAMPLE.md
fail() { echo "FAIL: $*"; exit 1; }
build() { make -s elf "C=$source" "$@" >/dev/null; }
run() { "$TALLY" run --no-profile --core "$1" "$BUILD/firmware/driver.elf"; }

quoted() { sed -n '/^```c$/,/^```$/p' "$1" | sed '1d; /^```$/,$d'; }
code() { sed -n '/^#include/,$p' "$1"; }
[ "$(code "$source" | wc -l)" -gt 20 ] || fail "$source has no code"
diff <(quoted "$page") <(code "$source") || fail "$page and $source differ"
for command in "make elf C=$source" "build/tally run --no-profile --core vexriscv build/firmware/driver.elf"; do
	grep -qx "    $command" "$page" || fail "$page lost '$command'"
done

build
for core in picorv32 vexriscv vexriscv-linux; do
	out=$(run "$core")
	echo "$out"
	cycles=$(awk '/ ticks$/ { n += $2 } END { print n }' <<<"$out")
	[ "${cycles:-0}" -gt 3000 ] && grep -q ', 0 lost$' <<<"$out" && grep -q ': pass$' <<<"$out" ||
		fail "on $core: ${cycles:-0} cycles"
done
build OPT='-O2 -DPERIOD=0'
if out=$(run picorv32); then
	fail "passes with PERIOD 0"
fi
grep -x 'tally: period: 0 events make no tick; give 1 or more' <<<"$out" || fail "$out"
build
