// SPDX-License-Identifier: ISC
// tally_clock.v - divides the events: one in PERIOD is a tick, sooner by the jitter.
//
// The counter's sign says that the next event is due. The counter is -1 then, and jitter only
// clears bits of it, so that one adder serves both for counting down (counter - 1) and for starting
// again (PERIOD - 2 less the jitter). Bit 0 of the jitter makes a period longer, and so does bit 15
// of the LFSR, so that periods are even and odd and their mean is whole.

`default_nettype none

module tally_clock (
	input  wire        clk_i,
	input  wire        event_valid_i,
	output wire        due_o,              // the event of this cycle, if there is one, is due
	input  wire        tick_valid_i,       // a due event that counts
	input  wire [23:0] period_i,
	input  wire [15:0] jitter_i,
	input  wire        restart_i,          // makes the next event due
	input  wire        reseed_i            // starts the LFSR again
);

reg  [24:0] counter;
reg  [15:0] lfsr;
wire        due = counter[24];
wire [15:0] jitter = lfsr & jitter_i;
wire [24:0] from   = {counter[24:16], counter[15:1] & ~(jitter[15:1] & {15{due}}),
	due ? jitter[0] : counter[0]};
wire [24:0] counter_next = from + ({1'b0, period_i} | {25{~due}})
	+ {24'd0, due & lfsr[15] & jitter_i[0]};
// The last term adds the state of zeros to the 65,535 of the polynomial.
wire        lfsr_bit = lfsr[15] ^ lfsr[14] ^ lfsr[12] ^ lfsr[3] ^ (lfsr[14:0] == 15'd0);

always @(posedge clk_i) begin
	if (event_valid_i) counter <= counter_next;
	if (restart_i) counter <= {25{1'b1}};
	// The LFSR steps with the ticks, not with the events: each of its states then comes once in
	// 65,536 periods, and their mean is exact.
	if (tick_valid_i) lfsr <= {lfsr[14:0], lfsr_bit};
	if (reseed_i) lfsr <= 16'd1;
end
assign due_o = due;

endmodule

`default_nettype wire
