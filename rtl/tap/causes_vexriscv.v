// SPDX-License-Identifier: ISC
// causes_vexriscv.v - why a VexRiscv retires nothing in this cycle (CAUSES.md); beside
// tap_vexriscv.v.
//
// An empty slot of the pipeline carries its cause down, from the stage that left it empty to the
// last one, where it is a cycle in which nothing retires. So a cycle counts once, for what made it,
// when it would have been an instruction's.

`default_nettype none

module causes_vexriscv (
	input  wire       clk_i,
	input  wire       rst_i,
	// of decode, execute, memory, writeBack: ${stage}_arbitration_isValid, _isStuck, _removeIt
	input  wire       decode_valid_i,
	input  wire       decode_removed_i,
	input  wire       execute_valid_i,
	input  wire       execute_stuck_i,
	input  wire       execute_removed_i,
	input  wire       memory_valid_i,
	input  wire       memory_stuck_i,
	input  wire       memory_removed_i,
	input  wire       last_valid_i,
	input  wire       last_stuck_i,
	input  wire       last_removed_i,
	input  wire       hazard_i,		// HazardSimplePlugin_src0Hazard | _src1Hazard
	input  wire       execute_csr_i,	// execute_IS_CSR
	// execute_MEMORY_ENABLE; with a data cache 1 but for a wfi: nothing else is kept there
	input  wire       execute_data_i,
	input  wire       memory_data_i,	// memory_MEMORY_ENABLE
	input  wire       walk_i,		// the MMU reads page tables; or 0
	input  wire       flush_i,		// IBusCachedPlugin_externalFlush
	// DBusCachedPlugin_redoBranch_valid: a load missed, and is fetched anew; or 0
	input  wire       again_i,
	input  wire       miss_i,		// IBusCachedPlugin_iBusRsp_redoFetch
	input  wire       refill_i,		// IBusCachedPlugin_cache_io_cpu_prefetch_haltIt
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o		// EXEC, HAZARD, DATA, FETCH, FLOW
);

localparam [2:0] FLOW = 3'd0, FETCH = 3'd1, DATA = 3'd2, HAZARD = 3'd3, EXEC = 3'd4;

// Of an empty stage; `front` is what last emptied those before decode.
reg  [2:0] front, execute, memory, last;
wire [2:0] dropped = again_i ? DATA : FLOW;
wire [2:0] fetched = miss_i ? FETCH : front;
wire [2:0] held    = hazard_i ? HAZARD : walk_i ? DATA : FLOW;
wire [2:0] worked  = execute_csr_i ? HAZARD : execute_data_i ? DATA : EXEC;

always @(posedge clk_i) begin
	front <= flush_i ? dropped : miss_i | refill_i ? FETCH : front;
	if (~execute_stuck_i | execute_removed_i)
		execute <= decode_removed_i ? dropped : decode_valid_i ? held : fetched;
	if (~memory_stuck_i | memory_removed_i)
		memory <= execute_removed_i ? dropped : execute_valid_i ? worked : execute;
	if (~last_stuck_i | last_removed_i)
		last <= memory_removed_i ? dropped
			: ~memory_valid_i ? memory : memory_data_i ? DATA : EXEC;
	if (rst_i)
		{front, execute, memory, last} <= {4{FETCH}};
end

wire       retires = last_valid_i & ~last_stuck_i & ~last_removed_i;
wire [2:0] cause   = ~last_valid_i ? last : last_removed_i ? dropped : DATA;

assign causes_o = {5{~retires & ~tap_sleep_i}} & (5'd1 << cause);

endmodule

`default_nettype wire
