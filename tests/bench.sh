#!/bin/bash
# SPDX-License-Identifier: ISC
# bench.sh [PIECE...] - measures again what tests/BENCHMARKS.md says (and README.md's table of
# costs): those pieces, or all, which take hours. What is built and placed stays in $BUILD, so that
# an interrupted run goes on.
# From the top folder; BUILD, PY, TALLY, JOBS in the environment.
set -euo pipefail
unset MAKEFLAGS MFLAGS		# of the make that called this
page=tests/BENCHMARKS.md
pieces=(methods calls kernel area parts litex)

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
litex() {
	make "$BUILD/venv/litex_boards.stamp" >&2
	"$PY" tests/litex/boards.py "$BUILD/tests/litex/boards"
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
	make "$BUILD"/bench-calls/tally-{8,11} "$BUILD"/firmware/lua.elf \
		"$BUILD"/tests/contexts/threads.elf >&2
	echo "| nodes | program | core | taken | in their context | in nodes ~ | LOST |" \
		"off > 1 point | worst, points | |"
	echo "| --: | --- | --- | --: | --: | --: | --: | --: | --: | --- |"
	printf 'vexriscv %s\n' firmware/lua tests/contexts/threads |
		xargs -P 2 -L 1 bash -c 'calls_of "$@"' - | sort -t '|' -k 3,3 -k 2n
}
kernel() {
	make "$TALLY" "$BUILD/firmware/kernel.elf" >&2
	tests/kernel/costs.sh 10
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
done
