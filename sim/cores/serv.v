// SPDX-License-Identifier: ISC
// serv.v - the raw signals of SERV for the testbench of the simulated machines, read in the core
// beside this module (rtl/soc/cores/serv.v).

`default_nettype none

module core_raw (
`include "raw_ports.vh"
);
wire ends = core.cpu.rvfi_valid;
wire trap = core.cpu.rvfi_trap;
reg  irq;			// the trap is an interrupt, not an exception
reg        handler;
reg [31:0] sp;
always @(posedge clk_i) begin
	irq     <= core.cpu.cpu.new_irq;
	handler <= ends ? trap : handler;
	sp      <= raw_sp_o;
end

assign raw_retire_o     = ends & ~trap;
assign raw_pc_o         = core.cpu.rvfi_pc_rdata;
assign raw_insn_o       = core.cpu.rvfi_insn;
assign raw_priv_o       = 2'b11;
assign raw_sleep_o      = 1'b0;
assign raw_trap_o       = ends & trap & ~irq;
assign raw_trap_super_o = 1'b0;
assign raw_halt_o       = 1'b0;
assign raw_cause_o      = 32'hffff_ffff;	// mcause is in a generate block without a name
assign raw_handler_o    = handler;
assign raw_sp_o         = raw_retire_o & (core.cpu.rvfi_rd_addr == 5'd2)
	? core.cpu.rvfi_rd_wdata : sp;
assign raw_space_o      = 32'd0;
assign irq_may_o        = timer_may_i;

wire unused = &{1'b0, soft_irq_i, ext_may_i};
endmodule

`default_nettype wire
