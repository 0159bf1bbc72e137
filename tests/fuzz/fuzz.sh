#!/bin/bash
# SPDX-License-Identifier: ISC
# fuzz.sh [EXECUTIONS [FIRST]] - runs tests/fuzz/fuzz.c that many times (1,000,000), JOBS at once;
# goes on from FIRST, of the last lines of an interrupted run.
#
# Files to damage: small programs with DWARF 4 and 5 and inlined calls, and the captures of the
# exports' tests. A finding is kept in $BUILD/fuzz/findings with the command that repeats it, and
# the run continues after it. Environment: BUILD, JOBS.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build} executions=${1:-1000000} first=${2:-1}
make "$build"/tests/tool/{fuzz,dwarf4.elf,dwarf5.elf} "$build/tests/export/cases.json" || exit 1
export dir=$build/fuzz fuzz=$build/tests/tool/fuzz part=500
cases=$build/tests/export
[ "$first" != 1 ] || rm -rf "$dir/findings"
mkdir -p "$dir/findings"
export seeds="$build/tests/tool/dwarf4.elf $build/tests/tool/dwarf5.elf"
for name in {hostile,huge}.elf {hostile,huge,wide,instructions,tree,unit-tree}.tally; do
	seeds+=" $cases/$name"
done

work() { # FIRST: of one part
	local try=$1 last=$(($1 + part - 1)) at=$dir/at.$1
	# shellcheck disable=SC2086
	until "$fuzz" "$at" "$try" "$last" $seeds 2>"$dir/log.$1"; do
		# without a number it did not even begin
		try=$(cat "$at") && [ "$try" ] || exit 255
		echo "$fuzz /dev/null $try $try $seeds" | cat - "$dir/log.$1" >"$dir/findings/$try"
		[ "$((++try))" -le "$last" ] || break
	done
	rm -f "$at" "$dir/log.$1"
	echo "$1 to $last"
}
export -f work
seq "$first" "$part" "$executions" |
	xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'work {}' || exit 1
found=$(ls "$dir/findings" | wc -l)
echo "$executions executions, $found findings$([ "$found" = 0 ] || echo ": $dir/findings")"
[ "$found" = 0 ]
