// SPDX-License-Identifier: ISC
// tally_engine_data.v - the engine's registers and its one adder.
//
// Q: pc, delta, quotient, byte offset, the word to be written. R: product,
// remainder, address. mask: the bit under trial of a search, one-hot.
// One operation a clock: sum = A + B + carry, A and B chosen by tally_engine.v.
// A counter of 2 bytes is added to where it stands in its word, so nothing is
// ever moved; the bytes beside it are spoilt in Q, and byte strobes keep them.

`default_nettype none

module tally_engine_data #(
	parameter WEIGHT_W = 16,
	parameter SYMBOL   = 1,
	parameter SYSTEM   = 1
) (
	input  wire                clk_i,
	input  wire [31:0]         pc_i,
	input  wire [WEIGHT_W-1:0] weight_i,
	input  wire [31:0]         field_i,        // configuration
	input  wire [31:0]         data_i,         // from the bus
	// operands: A = x | q | r, B = field or data | q
	input  wire [1:0]          a_x_i,          // 0: 0, 1: ~pc, 2: weight in the lower half, 3: in the upper half
	input  wire                a_four_i,
	input  wire                a_q_i,          // Q with the bit under trial
	input  wire                a_r_i,
	input  wire [1:0]          b_x_i,          // 0: 0, 1: field, 2: ~field, 3: data
	input  wire [1:0]          b_ignore_i,     // low bits of the field taken as 0
	input  wire                b_q_i,
	input  wire                carry_i,
	// what is kept
	input  wire                q_load_i,       // Q <- sum
	input  wire                q_invert_i,     //      ~sum
	input  wire                q_even_i,       //      sum without its low bit
	input  wire                q_shift_i,      // Q <- 2 Q + q_bit
	input  wire                q_bit_i,
	input  wire                q_max_i,        // Q <- full counters
	input  wire                q_max_wide_i,
	input  wire                r_half_i,       // R <- sum / 2
	input  wire                r_double_i,     // R <- 2 sum + Q's top bit
	input  wire                r_clear_i,
	input  wire                mask_clear_i,
	input  wire                mask_shift_i,
	input  wire                mask_top_i,     // shifted in
	output wire [32:0]         sum_o,          // bit 32: carry of an addition, A < B after a subtraction
	output reg  [31:0]         q_o,
	output wire [31:0]         address_o,      // the sum that R was made of by doubling
	output wire [31:2]         mask_o          // bit 2: the search is over, A is the offset of its hits
);

reg  [32:0] r;
wire [31:2] mask;

wire [16:0] weight = {{(17-WEIGHT_W){1'b0}}, weight_i};
wire [31:0] field  = field_i & ~{30'd0, b_ignore_i};
reg  [31:0] a_x, b_x;
always @* begin
	case (a_x_i)
	2'd1:    a_x = ~pc_i;
	2'd2:    a_x = SYSTEM != 0 ? {16'd0, weight[15:0]} : 32'd0;
	2'd3:    a_x = SYSTEM != 0 ? {weight[15:0], 16'd0} : 32'd0;
	default: a_x = 32'd0;
	endcase
	case (b_x_i)
	2'd1:    b_x = field;
	2'd2:    b_x = ~field;
	2'd3:    b_x = SYSTEM != 0 ? data_i : 32'd0;
	default: b_x = 32'd0;
	endcase
end

wire [31:0] trial = (q_o | {mask, 2'd0}) & {32{a_q_i}};
wire [32:0] a = {1'b0, a_x | trial | {29'd0, a_four_i, 2'd0}} | (r & {33{a_r_i}});
wire [32:0] b = {b_x_i == 2'd2, b_x | (q_o & {32{b_q_i}})};
// the carry goes in as a bit of its own, else synthesis makes two adders
wire [33:0] added = {a, 1'b1} + {b, carry_i};

assign sum_o     = added[33:1];
assign address_o = r[32:1];

always @(posedge clk_i) begin
	if (q_load_i | q_shift_i)
		q_o <= q_shift_i ? {q_o[30:0], q_bit_i} : (sum_o[31:0] ^ {32{q_invert_i}}) & ~{31'd0, q_even_i};
	if (q_max_i)
		q_o <= {16'h7FFF, q_max_wide_i, 15'h7FFF};
	if (r_half_i | r_double_i)
		r <= r_half_i ? {1'b0, sum_o[32:1]} : {sum_o[31:0], q_o[31]};
	if (r_clear_i)
		r <= 33'd0;
end

generate
if (SYMBOL != 0) begin : g_mask
	reg [31:2] bits;
	always @(posedge clk_i) begin
		if (mask_shift_i)
			bits <= {mask_top_i, bits[31:3]};
		if (mask_clear_i)
			bits <= 30'd0;
	end
	assign mask = bits;
end else begin : g_none
	assign mask = 30'd0;
	wire _unused = &{1'b0, mask_shift_i, mask_clear_i, mask_top_i};
end
endgenerate
assign mask_o = mask;

wire _unused = &{1'b0, added[0], weight, data_i};

endmodule

`default_nettype wire
