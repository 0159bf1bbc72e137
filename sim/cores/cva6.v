// SPDX-License-Identifier: ISC
// cva6.v - the raw signals of CVA6 for the testbench of the simulated machines, read in the core
// beside this module (rtl/soc/cores/cva6.v).

`default_nettype none

module core_raw (
`include "raw_ports.vh"
);
`define RAW core.cpu.i_cva6
`define CSRS core.cpu.i_cva6.csr_regfile_i

reg        handler;
reg [31:0] sp;
always @(posedge clk_i) begin
	handler <= `RAW.ex_commit.valid | handler & ~raw_retire_o;
	sp      <= raw_younger_o ? raw_younger_sp_o : raw_sp_o;
end

// Of two that commit in a cycle 0 is the older.
wire [1:0] commits = `RAW.commit_ack & {2{~`RAW.ex_commit.valid}};
wire [1:0] sets_sp = commits & `RAW.we_gpr_commit_id
	& {`RAW.waddr_commit_id[1] == 5'd2, `RAW.waddr_commit_id[0] == 5'd2};

assign raw_retire_o       = commits[0];
assign raw_pc_o           = `RAW.commit_instr_id_commit[0].pc;
assign raw_insn_o         = `RAW.commit_instr_id_commit[0].ex.tval;
assign raw_sp_o           = sets_sp[0] ? `RAW.wdata_commit_id[0] : sp;
assign raw_younger_o      = commits[1];
assign raw_younger_pc_o   = `RAW.commit_instr_id_commit[1].pc;
assign raw_younger_insn_o = `RAW.commit_instr_id_commit[1].ex.tval;
assign raw_younger_sp_o   = sets_sp[1] ? `RAW.wdata_commit_id[1] : raw_sp_o;
assign raw_priv_o         = `RAW.priv_lvl;
assign raw_sleep_o        = `CSRS.wfi_q;
assign raw_trap_o         = `RAW.ex_commit.valid & ~`RAW.ex_commit.cause[31];
assign raw_trap_super_o   = `CSRS.trap_to_priv_lvl == riscv::PRIV_LVL_S;
assign raw_halt_o         = 1'b0;
assign raw_cause_o        = `RAW.ex_commit.cause;
assign raw_handler_o      = handler;
assign raw_space_o        = `CSRS.satp_q.mode ? {10'd0, `CSRS.satp_q.ppn} : 32'd0;

assign irq_may_o = (`CSRS.mstatus_q.mie | `RAW.priv_lvl != riscv::PRIV_LVL_M)
	& (`CSRS.mie_q[7] & timer_may_i | `CSRS.mie_q[3] & soft_irq_i
	| `CSRS.mie_q[11] & |ext_may_i | |(`CSRS.mie_q & `CSRS.mip_q));
endmodule

`default_nettype wire
