// SPDX-License-Identifier: ISC
// tally_axil.v - an AXI4-Lite slave in front of tally.v.
//
// One access at a time; reads and writes take turns where both wait. Address and data of a write
// are taken together, in the cycle in which the unit answers, so a master that waits for AWREADY
// before it offers data, which AXI forbids, waits for ever. Every response is OKAY: what is refused
// sets STATUS.ERROR.

`default_nettype none

module tally_axil #(
	parameter ADR_W = 12                       // bits of the address, as of wb_adr_i; 8 .. 32
) (
	input  wire             clk_i,
	input  wire             rst_i,             // ARESETn inverted, synchronous
	input  wire             axil_awvalid_i,
	output wire             axil_awready_o,
	input  wire [ADR_W-1:0] axil_awaddr_i,     // byte address
	input  wire             axil_wvalid_i,
	output wire             axil_wready_o,
	input  wire [31:0]      axil_wdata_i,
	input  wire [3:0]       axil_wstrb_i,
	output wire             axil_bvalid_o,
	input  wire             axil_bready_i,
	output wire [1:0]       axil_bresp_o,
	input  wire             axil_arvalid_i,
	output wire             axil_arready_o,
	input  wire [ADR_W-1:0] axil_araddr_i,
	output wire             axil_rvalid_o,
	input  wire             axil_rready_i,
	output reg  [31:0]      axil_rdata_o,
	output wire [1:0]       axil_rresp_o,
	// the unit
	output wire             wb_cyc_o,
	output wire             wb_stb_o,
	output wire             wb_we_o,
	output wire [3:0]       wb_sel_o,
	output wire [ADR_W-1:0] wb_adr_o,
	output wire [31:0]      wb_dat_o,
	input  wire [31:0]      wb_dat_i,
	input  wire             wb_ack_i
);

generate
if (ADR_W < 8 || ADR_W > 32) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

reg  asks;                                     // of the unit
reg  answers;                                  // its answer waits to be taken
reg  writing;                                  // this access, or the last one
wire writes = axil_awvalid_i & axil_wvalid_i;
wire done   = asks & wb_ack_i;

always @(posedge clk_i) begin
	if (answers)
		answers <= ~(writing ? axil_bready_i : axil_rready_i);
	else if (asks) begin
		asks    <= ~done;
		answers <= done;
	end else begin
		asks    <= writes | axil_arvalid_i;
		writing <= writes & ~(axil_arvalid_i & writing);
	end
	if (done) axil_rdata_o <= wb_dat_i;
	if (rst_i) {asks, answers, writing} <= 3'd0;
end

assign wb_cyc_o = asks;
assign wb_stb_o = asks;
assign wb_we_o  = writing;
assign wb_sel_o = writing ? axil_wstrb_i : 4'b1111;
assign wb_adr_o = writing ? axil_awaddr_i : axil_araddr_i;
assign wb_dat_o = axil_wdata_i;

assign axil_awready_o = done & writing;
assign axil_wready_o  = done & writing;
assign axil_arready_o = done & ~writing;
assign axil_bvalid_o  = answers & writing;
assign axil_rvalid_o  = answers & ~writing;
assign axil_bresp_o   = 2'b00;
assign axil_rresp_o   = 2'b00;

`ifdef FORMAL
`include "tally_axil_props.vh"
`endif

endmodule

`default_nettype wire
