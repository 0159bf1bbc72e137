// SPDX-License-Identifier: ISC
// tally_clock.v - the channel's own clock: source, divider, jitter.
//
// A tick every PERIOD source events; with jitter J each period is PERIOD plus
// an offset uniform over 2^J values. The LFSR is maximal (16,15,13,4) with the zero
// state inserted, and the offset gains 1 every second tick, so the mean over the
// LFSR's 65,536 ticks is PERIOD exactly. Requires 2^(J-1) < PERIOD and J <= 16,
// which COMMIT checks. CONTRACT.md section 2.

`default_nettype none

module tally_clock #(
	parameter PERIOD_W = 24          // bits of PERIOD; at least 17
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // rst_i or restart_i may be 1
	input  wire                running_i,
	input  wire                now_run_i,
	input  wire                now_valid_i,
	input  wire                source_i,       // 0 clock edges, 1 retirements
	input  wire [PERIOD_W-1:0] period_i,
	input  wire [4:0]          jitter_i,
	input  wire                restart_i,
	input  wire [PERIOD_W-1:0] restart_period_i,
	input  wire [15:0]         restart_seed_i,
	output wire                tick_o
);

reg [PERIOD_W:0]   div;             // a jittered period may pass 2^PERIOD_W
reg [15:0]         lfsr;
reg                phase;

wire event_now = running_i & now_run_i & (~source_i | now_valid_i);
wire expired   = div == {(PERIOD_W+1){1'b0}};
assign tick_o  = event_now & expired;

// a period with jitter, less one: PERIOD - 1 + r - 2^(J-1), and 1 more every second tick
function [PERIOD_W:0] varied(input [PERIOD_W-1:0] period, input [4:0] jitter, input [15:0] random, input half);
	reg [16:0] span, part;
	begin
		span   = 17'd1 << jitter;               // 2^J
		part   = {1'b0, random} & (span - 17'd1);
		varied = {1'b0, period} - {{PERIOD_W{1'b0}}, 1'b1} + {{(PERIOD_W-16){1'b0}}, part}
			+ {{PERIOD_W{1'b0}}, half} - {{(PERIOD_W-15){1'b0}}, span[16:1]};
	end
endfunction

function [15:0] step(input [15:0] state);
	step = {state[14:0], state[15] ^ state[14] ^ state[12] ^ state[3] ^ (state[14:0] == 15'd0)};
endfunction

always @(posedge clk_i) begin
	if (event_now & ~tick_o)
		div <= div - {{PERIOD_W{1'b0}}, 1'b1};
	if (tick_o) begin
		if (jitter_i == 5'd0)
			div <= {1'b0, period_i} - {{PERIOD_W{1'b0}}, 1'b1};
		else begin
			div   <= varied(period_i, jitter_i, lfsr, phase);
			lfsr  <= step(lfsr);
			phase <= ~phase;
		end
	end
	if (stir_i) begin
		if (restart_i) begin
			div   <= {1'b0, restart_period_i} - {{PERIOD_W{1'b0}}, 1'b1};
			lfsr  <= restart_seed_i;
			phase <= 1'b0;
		end
		if (rst_i) begin
			div   <= {(PERIOD_W+1){1'b0}};
			lfsr  <= 16'd1;
			phase <= 1'b0;
		end
	end
end

endmodule

`default_nettype wire
