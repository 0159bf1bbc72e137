// SPDX-License-Identifier: ISC
// arbiter.v - two Wishbone masters of a core (instructions, data) on one bus.
// Data goes first; a burst is not broken; the next grant follows the last
// acknowledge without an idle cycle. For adapters of cores with two buses.

`default_nettype none

module arbiter (
	input  wire        clk_i,
	input  wire        rst_i,

	input  wire        i_stb_i,
	input  wire [31:0] i_adr_i,
	input  wire [2:0]  i_cti_i,
	input  wire [1:0]  i_bte_i,
	output wire        i_ack_o,

	input  wire        d_stb_i,
	input  wire        d_we_i,
	input  wire [3:0]  d_sel_i,
	input  wire [31:0] d_adr_i,
	input  wire [31:0] d_dat_i,
	input  wire [2:0]  d_cti_i,
	input  wire [1:0]  d_bte_i,
	output wire        d_ack_o,

	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,
	output wire [31:0] wb_dat_o,
	output wire [2:0]  wb_cti_o,
	output wire [1:0]  wb_bte_o,
	input  wire        wb_ack_i
);
reg  busy, busy_d;
wire data = busy ? busy_d : d_stb_i;
wire last = wb_ack_i & (wb_cti_o != 3'b010);

assign wb_stb_o = data ? d_stb_i : i_stb_i;
assign wb_we_o  = data & d_we_i;
assign wb_sel_o = data ? d_sel_i : 4'b1111;
assign wb_adr_o = data ? d_adr_i : i_adr_i;
assign wb_dat_o = d_dat_i;
assign wb_cti_o = data ? d_cti_i : i_cti_i;
assign wb_bte_o = data ? d_bte_i : i_bte_i;
assign d_ack_o  = wb_ack_i & data;
assign i_ack_o  = wb_ack_i & ~data;

always @(posedge clk_i) begin
	busy   <= wb_stb_o & ~last & ~rst_i;
	busy_d <= data;
end
endmodule

`default_nettype wire
