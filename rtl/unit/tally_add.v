// SPDX-License-Identifier: ISC
// tally_add.v - a sum with some logic in front of it. On the ECP5 that logic goes into the cells of the carry chain
// and the carry comes in by half of the first, which tools do not do.
//
// KIND 0: a + b + carry    1: a - b, carry_i is 1    2: a + (b & d | c) + carry    3: (a & ~b) + (c | d) + carry

`default_nettype none

module tally_add #(
	parameter WIDTH = 32,
	parameter KIND  = 0,
	parameter ECP5  = 0
) (
	input  wire [WIDTH-1:0] a_i,
	input  wire [WIDTH-1:0] b_i,
	input  wire [WIDTH-1:0] c_i,       // KIND 2 and 3
	input  wire             d_i,       // the same; of every bit
	input  wire             carry_i,
	output wire [WIDTH-1:0] s_o
);

genvar k;
generate
if (ECP5 != 0) begin : g_ecp5
	// of a bit, by {d, c, b, a}: 1 where left and right differ. Where they do not, both are INIT[{b, a}], so that left
	// may depend on a and b alone, and right must be 0 where c and d are
	localparam [15:0] INIT = KIND == 0 ? 16'h66AA : KIND == 1 ? 16'h99AA : KIND == 2 ? 16'h565A : 16'hDDD2;
	localparam PAIRS = WIDTH / 2 + 1;      // of halves: the carry, the bits, and one over if these are odd
	localparam OVER  = 2 * PAIRS - WIDTH - 1;
	wire [2*PAIRS-1:0] a, b, c, s;
	wire [PAIRS:0]     carry;
	wire               d = KIND < 2 | d_i;
	assign a[WIDTH:0] = {a_i, carry_i};
	assign b[WIDTH:0] = {b_i, 1'b0};
	assign c[WIDTH:0] = {c_i, 1'b1};
	if (OVER != 0) begin : g_over
		assign {a[WIDTH+1], b[WIDTH+1], c[WIDTH+1]} = 3'd0;
	end
	assign carry[0] = 1'b0;
	assign s_o = s[WIDTH:1];
	for (k = 0; k < PAIRS; k = k + 1) begin : g_pair
		wire out;
		wire unused_too = &{1'b0, s, out};
		if (k == 0) begin : g_first        // its carry-in has no effect, and none is connected
			CCU2C #(.INIT0(16'h000A), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (.COUT(out),
				.A0(a[0]), .B0(b[0]), .C0(c[0]), .D0(1'b1), .S0(s[0]),
				.A1(a[1]), .B1(b[1]), .C1(c[1]), .D1(d), .S1(s[1]));
		end else begin : g_more
			CCU2C #(.INIT0(INIT), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (.COUT(out),
				.CIN(carry[k]), .A0(a[2*k]), .B0(b[2*k]), .C0(c[2*k]), .D0(d), .S0(s[2*k]),
				.A1(a[2*k+1]), .B1(b[2*k+1]), .C1(c[2*k+1]), .D1(d), .S1(s[2*k+1]));
		end
		if (k < PAIRS - 1) begin : g_carry
			assign carry[k+1] = out;
		end else begin : g_end
			assign carry[k+1] = 1'b0;
		end
	end
	wire unused = carry[PAIRS];
end else begin : g_any
	wire [WIDTH-1:0] left = KIND == 3 ? a_i & ~b_i : a_i;
	if (KIND == 1) begin : g_less
		wire unused = &{1'b0, c_i, d_i, carry_i};
		assign s_o = left - b_i;
	end else begin : g_more
		wire [WIDTH-1:0] right = KIND == 0 ? b_i : KIND == 2 ? b_i & {WIDTH{d_i}} | c_i : c_i | {WIDTH{d_i}};
		wire unused = &{1'b0, c_i, d_i};
		assign s_o = left + right + {{(WIDTH-1){1'b0}}, carry_i};
	end
end
endgenerate

endmodule

`default_nettype wire
