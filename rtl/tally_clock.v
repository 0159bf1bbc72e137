// SPDX-License-Identifier: ISC
// tally_clock.v - the channel's own clock: source, divider, jitter.
//
// A tick every PERIOD source events: a counter goes from PERIOD - 2 down to -1, whose sign says that the next event is the tick.
// With jitter J each period is PERIOD plus an offset uniform over 2^J values. The LFSR is maximal (16,15,13,4) with the zero
// state inserted, and the offset gains 1 every second tick, so the mean over the
// LFSR's 65,536 ticks is PERIOD exactly. Requires 2^(J-1) < PERIOD and J <= 16,
// which COMMIT checks. CONTRACT.md section 2.

`default_nettype none
`include "tally_gate.vh"

module tally_clock #(
	parameter PERIOD_W = 24,         // bits of PERIOD; at least 17
	parameter PINS     = 0           // 1: sources 2 and 3
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // rst_i or restart_i may be 1
	input  wire                running_i,
	input  wire                now_run_i,
	input  wire                now_valid_i,
	input  wire                now_event_i,
	input  wire                now_ext_i,
	input  wire [1:0]          source_i,       // 0 clock edges, 1 retirements, 2 the event pin's edges, 3 the external clock's
	input  wire [PERIOD_W:0]   period_i,       // PERIOD - 2; -1 is PERIOD 1
	input  wire [15:0]         jitter_i,       // the low J bits are 1
	input  wire                restart_i,      // begin anew, with PERIOD and SEED as they are
	input  wire [15:0]         seed_i,
	output wire                tick_o
);

reg [PERIOD_W+1:0] div;             // a jittered period may pass 2^PERIOD_W
reg [15:0]         lfsr;
reg                phase;

wire happens   = PINS != 0 & source_i[1] ? (source_i[0] ? now_ext_i : now_event_i) : (~source_i[0] | now_valid_i);
wire event_now = running_i & now_run_i & happens;
assign tick_o  = event_now & div[PERIOD_W+1];

// r - 2^(J-1), r the low J bits of the LFSR: bit J-1 of r inverted is the sign
wire jitters = jitter_i[0];
function [PERIOD_W+1:0] offset(input [15:0] ones);
	reg negative;
	begin
		negative     = ~|(lfsr & ones & ~{1'b0, ones[15:1]});
		offset       = {(PERIOD_W+2){negative}};
		offset[14:0] = (lfsr[14:0] & ones[15:1]) | ({15{negative}} & ~ones[15:1]);
	end
endfunction

// one adder counts down and begins the next period
reg [PERIOD_W+1:0] from, change;
reg                carry;
always @* begin
	from   = div;
	change = {(PERIOD_W+2){1'b1}};
	carry  = 1'b0;
	if (restart_i | tick_o) begin
		from   = {period_i[PERIOD_W], period_i};
		change = {(PERIOD_W+2){1'b0}};
		if (~restart_i) if (jitters) begin
			change = offset(jitter_i);
			carry  = phase;
		end
	end
end

function [15:0] step(input [15:0] state);
	step = {state[14:0], state[15] ^ state[14] ^ state[12] ^ state[3] ^ (state[14:0] == 15'd0)};
endfunction

always @(posedge clk_i) begin
	if (event_now | restart_i)
		div <= from + change + {{(PERIOD_W+1){1'b0}}, carry};
	if (tick_o) if (jitters) begin
		lfsr  <= step(lfsr);
		phase <= ~phase;
	end
	if (`GATE(stir_i)) begin
		if (restart_i) begin
			lfsr  <= seed_i;
			phase <= 1'b0;
		end
		if (rst_i) begin
			div   <= {(PERIOD_W+2){1'b1}};
			lfsr  <= 16'd1;
			phase <= 1'b0;
		end
	end
end

endmodule

`default_nettype wire
