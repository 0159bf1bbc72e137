// SPDX-License-Identifier: ISC
// tally_rocket.vh - the tap of a Rocket, in its module Rocket, as tally_vexriscv.vh is that of a
// VexRiscv: its last stage. For causes_rocket.v also tally_rocket_ICache.vh, in module ICache.
// LiteX's configurations have these names. Defines: TAP_CAUSES, TAP_CALLS, TAP_BUS as there.

output        tap_valid_o;
output [63:0] tap_pc_o;
output [1:0]  tap_priv_o;
output        tap_sleep_o;
assign tap_valid_o = coreMonitorBundle_valid;
assign tap_pc_o    = coreMonitorBundle_pc;
assign tap_priv_o  = csr_io_status_prv;
assign tap_sleep_o = csr_io_status_wfi;

`ifdef TAP_CALLS
output [31:0] tap_insn_o;
output        tap_handler_o;
tap_handler tally_handler (
	.clk_i(clock), .rst_i(reset), .trap_i(csr_io_trace_0_exception),
	.tap_valid_i(tap_valid_o), .tap_handler_o(tap_handler_o));
assign tap_insn_o = csr_io_trace_0_insn;
`endif

`ifdef TAP_BUS
output        tap_data_o;
output [31:0] tap_data_adr_o;
assign tap_data_o     = wb_ctrl_mem;
assign tap_data_adr_o = wb_reg_wdata[31:0];
`endif

`ifdef TAP_CAUSES
output [21:0] tap_waits_o;		// causes_rocket.v names them
assign tap_waits_o = {ibuf_io_inst_0_valid, ctrl_killd, csr_io_interrupt,
	dcache_blocked | id_mem_busy, id_wb_hazard, id_mem_hazard, id_ex_hazard,
	wb_ctrl_div, mem_ctrl_div, ex_ctrl_div, id_sboard_hazard, ~div_io_req_ready,
	ex_reg_valid, ctrl_killx, ex_ctrl_mem & ~io_dmem_req_ready, mem_reg_valid, ctrl_killm,
	wb_reg_valid, take_pc_mem_wb, take_pc_wb, replay_wb_common, io_dmem_s2_nack};
`endif
