// SPDX-License-Identifier: ISC
// vexriscv.v - the raw signals of a VexRiscv for the testbench of the simulated machines, read in
// the core beside this module (rtl/soc/cores/vexriscv.v). Define VEXRISCV_SUPERVISOR for the
// variant with supervisor mode.

`default_nettype none

module core_raw (
`include "raw_ports.vh"
);
// When an exception is taken the stage still has its pc, but no longer
// its instruction.
reg [31:0] trapped;
always @(posedge clk_i)
	trapped <= core.cpu.lastStageInstruction;

assign raw_retire_o = core.cpu.lastStageIsFiring;
assign raw_pc_o     = core.cpu.lastStagePc;
assign raw_insn_o   = core.cpu.CsrPlugin_hadException
	? trapped : core.cpu.lastStageInstruction;
assign raw_priv_o   = core.cpu.CsrPlugin_privilege;
assign raw_sleep_o  = core.cpu.CsrPlugin_inWfi
	& ~core.cpu.execute_CsrPlugin_wfiWake;
assign raw_trap_o   = core.cpu.CsrPlugin_hadException;
assign raw_cause_o  = {28'd0, core.cpu.CsrPlugin_trapCause};
assign raw_halt_o   = 1'b0;

reg        handler;
reg [31:0] sp;
wire       writes_sp = core.cpu.lastStageRegFileWrite_valid
	& (core.cpu.lastStageRegFileWrite_payload_address == 5'd2);
always @(posedge clk_i) begin
	handler <= core.cpu.CsrPlugin_hadException
		| core.cpu.CsrPlugin_interruptJump | (handler & ~raw_retire_o);
	sp      <= raw_sp_o;
end
assign raw_handler_o = handler;
assign raw_sp_o      = writes_sp ? core.cpu.lastStageRegFileWrite_payload_data : sp;


wire [1:0] machine_mask = core.cpu._zz_CsrPlugin_csrMapping_readDataInit[1:0];	// CSR 0xBC0
wire machine_may = (core.cpu.CsrPlugin_mstatus_MIE
		| (core.cpu.CsrPlugin_privilege != 2'b11))
	& ((core.cpu.CsrPlugin_mie_MTIE & timer_may_i)
	| (core.cpu.CsrPlugin_mie_MSIE & soft_irq_i)
	| (core.cpu.CsrPlugin_mie_MEIE & |(ext_may_i & machine_mask)));
`ifdef VEXRISCV_SUPERVISOR
assign raw_space_o = core.cpu.MmuPlugin_satp_mode
	? {12'd0, core.cpu.MmuPlugin_satp_ppn} : 32'd0;
assign raw_trap_super_o = core.cpu.CsrPlugin_targetPrivilege == 2'b01;
wire [1:0] super_mask = core.cpu._zz_CsrPlugin_csrMapping_readDataInit_2[1:0];	// CSR 0x9C0
wire super_may = ((core.cpu.CsrPlugin_privilege == 2'b00)
	| (core.cpu.CsrPlugin_sstatus_SIE
		& (core.cpu.CsrPlugin_privilege == 2'b01)))
	& ((core.cpu.CsrPlugin_sie_SEIE & |(ext_may_i & super_mask))
	| core.cpu._zz_when_CsrPlugin_l952
	| core.cpu._zz_when_CsrPlugin_l952_1
	| core.cpu._zz_when_CsrPlugin_l952_2);
assign irq_may_o = machine_may | super_may;
`else
assign raw_space_o = 32'd0;
assign raw_trap_super_o = 1'b0;
assign irq_may_o = machine_may;
`endif
endmodule

`default_nettype wire
