/* SPDX-License-Identifier: ISC
 * bench_main.sv - the yardstick of `make bench`: the same machine under
 * Verilator's plain generated main program, with no C testbench.
 * Plusargs: +hex=FILE (readmemh of the RAM), +entry=HEX, +cycles=N.
 */
`default_nettype none

module bench_main;
	timeunit 1ns;
	timeprecision 1ns;

	import "DPI-C" function real bench_seconds();

	bit clk, poke, rst = 1, hold = 1;
	bit [31:0] entry;
	wire [31:0] host_dat, state, pc, insn;
	wire [31:0] sp, space;
	wire unused_stack = &{1'b0, sp, space};

	machine machine (
		.clk_i         (clk),
		.poke_i        (poke),
		.rst_pin       (rst),
		.hold_pin      (hold),
		.host_stb_pin  (1'b0),
		.host_we_pin   (1'b0),
		.rx_toggle_pin (1'b0),
		.event_pin     (1'b0),
		.block_pin     (1'b0),
		.late_pin      (1'b0),
		.rx_data_pin   (8'd0),
		.entry_pin     (entry),
		.host_adr_pin  (32'd0),
		.host_dat_pin  (32'd0),
		.host_dat_o    (host_dat),
		.state_o       (state),
		.pc_o          (pc),
		.insn_o        (insn),
		.sp_o          (sp),
		.space_o       (space)
	);

	string hex;
	longint limit, cycles;
	real start;

	initial forever #1 clk = ~clk;

	always @(posedge clk)
		if (!hold) begin
			cycles <= cycles + 1;
			if (state[0] || cycles == limit) begin
				$display("%0d cycles, %0.3f s", cycles, bench_seconds() - start);
				$finish;
			end
		end

	initial begin
		if (!$value$plusargs("hex=%s", hex) || !$value$plusargs("entry=%h", entry)) begin
			$display("bench_main +hex=FILE +entry=HEX [+cycles=N]");
			$finish;
		end
		if (!$value$plusargs("cycles=%d", limit)) limit = 10000000;
		$readmemh(hex, machine.ram.mem);
		poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		rst  = 0; poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		hold = 0; poke = 1;
		start = bench_seconds();
	end

	wire unused = &{1'b0, host_dat, pc, insn, state[31:1]};
endmodule

`default_nettype wire
