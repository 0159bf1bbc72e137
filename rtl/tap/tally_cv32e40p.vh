// SPDX-License-Identifier: ISC
// tally_cv32e40p.vh - the tap of a CV32E40P, in its module cv32e40p_core, as tally_vexriscv.vh is
// that of a VexRiscv: what its minstret counts, when it leaves the last stage, so that a load's
// wait is its own. A branch leaves EX beside a load that still waits, and retires before it.

output        tap_valid_o;
output [31:0] tap_pc_o;
output [1:0]  tap_priv_o;
output        tap_sleep_o;
reg         tally_kept, tally_last;	// an instruction stays in EX, is in WB
reg  [31:0] tally_ex_pc, tally_last_pc;
wire        tally_ex     = mhpmevent_minstret | tally_kept;	// the pulse: it has come
wire        tally_passes = tally_ex & ex_ready & ~lsu_ready_wb;
always @(posedge clk_i or negedge rst_ni)
	if (~rst_ni) begin
		{tally_kept, tally_last} <= 2'b00;
	end else begin
		tally_kept <= tally_ex & ~ex_ready;
		if (id_valid) tally_ex_pc <= pc_id;
		if (lsu_ready_wb) begin
			tally_last    <= tally_ex & ex_ready;
			tally_last_pc <= tally_ex_pc;
		end
	end
assign tap_valid_o = tally_passes | tally_last & lsu_ready_wb;
assign tap_pc_o    = tally_passes ? tally_ex_pc : tally_last_pc;
assign tap_priv_o  = current_priv_lvl;
assign tap_sleep_o = core_sleep_o;
