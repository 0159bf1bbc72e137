// SPDX-License-Identifier: ISC
// causes_rocket.v - why a Rocket retires nothing in this cycle (CAUSES.md). Inputs are signals of
// its module Rocket, and two of its instruction cache, whose names are the same in all of LiteX's
// configurations. Nothing stalls behind ID: an empty slot carries its cause down three registers.

`default_nettype none

module causes_rocket (
	input  wire       clk_i,
	input  wire       rst_i,
	input  wire       id_valid_i,	// ibuf_io_inst_0_valid
	input  wire       id_killed_i,	// ctrl_killd
	input  wire       interrupt_i,	// csr_io_interrupt
	input  wire       blocked_i,	// dcache_blocked | id_mem_busy, for which a fence waits
	input  wire [2:0] hazards_i,	// id_wb_hazard, id_mem_hazard, id_ex_hazard
	input  wire [2:0] divides_i,	// wb_ctrl_div, mem_ctrl_div, ex_ctrl_div
	input  wire       missing_i,	// id_sboard_hazard
	input  wire       divider_i,	// ~div_io_req_ready: multiplier and divider are at work
	input  wire       ex_valid_i,	// ex_reg_valid
	input  wire       ex_killed_i,	// ctrl_killx
	input  wire       ex_memory_i,	// ex_ctrl_mem & ~io_dmem_req_ready
	input  wire       mem_valid_i,	// mem_reg_valid
	input  wire       mem_killed_i,	// ctrl_killm
	input  wire       wb_valid_i,	// wb_reg_valid
	input  wire       turns_i,	// take_pc_mem_wb
	input  wire       turns_wb_i,	// take_pc_wb
	input  wire       again_i,	// replay_wb_common
	input  wire       nack_i,	// io_dmem_s2_nack
	input  wire       refill_i,	// of the instruction cache: refill_valid | s2_miss
	input  wire       tap_valid_i,
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);
localparam [4:0] FLOW = 5'd1, FETCH = 5'd2, DATA = 5'd4, HAZARD = 5'd8, EXEC = 5'd16;

reg  [4:0] front, ex, mem, wb;		// why the stage has no instruction
reg  [4:0] replay;			// why WB's instruction is fetched anew
// What drops those under way: an instruction fetched anew because the data cache did not take it,
// or was not ready; else a jump.
wire [4:0] dropped = ~again_i ? FLOW : nack_i ? DATA : replay;
wire [4:0] held    = interrupt_i ? FLOW : missing_i ? (divider_i ? EXEC : DATA)
	: |hazards_i ? (|(hazards_i & divides_i) ? EXEC : HAZARD)
	: divider_i ? EXEC : blocked_i ? DATA : HAZARD;
wire [4:0] redone  = divides_i[0] & divider_i ? EXEC : ex_memory_i ? DATA : HAZARD;

always @(posedge clk_i) begin
	front  <= turns_i ? dropped : refill_i ? FETCH : front;
	if (id_killed_i)
		ex <= turns_i ? dropped : id_valid_i ? held : refill_i ? FETCH : front;
	if (ex_killed_i)
		mem <= turns_i ? dropped : ex_valid_i ? redone : ex;
	if (mem_killed_i)
		wb <= turns_wb_i ? dropped : mem_valid_i ? DATA : mem;
	replay <= mem_killed_i & ~mem_valid_i ? mem : DATA;
	if (rst_i)
		{front, ex, mem, wb, replay} <= {5{FETCH}};
end

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & (wb_valid_i ? dropped : wb);

endmodule

`default_nettype wire
