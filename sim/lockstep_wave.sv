// SPDX-License-Identifier: ISC
// lockstep_wave.sv - lockstep with a waveform: Verilator's main program clocks the
// unit and asks the C of the fast build, by DPI, for inputs and for its verdict.
//
// Plusargs: +seed=N +from=CYCLE (the waveform begins there) +cycles=N (from there
// on) +vcd=FILE. It ends at a difference, four cycles later. With COVERAGE there is no
// waveform, FILE is what was covered (sim/lockstep.mk).

`default_nettype none

module lockstep_wave #(
	parameter MAPPER      = 0,
	parameter BINS_LOG2   = 7,
	parameter WEIGHT_W    = 4,
	parameter PERIOD_W    = 24,
	parameter CNT_W       = 32,
	parameter QUEUE_LOG2  = 2,
	parameter CHANNELS    = 1,
	parameter SNAPSHOT    = 0,
	parameter TAG         = 0,
	parameter EVENT       = 0,
	parameter EXT         = 0,
	parameter SYSTEM      = 0,
	parameter INTERVAL    = 0,
	parameter SYMBOL      = 0,
	parameter RING        = 0,
	parameter PC_W        = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter STATE_WORDS = 1
);

import "DPI-C" function void wave_open(input longint unsigned seed);
import "DPI-C" function void wave_inputs(output bit [7*32-1:0] in);
import "DPI-C" function int wave_edge(input bit [4*32-1:0] out, input bit [STATE_WORDS*32-1:0] state);

`ifdef COVERAGE
import "DPI-C" function void coverage_write(input string file);
`endif

reg                       clk = 0;
bit [7*32-1:0]            in;
wire [4*32-1:0]           out;
wire [31:0]               mem;
wire [STATE_WORDS*32-1:0] state;
bit                       difference = 0;

lockstep_top #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2), .CHANNELS(CHANNELS), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .PC_W(PC_W), .PC_HIGH(PC_HIGH),
	.STATE_WORDS(STATE_WORDS)) top (
	.clk_i(clk), .in_i(in), .out_o(out), .state_o(state), .mem_adr_i(32'd0), .mem_dat_o(mem));

longint unsigned seed, from, cycles, cycle;
string           vcd;
int              rest = 4;

initial begin
	if (!$value$plusargs("seed=%d", seed)) seed = 1;
	if (!$value$plusargs("from=%d", from)) from = 0;
	if (!$value$plusargs("cycles=%d", cycles)) cycles = 2000;
	if (!$value$plusargs("vcd=%s", vcd)) vcd = "lockstep.vcd";
	wave_open(seed);
`ifndef COVERAGE
	$dumpfile(vcd);
`endif
	for (cycle = 0; cycle < from + cycles && rest > 0; cycle = cycle + 1) begin
`ifndef COVERAGE
		if (cycle == from)
			$dumpvars(0, top);
`endif
		wave_inputs(in);
		#5 clk = 1;
		#4 if (!difference)
			difference = wave_edge(out, state) != 0;
		if (difference)
			rest = rest - 1;
		#1 clk = 0;
	end
`ifdef COVERAGE
	coverage_write(vcd);
	if (difference)
		$fatal(1, "lockstep: a difference");
`else
	if (difference)
		$display("lockstep: a difference, %0d cycles; waveform from %0d in %s", cycle, from, vcd);
	else
		$display("lockstep: %0d cycles equal; waveform from %0d in %s", cycle, from, vcd);
`endif
	$finish;
end

endmodule

`default_nettype wire
