#!/bin/sh
# SPDX-License-Identifier: ISC
# netlist.sh NAME FILE - what Yosys makes of the unit of sim/lockstep/builds for the part
# in its last column, as module tally_netlist.
set -eu
name=$1 file=$2
top=tally room=engine
case $name in calls*) top=tally_context room=context ;; esac
mkdir -p "$(dirname "$file")"
rtl="$(sed 's,^,rtl/unit/,' rtl/unit/unit.f) $(sed "s,^,rtl/$room/," "rtl/$room/$room.f")"
part=$(awk -v name="$name" '$1 == name { print $NF }' sim/lockstep/builds)
# shellcheck disable=SC2086
echo "verilog_defaults -add -Irtl/unit -Irtl/regs -Irtl/context; read_verilog $(echo $rtl)
hierarchy -top $top $(sim/lockstep/params.sh "$name" yosys)
synth_$part -top $top
delete t:\$scopeinfo
rename $top tally_netlist
write_verilog -noattr $file" >"$file.ys"
"$YOSYS" -q -s "$file.ys"
