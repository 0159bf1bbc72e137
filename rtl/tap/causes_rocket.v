// SPDX-License-Identifier: ISC
// causes_rocket.v - why a Rocket retires nothing in this cycle (CAUSES.md), from signals of its
// module Rocket (tally_rocket.vh) and of its instruction cache. Nothing stalls behind ID: an empty
// slot carries its cause down three registers.

`default_nettype none

module causes_rocket (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire [21:0] waits_i,	// tap_waits_o of tally_rocket.vh, in this order:
	input  wire        refill_i,	// of the instruction cache: refill_valid | s2_miss
	input  wire        tap_valid_i,
	input  wire        tap_sleep_i,
	output wire [4:0]  causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);
wire       id_valid, id_killed, interrupt;
wire       blocked;		// by the data cache; a fence waits for memory
wire [2:0] hazards, divides;	// of WB, MEM, EX
wire       missing, divider;	// a register waits for its result; multiplier, divider at work
wire       ex_valid, ex_killed, ex_memory, mem_valid, mem_killed, wb_valid;
wire       turns, turns_wb;	// a jump or trap; of WB
wire       again, nack;	// WB's instruction is fetched anew; the data cache did not take it
assign {id_valid, id_killed, interrupt, blocked, hazards, divides, missing, divider, ex_valid,
	ex_killed, ex_memory, mem_valid, mem_killed, wb_valid, turns, turns_wb, again, nack}
	= waits_i;

localparam [4:0] FLOW = 5'd1, FETCH = 5'd2, DATA = 5'd4, HAZARD = 5'd8, EXEC = 5'd16;

reg  [4:0] front, ex, mem, wb;		// why the stage has no instruction
reg  [4:0] replay;			// why WB's instruction is fetched anew
// What drops those under way: an instruction fetched anew because the data cache did not take it,
// or was not ready; else a jump.
wire [4:0] dropped = ~again ? FLOW : nack ? DATA : replay;
wire [4:0] held    = interrupt ? FLOW : missing ? (divider ? EXEC : DATA)
	: |hazards ? (|(hazards & divides) ? EXEC : HAZARD)
	: divider ? EXEC : blocked ? DATA : HAZARD;
wire [4:0] redone  = divides[0] & divider ? EXEC : ex_memory ? DATA : HAZARD;

always @(posedge clk_i) begin
	front  <= turns ? dropped : refill_i ? FETCH : front;
	if (id_killed)
		ex <= turns ? dropped : id_valid ? held : refill_i ? FETCH : front;
	if (ex_killed)
		mem <= turns ? dropped : ex_valid ? redone : ex;
	if (mem_killed)
		wb <= turns_wb ? dropped : mem_valid ? DATA : mem;
	replay <= mem_killed & ~mem_valid ? mem : DATA;
	if (rst_i)
		{front, ex, mem, wb, replay} <= {5{FETCH}};
end

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & (wb_valid ? dropped : wb);

endmodule

`default_nettype wire
