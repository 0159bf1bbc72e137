// SPDX-License-Identifier: ISC
// tap_latency.v - the cycles from a start to an end, as the tap of a unit: each time is one
// retirement of 2 * cycles, for pcs are even. With SOURCE RETIRE, PERIOD 1, OFFSET 0 and SCALE
// 65536, bin i counts the times of i cycles.
//
// A start that comes while one is timed is none: the time is from the first. An end without a start
// is nothing. In a cycle with both, the end is of the one before.

`default_nettype none

module tap_latency #(
	parameter WIDTH = 24            // 2 .. 30; the longest times show as 2^(WIDTH - 1) cycles
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        start_i,
	input  wire        end_i,
	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o
);

generate
if (WIDTH < 2 || WIDTH > 30) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

reg              timing;
reg  [WIDTH-1:0] cycles;                // since the start; its highest bit stops it
wire             full = cycles[WIDTH-1];

assign tap_valid_o = timing & end_i;
assign tap_pc_o    = {{(31-WIDTH){1'b0}}, cycles, 1'b0};

always @(posedge clk_i) begin
	timing <= (start_i | timing & ~end_i) & ~rst_i;
	cycles <= timing & ~end_i ? cycles + {{(WIDTH-1){1'b0}}, ~full} : {{(WIDTH-1){1'b0}}, 1'b1};
end

endmodule

`default_nettype wire
