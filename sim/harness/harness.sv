/* SPDX-License-Identifier: ISC
 * harness.sv - a SoC with a clock, a reset, a console and Tally's line, on Verilator: the console
 * goes to standard output, the line to a pseudo-terminal (pty.c) whose name is printed first.
 * rtl/INTEGRATE.md says how to build it. SOC: its module. +cycles=N: ends after N cycles.
 */
`ifndef SOC
`define SOC own_soc
`endif
module harness #(parameter BIT = 12);		// clocks a bit, as the SoC's tally_live has
	import "DPI-C" function int pty_line(input int tx, input int clocks);
	bit        clk, rst = 1, rx = 1;
	wire       tx, out_valid;
	wire [7:0] out_data;
	longint    cycle, cycles;

	`SOC soc (.clk, .rst, .rx, .tx, .out_valid, .out_data);

	initial if (!$value$plusargs("cycles=%d", cycles)) cycles = 64'h7fffffffffffffff;
	initial forever #1 clk = ~clk;
	always @(negedge clk) begin
		rst <= cycle < 4;
		rx <= pty_line(32'(tx), BIT) != 0;
		if (out_valid) $write("%c", out_data);
		if (out_valid && out_data == "\n") $fflush;
		cycle <= cycle + 1;
		if (cycle == cycles) $finish;
	end
endmodule
