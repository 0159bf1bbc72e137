#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_pgo.sh - what `make pgo` saves on programs of others, trained on one input and measured on
# another, by GCC and, if it is installed, by Clang, as a table. From the top folder, after `make`
# of lua.elf; environment: BUILD. CLANG: its name (clang-19).
set -euo pipefail
dir=$BUILD/bench-pgo lua=$BUILD/pkg/lua54
lz4=$(verilator --getenv VERILATOR_ROOT)/include/gtkwave
coremark=$(echo "$BUILD"/venv/lib/*/site-packages/pythondata_cpu_ibex/*/vendor/eembc_coremark)
clang=${CLANG:-clang-19}
rm -rf "$dir" && mkdir -p "$dir"

# PROGRAM COMPILER CLANG FILES FLAGS TRAIN TEST
row() {
	local lost
	rm -f "$dir/rows"
	ROWS=$dir/rows make -s pgo C="$4" OPT="-O2 -w $5" TRAIN="$6" TEST="$7" CLANG="$3" \
		CORES="vexriscv picorv32" >"$dir/$1-$2.log" 2>&1 || {
		cat "$dir/$1-$2.log" >&2
		exit 1
	}
	lost=$(sed -n 's/.*note: of \([0-9]*\) instructions \([0-9]*\) .*/\1 \2/p' \
		"$dir/$1-$2.log" | awk '{ printf "%.1f%%", 100 * $2 / $1 }')
	awk -v program="$1" -v compiler="$2" -v lost="${lost:-0.0%}" \
		'function change(a, b) { return sprintf("%+.1f%%", 100 * (b / a - 1)) }
		NR % 2 { bytes = $2; cycles = $3; next }
		{ print "| " program " | " compiler " | " $1 " | " cycles " | " $3 " | " \
			change(cycles, $3) " | " change(bytes, $2) " | " lost " |" }' "$dir/rows"
}
sources() {
	local source
	for source in "$lua"/l*.c; do
		[ ! -f "$BUILD/obj/lua/$(basename "$source" .c).o" ] || echo "$source"
	done
}
port="-DHAS_FLOAT=0 -DFLAGS_STR=__VERSION__"
programs() { # COMPILER CLANG
	row CoreMark "$1" "$2" "$(echo "$coremark"/{core_*,simple/core_*}.c) tests/export/clock.c" \
		"-I$coremark -I$coremark/simple -DITERATIONS=4 $port" \
		-DPROFILE_RUN=1 -DPERFORMANCE_RUN=1
	row Lua "$1" "$2" \
		"firmware/programs/lua/main.c firmware/programs/lua/script.S $(sources | xargs)" \
		"-I$lua -Dluai_makeseed(L)=0x5EEDu -Dl_randomizePivot()=0u" \
		'-DSCRIPT="firmware/programs/lua/demo.lua"' '-DSCRIPT="tests/export/other.lua"'
	row LZ4 "$1" "$2" \
		"tests/export/lz4_main.c $lz4/lz4.c firmware/programs/lua/script.S" "-I$lz4" \
		"-DSCRIPT=\"$lua/lvm.c\"" "-DSCRIPT=\"$lua/testes/math.lua\""
}

echo "| program | compiler | core | cycles | with the profile | change | code | lost |"
echo "| --- | --- | --- | --: | --: | --: | --: | --: |"
programs "gcc $(riscv64-unknown-elf-gcc -dumpversion)" ''
! command -v "$clang" >/dev/null || programs "$clang" "$clang"
