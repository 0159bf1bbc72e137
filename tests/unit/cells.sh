#!/bin/bash
# SPDX-License-Identifier: ISC
# cells.sh DIR - DIR/test: what Yosys makes of sim/cells_unit.v for the ECP5, with our models of its
# block RAM and its multiplier, beside the RTL. From the top folder; BUILD and YOSYS in the
# environment.
set -euo pipefail
dir=$1 share=$BUILD/venv/share-yosys
mkdir -p "$dir"
for memory in 36:512 18:1024 9:2048 4:4096 2:8192 16:2048; do
	awk -v w="${memory%:*}" -v n="${memory#*:}" 'BEGIN {
		srand(w)
		for (i = 0; i < n; i++) {
			s = ""
			for (b = w; b > 0; b -= 4)
				s = sprintf("%x", int(rand() * (b < 4 ? 2 ^ b : 16))) s
			print s
		}
	}' >"$dir/start${memory%:*}.hex"
done
sed "s,start[0-9]*\.hex,$dir/&," sim/cells_unit.v >"$dir/cells_unit.v"
echo "read_verilog $dir/cells_unit.v
synth_ecp5 -top cells_unit
delete t:\$scopeinfo
rename cells_unit cells_netlist
tee -o $dir/stat.txt stat
write_verilog -noattr $dir/netlist.v" >"$dir/synth.ys"
"$YOSYS" -q -s "$dir/synth.ys"
awk '/^module LUT4\(/, /^endmodule/' "$share/ecp5/common_sim.vh" >"$dir/lut4.v"
iverilog -g2012 -o "$dir/test" -s cells_test sim/cells_test.v "$dir/cells_unit.v" \
	"$dir/netlist.v" "$dir/lut4.v" sim/ecp5_*.v
