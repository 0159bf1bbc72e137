// SPDX-License-Identifier: ISC
// finisher.v - SiFive's test device: a store to offset 0 ends the run.
// 0x5555 passes, 0x3333 fails with the code in the upper half (0 is taken for 1,
// for no failure is a pass), 0x7777 (reset) ends as a pass; any other value does
// nothing. done_o is 1 in the very cycle of the store's acknowledge.

`default_nettype none

module finisher (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [11:0] adr_i,
	input  wire [31:0] dat_i,
	output reg         ack_o,
	output reg         done_o,
	output reg  [31:0] code_o
);
wire write = stb_i & we_i & ~ack_o & (adr_i[11:2] == 10'd0) & (sel_i[1:0] == 2'b11);
wire fail  = dat_i[15:0] == 16'h3333;
wire [15:0] code = &sel_i ? dat_i[31:16] : 16'd0;
wire pass  = (dat_i[15:0] == 16'h5555) | (dat_i[15:0] == 16'h7777);

always @(posedge clk_i) begin
	ack_o  <= stb_i & ~ack_o & ~rst_i;
	done_o <= write & (fail | pass) & ~rst_i;
	if (write)
		code_o <= {16'd0, ~fail ? 16'd0 : (|code) ? code : 16'd1};
end

wire unused = &{1'b0, adr_i[1:0]};
endmodule

`default_nettype wire
