// SPDX-License-Identifier: ISC
// tally_cva6.vh - the tap of a CVA6 of 32 or 64 bits, in its module cva6, as tally_vexriscv.vh is
// that of a VexRiscv: what the commit stage acknowledges. Of two in a cycle, the older one counts
// (tap_multi.v). RVFI would show an ecall, which traps, as retired.

output        tap_valid_o;
output [63:0] tap_pc_o;
output [1:0]  tap_priv_o;
output        tap_sleep_o;
wire [63:0] tally_older   = commit_instr_id_commit[0].pc;
wire [63:0] tally_younger = commit_instr_id_commit[1].pc;
tap_multi #(.N(2), .PC_W(64)) tally_multi (
	.valid_i(commit_ack & {2{~ex_commit.valid}}), .pc_i({tally_younger, tally_older}),
	.priv_i({2{priv_lvl}}), .tap_valid_o(tap_valid_o), .tap_pc_o(tap_pc_o),
	.tap_priv_o(tap_priv_o));
assign tap_sleep_o = halt_csr_ctrl;	// wfi
