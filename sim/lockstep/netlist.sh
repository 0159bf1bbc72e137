#!/bin/sh
# SPDX-License-Identifier: ISC
# netlist.sh KIND NAME FILE - what Yosys makes of the unit of LU_LIST (sim/lockstep/builds; KIND
# context: contexts) for the part in its last column, as module tally_netlist.
set -eu
kind=$1 name=$2 file=$3
top=tally room=engine
[ "$kind" = unit ] || top=tally_context room=context
mkdir -p "$(dirname "$file")"
rtl="$(sed 's,^,rtl/unit/,' rtl/unit/unit.f) $(sed "s,^,rtl/$room/," "rtl/$room/$room.f")"
part=$(awk -v name="$name" '$1 == name { print $NF }' "$LU_LIST")
# shellcheck disable=SC2086
echo "verilog_defaults -add -Irtl/unit -Irtl/regs -Irtl/context; read_verilog $(echo $rtl)
hierarchy -top $top $(sim/lockstep/params.sh "$name" yosys)
synth_$part -top $top
delete t:\$scopeinfo
rename $top tally_netlist
write_verilog -noattr $file" >"$file.ys"
"$YOSYS" -q -s "$file.ys"
