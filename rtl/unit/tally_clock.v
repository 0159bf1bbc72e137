// SPDX-License-Identifier: ISC
// tally_clock.v - the divider: a tick in PERIOD + 1 events, and jitter.
//
// `left` counts down; its sign says that the next event is due. One adder does both: left - 1, or PERIOD + left
// less the jitter, for left is -1 then and jitter only takes bits away from it.

`default_nettype none

module tally_clock #(
	parameter PERIOD_W = 24,
	parameter JITTER   = 1,
	parameter ECP5     = 0
) (
	input  wire                clk_i,
	input  wire                event_i,
	output wire                due_o,      // the event, if there is one, is due
	input  wire                tick_i,     // it is, and counts
	input  wire [PERIOD_W-1:0] period_i,
	input  wire [15:0]         jitter_i,
	input  wire                restart_i,  // the next event is due
	input  wire                reseed_i,   // the LFSR begins again
	input  wire                seed_we_i,
	input  wire                seed_i
);

reg  [PERIOD_W:0] left;
wire [PERIOD_W:0] next;
wire              due = left[PERIOD_W];
wire [15:0]       less;                    // what the jitter takes from -1
wire              odd;                     // makes the mean exact: half of the periods are one longer

always @(posedge clk_i) begin
	if (event_i) left <= next;
	if (restart_i) left <= {(PERIOD_W+1){1'b1}};
end
assign due_o = due;

tally_add #(.WIDTH(PERIOD_W + 1), .KIND(3), .ECP5(ECP5)) u_add (     // (left & ~less) + (PERIOD | ~due) + odd
	.a_i(left), .b_i({{(PERIOD_W-15){1'b0}}, less}), .c_i({1'b0, period_i}), .d_i(~due),
	.carry_i(odd), .s_o(next));

generate
if (JITTER != 0) begin : g_jitter
	// A step for each tick, not for each event: of the 65,536 states each then comes once, and the mean is exact.
	reg  [15:0] lfsr;
	wire        bit_0 = lfsr[15] ^ lfsr[14] ^ lfsr[12] ^ lfsr[3] ^ (lfsr[14:0] == 15'd0);   // all 2^16 states
	always @(posedge clk_i) begin
		if (tick_i | seed_we_i) lfsr <= {lfsr[14:0], seed_we_i ? seed_i : bit_0};
		if (reseed_i) lfsr <= 16'd1;
	end
	assign less = lfsr & jitter_i & {16{due}};
	assign odd  = lfsr[15] & jitter_i[0] & due;
end else begin : g_no_jitter
	wire unused = &{1'b0, jitter_i, tick_i, reseed_i, seed_we_i, seed_i};
	assign less = 16'd0;
	assign odd  = 1'b0;
end
endgenerate

endmodule

`default_nettype wire
