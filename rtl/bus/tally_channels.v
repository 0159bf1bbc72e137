// SPDX-License-Identifier: ISC
// tally_channels.v - 1 to 4 units that watch one core, behind one Wishbone port; their engines take turns as one master.
//
// Channel c is at c * 2^(BINS_LOG2 + 3), and nothing is shared but the buses: no unit can delay a sample of another.

`default_nettype none

module tally_channels #(
`include "tally_params.vh"
,
	parameter CHANNEL_BITS = CHANNELS > 2 ? 2 : CHANNELS - 1       // leave it
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	// tap: as of tally.v
	input  wire                 run_i,
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [31:0]          tap_tag_i,
	input  wire                 event_i,
	// Wishbone classic, byte addresses
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+2+CHANNEL_BITS:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o,
	// SYSTEM: Wishbone master, classic. CYC stays from the read of a counter to its write.
	output wire                 sys_cyc_o,
	output wire                 sys_stb_o,
	output wire                 sys_we_o,
	output wire [3:0]           sys_sel_o,
	output wire [31:0]          sys_adr_o,
	output wire [31:0]          sys_dat_o,
	input  wire [31:0]          sys_dat_i,
	input  wire                 sys_ack_i,
	input  wire                 sys_err_i,     // ends an access as sys_ack_i does
	input  wire                 sys_stolen_i   // another master waits because a unit has the bus
);

localparam AW = BINS_LOG2 + 3;
wire [CHANNEL_BITS+2:0] high = {2'b00, wb_adr_i[AW+CHANNEL_BITS-1:AW-1]};
wire [1:0] at = high[2:1];                     // the channel

wire [3:0]   ack, irq, req, lock, we, done;
wire [127:0] rdat, addr, data;
wire [15:0]  sel;
wire [1:0]   turn;                             // whose the master is

generate
if (CHANNELS < 1 || ((INTERVAL | SYMBOL | RING) >> CHANNELS) != 0 || CHANNEL_BITS != (CHANNELS > 2 ? 2 : CHANNELS - 1)) begin : g_refused
	tally_parameter_out_of_range its_range_is_in_tally_params ();    // or a mode is for a channel that is not there
end
endgenerate

genvar c;
generate for (c = 0; c < 4; c = c + 1) begin : g_channel
if (c < CHANNELS) begin : g_unit
	wire has = turn == c;
	assign done[c] = has & req[c] & (sys_ack_i | sys_err_i);
	tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .PC_W(PC_W),
		.PC_HIGH(PC_HIGH), .JITTER(JITTER), .TAG(TAG), .EVENT(EVENT), .SYSTEM(SYSTEM),
		.INTERVAL(INTERVAL >> c & 1), .SYMBOL(SYMBOL >> c & 1), .RING(RING >> c & 1), .ECP5(ECP5), .CHANNELS(CHANNELS)) u_tally (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
		.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_tag_i(tap_tag_i), .event_i(event_i),
		.wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i & at == c), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
		.wb_adr_i(wb_adr_i[AW-1:0]), .wb_dat_i(wb_dat_i), .wb_dat_o(rdat[32*c+:32]), .wb_ack_o(ack[c]),
		.irq_o(irq[c]),
		.sys_req_o(req[c]), .sys_lock_o(lock[c]), .sys_we_o(we[c]), .sys_sel_o(sel[4*c+:4]),
		.sys_addr_o(addr[32*c+:32]), .sys_data_o(data[32*c+:32]), .sys_done_i(done[c]),
		.sys_err_i(sys_err_i), .sys_data_i(sys_dat_i), .sys_stolen_i(has & sys_stolen_i));
end else begin : g_none                        // reads 0
	reg none;
	always @(posedge clk_i) none <= wb_cyc_i & wb_stb_i & at == c & ~none & ~rst_i;
	assign ack[c] = none;
	assign {irq[c], req[c], lock[c], we[c], done[c], sel[4*c+:4]} = 9'd0;
	assign {rdat[32*c+:32], addr[32*c+:32], data[32*c+:32]} = 96'd0;
end
end endgenerate

assign wb_ack_o = |ack;
assign wb_dat_o = rdat[32*at+:32];
assign irq_o    = |irq;

// ---- master: the next channel that asks has it when the last neither asks nor keeps it locked ----
wire [3:0] holds  = req | lock;
wire [7:0] turned = {holds, holds} >> turn;
wire [3:0] behind = turned[3:0];
reg  [1:0] last;
initial last = 2'd0;
always @(posedge clk_i)
	if (~behind[0]) last <= turn + (behind[1] ? 2'd1 : behind[2] ? 2'd2 : behind[3] ? 2'd3 : 2'd0);
assign turn = CHANNELS > 1 ? last : 2'd0;
assign sys_cyc_o = holds[turn];
assign sys_stb_o = req[turn];
assign sys_we_o  = we[turn];
assign sys_sel_o = sel[4*turn+:4];
assign sys_adr_o = addr[32*turn+:32];
assign sys_dat_o = data[32*turn+:32];

wire unused = &{1'b0, high, turned[7:4], done};

endmodule

`default_nettype wire
