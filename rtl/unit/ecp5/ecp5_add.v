// SPDX-License-Identifier: ISC
// ecp5_add.v - a carry chain of the ECP5 with logic in front of each bit, which tools do not put into its cells.
//
// INIT tells left + right of a bit, index {d, c, b, a}: 1 where they differ. Where they do not, both are
// INIT[{b, a}], so left may depend on a and b alone, and right must be 0 where c and d are.
// The carry comes in by the first half of a cell, which saves the cell pair that nextpnr makes for it.

`default_nettype none

module ecp5_add #(
	parameter WIDTH = 32,
	parameter [15:0] INIT = 16'h0000
) (
	input  wire [WIDTH-1:0] a_i,
	input  wire [WIDTH-1:0] b_i,
	input  wire [WIDTH-1:0] c_i,
	input  wire             d_i,       // of every bit
	input  wire             carry_i,
	output wire [WIDTH-1:0] s_o
);

localparam PAIRS = WIDTH / 2 + 1;          // halves: the carry, the bits, at an odd WIDTH none over, else one
localparam REST  = 2 * PAIRS - WIDTH - 1;
wire [2*PAIRS-1:0] a, b, c, s;
wire [PAIRS:0]     carry;

generate
if (REST != 0) begin : g_rest
	assign a = {1'b0, a_i, carry_i};
	assign b = {1'b0, b_i, 1'b0};
	assign c = {1'b0, c_i, 1'b1};
end else begin : g_even
	assign a = {a_i, carry_i};
	assign b = {b_i, 1'b0};
	assign c = {c_i, 1'b1};
end
endgenerate
assign s_o = s[WIDTH:1];

genvar k;
generate
for (k = 0; k < PAIRS; k = k + 1) begin : g_pair
	if (k == 0) begin : g_first
		CCU2C #(.INIT0(16'h000A), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (
			.A0(a[0]), .B0(b[0]), .C0(c[0]), .D0(1'b1), .S0(s[0]),
			.A1(a[1]), .B1(b[1]), .C1(c[1]), .D1(d_i), .S1(s[1]), .COUT(carry[1]));
	end else if (k < PAIRS - 1) begin : g_more
		CCU2C #(.INIT0(INIT), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (.CIN(carry[k]),
			.A0(a[2*k]), .B0(b[2*k]), .C0(c[2*k]), .D0(d_i), .S0(s[2*k]),
			.A1(a[2*k+1]), .B1(b[2*k+1]), .C1(c[2*k+1]), .D1(d_i), .S1(s[2*k+1]), .COUT(carry[k+1]));
	end else begin : g_last
		CCU2C #(.INIT0(INIT), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cells (.CIN(carry[k]),
			.A0(a[2*k]), .B0(b[2*k]), .C0(c[2*k]), .D0(d_i), .S0(s[2*k]),
			.A1(a[2*k+1]), .B1(b[2*k+1]), .C1(c[2*k+1]), .D1(d_i), .S1(s[2*k+1]));
	end
end
endgenerate

endmodule

`default_nettype wire
