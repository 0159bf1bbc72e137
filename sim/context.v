// SPDX-License-Identifier: ISC
// context.v - the unit with the calling context (rtl/context), all inputs but the clock, and all
// outputs that a host reads, packed into words (context.c).

`default_nettype none

module context_unit #(
	parameter NODES = 11
) (
	input  wire            clk_i,
	input  wire [5*32-1:0] in_i,
	output wire [2*32-1:0] out_o
);

wire        rst, run, valid, handler, sleep, cyc, we, ack, irq;
wire [1:0]  priv;
wire [31:0] pc, insn, known, adr, dat, rdat;

assign {dat, adr, insn, pc} = in_i[5*32-1:32];
assign {priv, we, cyc, sleep, handler, valid, run, rst} = in_i[8:0];
assign out_o = {rdat, 31'd0, ack};

// On other cores the instruction is none, and does not retire.
tap_retirq u_known (.insn_i(insn), .insn_o(known));

tally_context #(
	.NODES (NODES), .PC_W (NODES > 11 ? 32 - NODES : 21), .PLACES (10)
) unit (
	.clk_i(clk_i), .rst_i(rst), .run_i(run),
	.tap_valid_i(valid), .tap_pc_i(pc), .tap_insn_i(known), .tap_handler_i(handler),
	.tap_priv_i(priv), .tap_sleep_i(sleep), .event_i(8'd0),
	.wb_cyc_i(cyc), .wb_stb_i(cyc), .wb_we_i(we), .wb_sel_i(4'hF), .wb_adr_i(adr[NODES+4:0]),
	.wb_dat_i(dat), .wb_dat_o(rdat), .wb_ack_o(ack), .irq_o(irq));

wire unused = &{1'b0, irq, adr, in_i};

endmodule

`default_nettype wire
