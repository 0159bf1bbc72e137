#!/bin/bash
# SPDX-License-Identifier: ISC
# bench.sh [PIECE...] - measures again what tests/BENCHMARKS.md says (and README.md's table of
# costs): those pieces, or all, which take hours. What is built and placed stays in $BUILD, so that
# an interrupted run goes on.
# From the top folder; BUILD, PY, TALLY, JOBS in the environment.
set -euo pipefail
unset MAKEFLAGS MFLAGS		# of the make that called this
page=tests/BENCHMARKS.md
pieces=(methods simulation why advise calls coverage pgo report scaling scaling-counters
	kernel area parts boards boards-cost litex)

methods() {
	make "$TALLY" "$BUILD/firmware/lua.elf" >&2
	"$PY" -B tests/methods/methods.py
}
placed() { # placed PIECE: JOBS designs at once
	local targets
	targets=$("$PY" tests/bench/area.py targets "$1")
	# shellcheck disable=SC2086
	make -j "${JOBS:-2}" $targets >&2
	"$PY" tests/bench/area.py "$1"
}
area() { placed area; }
parts() {
	make "$BUILD/venv/parts.stamp" >&2
	placed parts
}
boards() { placed boards; }
boards-cost() { placed boards-cost; }
litex() {
	make "$BUILD/venv/litex_boards.stamp" >&2
	"$PY" tests/litex/boards.py "$BUILD/tests/litex/boards"
}
simulation() {
	make "$BUILD/tests/bench-machines" "$TALLY" "$BUILD/firmware/lua.elf" >&2
	tests/bench/machines.sh "$BUILD/firmware/lua.elf" 4000000 5 picorv32 vexriscv vexriscv-linux
}
why() {
	make "$TALLY" "$BUILD"/firmware/{dhrystone,lua}.elf \
		"$BUILD"/tests/cores/rv32imc/traps.elf >&2	# start.o of that set
	tests/tool/bench_why.sh
}
advise() {
	make "$TALLY" "$BUILD"/firmware/{dhrystone,lua}.elf \
		"$BUILD"/tests/cores/rv32imc/traps.elf >&2	# start.o of that set
	tests/tool/bench_advise.sh
}
calls_of() { # CORE ELF: a line for each number of nodes
	local nodes
	for nodes in 8 11; do
		TALLY=$BUILD/bench-calls/tally-$nodes "$PY" tests/contexts/unit_calls.py \
			"$1" "$BUILD/$2.elf" 100 0 | sed -n "s/^| /| $((1 << nodes)) | /p"
	done
}
calls() {
	export -f calls_of
	local mark
	mark=$(echo "$BUILD"/venv/lib/*/site-packages/pythondata_cpu_ibex/*/vendor/eembc_coremark)
	make -s elf C="$(echo "$mark"/{core_*,simple/core_*}.c) tests/export/clock.c" >&2 \
		OPT="-O2 -w -I$mark -I$mark/simple -DITERATIONS=4 -DHAS_FLOAT=0 -DFLAGS_STR=0"
	make "$BUILD"/bench-calls/tally-{8,11} "$BUILD"/firmware/{dhrystone,lua}.elf \
		"$BUILD"/tests/contexts/{torture-{small,interrupts,irq},threads}.elf >&2
	echo "| nodes | program | core | taken | in their context | in nodes ~ | LOST |" \
		"off > 1 point | worst, points | |"
	echo "| --: | --- | --- | --: | --: | --: | --: | --: | --: | --- |"
	{
		printf '%s firmware/lua\n' vexriscv vexriscv-{linux,full} picorv32 ibex
		printf '%s firmware/core_list_join\n' vexriscv ibex
		printf '%s\n' {vexriscv,picorv32}" firmware/dhrystone" \
			"vexriscv tests/contexts/threads" \
			"vexriscv tests/contexts/torture-interrupts" \
			"picorv32 tests/contexts/torture-"{irq,small}
	} | xargs -P 2 -L 1 bash -c 'calls_of "$@"' - | sort -t '|' -k 3,3 -k 4,4 -k 2n
}
coverage() {
	make "$TALLY" "$BUILD/firmware/lua.elf" >&2
	"$PY" -B tests/export/coverage.py table
}
pgo() {
	make "$TALLY" "$BUILD/firmware/lua.elf" >&2
	tests/export/bench_pgo.sh
}
kernel() {
	make "$BUILD/tests/rig/costs" "$BUILD/firmware/kernel.elf" >&2
	"$BUILD/tests/rig/costs" "$BUILD/firmware/kernel.elf" 10
}
report() {
	make "$BUILD/bench-report/program20.elf" "$TALLY" "$BUILD/venv/pprof.stamp" >&2
	tests/tool/bench_report.sh "$TALLY" "$BUILD/readers/pprof" "$BUILD/bench-report"
}
scaling() {	# EXPONENTS in the environment: of the cycles; 10^10 take hours
	make "$TALLY" "$BUILD/bench-scaling/lua.elf" >&2
	tests/tool/bench_scaling.sh cycles "$BUILD/bench-scaling/lua.elf"
}
scaling-counters() {
	make "$TALLY" "$BUILD"/bench-report/program{10,12,14,16,18,20}.elf >&2
	tests/tool/bench_scaling.sh counters "$BUILD/bench-report"
}

[ $# -gt 0 ] || set -- "${pieces[@]}"
for piece; do
	[[ " ${pieces[*]} " == *" $piece "* ]] || {
		echo "bench: no piece $piece; there are ${pieces[*]}" >&2
		exit 1
	}
done
for piece; do
	echo "bench: $piece" >&2
	"$piece" >"$BUILD/bench-$piece.md"
	{
		echo
		echo "\`make bench T=$piece\`, $(date +%F), revision $(git rev-parse --short HEAD)."
		echo
		cat "$BUILD/bench-$piece.md"
		echo
	} | sw/pictures/between.sh "$page" "$piece" table
	[ "$piece" != area ] || "$PY" -B tests/bench/area.py cost "$BUILD/bench-area.md" |
		sw/pictures/between.sh README.md cost table
	[ "$piece" != methods ] ||
		"$PY" -B tests/methods/picture.py "$page" >sw/pictures/methods.svg
done
