// SPDX-License-Identifier: ISC
// axi_wishbone.v - a bridge from an AXI4 port of 64 bits to a Wishbone of 32, for a core of 64
// bits: one transaction at a time, bursts that count up, of 8 beats at most. Each response is OKAY.
// BURST: what is read in several beats is read as one linear burst, and both halves of a beat are
// written as one.

`default_nettype none

module axi_wishbone #(
	parameter BURST = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,

	input  wire        aw_valid_i,
	output wire        aw_ready_o,
	input  wire [3:0]  aw_id_i,
	input  wire [31:0] aw_addr_i,
	input  wire        w_valid_i,
	output wire        w_ready_o,
	input  wire [63:0] w_data_i,
	input  wire [7:0]  w_strb_i,
	input  wire        w_last_i,
	output reg         b_valid_o,
	input  wire        b_ready_i,
	input  wire        ar_valid_i,
	output wire        ar_ready_o,
	input  wire [3:0]  ar_id_i,
	input  wire [31:0] ar_addr_i,
	input  wire [7:0]  ar_len_i,
	input  wire [2:0]  ar_size_i,
	output wire        r_valid_o,
	input  wire        r_ready_i,
	output wire [63:0] r_data_o,
	output wire        r_last_o,
	output reg  [3:0]  id_o,		// of B and R

	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,
	output wire [31:0] wb_dat_o,
	output wire [2:0]  wb_cti_o,
	input  wire [31:0] wb_dat_i,
	input  wire        wb_ack_i
);
reg        reads, writes;
reg [31:2] adr;
wire       idle = ~reads & ~writes & ~b_valid_o;
assign ar_ready_o = idle;
assign aw_ready_o = idle & ~ar_valid_i;

// ---- reads: words gather here, so that a burst never waits for the core
reg  [31:0] words [0:15];
reg  [4:0]  got, all;			// words
reg  [2:0]  sent, last;			// beats
reg  [3:0]  read_sel;
wire        narrow = all[0];		// less than a beat: its word is in both halves
wire        gathers = reads & got != all;

assign r_valid_o = reads & (narrow ? got[0] : got[4:1] > {1'b0, sent});
assign r_last_o  = sent == last;
assign r_data_o  = {words[{sent, ~narrow}], words[{sent, 1'b0}]};

// ---- writes: a beat leaves when both of its halves have
reg         high;
wire [3:0]  write_sel = high ? w_strb_i[7:4] : w_strb_i[3:0];
wire        puts      = writes & w_valid_i & write_sel != 4'd0;
wire        half_done = writes & w_valid_i & (wb_ack_i | write_sel == 4'd0);

assign w_ready_o = half_done & high;

// ---- both
wire both  = BURST != 0 & w_strb_i[3:0] != 4'd0 & w_strb_i[7:4] != 4'd0;
wire goes_on = writes ? both & ~high : BURST != 0 & got + 5'd1 != all;
wire ends    = writes ? both & high : BURST != 0 & ~narrow;

assign wb_stb_o = gathers | puts;
assign wb_we_o  = writes;
assign wb_sel_o = writes ? write_sel : read_sel;
assign wb_adr_o = writes ? {adr[31:3], high, 2'b00} : {adr, 2'b00};
assign wb_dat_o = high ? w_data_i[63:32] : w_data_i[31:0];
assign wb_cti_o = goes_on ? 3'b010 : {3{ends}};

always @(posedge clk_i) begin
	if (idle) begin
		reads  <= ar_valid_i;
		writes <= aw_valid_i & ~ar_valid_i;
		id_o   <= ar_valid_i ? ar_id_i : aw_id_i;
		adr    <= ar_valid_i ? ar_addr_i[31:2] : aw_addr_i[31:2];
		all    <= ar_size_i == 3'd3 ? {ar_len_i[3:0] + 4'd1, 1'b0} : 5'd1;
		last   <= ar_len_i[2:0];
		read_sel <= (ar_size_i == 3'd0 ? 4'b0001 : ar_size_i == 3'd1 ? 4'b0011 : 4'b1111)
			<< (ar_size_i[1] ? 2'd0 : ar_addr_i[1:0]);
		{got, sent, high} <= 9'd0;
	end
	if (gathers & wb_ack_i) begin
		words[got[3:0]] <= wb_dat_i;
		got <= got + 5'd1;
		adr <= adr + 30'd1;
	end
	if (r_valid_o & r_ready_i) begin
		sent <= sent + 3'd1;
		if (r_last_o) reads <= 1'b0;
	end
	if (half_done) begin
		high <= ~high;
		if (high) adr <= adr + 30'd2;
		if (high & w_last_i) {writes, b_valid_o} <= 2'b01;
	end
	if (b_valid_o & b_ready_i) b_valid_o <= 1'b0;
	if (rst_i) {reads, writes, b_valid_o} <= 3'd0;
end

wire unused = &{1'b0, ar_addr_i[1:0], aw_addr_i[1:0], ar_len_i[7:4]};
endmodule

`default_nettype wire
