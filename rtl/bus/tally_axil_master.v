// SPDX-License-Identifier: ISC
// tally_axil_master.v - an AXI4-Lite master behind a Wishbone master: that of tally_arbiter.v, or
// of one tally.v.
//
// One access at a time; AW and W are offered together and taken in any order. An access once begun
// is finished: only rst_i ends it, and must then reset the bus, too. SLVERR and DECERR end it with
// wb_err_o. AXI4-Lite has no lock: no other master may write to a live counter.

`default_nettype none

module tally_axil_master (
	input  wire        clk_i,
	input  wire        rst_i,        // synchronous
	// the unit
	input  wire        wb_stb_i,
	input  wire        wb_we_i,
	input  wire [3:0]  wb_sel_i,
	input  wire [31:0] wb_adr_i,     // byte address
	input  wire [31:0] wb_dat_i,
	output wire [31:0] wb_dat_o,
	output wire        wb_ack_o,
	output wire        wb_err_o,     // instead of wb_ack_o
	// the bus
	output wire        axil_awvalid_o,
	input  wire        axil_awready_i,
	output wire [31:0] axil_awaddr_o,
	output wire [2:0]  axil_awprot_o,
	output wire        axil_wvalid_o,
	input  wire        axil_wready_i,
	output wire [31:0] axil_wdata_o,
	output wire [3:0]  axil_wstrb_o,
	input  wire        axil_bvalid_i,
	output wire        axil_bready_o,
	input  wire [1:0]  axil_bresp_i,
	output wire        axil_arvalid_o,
	input  wire        axil_arready_i,
	output wire [31:0] axil_araddr_o,
	output wire [2:0]  axil_arprot_o,
	input  wire        axil_rvalid_i,
	output wire        axil_rready_o,
	input  wire [31:0] axil_rdata_i,
	input  wire [1:0]  axil_rresp_i
);

reg address_taken, data_taken;         // by the slave, in this access
wire done = axil_bready_o & axil_bvalid_i | axil_rready_o & axil_rvalid_i;
wire failed = wb_we_i ? axil_bresp_i[1] : axil_rresp_i[1];

always @(posedge clk_i) begin
	address_taken <= ~done & (address_taken
		| (wb_we_i ? axil_awvalid_o & axil_awready_i : axil_arvalid_o & axil_arready_i));
	data_taken    <= ~done & (data_taken | axil_wvalid_o & axil_wready_i);
	if (rst_i) {address_taken, data_taken} <= 2'd0;
end

assign axil_awvalid_o = wb_stb_i & wb_we_i & ~address_taken;
assign axil_wvalid_o  = wb_stb_i & wb_we_i & ~data_taken;
assign axil_arvalid_o = wb_stb_i & ~wb_we_i & ~address_taken;
assign axil_awaddr_o  = wb_adr_i;
assign axil_araddr_o  = wb_adr_i;
assign axil_wdata_o   = wb_dat_i;
assign axil_wstrb_o   = wb_sel_i;
assign axil_awprot_o  = 3'b000;
assign axil_arprot_o  = 3'b000;
assign axil_bready_o  = address_taken & data_taken;
assign axil_rready_o  = address_taken & ~wb_we_i;

assign wb_ack_o = done & ~failed;
assign wb_err_o = done & failed;
assign wb_dat_o = axil_rdata_i;

wire unused = &{1'b0, axil_bresp_i[0], axil_rresp_i[0]};

`ifdef FORMAL
`include "tally_axil_master_props.vh"
`endif

endmodule

`default_nettype wire
