// SPDX-License-Identifier: ISC
// causes_picorv32.v - why a PicoRV32 retires nothing in this cycle (CAUSES.md); beside tap_rvfi.v,
// which shows a retirement one cycle late, and so does this.
//
// The core has no pipeline: a cycle is of the state that the core is in. Only fetches overlap with
// execution, so FETCH is what is left of them. An instruction retires when the next one begins:
// fetches and a jump after it are its own.

`default_nettype none

module causes_picorv32 (
	input  wire       clk_i,
	input  wire       rst_i,
	input  wire [7:0] state_i,	// cpu_state
	input  wire       launch_i,	// launch_next_insn
	input  wire       jal_i,	// instr_jal
	input  wire       branch_i,	// latched_branch
	input  wire       fetching_i,	// mem_valid & mem_instr
	input  wire       is_branch_i,	// is_beq_bne_blt_bge_bltu_bgeu
	input  wire       irq_i,	// |irq_state
	input  wire       tap_valid_i,
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);

localparam FETCH = 6, EXEC = 3, STORE = 1, LOAD = 0;	// bits of cpu_state

reg  jumped;			// since then no instruction has begun
wire jumps  = branch_i | irq_i;
wire memory = state_i[STORE] | state_i[LOAD];
wire flow   = state_i[FETCH] & (jumped | jumps);
wire fetch  = state_i[FETCH] | fetching_i & (memory | state_i[EXEC] & is_branch_i);

reg  [4:0] cause;
always @(posedge clk_i) begin
	jumped <= ~rst_i & (launch_i ? jal_i : jumped | jumps);
	cause  <= flow ? 5'b00001 : fetch ? 5'b00010 : memory ? 5'b00100 : 5'b10000;
end

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & cause;

endmodule

`default_nettype wire
