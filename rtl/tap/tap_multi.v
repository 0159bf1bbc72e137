// SPDX-License-Identifier: ISC
// tap_multi.v - from a core that retires up to N instructions a cycle to the unit's tap, which
// takes one. Port 0 is the oldest, in the lowest bits; any may be valid without the others.
//
// A cycle, with the wait before it, counts for the oldest instruction that retires in it: the core
// waited for that one. Those beside it take none: on CVA6, against equal shares, this moves up to
// 0.12 % of all cycles between functions, 5 to 10 % between neighbouring instructions. Source
// RETIRE counts cycles in which something retires; instructions after tap_serial.v.

`default_nettype none

module tap_multi #(
	parameter N    = 2,             // 1 ..; 1 is wires
	parameter PC_W = 32
) (
	input  wire [N-1:0]      valid_i,
	input  wire [N*PC_W-1:0] pc_i,
	input  wire [N*2-1:0]    priv_i,
	output wire              tap_valid_o,
	output reg  [PC_W-1:0]   tap_pc_o,
	output reg  [1:0]        tap_priv_o     // port 0's, if none is valid
);

assign tap_valid_o = |valid_i;

integer i;
always @* begin
	{tap_pc_o, tap_priv_o} = {pc_i[PC_W-1:0], priv_i[1:0]};
	for (i = N - 1; i >= 0; i = i - 1)
		if (valid_i[i]) {tap_pc_o, tap_priv_o} = {pc_i[i*PC_W +: PC_W], priv_i[i*2 +: 2]};
end

`ifdef FORMAL
`include "tap_multi_props.vh"
`endif

endmodule

`default_nettype wire
