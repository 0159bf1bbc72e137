// SPDX-License-Identifier: ISC
// tally_port.v - a second Wishbone master in front of the unit, of which the first notices nothing.
//
// Each request is seen one clock later, from registers: neither master is on the way to what the unit makes of it. A request of the first master
// takes the unit from a reading of the second in that clock, whatever is under way there: the second's access is abandoned (the unit has done
// nothing of it) and begins again when the first is done. So the first master's accesses take as many clocks as without the second's readings.
// A write of the second is never abandoned, for the unit does it all the same: the first waits for its end.

`default_nettype none

module tally_port #(
	parameter AW = 15                // address bits of the unit; 8 .. 32
) (
	input  wire          clk_i,
	input  wire          rst_i,
	// the core's bus: held until the acknowledge
	input  wire          a_stb_i,    // CYC and STB
	input  wire          a_we_i,
	input  wire [3:0]    a_sel_i,
	input  wire [AW-1:0] a_adr_i,
	input  wire [31:0]   a_dat_i,
	output wire          a_ack_o,
	// the other: whole words; may give up before the acknowledge, and asks for nothing in the clock after
	input  wire          b_stb_i,
	input  wire          b_we_i,
	input  wire [AW-1:0] b_adr_i,
	input  wire [31:0]   b_dat_i,
	output wire          b_ack_o,
	// the unit, whose data go to both
	output wire          u_stb_o,
	output reg           u_we_o,
	output reg  [3:0]    u_sel_o,
	output reg  [AW-1:0] u_adr_o,
	output reg  [31:0]   u_dat_o,
	input  wire          u_ack_i
);

generate
if (AW < 8 || AW > 32) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

reg busy, second;                    // an access is under way; it is the second master's
reg gives;                           // ... and a reading; with one gate, so that a_stb_i is soon at u_stb_o

wire   takes   = gives & a_stb_i;
assign u_stb_o = busy & ~takes & (~second | b_stb_i);
assign a_ack_o = u_ack_i & busy & ~second;
assign b_ack_o = u_ack_i & busy & second;

always @(posedge clk_i) begin
	if (~busy | takes) begin
		u_we_o  <= a_stb_i ? a_we_i  : b_we_i;
		u_sel_o <= a_stb_i ? a_sel_i : 4'b1111;
		u_adr_o <= a_stb_i ? a_adr_i : b_adr_i;
		u_dat_o <= a_stb_i ? a_dat_i : b_dat_i;
	end
	if (~busy) begin
		busy   <= (a_stb_i | b_stb_i) & ~u_ack_i;
		second <= ~a_stb_i;
		gives  <= ~a_stb_i & ~b_we_i;
	end else if (takes)
		{second, gives} <= 2'b00;
	else if (u_ack_i | ~(second ? b_stb_i : a_stb_i))
		busy <= 1'b0;
	if (rst_i)
		busy <= 1'b0;
end

endmodule

`default_nettype wire
