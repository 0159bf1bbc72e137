// SPDX-License-Identifier: ISC
// calls.v - the unit that keeps a call tree in place of top.v's: its inputs and outputs, and what
// the model takes from it or compares. With SYNTHESISED the outputs are those of a netlist, which
// has no such signals, with its RTL beside it.

`default_nettype none

module lockstep #(
	parameter NODES  = 6,
	parameter PC_W   = 22,
	parameter PLACES = 0,
	parameter EVENT  = 0,
	parameter XLEN   = 32
) (
	input  wire            clk_i,
	input  wire [6*32-1:0] in_i,
	output wire [5*32-1:0] out_o
);

wire        rst, run, valid, handler, sleep, cyc, stb, we;
wire [1:0]  priv;
wire [3:0]  sel;
wire [31:0] pc = in_i[1*32 +: 32];
wire [31:0] adr = in_i[2*32 +: 32];
wire [31:0] dat = in_i[3*32 +: 32];
wire [7:0]  lines = in_i[4*32+3 +: 8];
wire [31:0] insn = in_i[5*32 +: 32];

assign {sel, priv, we, stb, cyc, sleep, valid, run, rst} = in_i[12:0];
assign handler = in_i[4*32+11];

wire        rtl_ack, rtl_irq, ack, irq;
wire [31:0] rtl_rdat, rdat;

tally_context #(
	.NODES  (NODES),
	.PC_W   (PC_W),
	.PLACES (PLACES),
	.EVENT  (EVENT),
	.XLEN   (XLEN)
) unit (
	.clk_i(clk_i), .rst_i(rst), .run_i(run),
	.tap_valid_i(valid), .tap_pc_i(pc), .tap_insn_i(insn), .tap_handler_i(handler),
	.tap_priv_i(priv), .tap_sleep_i(sleep), .event_i(lines),
	.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr[NODES+4:0]),
	.wb_dat_i(dat), .wb_dat_o(rtl_rdat), .wb_ack_o(rtl_ack), .irq_o(rtl_irq));

`ifdef SYNTHESISED
tally_netlist netlist (
	.clk_i(clk_i), .rst_i(rst), .run_i(run),
	.tap_valid_i(valid), .tap_pc_i(pc), .tap_insn_i(insn), .tap_handler_i(handler),
	.tap_priv_i(priv), .tap_sleep_i(sleep), .event_i(lines),
	.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr[NODES+4:0]),
	.wb_dat_i(dat), .wb_dat_o(rdat), .wb_ack_o(ack), .irq_o(irq));
`else
assign {rdat, ack, irq} = {rtl_rdat, rtl_ack, rtl_irq};
`endif

wire [31:0] bits, weight, target, link;
wire [15:0] current;
// what it is from the next cycle on
assign current = unit.u_walker.unwinds ? {{(16-NODES){1'b0}}, unit.u_walker.ROOT}
	: {{(16-NODES){1'b0}}, unit.u_walker.current};
assign bits = {current, unit.u_front.code, unit.u_front.valid3 ? unit.u_front.kind : 3'd0,
	unit.u_front.hot, unit.u_front.trap3, unit.u_walker.lumped & ~unit.u_walker.unwinds,
	unit.u_front.push, unit.wal_pop,
	unit.u_walker.wal_next_valid_o & ~unit.u_walker.out_valid_i,
	unit.u_walker.state == unit.u_walker.CHARGE & ~unit.u_walker.blocked,
	unit.u_walker.state == unit.u_walker.IDLE, irq, ack};
assign weight = unit.u_front.weight;
assign target = unit.u_front.half3;
assign link = unit.u_front.link;
assign out_o = {weight, link, target, rdat, bits};

endmodule

`default_nettype wire
