// SPDX-License-Identifier: ISC
// top.v - the unit with all inputs but the clock, and all outputs, packed into words (rtl.c).
// With SYNTHESISED it is a netlist.

`default_nettype none

module lockstep #(
`include "tally_params.vh"
) (
	input  wire            clk_i,
	input  wire [6*32-1:0] in_i,
	output wire [5*32-1:0] out_o
);

wire        rst, run, valid, sleep, cyc, stb, we;
wire [1:0]  priv;
wire [3:0]  sel;
wire [31:0] pc = in_i[1*32 +: 32];
wire [31:0] adr = in_i[2*32 +: 32];
wire [31:0] dat = in_i[3*32 +: 32];

assign {sel, priv, we, stb, cyc, sleep, valid, run, rst} = in_i[12:0];

wire        ack, irq, sys_cyc, sys_stb, sys_we;
wire [3:0]  sys_sel;
wire [31:0] rdat, sys_adr, sys_dat;
wire [4:0]  probes;

assign out_o = {32'd0, sys_dat, sys_adr, rdat,
	18'd0, probes, sys_sel, sys_we, sys_stb, sys_cyc, irq, ack};

`define INPUTS .clk_i(clk_i), .rst_i(rst), .run_i(run), .tap_valid_i(valid), .tap_pc_i(pc), \
	.tap_priv_i(priv), .tap_sleep_i(sleep), .event_i(in_i[4*32+3 +: 8]), \
	.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), \
	.wb_adr_i(adr[BINS_LOG2+2:0]), .wb_dat_i(dat), .sys_dat_i(in_i[5*32 +: 32]), \
	.sys_ack_i(in_i[4*32]), .sys_err_i(in_i[4*32+1]), .sys_stolen_i(in_i[4*32+2])
`define OUTPUTS .wb_dat_o(rdat), .wb_ack_o(ack), .irq_o(irq), .sys_cyc_o(sys_cyc), \
	.sys_stb_o(sys_stb), .sys_we_o(sys_we), .sys_sel_o(sys_sel), .sys_adr_o(sys_adr), \
	.sys_dat_o(sys_dat)

`ifdef SYNTHESISED
tally_netlist netlist (`INPUTS, `OUTPUTS);
`else
tally #(
`include "tally_params_inst.vh"
) unit (`INPUTS, `OUTPUTS);
`endif

// A sample is taken by the engine, leaves; the engine has an addition to a category; its FULL or
// FAULT stops the unit. Beside a netlist stands the RTL.
generate
if (SYSTEM != 0) begin : g_probes
`ifdef SYNTHESISED
	tally #(
`include "tally_params_inst.vh"
	) unit (`INPUTS);
`endif
	assign probes = {unit.eng_fault, unit.eng_full, unit.g_mul.g_engine.eng_add_valid,
		unit.g_mul.g_engine.eng_pop,
		unit.g_mul.g_engine.que_first_valid & unit.g_mul.g_engine.u_engine.state == 4'd0};
end else begin : g_no_probes
	assign probes = 5'd0;
end
endgenerate

endmodule

`default_nettype wire
