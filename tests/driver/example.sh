#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally
# example.sh - firmware/examples/driver.c builds with the command of driver/README.md, and on
# each core prints every cycle of its function, on VexRiscv the page's lines. What the unit
# refuses it prints in words. The same from C++: each header of the driver, of its calls and of
# firmware/include/ is one of C++17, with C's names.
set -euo pipefail
source=firmware/examples/driver.c
page=driver/README.md
fail() { echo "FAIL: $*"; exit 1; }
build() { make -s elf "C=$source" "$@" >/dev/null; }
run() { "$TALLY" run --no-profile --core "$1" "$BUILD/firmware/${2:-driver}.elf"; }

for command in "make elf C=$source" \
	"build/tally run --no-profile --core vexriscv build/firmware/driver.elf"; do
	grep -qx "    $command" "$page" || fail "$page lost '$command'"
done

build
for core in picorv32 vexriscv vexriscv-linux; do
	out=$(run "$core")
	echo "$out"
	cycles=$(awk '/ ticks$/ { n += $2 } END { print n }' <<<"$out")
	[ "$core" != vexriscv ] || sed -n 's/^    \(.* ticks.*\)/\1/p' "$page" |
		while read -r line; do
			grep -qxF "$line" <<<"$out" ||
				fail "$page shows '$line', the program does not"
		done
	[ "${cycles:-0}" -gt 3000 ] && grep -q ', 0 lost$' <<<"$out" &&
		grep -q ': pass$' <<<"$out" ||
		fail "on $core: ${cycles:-0} cycles"
done
build OPT='-O2 -DPERIOD=0'
if out=$(run picorv32); then
	fail "passes with PERIOD 0"
fi
grep -x 'tally: period: 0 events make no tick; give 1 or more' <<<"$out" || fail "$out"
build

for header in driver/*.h firmware/lib/*.h firmware/include/*.h firmware/include/sys/*.h; do
	riscv64-unknown-elf-g++ -std=c++17 -march=rv32im -mabi=ilp32 --specs=picolibc.specs \
		-Wall -Wextra -Werror -I. -Ifirmware/include \
		-include "$header" -fsyntax-only -x c++ /dev/null || fail "$header is not C++"
	! grep -qE '^[a-z][^(=]*\(' <(grep -v '^static inline' "$header") ||
		grep -q '^extern "C" {$' "$header" ||
		fail "$header: its functions have names of C++"
done
make -s elf C=tests/driver/cxx.cc PROF=1 >/dev/null || fail "C++ PROF=1"
for options in "" "OPT=-Os ISA=rv32imc"; do
	# shellcheck disable=SC2086
	make -s elf C=tests/driver/cxx.cc $options >/dev/null
	out=$(run picorv32 cxx) || fail "C++ $options: $out"
	[ "$(grep -E '^(begin|end) (local|global)$|corners' <<<"$out" | tr '\n' ,)" = \
		"begin global,begin local,4 corners,end local,end global," ] ||
		fail "C++ $options: $out"
	grep '^pass: ' <<<"$out"
done
