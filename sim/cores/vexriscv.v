// SPDX-License-Identifier: ISC
// vexriscv.v - the raw signals of a VexRiscv for the testbench of the simulated machines, read in
// the core beside this module (rtl/soc/cores/vexriscv.v). Define VEXRISCV_SUPERVISOR for the
// variant with supervisor mode.

`default_nettype none

module core_raw (
	input  wire        clk_i,
	input  wire        soft_irq_i,
	input  wire        timer_may_i,
	input  wire [1:0]  ext_may_i,

	output wire        raw_retire_o,
	output wire [31:0] raw_pc_o,
	output wire [31:0] raw_insn_o,
	output wire [1:0]  raw_priv_o,
	output wire        raw_sleep_o,
	output wire        raw_trap_o,
	output wire        raw_trap_super_o,
	output wire        raw_halt_o,
	output wire [31:0] raw_cause_o,
	output wire        raw_handler_o,	// the first instruction since a trap was taken
	output wire [31:0] raw_sp_o,		// x2 after this instruction
	output wire [31:0] raw_space_o,		// root of the page table, if Sv32 is on
	output wire        irq_may_o
);
// When an exception is taken the stage still has its pc, but no longer
// its instruction.
reg [31:0] trapped;
always @(posedge clk_i)
	trapped <= core.cpu.packaged.lastStageInstruction;

assign raw_retire_o = core.cpu.packaged.lastStageIsFiring;
assign raw_pc_o     = core.cpu.packaged.lastStagePc;
assign raw_insn_o   = core.cpu.packaged.CsrPlugin_hadException
	? trapped : core.cpu.packaged.lastStageInstruction;
assign raw_priv_o   = core.cpu.packaged.CsrPlugin_privilege;
assign raw_sleep_o  = core.cpu.packaged.CsrPlugin_inWfi
	& ~core.cpu.packaged.execute_CsrPlugin_wfiWake;
assign raw_trap_o   = core.cpu.packaged.CsrPlugin_hadException;
assign raw_cause_o  = {28'd0, core.cpu.packaged.CsrPlugin_trapCause};
assign raw_halt_o   = 1'b0;

reg        handler;
reg [31:0] sp;
wire       writes_sp = core.cpu.packaged.lastStageRegFileWrite_valid
	& (core.cpu.packaged.lastStageRegFileWrite_payload_address == 5'd2);
always @(posedge clk_i) begin
	handler <= core.cpu.packaged.CsrPlugin_hadException
		| core.cpu.packaged.CsrPlugin_interruptJump | (handler & ~raw_retire_o);
	sp      <= raw_sp_o;
end
assign raw_handler_o = handler;
assign raw_sp_o      = writes_sp ? core.cpu.packaged.lastStageRegFileWrite_payload_data : sp;


wire [1:0] machine_mask = core.cpu.packaged._zz_CsrPlugin_csrMapping_readDataInit[1:0];	// CSR 0xBC0
wire machine_may = (core.cpu.packaged.CsrPlugin_mstatus_MIE
		| (core.cpu.packaged.CsrPlugin_privilege != 2'b11))
	& ((core.cpu.packaged.CsrPlugin_mie_MTIE & timer_may_i)
	| (core.cpu.packaged.CsrPlugin_mie_MSIE & soft_irq_i)
	| (core.cpu.packaged.CsrPlugin_mie_MEIE & |(ext_may_i & machine_mask)));
`ifdef VEXRISCV_SUPERVISOR
assign raw_space_o = core.cpu.packaged.MmuPlugin_satp_mode
	? {12'd0, core.cpu.packaged.MmuPlugin_satp_ppn} : 32'd0;
assign raw_trap_super_o = core.cpu.packaged.CsrPlugin_targetPrivilege == 2'b01;
wire [1:0] super_mask = core.cpu.packaged._zz_CsrPlugin_csrMapping_readDataInit_2[1:0];	// CSR 0x9C0
wire super_may = ((core.cpu.packaged.CsrPlugin_privilege == 2'b00)
	| (core.cpu.packaged.CsrPlugin_sstatus_SIE
		& (core.cpu.packaged.CsrPlugin_privilege == 2'b01)))
	& ((core.cpu.packaged.CsrPlugin_sie_SEIE & |(ext_may_i & super_mask))
	| core.cpu.packaged._zz_when_CsrPlugin_l952
	| core.cpu.packaged._zz_when_CsrPlugin_l952_1
	| core.cpu.packaged._zz_when_CsrPlugin_l952_2);
assign irq_may_o = machine_may | super_may;
`else
assign raw_space_o = 32'd0;
assign raw_trap_super_o = 1'b0;
assign irq_may_o = machine_may;
`endif
endmodule

`default_nettype wire
