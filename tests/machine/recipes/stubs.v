// SPDX-License-Identifier: ISC
// stubs.v - the names and widths of the cores that RECIPES.md wires; what is inside a core is an
// input here. recipes.sh makes a file of each module.

module el2_veer_wrapper (
	input wire clk, rst_l,
	output wire trace_rv_i_valid_ip, trace_rv_i_exception_ip, o_cpu_halt_status,
	output wire dec_tlu_perfcnt0, dec_tlu_perfcnt1, dec_tlu_perfcnt2,
	output wire [31:0] trace_rv_i_address_ip
);
endmodule

module hazard3_core #(
	parameter W_EXCEPT = 4
) (
	input wire clk, rst_n, x_stall, m_stall, m_trap_enter_vld, x_mmode_execution,
	input wire xm_sleep_wfi, xm_sleep_block, m_sleep_stall_release,
	input wire [1:0] df_cir_use,
	input wire [31:0] d_pc,
	input wire [W_EXCEPT-1:0] xm_except
);
localparam [W_EXCEPT-1:0] EXCEPT_NONE = 4'hf, EXCEPT_MRET = 4'he;
endmodule

module hazard3_cpu_2port (
	input wire clk, rst_n
);
hazard3_core #(
	.W_EXCEPT (4)
) core (
	.clk      (clk),
	.rst_n    (rst_n)
);
endmodule

module VexRiscvLitexSmpCluster (
  input debugCd_external_clk, systemCd_logic_outputReset
);
  VexRiscv cores_0_cpu_logic_cpu (
    .debugCd_external_clk          (debugCd_external_clk      ), //i
    .systemCd_logic_outputReset    (systemCd_logic_outputReset)  //i
  );
endmodule

module VexiiRiscv (
  input wire clk, reset, WhiteboxerPlugin_logic_commits_ports_0_valid,
  input wire WhiteboxerPlugin_logic_commits_ports_1_valid,
  input wire [0:0] WhiteboxerPlugin_logic_wfi,
  input wire [2:0] PrivilegedPlugin_logic_harts_0_privilege,
  input wire [31:0] WhiteboxerPlugin_logic_commits_ports_0_pc,
  input wire [31:0] WhiteboxerPlugin_logic_commits_ports_1_pc
);
endmodule

module NaxRiscv (
  input clk, reset, robToPc_valid,
  input [1:0] commit_mask, PrivilegedPlugin_setup_privilege,
  input [5:0] robToPc_robId, commit_robId,
  input [63:0] robToPc_pc_0, robToPc_pc_1
);
endmodule
