/* SPDX-License-Identifier: ISC
 * wave.sv - a simulated machine with a waveform, by Verilator's own main program: a program in RAM,
 * the unit in exact mode from the start of RAM on. Plusargs: +hex=FILE of RAM's bytes,
 * +entry=ADDRESS, +cycles=N, +period=N, +vcd=FILE.
 */
`default_nettype none

module wave;
	timeunit 1ns;
	timeprecision 1ns;

	`include "tally_regs.vh"
	localparam [31:0] UNIT = 32'hF400_0000;

	// The testbench's own variables say nothing that the machine's pins do not.
	/* verilator tracing_off */
	bit          clk, poke, rst, hold, stb, we;
	int unsigned adr, dat, entry, ticks, cycle, cycles, period;
	string       hex, vcd;
	bit [7:0]    bytes [0:(1 << 27) - 1];
	wire [31:0]  host_dat, state, pc, insn, sp, space, data_adr;
	wire [31:0]  younger_pc, younger_insn, younger_sp;
	wire         held = state[0], tx = state[1], ack = state[23];
	wire [7:0]   tx_byte = state[16:9];
	wire         unused = &{1'b0, state[31:24], state[22:17], state[8:2], pc, insn, sp, space,
		data_adr, younger_pc, younger_insn, younger_sp};
	/* verilator tracing_on */

	machine machine (
		.clk_i(clk), .line_clk_i(1'b0), .poke_i(poke), .rst_pin(rst), .hold_pin(hold),
		.host_stb_pin(stb), .host_we_pin(we), .rx_toggle_pin(1'b0), .event_pin(1'b0),
		.block_pin(1'b0), .late_pin(1'b0), .absent_pin(1'b0), .data_pin(1'b0),
		.line_pin(1'b0),
		.rx_data_pin(8'd0), .entry_pin(entry), .host_adr_pin(adr), .host_dat_pin(dat),
		.link_pin(32'd0), .host_dat_o(host_dat), .state_o(state), .pc_o(pc), .insn_o(insn),
		.sp_o(sp), .space_o(space), .data_adr_o(data_adr),
		.younger_pc_o(younger_pc), .younger_insn_o(younger_insn),
		.younger_sp_o(younger_sp)
	);

	task take_pins;
		begin poke = 1; #1 poke = 0; #1; end
	endtask

	// Each edge right after a delay: the simulator (5.006) does not dump what is written
	// between the last delay of a branch and the next one.
	task clock;
		begin #4 clk = 1; #4 clk = 0; #1; end
	endtask

	task host(input bit write, input [31:0] register, input [31:0] value);
		{stb, we, adr, dat} = {1'b1, write, UNIT | register, value};
		take_pins;
		while (!ack) clock;
		ticks = host_dat;
		clock;
		{stb, we} = 2'b00;
		take_pins;
	endtask

	initial begin
		if (!$value$plusargs("hex=%s", hex) || !$value$plusargs("entry=%h", entry)
			|| !$value$plusargs("cycles=%d", cycles)
			|| !$value$plusargs("period=%d", period)
			|| !$value$plusargs("vcd=%s", vcd)) $fatal(1, "wave: a plusarg is missing");
		$readmemh(hex, bytes);
		for (int i = 0; i < 1 << 27; i += 4)
			if ({bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]} != 0)
				machine.ram.mem[i / 4] = {bytes[i + 3], bytes[i + 2],
					bytes[i + 1], bytes[i]};
		{rst, hold} = 2'b11;
		take_pins;
		clock; clock;
		rst = 0;
		take_pins;
		host(1, TALLY_PERIOD, period);
		// all modes; words that stop when full, one for 2 bytes, all 2^20 that there are
		host(1, TALLY_SETUP, TALLY_SETUP_PRIVILEGES_MASK | TALLY_SETUP_WIDTH_MASK
			| 32'd1 << TALLY_SETUP_POLICY_LSB);
		host(1, TALLY_OFFSET, 32'h8000_0000);
		host(1, TALLY_SCALE, 32'h1_0000);
		host(1, TALLY_SIZE, 32'h40_0000);
		host(1, TALLY_CTRL, TALLY_CTRL_START_MASK);
		// not before: the simulator (5.006) ignores $dumpoff
		$dumpfile(vcd);
		$dumpvars(0, machine);
		hold = 0;
		take_pins;
		while (cycle < cycles && !held) begin
			clock;
			cycle = cycle + 1;
			if (tx) $write("%c", tx_byte);
		end
		hold = 1;
		take_pins;
		host(0, TALLY_TICKS, 32'd0);
		$display("%0d cycles, %0d ticks", cycle, ticks);
		$finish;
	end
endmodule

`default_nettype wire
