/* SPDX-License-Identifier: ISC
 * ibex_log.sv - Ibex in the simulated machine with its own tracer, which writes
 * trace_core_00000000.log.
 * Plusargs: +hex=FILE (readmemh of the RAM), +entry=HEX.
 */
`default_nettype none

module ibex_log;
	timeunit 1ns;
	timeprecision 1ns;

	bit clk, poke, rst = 1, hold = 1;
	bit [31:0] entry;
	wire [31:0] host_dat, state, pc, insn, sp, space, data_adr;

	machine machine (
		.clk_i (clk), .poke_i (poke), .rst_pin (rst), .hold_pin (hold),
		.host_stb_pin (1'b0), .host_we_pin (1'b0), .rx_toggle_pin (1'b0), .event_pin (1'b0),
		.block_pin (1'b0), .late_pin (1'b0), .absent_pin (1'b1), .data_pin (1'b0),
		.rx_data_pin (8'd0), .entry_pin (entry),
		.host_adr_pin (32'd0), .host_dat_pin (32'd0), .link_pin (32'd0),
		.host_dat_o (host_dat), .state_o (state), .pc_o (pc), .insn_o (insn), .sp_o (sp),
		.space_o (space), .data_adr_o (data_adr)
	);

`define OF(name) .name (machine.core.cpu.name)
	ibex_tracer tracer (
		.clk_i (clk), .rst_ni (machine.run), .hart_id_i (32'd0),
		`OF(rvfi_valid), `OF(rvfi_order), `OF(rvfi_insn), `OF(rvfi_trap), `OF(rvfi_halt),
		`OF(rvfi_intr), `OF(rvfi_mode), `OF(rvfi_ixl), `OF(rvfi_rs1_addr),
		`OF(rvfi_rs2_addr), `OF(rvfi_rs3_addr), `OF(rvfi_rs1_rdata), `OF(rvfi_rs2_rdata),
		`OF(rvfi_rs3_rdata), `OF(rvfi_rd_addr), `OF(rvfi_rd_wdata), `OF(rvfi_pc_rdata),
		`OF(rvfi_pc_wdata), `OF(rvfi_mem_addr), `OF(rvfi_mem_rmask), `OF(rvfi_mem_wmask),
		`OF(rvfi_mem_rdata), `OF(rvfi_mem_wdata)
	);

	string hex;
	initial forever #1 clk = ~clk;

	always @(posedge clk)
		if (!hold && state[0])
			$finish;

	initial begin
		if (!$value$plusargs("hex=%s", hex) || !$value$plusargs("entry=%h", entry))
			$fatal(1, "ibex_log +hex=FILE +entry=HEX");
		$readmemh(hex, machine.ram.mem);
		poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		rst  = 0; poke = 1; @(negedge clk);
		poke = 0; @(negedge clk);
		hold = 0; poke = 1;
	end

	wire unused = &{1'b0, host_dat, pc, insn, sp, space, data_adr, state[31:1]};
endmodule

`default_nettype wire
