// SPDX-License-Identifier: ISC
// tally_vexriscv.vh - the tap of a VexRiscv: rtl/litex/netlist.py puts it at the end of a copy of
// the core's module, whose signals these names are, and makes ports of the outputs. What is
// declared here begins with tap_ or tally_. Defines: VEXRISCV_DATA_CACHE, VEXRISCV_SUPERVISOR for
// a variant that has one; TAP_CAUSES: why it retires nothing (CAUSES.md); TAP_CALLS: for
// tally_context.v, without compressed instructions; TAP_BUS: for rtl/soc/cores/vexriscv.v.

// ---- the last stage; a trapping instruction never fires
output        tap_valid_o;
output [31:0] tap_pc_o;
output [1:0]  tap_priv_o;
output        tap_sleep_o;
assign tap_valid_o = lastStageIsFiring;
assign tap_pc_o    = lastStagePc;
assign tap_priv_o  = CsrPlugin_privilege;
assign tap_sleep_o = CsrPlugin_inWfi & ~execute_CsrPlugin_wfiWake;

`ifdef TAP_CALLS
output [31:0] tap_insn_o;
output        tap_handler_o;
tap_handler tally_handler (
	.clk_i(clk), .rst_i(reset), .trap_i(CsrPlugin_hadException | CsrPlugin_interruptJump),
	.tap_valid_i(tap_valid_o), .tap_handler_o(tap_handler_o));
assign tap_insn_o = lastStageInstruction;
`endif

`ifdef TAP_BUS
// loads, stores and atomic accesses; which bytes a read is for, as the core's bridge reads words
output        tap_data_o;
output [31:0] tap_data_adr_o;
output [3:0]  tap_read_sel_o;
assign tap_data_o     = writeBack_MEMORY_ENABLE;
assign tap_data_adr_o = writeBack_REGFILE_WRITE_DATA;
`ifdef VEXRISCV_DATA_CACHE
assign tap_read_sel_o = dBus_cmd_payload_uncached ? dBus_cmd_payload_mask : 4'b1111;
`else
assign tap_read_sel_o = _zz_dBusWishbone_SEL << dBus_cmd_rData_address[1:0];
`endif
`endif

`ifdef TAP_CAUSES
// An empty slot of the pipeline carries its cause down, from the stage that left it empty to the
// last one, where it is a cycle in which nothing retires. So a cycle counts once, for what made it,
// when it would have been an instruction's.
output [4:0]  tap_causes_o;		// EXEC, HAZARD, DATA, FETCH, FLOW
localparam [2:0] tally_flow = 3'd0, tally_fetch = 3'd1, tally_data = 3'd2, tally_hazard = 3'd3,
	tally_exec = 3'd4;

`ifdef VEXRISCV_DATA_CACHE
// A load that missed is fetched anew. Nothing else is kept in execute, but a wfi.
wire tally_again = DBusCachedPlugin_redoBranch_valid;
wire tally_held  = ~CsrPlugin_inWfi;
`ifdef VEXRISCV_SUPERVISOR
wire tally_walk  = MmuPlugin_dBusAccess_cmd_valid | DBusCachedPlugin_mmuBus_busy;
`else
wire tally_walk  = DBusCachedPlugin_mmuBus_busy;
`endif
`else
wire tally_again = 1'b0, tally_held = 1'b0, tally_walk = 1'b0;
`endif

// Of an empty stage; tally_front is what last emptied those before decode.
reg  [2:0] tally_front, tally_execute, tally_memory, tally_last;
wire       tally_miss    = IBusCachedPlugin_iBusRsp_redoFetch;
wire       tally_hazards = HazardSimplePlugin_src0Hazard | HazardSimplePlugin_src1Hazard;
wire [2:0] tally_dropped = tally_again ? tally_data : tally_flow;
wire [2:0] tally_fetched = tally_miss ? tally_fetch : tally_front;
wire [2:0] tally_waited  = tally_hazards ? tally_hazard : tally_walk ? tally_data : tally_flow;
wire [2:0] tally_worked  = execute_IS_CSR ? tally_hazard
	: execute_MEMORY_ENABLE | tally_held ? tally_data : tally_exec;
always @(posedge clk) begin
	tally_front <= IBusCachedPlugin_externalFlush ? tally_dropped
		: tally_miss | IBusCachedPlugin_cache_io_cpu_prefetch_haltIt ? tally_fetch
		: tally_front;
	if (~execute_arbitration_isStuck | execute_arbitration_removeIt)
		tally_execute <= decode_arbitration_removeIt ? tally_dropped
			: decode_arbitration_isValid ? tally_waited : tally_fetched;
	if (~memory_arbitration_isStuck | memory_arbitration_removeIt)
		tally_memory <= execute_arbitration_removeIt ? tally_dropped
			: execute_arbitration_isValid ? tally_worked : tally_execute;
	if (~writeBack_arbitration_isStuck | writeBack_arbitration_removeIt)
		tally_last <= memory_arbitration_removeIt ? tally_dropped
			: ~memory_arbitration_isValid ? tally_memory
			: memory_MEMORY_ENABLE ? tally_data : tally_exec;
	if (reset)
		{tally_front, tally_execute, tally_memory, tally_last} <= {4{tally_fetch}};
end

wire       tally_retires = writeBack_arbitration_isValid & ~writeBack_arbitration_isStuck
	& ~writeBack_arbitration_removeIt;
wire [2:0] tally_cause   = ~writeBack_arbitration_isValid ? tally_last
	: writeBack_arbitration_removeIt ? tally_dropped : tally_data;
assign tap_causes_o = {5{~tally_retires & ~tap_sleep_o}} & (5'd1 << tally_cause);
`endif
