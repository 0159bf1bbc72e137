// SPDX-License-Identifier: ISC
// tally_add.v - a sum with some logic in front of it. On the ECP5 that logic goes into the cells of the carry chain,
// which tools do not do.
//
// KIND 0: a + b + carry    1: a - b, carry_i is 1    2: a + (b & d | c) + carry    3: (a & ~b) + (c | d) + carry
// 4: a + (d ? b : c) + carry    5: (d ? a : c) - b, carry_i is 1

`default_nettype none

module tally_add #(
	parameter WIDTH = 32,
	parameter KIND  = 0,
	parameter ECP5  = 0
) (
	input  wire [WIDTH-1:0] a_i,
	input  wire [WIDTH-1:0] b_i,
	input  wire [WIDTH-1:0] c_i,       // KIND 2 to 5
	input  wire             d_i,       // the same; of every bit
	input  wire             carry_i,
	output wire [WIDTH-1:0] s_o
);

genvar k;
generate
if (ECP5 != 0) begin : g_ecp5
	// of a bit, by {d, c, b, a}: 1 where left and right differ. Where they do not, both are INIT[{b, a}], so that one of
	// them may depend on a and b alone, and the other must be 0 where c and d are
	localparam [15:0] INIT = KIND == 0 ? 16'h66AA : KIND == 1 ? 16'h99AA : KIND == 2 ? 16'h565A
		: KIND == 3 ? 16'hDDD2 : KIND == 4 ? 16'h665A : 16'h99C3;
	localparam PAIRS = WIDTH / 2 + 1;          // the first of their cells makes the carry of its a, for its c is 1
	wire [2*PAIRS-1:0] a, b, c, s;
	wire [PAIRS:0]     carry;
	wire               d = KIND < 2 | d_i;
	assign {a[WIDTH:0], b[WIDTH:0], c[WIDTH:0]} = {a_i, carry_i, b_i, 1'b0, c_i, 1'b1};
	if (2 * PAIRS > WIDTH + 1) begin : g_even
		assign {a[2*PAIRS-1], b[2*PAIRS-1], c[2*PAIRS-1]} = 3'd0;
	end
	assign carry[0] = 1'b0;
	assign s_o = s[WIDTH:1];
	for (k = 0; k < PAIRS; k = k + 1) begin : g_pair
		CCU2C #(.INIT0(k == 0 ? 16'h000A : INIT), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (
			.CIN(carry[k]), .A0(a[2*k]), .B0(b[2*k]), .C0(c[2*k]), .D0(d), .S0(s[2*k]),
			.A1(a[2*k+1]), .B1(b[2*k+1]), .C1(c[2*k+1]), .D1(d), .S1(s[2*k+1]), .COUT(carry[k+1]));
	end
	wire unused = &{1'b0, s, carry[PAIRS]};
end else begin : g_any
	wire [WIDTH-1:0] left = KIND == 3 ? a_i & ~b_i : KIND == 5 & ~d_i ? c_i : a_i;
	if (KIND == 1 || KIND == 5) begin : g_less
		wire unused = &{1'b0, c_i, d_i, carry_i};
		assign s_o = left - b_i;
	end else begin : g_more
		wire [WIDTH-1:0] right = KIND == 0 ? b_i : KIND == 2 ? b_i & {WIDTH{d_i}} | c_i
			: KIND == 3 ? c_i | {WIDTH{d_i}} : d_i ? b_i : c_i;
		wire unused = &{1'b0, c_i, d_i};
		assign s_o = left + right + {{(WIDTH-1){1'b0}}, carry_i};
	end
end
endgenerate

endmodule

`default_nettype wire
