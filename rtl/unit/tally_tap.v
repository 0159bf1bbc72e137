// SPDX-License-Identifier: ISC
// tally_tap.v - what the core does, a cycle later, but for the pc, which the mapper keeps; the events of event_i.

`default_nettype none

module tally_tap #(
	parameter PC_W  = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter TAG   = 0,
	parameter EVENT = 0
) (
	input  wire         clk_i,
	input  wire         rst_i,
	input  wire         run_i,
	input  wire         tap_valid_i,
	input  wire [31:0]  tap_pc_i,
	input  wire [1:0]   tap_priv_i,
	input  wire         tap_sleep_i,
	input  wire [31:0]  tap_tag_i,
	input  wire         event_i,
	output reg          run_o,
	output reg          valid_o,
	output wire         far_o,      // the pc is none of the 2^PC_W that are mapped
	output reg  [1:0]   priv_o,
	output reg          sleep_o,
	output wire [31:0]  tag_o,
	output wire         event_o
);

always @(posedge clk_i) begin
	run_o   <= run_i;
	valid_o <= run_i & tap_valid_i;
	if (rst_i) {run_o, valid_o} <= 2'd0;
	priv_o  <= tap_priv_i;
	sleep_o <= tap_sleep_i;
end

generate
if (PC_W < 32) begin : g_far
	reg  far;
	wire unused = &{1'b0, tap_pc_i[PC_W-1:0]};
	always @(posedge clk_i) far <= tap_pc_i[31:PC_W] != PC_HIGH[31:PC_W];
	assign far_o = far;
end else begin : g_near
	wire unused = &{1'b0, tap_pc_i};
	assign far_o = 1'b0;
end
if (TAG == 2) begin : g_tag
	reg [31:0] tag;
	always @(posedge clk_i) tag <= tap_tag_i;
	assign tag_o = tag;
end else begin : g_no_tag
	wire unused = &{1'b0, tap_tag_i};
	assign tag_o = 32'd0;
end
if (EVENT != 0) begin : g_event
	reg       rose;
	reg [2:0] seen;                  // two registers against metastability, one to compare with
	always @(posedge clk_i) begin
		seen <= {seen[1:0], event_i};
		rose <= seen[1] & ~seen[2] & run_i & ~rst_i;
	end
	assign event_o = rose;
end else begin : g_no_event
	wire unused = event_i;
	assign event_o = 1'b0;
end
endgenerate

endmodule

`default_nettype wire
