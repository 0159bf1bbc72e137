#!/bin/sh
# SPDX-License-Identifier: ISC
# netlist.sh NAME FILE - what Yosys makes of the unit of LU_LIST (sim/lockstep/builds) for the
# part in its last column.
set -eu
name=$1 file=$2
mkdir -p "$(dirname "$file")"
rtl="$(sed 's,^,rtl/unit/,' rtl/unit/unit.f) $(sed 's,^,rtl/engine/,' rtl/engine/engine.f)"
part=$(awk -v name="$name" '$1 == name { print $NF }' "$LU_LIST")
# shellcheck disable=SC2086
echo "verilog_defaults -add -Irtl/unit -Irtl/regs; read_verilog $(echo $rtl)
hierarchy -top tally $(sim/lockstep/params.sh "$name" yosys)
synth_$part -top tally
delete t:\$scopeinfo
write_verilog -noattr $file" >"$file.ys"
"$YOSYS" -q -s "$file.ys"
