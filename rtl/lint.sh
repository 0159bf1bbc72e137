#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: venv/yosys.stamp
# lint.sh [all] - static checks of the Verilog by Verilator (-Wall), Icarus and Yosys; a
# parameter out of range stops each of them. With `all` the simulated machines and the
# boards' SoC, too: minutes.
# From the top folder. Environment: BUILD, PY, YOSYS.
set -euo pipefail
inc=(-Irtl/unit -Irtl/regs -Irtl/context)
mapfile -t files <rtl/tally.f
die() { echo "lint: $*"; exit 1; }
verilator_lint() { verilator --lint-only -Wall "$@" || die "verilator $*"; }
icarus() { iverilog -g2005 -Wall "${inc[@]}" -o "$BUILD/lint.vvp" "$@" || die "iverilog $*"; }
yosys() {
	"$YOSYS" -q -p "verilog_defaults -add ${inc[*]}; $*; proc; check -assert" ||
		die "yosys $*"
}
module() { # FILE: a module that needs no other
	local top=${1##*/}
	verilator_lint --top-module "${top%.v}" "$1"
	icarus -s "${top%.v}" "$1"
	yosys "read_verilog $1; hierarchy -check -top ${top%.v}"
}

# the unit, NAME=VALUE:... by line
sets=0
for mapper in 0 1; do
	for set in "" BINS_LOG2=5 BINS_LOG2=15:PC_W=16:PC_HIGH=0x12345678:KIND=1 \
		BINS_LOG2=12:PC_W=31:PC_HIGH=0x80000000:EVENT=5 BINS_LOG2=20:PC_W=18; do
		echo "MAPPER=$mapper${set:+:$set}"
	done
done >"$BUILD/lint.sets"
printf 'SYSTEM=%s\n' 1 2 2:PC_W=20:EVENT=1 >>"$BUILD/lint.sets"
while read -r set; do
	# shellcheck disable=SC2046
	verilator_lint "${inc[@]}" $(tr : '\n' <<<"$set" | sed s/^/-G/) \
		--top-module tally "${files[@]}"
	sets=$((sets + 1))
done <"$BUILD/lint.sets"
for set in "0 10 32 0" "1 9 32 0" "0 9 17 2"; do
	read -r mapper bins pc system <<<"$set"
	names=(MAPPER="$mapper" BINS_LOG2="$bins" PC_W="$pc" EVENT=8 SYSTEM="$system")
	icarus "${names[@]/#/-Ptally.}" -s tally "${files[@]}"
	set=${names[*]/#/-set }
	yosys "read_verilog ${files[*]}; chparam ${set//=/ } tally; hierarchy -check -top tally"
done
for set in "8 24 10" "6 16 0" "7 25 9"; do
	read -r nodes pc places <<<"$set"
	names=(NODES="$nodes" PC_W="$pc" PLACES="$places" EVENT=$((nodes % 9)))
	verilator_lint "${inc[@]}" "${names[@]/#/-G}" --top-module tally_context "${files[@]}"
	icarus "${names[@]/#/-Ptally_context.}" -s tally_context "${files[@]}"
	set=${names[*]/#/-set }
	yosys "read_verilog ${files[*]}; chparam ${set//=/ } tally_context" \
		"; hierarchy -check -top tally_context"
	sets=$((sets + 1))
done
echo "lint: $sets parameter sets of the unit clean"

for file in rtl/bus/*.v rtl/link/*.v; do module "$file"; done
for set in AW=9 AW=28 BIT=4 BIT=868 BIT=65535; do
	verilator_lint "-G$set" rtl/link/tally_bridge.v
done
for file in rtl/tap/*.v; do verilator_lint "$file"; done
verilator_lint "${inc[@]}" --top-module tally_live "${files[@]}"
for set in "" BIT=12 "BUS=0 BIT=4" "SECOND=1 ADR_W=13 BIT=12" "SECOND=3 SYSTEM=2 ADR_W=20 BIT=12" \
		"SECOND=2 ADR_W=18" "SECOND=2 NODES=9 BINS_LOG2=15 MAPPER=1 ADR_W=19 BIT=12"; do
	# shellcheck disable=SC2086
	verilator_lint "${inc[@]}" $(printf -- '-G%s ' $set) --top-module tally_soc "${files[@]}"
done
echo "lint: bus adapters, taps, the serial bridge and what a SoC instantiates are clean"

# values out of range, each on both sides: MODULE:NAME=VALUE...
refused=(tally:{MAPPER={2,-1},BINS_LOG2={4,21},PC_W={15,33},EVENT=9,KIND={2,-1},SYSTEM=3}
	tally:MAPPER=1:SYSTEM=1 tally_live:{BIT={0,3,65536,-1},BINS_LOG2={7,21},MAPPER=2,PC_W=33}
	tally_soc:{MAPPER=2,BINS_LOG2={4,10},ADR_W={11,33},BUS={0,2},SECOND={-1,1,4}}
	tally_soc:{BIT=3,BIT=12:BINS_LOG2=7,SECOND=2:ADR_W={13,16},SECOND=2:ADR_W=20:NODES={5,16}}
	tally_bridge:AW={8,29} tally_{apb,axil}:ADR_W={7,33}
	tap_latency:WIDTH={1,31} console:DIVISOR={3,65536}
	tally_context:{NODES={5,16},PC_W={15,22},PLACES={-1,19},EVENT=9})
files+=(rtl/board/console.v)
for case in "${refused[@]}"; do
	top=${case%%:*}
	IFS=: read -ra names <<<"${case#*:}"
	for tool in "verilator --lint-only -Wno-fatal ${names[*]/#/-G} --top-module $top" \
		"iverilog -g2005 ${names[*]/#/-P$top.} -o $BUILD/lint.vvp -s $top"; do
		# shellcheck disable=SC2086
		said=$($tool "${inc[@]}" "${files[@]}" 2>&1) || true
		grep -qi 'module.*tally_parameter_out_of_range' <<<"$said" ||
			die "${tool%% *} takes $case"
	done
done
said=$("$YOSYS" -q -p "read_verilog ${inc[*]} ${files[*]}; chparam -set BIT 65536 tally_live
	hierarchy -check -top tally_live" 2>&1) || true
grep -q tally_parameter_out_of_range <<<"$said" || die "Yosys takes tally_live:BIT=65536"
echo "lint: ${#refused[@]} parameter sets out of range refused"

[ "${1:-}" = all ] || exit 0
sim/setup/rows.sh sim/cores.list | while read -r core _ _ builds _ _ _ _ _ board _; do
	for build in unit $([ "$builds" != all ] || echo full); do
		sim/verilate "$core" "$build" lint </dev/null || die "$core, $build"
	done
	[ "$board" = - ] || rtl/board/lint.sh "$core" </dev/null || die "$core on a board"
done
echo "lint: machines and boards are clean"
