#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_pgo.sh - what `make pgo` saves on programs of others, trained on one input and measured on
# another, as a table. From the top folder, after `make` of lua.elf; environment: BUILD.
set -euo pipefail
dir=$BUILD/bench-pgo lua=$BUILD/pkg/lua54
lz4=$(verilator --getenv VERILATOR_ROOT)/include/gtkwave
coremark=$(echo "$BUILD"/venv/lib/*/site-packages/pythondata_cpu_ibex/*/vendor/eembc_coremark)
rm -rf "$dir" && mkdir -p "$dir"

# PROGRAM FILES FLAGS TRAIN TEST
row() {
	local lost
	rm -f "$dir/rows"
	ROWS=$dir/rows make -s pgo C="$2" OPT="-O2 -w $3" TRAIN="$4" TEST="$5" \
		CORES="vexriscv picorv32" >"$dir/$1.log" 2>&1 || {
		cat "$dir/$1.log" >&2
		exit 1
	}
	lost=$(sed -n 's/.*note: of \([0-9]*\) instructions \([0-9]*\) .*/\1 \2/p' \
		"$dir/$1.log" | awk '{ printf "%.1f%%", 100 * $2 / $1 }')
	awk -v program="$1" -v lost="${lost:-0.0%}" \
		'function change(a, b) { return sprintf("%+.1f%%", 100 * (b / a - 1)) }
		NR % 2 { bytes = $2; cycles = $3; next }
		{ print "| " program " | " $1 " | " cycles " | " $3 " | " \
			change(cycles, $3) " | " change(bytes, $2) " | " lost " |" }' "$dir/rows"
}
port="-DHAS_FLOAT=0 -DFLAGS_STR=__VERSION__"

echo "| program | core | cycles | with the profile | change | code | lost |"
echo "| --- | --- | --: | --: | --: | --: | --: |"
row CoreMark "$(echo "$coremark"/{core_*,simple/core_*}.c) tests/export/clock.c" \
	"-I$coremark -I$coremark/simple -DITERATIONS=4 $port" \
	-DPROFILE_RUN=1 -DPERFORMANCE_RUN=1
row LZ4 "tests/export/lz4_main.c $lz4/lz4.c firmware/programs/lua/script.S" "-I$lz4" \
	"-DSCRIPT=\"$lua/lvm.c\"" "-DSCRIPT=\"$lua/testes/math.lua\""
