/* SPDX-License-Identifier: ISC
 * rvfi_log.sv - a core with RVFI in the simulated machine, with tally_rvfi: on Verilator bound to
 * Ibex, on Icarus an instance beside PicoRV32.
 * Plusargs: +hex=FILE (readmemh of the RAM), +entry=HEX, +cycles=N: at most; tally_rvfi's.
 */
`default_nettype none

module rvfi_log;
	timeunit 1ns;
	timeprecision 1ns;

	bit clk, poke, rst = 1, hold = 1;
	bit [31:0] entry;
	wire [31:0] host_dat, state, pc, insn, sp, space, data_adr;
	wire [31:0] younger_pc, younger_insn, younger_sp;

	machine machine (
		.clk_i (clk), .line_clk_i (1'b0), .poke_i (poke), .rst_pin (rst), .hold_pin (hold),
		.host_stb_pin (1'b0), .host_we_pin (1'b0), .rx_toggle_pin (1'b0), .event_pin (1'b0),
		.block_pin (1'b0), .late_pin (1'b0), .absent_pin (1'b1), .data_pin (1'b0),
		.line_pin (1'b0),
		.rx_data_pin (8'd0), .entry_pin (entry),
		.host_adr_pin (32'd0), .host_dat_pin (32'd0), .link_pin (32'd0),
		.host_dat_o (host_dat), .state_o (state), .pc_o (pc), .insn_o (insn), .sp_o (sp),
		.space_o (space), .data_adr_o (data_adr), .younger_pc_o (younger_pc),
		.younger_insn_o (younger_insn), .younger_sp_o (younger_sp)
	);

`ifdef VERILATOR
	bind ibex_top tally_rvfi tally_rvfi (.clk_i, .rst_i (~rst_ni), .sleep_i (core_sleep_o),
		.*);
`else
`define OF(name) .name (machine.core.cpu.name)
	tally_rvfi tally_rvfi (
		.clk_i (clk), .rst_i (~machine.run), .sleep_i (machine.raw_sleep),
		`OF(rvfi_valid), `OF(rvfi_order), `OF(rvfi_insn), `OF(rvfi_trap), `OF(rvfi_intr),
		`OF(rvfi_pc_rdata), `OF(rvfi_rd_addr), `OF(rvfi_rd_wdata)
	);

	// A core that shows two at once: each odd one and the next, the later one in channel 0.
	localparam WIDTH = 64 + 32 + 1 + 1 + 32 + 5 + 32;
	string            pairs;
	wire [WIDTH-1:0]  now = {machine.core.cpu.rvfi_order, machine.core.cpu.rvfi_insn,
		machine.core.cpu.rvfi_trap, machine.core.cpu.rvfi_intr,
		machine.core.cpu.rvfi_pc_rdata, machine.core.cpu.rvfi_rd_addr,
		machine.core.cpu.rvfi_rd_wdata};
	reg  [WIDTH-1:0]  last;
	reg               odd = 0;
	wire              both = machine.core.cpu.rvfi_valid & odd;
	wire [127:0]      order;
	wire [63:0]       two_insn, two_pc, two_rd;
	wire [9:0]        address;
	wire [1:0]        trap, intr;

	always @(posedge clk)
		if (machine.run & machine.core.cpu.rvfi_valid) begin
			odd <= ~odd;
			last <= now;
		end
	assign {order[127:64], two_insn[63:32], trap[1], intr[1], two_pc[63:32], address[9:5],
		two_rd[63:32]} = last;
	assign {order[63:0], two_insn[31:0], trap[0], intr[0], two_pc[31:0], address[4:0],
		two_rd[31:0]} = now;
	tally_rvfi #(.NRET (2), .FILE ("pairs.log")) two (
		.clk_i (clk), .rst_i (~machine.run), .sleep_i (machine.raw_sleep),
		.rvfi_valid ({both, both}), .rvfi_order (order), .rvfi_insn (two_insn),
		.rvfi_trap (trap), .rvfi_intr (intr), .rvfi_pc_rdata (two_pc),
		.rvfi_rd_addr (address), .rvfi_rd_wdata (two_rd)
	);
`endif

	string hex;
	int    cycles, cycle = 0;
	initial forever #1 clk = ~clk;

	always @(posedge clk)
		if (!hold) begin
			cycle <= cycle + 1;
			if (state[0] || cycle == cycles)
				$finish;
		end

	initial begin
		if (!$value$plusargs("hex=%s", hex) || !$value$plusargs("entry=%h", entry))
			$fatal(1, "rvfi_log +hex=FILE +entry=HEX");
		if (!$value$plusargs("cycles=%d", cycles))
			cycles = -1;
		$readmemh(hex, machine.ram.mem);
		poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		rst  = 0; poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		hold = 0; poke = 1;
	end

	wire unused = &{1'b0, host_dat, pc, insn, sp, space, data_adr, state[31:1], younger_pc,
		younger_insn, younger_sp};
endmodule

`default_nettype wire
