// SPDX-License-Identifier: ISC
// tally_axil_master.v - an AXI4-Lite master (32 bits) for the system-memory sink.
//
// One access at a time; AW and W are offered together and taken in any order. A request
// once begun is finished: only rst_i ends it, and must then reset the bus too.
// SLVERR and DECERR end a request with err_o. AXI4-Lite has no lock: what else
// writes to a live counter is undefined (software does not). The engine holds req_i at 0
// during rst_i and after it.

`default_nettype none

module tally_axil_master (
	input  wire        clk_i,
	input  wire        rst_i,        // synchronous
	// the engine: req_i is held, all else steady, until done_o
	input  wire        req_i,
	input  wire        lock_i,       // from the first request of a read-modify-write to its last one's done_o
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [31:0] addr_i,       // byte address
	input  wire [31:0] data_i,
	output wire        done_o,       // one clock; the next request may follow in the next
	output wire        err_o,        // with done_o: the bus refused it
	output wire [31:0] data_o,       // with done_o, of a read
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

reg told;          // the address was taken
reg gave;          // the data were

always @(posedge clk_i) begin
	told <= ~done_o & (told | (we_i ? axil_awvalid_o & axil_awready_i : axil_arvalid_o & axil_arready_i));
	gave <= ~done_o & (gave | (axil_wvalid_o & axil_wready_i));
	if (rst_i) begin
		told <= 1'b0;
		gave <= 1'b0;
	end
end

assign axil_awvalid_o = req_i & we_i & ~told;
assign axil_wvalid_o  = req_i & we_i & ~gave;
assign axil_arvalid_o = req_i & ~we_i & ~told;
assign axil_awaddr_o  = addr_i;
assign axil_araddr_o  = addr_i;
assign axil_wdata_o   = data_i;
assign axil_wstrb_o   = sel_i;
assign axil_awprot_o  = 3'b000;
assign axil_arprot_o  = 3'b000;

assign axil_bready_o = told & gave;
assign axil_rready_o = told & ~we_i;

assign done_o = (axil_bready_o & axil_bvalid_i) | (axil_rready_o & axil_rvalid_i);
assign err_o  = we_i ? axil_bresp_i[1] : axil_rresp_i[1];
assign data_o = axil_rdata_i;

wire _unused = &{1'b0, lock_i, axil_bresp_i[0], axil_rresp_i[0]};

endmodule

`default_nettype wire
