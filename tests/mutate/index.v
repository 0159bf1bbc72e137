// SPDX-License-Identifier: ISC
// index.v - v[index +: n] as a shift, for mutate.sh. Verilog has x behind the vector's end; here it
// is 0, where Verilator would return what lies 32 bits before.
module \$shiftx (A, B, Y);
parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
input  [A_WIDTH-1:0] A;
input  [B_WIDTH-1:0] B;
output [Y_WIDTH-1:0] Y;
\$shift #(
	.A_SIGNED(A_SIGNED), .B_SIGNED(B_SIGNED), .A_WIDTH(A_WIDTH), .B_WIDTH(B_WIDTH),
	.Y_WIDTH(Y_WIDTH))
	_TECHMAP_REPLACE_ (.A(A), .B(B), .Y(Y));
endmodule
