// SPDX-License-Identifier: ISC
// lockstep_wave.sv - lockstep with a waveform: Verilator's main program clocks the
// unit and asks the C of the fast build, by DPI, for inputs and for its verdict.
//
// Plusargs: +seed=N +from=CYCLE (the waveform begins there) +cycles=N (from there
// on) +vcd=FILE. It ends at a difference, four cycles later. With COVERAGE there is no
// waveform, FILE is what was covered (sim/coverage.mk).

`default_nettype none

module lockstep_wave #(
	parameter MAPPER      = 0,
	parameter BINS_LOG2   = 7,
	parameter WEIGHT_W    = 4,
	parameter PERIOD_W    = 24,
	parameter CNT_W       = 32,
	parameter QUEUE_LOG2  = 2,
	parameter STATE_WORDS = 1
);

import "DPI-C" function void wave_open(input longint unsigned seed, input string name,
	input int unsigned mapper, input int unsigned bins_log2, input int unsigned weight_w,
	input int unsigned period_w, input int unsigned queue_log2, input int unsigned cnt_w);
// bits: rst, run, valid, sleep, cyc, stb, we; priv in 9:8; sel in 15:12
import "DPI-C" function void wave_inputs(output int unsigned bits, output int unsigned pc,
	output int unsigned adr, output int unsigned dat);
import "DPI-C" function int wave_edge(input int unsigned dat, input int unsigned ack_err_irq,
	input bit [STATE_WORDS*32-1:0] state);

`ifdef COVERAGE
import "DPI-C" function void coverage_write(input string file);
`endif

reg           clk = 0;
int unsigned  bits, pc, adr, dat;
wire [31:0]   dat_o, mem;
wire          ack, err, irq;
wire [STATE_WORDS*32-1:0] state;
bit           difference = 0;

lockstep_top #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2), .STATE_WORDS(STATE_WORDS)) top (
	.clk_i(clk), .rst_i(bits[0]), .run_i(bits[1]),
	.tap_valid_i(bits[2]), .tap_pc_i(pc), .tap_priv_i(bits[9:8]), .tap_sleep_i(bits[3]),
	.wb_cyc_i(bits[4]), .wb_stb_i(bits[5]), .wb_we_i(bits[6]), .wb_sel_i(bits[15:12]),
	.wb_adr_i(adr), .wb_dat_i(dat), .wb_dat_o(dat_o), .wb_ack_o(ack), .wb_err_o(err), .irq_o(irq),
	.state_o(state), .mutant_i(16'd0), .mem_adr_i(32'd0), .mem_dat_o(mem));

longint unsigned seed, from, cycles, cycle;
string           vcd, name;
int              rest = 4;

initial begin
	if (!$value$plusargs("seed=%d", seed)) seed = 1;
	if (!$value$plusargs("from=%d", from)) from = 0;
	if (!$value$plusargs("cycles=%d", cycles)) cycles = 2000;
	if (!$value$plusargs("vcd=%s", vcd)) vcd = "lockstep.vcd";
	if (!$value$plusargs("name=%s", name)) name = "";
	wave_open(seed, name, MAPPER, BINS_LOG2, WEIGHT_W, PERIOD_W, QUEUE_LOG2, CNT_W);
`ifndef COVERAGE
	$dumpfile(vcd);
`endif
	for (cycle = 0; cycle < from + cycles && rest > 0; cycle = cycle + 1) begin
`ifndef COVERAGE
		if (cycle == from)
			$dumpvars(0, top);
`endif
		wave_inputs(bits, pc, adr, dat);
		#5 clk = 1;
		#4 if (!difference)
			difference = wave_edge(dat_o, {29'd0, irq, err, ack}, state) != 0;
		if (difference)
			rest = rest - 1;
		#1 clk = 0;
	end
`ifdef COVERAGE
	coverage_write(vcd);
	if (difference)
		$fatal(1, "lockstep %s: a difference", name);
`else
	if (difference)
		$display("lockstep %s: a difference, %0d cycles; waveform from %0d in %s", name, cycle, from, vcd);
	else
		$display("lockstep %s: %0d cycles equal; waveform from %0d in %s", name, cycle, from, vcd);
`endif
	$finish;
end

endmodule

`default_nettype wire
