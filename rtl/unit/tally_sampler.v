// SPDX-License-Identifier: ISC
// tally_sampler.v - a tick waits for the instruction that retires with it or next.
//
// No two things leave in one cycle: one with a retirement is never idle, for the tick is charged to it, and a full
// `weight` still has room for the tick that comes with the retirement.

`default_nettype none

module tally_sampler #(
	parameter WEIGHT_W = 16,
	parameter TAG      = 0
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              tick_i,
	input  wire              discard_i,    // RESET: what waits is LOST
	input  wire              valid_i,
	input  wire              sleep_i,
	input  wire [1:0]        priv_i,
	input  wire [31:0]       tag_i,
	input  wire [3:0]        privileges_i,
	input  wire [31:0]       tag_value_i,
	input  wire [31:0]       tag_mask_i,
	output wire              waits_o,      // the weight is not 0
	output reg  [WEIGHT_W:0] weight_o,     // ticks that wait
	// what left: bits 2:1 are 0 for a sample to be mapped, else with bit 0 its word among the outcomes
	output reg               e_valid_o,
	output reg  [2:0]        e_code_o,
	output reg  [WEIGHT_W:0] e_weight_o
);

reg  some;
wire full   = weight_o[WEIGHT_W];
wire leaves = valid_i | discard_i;
wire stays  = sleep_i | full;              // the weight, when a tick comes without an instruction
wire [WEIGHT_W:0] grown = weight_o + {{WEIGHT_W{1'b0}}, tick_i};
wire differs;                              // another context

generate
if (TAG != 0) begin : g_tag
	assign differs = |((tag_i ^ tag_value_i) & tag_mask_i);
end else begin : g_no_tag
	wire unused = &{1'b0, tag_i, tag_value_i, tag_mask_i};
	assign differs = 1'b0;
end
endgenerate

always @(posedge clk_i) begin
	if (~stays) weight_o <= grown;
	if (leaves | rst_i) weight_o <= {(WEIGHT_W+1){1'b0}};
	some <= ~leaves & (some | tick_i & ~sleep_i) & ~rst_i;

	e_valid_o   <= (leaves & (some | tick_i) | tick_i & stays) & ~rst_i;
	e_weight_o  <= leaves ? grown : {{WEIGHT_W{1'b0}}, 1'b1};
	// 0, 1 to be mapped; 2, 3 FILTERED; 4 LOST; 6 IDLE
	e_code_o[2] <= ~valid_i | discard_i;
	e_code_o[1] <= ~discard_i & (valid_i ? ~privileges_i[priv_i] | differs : sleep_i);
	e_code_o[0] <= ~discard_i & valid_i & priv_i == 2'd0;
end
assign waits_o = some;

endmodule

`default_nettype wire
