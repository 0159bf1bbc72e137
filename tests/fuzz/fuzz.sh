#!/bin/bash
# SPDX-License-Identifier: ISC
# fuzz.sh [EXECUTIONS] - runs tests/fuzz/fuzz.c that many times (1,000,000);
# resumes where it stopped.
#
# Files to damage: small programs with DWARF 4 and 5 and inlined calls, and the captures of the
# exports' tests. $BUILD/fuzz/done lists the finished parts, as long as program and files stay the
# same. A finding is kept in $BUILD/fuzz/findings with the command that repeats it, and the run
# continues after it. Environment: BUILD, JOBS.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build} executions=${1:-1000000} jobs=${JOBS:-$(nproc)}
make "$build"/tests/tool/{fuzz,dwarf4.elf,dwarf5.elf} "$build/tests/export/cases.json" || exit 1
dir=$build/fuzz fuzz=$build/tests/tool/fuzz cases=$build/tests/export
part=500
mkdir -p "$dir"
seeds=("$build"/tests/tool/dwarf{4,5}.elf "$cases"/{hostile,huge}.elf
	"$cases"/{hostile,huge,wide,instructions,tree,unit-tree}.tally)

key=$(cat "$fuzz" "${seeds[@]}" | sha256sum)
[ "$(cat "$dir/key" 2>/dev/null)" = "$key" ] || {
	rm -rf "$dir/done" "$dir/findings"
	echo "$key" >"$dir/key"
}
touch "$dir/done"
mkdir -p "$dir/findings"

work() { # WORKER: every JOBS'th part
	local first last at=$dir/at.$1 try
	for ((first = 1 + $1 * part; first <= executions; first += jobs * part)); do
		grep -qx "$first" "$dir/done" && continue
		last=$((first + part - 1)) try=$first
		until "$fuzz" "$at" "$try" "$last" "${seeds[@]}" 2>"$dir/log.$1"; do
			# without a number it did not even begin
			try=$(cat "$at") && [ "$try" ] || { cat "$dir/log.$1"; return 1; }
			{
				echo "$fuzz /dev/null $try $try ${seeds[*]}"
				cat "$dir/log.$1"
			} >"$dir/findings/$try"
			[ "$((++try))" -le "$last" ] || break
		done
		echo "$first" >>"$dir/done"
	done
}
begin=$(wc -l <"$dir/done") start=$SECONDS
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
for ((i = 0; i < jobs; i++)); do
	work "$i" &
done
while [ -n "$(jobs -pr)" ]; do
	sleep 1
	now=$(wc -l <"$dir/done") spent=$((SECONDS - start))
	[ -t 2 ] && show=1 || show=$((spent % 30 == 0))
	[ "$show" = 0 ] || printf '%s%s executions of %s, %s a second, %s findings%s' \
		"$([ -t 2 ] && printf '\r')" "$((now * part))" "$executions" \
		"$(((now - begin) * part / (spent + 1)))" "$(ls "$dir/findings" | wc -l)" \
		"$([ -t 2 ] || echo .)" >&2
	[ "$show" = 0 ] || [ -t 2 ] || echo >&2
done
[ ! -t 2 ] || echo >&2
found=$(ls "$dir/findings" | wc -l)
ran=$(($(wc -l <"$dir/done") * part))
[ "$ran" -ge "$executions" ] || { echo "FAIL: workers ended early: run it again"; exit 1; }
echo "$ran executions, $found findings$([ "$found" = 0 ] || echo ": $dir/findings")"
[ "$found" = 0 ]
