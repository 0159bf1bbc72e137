#!/bin/sh
# SPDX-License-Identifier: ISC
# build.sh NAME FILE [NETLIST] - a unit of sim/lockstep/builds as a library for rtl.c
# (sim/library.sh).
set -eu
name=$1 file=$2 netlist=${3:-}
top=top room=engine
case $name in calls*) top=calls room=context ;; esac
rtl=$(sed 's,^,rtl/unit/,' rtl/unit/unit.f; sed "s,^,rtl/$room/," "rtl/$room/$room.f")
hostile="$(echo "$rtl" | grep -v tally_ram) sim/lockstep/memory.v"
cells=$BUILD/venv/share-yosys
synthesised="-DSYNTHESISED -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES -Wno-fatal
	-Wno-TIMESCALEMOD -Wno-lint -Wno-UNOPTFLAT -Wno-INITIALDLY"
# A netlist is one huge function, and its runs are short.
quick="OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1"

# The bench looks into the RTL of engine and call tree, which so stands beside the netlist.
synthesised="$synthesised $hostile"

opt=OPT_FAST=-O2
case $(awk -v name="$name" '$1 == name { print $NF }' sim/lockstep/builds) in
rtl) design=$rtl ;;
hostile) design=$hostile ;;
full) design="-DPRELOADED $hostile" ;;
ice40) design="$synthesised $cells/ice40/cells_sim.v" opt=$quick ;;
ecp5)
	design="$synthesised sim/ecp5_dp16kd.v sim/ecp5_mult18x18d.v
		$cells/ecp5/common_sim.vh $cells/ecp5/ccu2c_sim.vh"
	opt=$quick
	;;
*) echo "sim/lockstep/builds: $name has no memory that build.sh knows" >&2; exit 1 ;;
esac
# shellcheck disable=SC2046,SC2086
MODEL_OPT=$opt sim/library.sh "$file" "lockstep_$name" lockstep \
	-Irtl/context $(sim/lockstep/params.sh "$name" verilator) \
	"sim/lockstep/$top.v" $design $netlist
