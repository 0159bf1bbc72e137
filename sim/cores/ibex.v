// SPDX-License-Identifier: ISC
// ibex.v - the raw signals of Ibex for the testbench of the simulated machines, read in the core
// beside this module (rtl/soc/cores/ibex.v).

`default_nettype none

module core_raw (
`include "raw_ports.vh"
);
wire ends = core.cpu.rvfi_valid;
reg [31:0] sp;
always @(posedge clk_i)
	sp <= raw_sp_o;

assign raw_retire_o     = ends & ~core.cpu.rvfi_trap;
assign raw_pc_o         = core.cpu.rvfi_pc_rdata;
assign raw_insn_o       = core.cpu.rvfi_insn;
assign raw_priv_o       = core.cpu.rvfi_mode;
assign raw_sleep_o      = core.cpu.core_sleep_o;
assign raw_trap_o       = ends & core.cpu.rvfi_trap;
assign raw_trap_super_o = 1'b0;
assign raw_halt_o       = 1'b0;
assign raw_cause_o      = {27'd0, core.cpu.u_ibex_core.cs_registers_i.mcause_d.lower_cause};
assign raw_handler_o    = core.cpu.rvfi_intr;
assign raw_sp_o         = raw_retire_o & (core.cpu.rvfi_rd_addr == 5'd2)
	? core.cpu.rvfi_rd_wdata : sp;
assign raw_space_o      = 32'd0;
assign irq_may_o        = (core.cpu.u_ibex_core.cs_registers_i.mstatus_q.mie
	| (core.cpu.u_ibex_core.cs_registers_i.priv_lvl_q != 2'b11))
	& ((core.cpu.u_ibex_core.cs_registers_i.mie_q.irq_timer & timer_may_i)
	| (core.cpu.u_ibex_core.cs_registers_i.mie_q.irq_software & soft_irq_i)
	| (core.cpu.u_ibex_core.cs_registers_i.mie_q.irq_external & |ext_may_i));
endmodule

`default_nettype wire
