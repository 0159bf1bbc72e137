// SPDX-License-Identifier: ISC
// tally_sampler.v - a tick waits for the instruction that retires with it or next.
//
// A full `weight` still has room for the tick that comes with the retirement. An idle or lost tick is held: it leaves
// when nothing else does, with another of its kind if one comes then, so that half of the memory's slots are free while
// the core sleeps or stands still.

`default_nettype none

module tally_sampler #(
	parameter WEIGHT_W = 16,
	parameter TAG      = 0,
	parameter REGISTER = 1,                // 1: what leaves is told in the next cycle
	parameter ECP5     = 0
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
	output wire              waits_o,      // the weight is not 0, or a tick is held
	output wire              holds_o,      // a tick is held
	output reg  [WEIGHT_W:0] weight_o,     // ticks that wait
	// what left: bits 2:1 are 0 for a sample to be mapped, else with bit 0 its word among the outcomes
	output wire              e_valid_o,
	output wire [2:0]        e_code_o,
	output wire [WEIGHT_W+1:0] e_weight_o  // bit 0 counts one too
);

reg  some, held, held_idle;
wire full   = weight_o[WEIGHT_W];
wire leaves = valid_i | discard_i;
wire stays  = sleep_i | full;              // the weight, when a tick comes without an instruction
wire sample = leaves & (some | tick_i);
wire comes  = tick_i & stays & ~leaves;    // an idle or lost tick
wire joins  = comes & sleep_i == held_idle;
wire [WEIGHT_W:0] grown;
wire differs;                              // another context
wire counts = privileges_i[priv_i] & ~differs;

tally_add #(.WIDTH(WEIGHT_W + 1), .KIND(0), .ECP5(ECP5)) u_add (
	.a_i(weight_o), .b_i({(WEIGHT_W+1){1'b0}}), .c_i({(WEIGHT_W+1){1'b0}}), .d_i(1'b0), .carry_i(tick_i), .s_o(grown));

generate
if (TAG != 0) begin : g_tag
	assign differs = |((tag_i ^ tag_value_i) & tag_mask_i);
end else begin : g_no_tag
	wire unused = &{1'b0, tag_i, tag_value_i, tag_mask_i};
	assign differs = 1'b0;
end
endgenerate

initial {some, held} = 2'd0;           // at power-up nothing waits, and nothing leaves
always @(posedge clk_i) begin
	if (~stays) weight_o <= grown;
	if (leaves | rst_i) weight_o <= {(WEIGHT_W+1){1'b0}};
	some <= ~leaves & (some | tick_i & ~sleep_i);
	held <= held ? sample | comes & ~joins : comes;
	if (rst_i) {some, held} <= 2'd0;
	if (comes) held_idle <= sleep_i;
end
assign waits_o = some | held;
assign holds_o = held;

wire                valid  = (sample | held) & ~rst_i;
wire [WEIGHT_W+1:0] weight = {sample ? weight_o : {{WEIGHT_W{1'b0}}, joins}, tick_i | ~sample};
// 0, 1 to be mapped; 2, 3 FILTERED; 4 LOST; 6 IDLE
wire                mapped = sample & ~discard_i;
wire [2:0]          code = {~mapped, mapped ? ~counts : ~sample & held_idle, mapped & priv_i == 2'd0};

generate
if (REGISTER != 0) begin : g_register
	reg                e_valid;
	reg [2:0]          e_code;
	reg [WEIGHT_W+1:0] e_weight;
	always @(posedge clk_i) {e_valid, e_code, e_weight} <= {valid, code, weight};
	assign {e_valid_o, e_code_o, e_weight_o} = {e_valid, e_code, e_weight};
end else begin : g_at_once
	assign {e_valid_o, e_code_o, e_weight_o} = {valid, code, weight};
end
endgenerate

endmodule

`default_nettype wire
