// SPDX-License-Identifier: ISC
// tally_picorv32.vh - the tap of a PicoRV32 that has RVFI (RISCV_FORMAL), as tally_vexriscv.vh is
// that of a VexRiscv. RVFI shows a retirement one cycle late, and what it waits for comes as late.
// Defines: TAP_CAUSES, TAP_CALLS, TAP_BUS as there.

output        tap_valid_o;
output [31:0] tap_pc_o;
output [1:0]  tap_priv_o;
output        tap_sleep_o;
assign tap_valid_o = rvfi_valid & ~rvfi_trap;	// what traps has not retired
assign tap_pc_o    = rvfi_pc_rdata;
assign tap_priv_o  = rvfi_mode;
assign tap_sleep_o = do_waitirq;

`ifdef TAP_CALLS
output [31:0] tap_insn_o;
output        tap_handler_o;
tap_retirq tally_retirq (.insn_i(rvfi_insn), .insn_o(tap_insn_o));
assign tap_handler_o = rvfi_intr;
`endif

`ifdef TAP_BUS
// loads and stores: the word's address; of a store its first byte's; which bytes a read is for
output        tap_data_o;
output [31:0] tap_data_adr_o;
output [3:0]  tap_read_sel_o;
assign tap_data_o     = |{rvfi_mem_rmask, rvfi_mem_wmask};
assign tap_data_adr_o = rvfi_mem_addr | (~|rvfi_mem_wmask | rvfi_mem_wmask[0] ? 32'd0
	: rvfi_mem_wmask[1] ? 32'd1 : rvfi_mem_wmask[2] ? 32'd2 : 32'd3);
assign tap_read_sel_o = mem_instr | mem_wordsize == 2'd0 ? 4'b1111
	: mem_wordsize == 2'd1 ? (reg_op1[1] ? 4'b1100 : 4'b0011) : 4'b0001 << reg_op1[1:0];
`endif

`ifdef TAP_CAUSES
// The core has no pipeline: a cycle is of the state that the core is in. Only fetches overlap with
// execution, so FETCH is what is left of them. An instruction retires when the next one begins:
// fetches and a jump after it are its own.
output [4:0]  tap_causes_o;		// EXEC, HAZARD, DATA, FETCH, FLOW
reg  [4:0] tally_cause;
reg        tally_jumped;		// since then no instruction has begun
wire       tally_jumps  = latched_branch | |irq_state;
wire       tally_memory = cpu_state[1] | cpu_state[0];		// stmem, ldmem
wire       tally_fetch  = cpu_state[6] | mem_valid & mem_instr
	& (tally_memory | cpu_state[3] & is_beq_bne_blt_bge_bltu_bgeu);		// fetch, exec
always @(posedge clk) begin
	tally_jumped <= resetn & (launch_next_insn ? instr_jal : tally_jumped | tally_jumps);
	tally_cause  <= cpu_state[6] & (tally_jumped | tally_jumps) ? 5'b00001
		: tally_fetch ? 5'b00010 : tally_memory ? 5'b00100 : 5'b10000;
end
assign tap_causes_o = {5{~tap_valid_o & ~tap_sleep_o}} & tally_cause;
`endif
