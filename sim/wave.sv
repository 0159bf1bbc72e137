/* SPDX-License-Identifier: ISC
 * wave.sv - the machine with a waveform: Verilator's own main program clocks it
 * and asks the C testbench, by DPI, what to do next. Same C as in the fast
 * build (machine.c); machine_wave.c stands for machine_core.c.
 * Plusargs: +vcd=FILE, and those of wave_main.c.
 */
`default_nettype none

module wave;
	timeunit 1ns;
	timeprecision 1ns;

	// 0: the testbench has ended; 1: take over the pins; 2: a clock edge.
	import "DPI-C" context function int wave_next(
		input int unsigned host_dat, input int unsigned state,
		input int unsigned pc, input int unsigned insn,
		output int unsigned bits, output int unsigned entry,
		output int unsigned host_adr, output int unsigned host_wdat);
	import "DPI-C" function void wave_arguments(
		input string elf, input int unsigned cycles, input int unsigned period);

	bit        clk;

	// The testbench's own variables say nothing that the machine's pins do not.
	/* verilator tracing_off */
	bit        poke;
	int unsigned bits, entry, host_adr, host_wdat;
	wire [31:0] host_dat, state, pc, insn;
	wire [31:0] sp, space, data_adr;
	wire unused_stack = &{1'b0, sp, space, data_adr};
	/* verilator tracing_on */

	machine machine (
		.clk_i         (clk),
		.poke_i        (poke),
		.rst_pin       (bits[0]),
		.hold_pin      (bits[1]),
		.host_stb_pin  (bits[2]),
		.host_we_pin   (bits[3]),
		.rx_toggle_pin (bits[4]),
		.event_pin     (bits[5]),
		.block_pin     (bits[6]),
		.late_pin      (1'b0),
		.data_pin      (1'b0),
		.rx_data_pin   (bits[15:8]),
		.entry_pin     (entry),
		.host_adr_pin  (host_adr),
		.host_dat_pin  (host_wdat),
		.host_dat_o    (host_dat),
		.state_o       (state),
		.pc_o          (pc),
		.insn_o        (insn),
		.sp_o          (sp),
		.space_o       (space),
		.data_adr_o    (data_adr)
	);

	/* verilator tracing_off */
	string vcd, elf;
	int unsigned cycles, period;
	int what;
	wire unused = &{1'b0, bits[31:16], bits[7]};
	/* verilator tracing_on */

	initial begin
		if (!$value$plusargs("vcd=%s", vcd)) vcd = "wave.vcd";
		if (!$value$plusargs("elf=%s", elf)) elf = "";
		if (!$value$plusargs("cycles=%d", cycles)) cycles = 10000;
		if (!$value$plusargs("period=%d", period)) period = 1;
		wave_arguments(elf, cycles, period);
		$dumpfile(vcd);
		what = 1;
		while (what != 0) begin
			what = wave_next(host_dat, state, pc, insn, bits, entry, host_adr,
				host_wdat);
			case (what)
				1: begin poke = 1; #1 poke = 0; #1; end
				// Each edge right after a delay: the simulator (5.006) does not
				// dump what is written between the last delay of a branch and the
				// next one.
				2: begin #4 clk = 1; #4 clk = 0; #1; end
				// Not before: the simulator (5.006) ignores $dumpoff.
				3: $dumpvars(0, machine);
				default: ;
			endcase
		end
		$finish;
	end
endmodule

`default_nettype wire
