// SPDX-License-Identifier: ISC
// top.v - the unit with all inputs but the clock, and all outputs, packed into words (rtl.c).
// With SYNTHESISED it is a netlist, with MUTANTS one in which in_i chooses a mutant.

`default_nettype none

module lockstep_unit #(
`include "tally_params.vh"
) (
	input  wire            clk_i,
	input  wire [5*32-1:0] in_i,
	output wire [2*32-1:0] out_o
);

wire        rst, run, valid, sleep, pin, cyc, stb, we;
wire [1:0]  priv;
wire [3:0]  sel;
wire [15:0] mutant;
wire [31:0] pc = in_i[1*32 +: 32];
wire [31:0] tag = in_i[2*32 +: 32];
wire [31:0] adr = in_i[3*32 +: 32];
wire [31:0] dat = in_i[4*32 +: 32];

assign {mutant, sel, priv, we, stb, cyc, pin, sleep, valid, run, rst} = in_i[29:0];

wire        ack, irq;
wire [31:0] rdat;

assign out_o = {rdat, 30'd0, irq, ack};

`ifdef SYNTHESISED

tally unit (

`elsif MUTANTS

// From a register: else all that a mutant changes would hang on an input, and be looked at twice a clock.
reg [15:0] chosen = 16'd0;
always @(posedge clk_i)
	chosen <= mutant;

tally unit (
	.mutsel(chosen),

`else

tally #(
`include "tally_params_inst.vh"
) unit (

`endif
	.clk_i(clk_i), .rst_i(rst), .run_i(run),
	.tap_valid_i(valid), .tap_pc_i(pc), .tap_priv_i(priv), .tap_sleep_i(sleep), .tap_tag_i(tag), .event_i(pin),
	.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr[BINS_LOG2+2:0]), .wb_dat_i(dat),
	.wb_dat_o(rdat), .wb_ack_o(ack), .irq_o(irq),
	.sys_cyc_o(), .sys_stb_o(), .sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(),
	.sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0));

endmodule

`default_nettype wire
