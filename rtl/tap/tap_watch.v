// SPDX-License-Identifier: ISC
// tap_watch.v - for tap_tag_i, the word that was last stored at an address, seen on the core's bus:
// an unmodified RTOS's pointer to its current task (pxCurrentTCB). tag_o has it from the cycle
// after the store's acknowledge on, and is 0 before the first. Whole words; no write-back cache.

`default_nettype none

module tap_watch (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,	// the core's bus; with ack_i an access is done
	input  wire        we_i,
	input  wire        ack_i,
	input  wire [31:0] adr_i,
	input  wire [31:0] dat_i,
	input  wire [31:0] watch_i,	// a constant, or a register of the SoC
	output reg  [31:0] tag_o
);

always @(posedge clk_i) begin
	if (stb_i & we_i & ack_i & adr_i[31:2] == watch_i[31:2])
		tag_o <= dat_i;
	if (rst_i)
		tag_o <= 32'd0;
end
wire unused = &{1'b0, watch_i[1:0], adr_i[1:0]};

endmodule

`default_nettype wire
