// SPDX-License-Identifier: ISC
// unit.v - units with a bridge for bench.c: two on the same tap and the same core's bus, of which
// only the first one's line is used; and one without a bus. Words of in_i: 0 clock, 1 reset, 2 rx,
// 4 retires, 5 strobe, 6 write, 7 the line is that of the one without a bus, 8 sleeps; data; 15:0
// address, 31:16 pc / 2. Of out_o: 0 tx, 1 and 2 acknowledge, 23:8 BIT, 31:24 SILENCE; both data.

`default_nettype none

module link_unit #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 9
) (
	input  wire [95:0] in_i,
	output wire [95:0] out_o
);

localparam BIT = 12;
wire        clk = in_i[0], rst = in_i[1], alone = in_i[7];
wire [1:0]  ack, tx, irq;
wire        tx_alone;
wire [31:0] pc = {15'h4000, in_i[95:80], 1'b0};
wire [63:0] dat;

genvar i;
generate
for (i = 0; i < 2; i = i + 1) begin : g_unit
	tally_soc #(
		.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .ADR_W(BINS_LOG2 + 3), .BIT(BIT)
	) u_unit (
		.clk_i(clk), .rst_i(rst), .run_i(1'b1), .tap_valid_i(in_i[4]), .tap_pc_i(pc),
		.tap_priv_i(2'd3), .tap_sleep_i(in_i[8]), .tap_data_i(1'b0),
		.tap_data_adr_i(32'd0), .tap_insn_i(32'd0), .tap_handler_i(1'b0), .event_i(8'd0),
		.wb_stb_i(in_i[5]), .wb_we_i(in_i[6]), .wb_sel_i(4'hf),
		.wb_adr_i(in_i[64 +: BINS_LOG2 + 3]), .wb_dat_i(in_i[63:32]),
		.wb_dat_o(dat[32 * i +: 32]), .wb_ack_o(ack[i]), .irq_o(irq[i]), .sys_cyc_o(),
		.sys_stb_o(), .sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(),
		.sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0),
		.rx_i(i == 1 | alone | in_i[2]), .tx_o(tx[i]));
end
endgenerate

tally_live #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .BIT(BIT)) u_alone (
	.clk_i(clk), .rst_i(rst), .tap_valid_i(in_i[4]), .tap_pc_i(pc), .tap_priv_i(2'd3),
	.tap_sleep_i(in_i[8]), .event_i(8'd0), .rx_i(~alone | in_i[2]), .tx_o(tx_alone));

assign out_o = {dat, 8'd11, 16'd0 + BIT[15:0], 5'd0, ack, alone ? tx_alone : tx[0]};

endmodule

`default_nettype wire
