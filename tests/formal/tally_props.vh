// SPDX-License-Identifier: ISC
// tally_props.vh - the blocks together: the invariant, when nothing is under way, slots of samples.

// Of the blocks; Yosys connects these when it flattens the unit.
(* hierconn *) wire        \u_registers.drained , \u_registers.clear , \u_registers.busy ;
(* hierconn *) wire        \u_registers.samples_behind ;
(* hierconn *) wire [31:0] \u_registers.ticks ;
(* hierconn *) wire [31:0] \g_mul.u_updater.f_in , \g_mul.u_updater.f_added ;
(* hierconn *) wire [31:0] \g_shift.u_updater.f_in , \g_shift.u_updater.f_added ;
wire [31:0] f_in    = MAPPER == 0 ? \g_mul.u_updater.f_in : \g_shift.u_updater.f_in ;
wire [31:0] f_added = MAPPER == 0 ? \g_mul.u_updater.f_added : \g_shift.u_updater.f_added ;
(* hierconn *) wire [17:0] \g_mul.u_mapper.next_weight ;
wire f_behind = map_busy | upd_busy;               // a sample is in the mapper or the updater
wire f_late   = MAPPER == 0 & smp_valid;           // one is between sampler and mapper
wire f_sample = smp_waiting | f_late | map_busy;

// ---- the invariant ----
function [31:0] f_ticks(input valid, input [17:0] weight);
	f_ticks = valid ? weight[17:1] + weight[0] : 32'd0;
endfunction

// Ticks that have left the sampler and those that have left the mapper, since reset or CLEAR.
reg  [31:0] f_left, f_mapped;
wire [31:0] f_leaves = f_ticks(smp_valid, smp_weight);
wire [31:0] f_maps   = f_ticks(map_valid, map_weight);
wire [31:0] f_first  = f_ticks(MAPPER == 0 & !upd_free, \g_mul.u_mapper.next_weight );
always @(posedge clk_i) begin
	f_left   <= f_left + f_leaves;
	f_mapped <= f_mapped + f_maps;
	if (rst_i | \u_registers.clear ) {f_left, f_mapped} <= 64'd0;
end

// ---- D and E of the contract ----
// What leaves the sampler for cycle k, one entry a cycle from k + 2 on: it is in the updater's last
// stage in k + D - 1, whose sum is the word in k + D. If it is nothing, CLEAR and the bus have its
// slot in k + E.
localparam D = MAPPER == 0 ? 8 : 5, E = MAPPER == 0 ? 3 : 2;
(* hierconn *) wire [95:0] \g_mul.u_updater.f_at ;
(* hierconn *) wire [63:0] \g_shift.u_updater.f_at ;
reg  [32*(D-2)-1:0] f_way;
always @(posedge clk_i)
	f_way <= rst_i ? {(D-2){32'd0}} : {f_way, f_ticks(left_valid, left_weight)};

reg f_quiet;                                       // DRAINED was seen since the last START or CLEAR
always @(posedge clk_i)
	f_quiet <= (\u_registers.drained & ~reg_running & ~reg_clearing | f_quiet)
		& ~(reg_start | \u_registers.clear ) & ~rst_i;

always @* if (!$initstate) begin
	// the invariant, and what it follows from
	AT_SAMPLER: assert (reg_clearing || \u_registers.ticks
		== f_left + (MAPPER == 0 ? f_leaves : 0) + smp_pending + smp_held);
	AT_MAPPER: assert (f_left == f_mapped + f_first + f_maps);
	AT_UPDATER: assert (reg_clearing || f_mapped == f_in);
	AT_CLEAR: assert (!reg_clearing || f_left == 0);
	LAW: assert (reg_running | reg_clearing | \u_registers.busy
		|| \u_registers.ticks == f_added + smp_pending);
	// nothing is under way
	BUSY: assert (\u_registers.samples_behind || !f_behind);
	DRAINED: assert (!\u_registers.drained
		|| !(f_sample | f_behind | \u_registers.samples_behind ));
	CLEAR: assert (!\u_registers.clear || \u_registers.drained );
	CLEARING: assert (!reg_clearing || !(reg_running | f_sample));
	QUIET: assert (!f_quiet || \u_registers.drained && !upd_busy);
	// cycles
	NOT_EMPTY: assert (!smp_valid || f_leaves != 0);
	D_CYCLES: assert (f_way == (MAPPER == 0
		? {\g_mul.u_updater.f_at , f_maps, f_first, f_leaves}
		: {\g_shift.u_updater.f_at , f_maps}));
	E_CYCLES: assert (upd_free == (f_way[32*(E-2) +: 32] == 0));
	cover (!reg_running && !\u_registers.busy && f_added > 2 && smp_pending != 0);
	cover (f_leaves != 0 && f_maps != 0 && smp_pending == 1);
	cover (f_quiet && \u_registers.ticks > 1);
end
