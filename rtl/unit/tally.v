// SPDX-License-Identifier: ISC
// tally.v - the unit: it counts each tick in one counter of one memory. Read this file first.
//
//   core -> tap -> sampler -> (queue) -> mapper -> updater -> counters
//            |        ^          |         |          ^
//            +-> clock: ticks    +------ engine ------+ categories
//                                          |
//   bus <-> registers                system memory
//
// In this file a wire's prefix is its driver: tap_, clk_, smp_ (sampler), que_, eng_, map_, upd_,
// reg_.
// What the unit does at its ports, cycle by cycle, is in CONTRACT.md.

`default_nettype none

module tally #(
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,             // synchronous
	// what the core retires
	input  wire                 run_i,             // 0: core is halted; no event, no retirement
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [7:0]           event_i,           // EVENT: what SETUP.LINES may ask for
	// Wishbone, classic, byte addresses
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+2:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o,
	// SYSTEM: Wishbone master of the counters. CYC stays from a counter's read to its write.
	output wire                 sys_cyc_o,
	output wire                 sys_stb_o,
	output wire                 sys_we_o,
	output wire [3:0]           sys_sel_o,
	output wire [31:0]          sys_adr_o,         // in bytes, of a word
	output wire [31:0]          sys_dat_o,
	input  wire [31:0]          sys_dat_i,
	input  wire                 sys_ack_i,
	input  wire                 sys_err_i,         // ends an access, as sys_ack_i does
	input  wire                 sys_stolen_i       // another master waits: the unit has the bus
);

generate
if (MAPPER < 0 || MAPPER > 1 || BINS_LOG2 < 5 || BINS_LOG2 > 20 || PC_W < 16 || PC_W > 32
	|| EVENT < 0 || EVENT > 8 || KIND < 0 || KIND > 1 || SYSTEM < 0 || SYSTEM > 2
	|| SYSTEM != 0 && MAPPER != 0) begin : g_refused
	// There is no such module: tools stop and say its name.
	tally_parameter_out_of_range its_range_is_in_tally_params ();
end
endgenerate

`include "tally_regs.vh"

// ---- tap: what the core shows, a cycle later, but for the pc, which the mapper registers ----
reg         tap_run, tap_valid, tap_outside, tap_sleep, tap_event;
reg  [1:0]  tap_priv;
wire [7:0]  reg_events;
localparam [31:0] EVENT_LINES = (32'd1 << EVENT) - 32'd1;

always @(posedge clk_i) begin
	tap_run     <= run_i;
	tap_valid   <= run_i & tap_valid_i;
	tap_outside <= ((tap_pc_i ^ PC_HIGH) >> PC_W) != 32'd0;
	tap_priv    <= tap_priv_i;
	tap_sleep   <= tap_sleep_i;
	tap_event   <= run_i & |(event_i & reg_events & EVENT_LINES[7:0]);
	if (rst_i) {tap_run, tap_valid, tap_event} <= 3'd0;
end

// ---- clock ----
// An event of the chosen source is a tick if the divider is due and the unit runs. The divider goes
// on while the unit is stopped, so that a process that runs for less than a period is still
// sampled.
wire [23:0] reg_period;
wire [15:0] reg_jitter;
wire [19:0] reg_setup;
wire [1:0]  source = reg_setup[TALLY_SETUP_SOURCE_LSB +: 2];
wire        reg_restart, reg_reseed, reg_running, clk_due;
// SOURCE: 0 cycles, 1 retirements, 2 or 3 cycles in which a line of event_i is 1 that LINES asks
// for.
wire        event_valid = source[1] ? tap_event : source[0] ? tap_valid : tap_run;
wire        tick_valid = event_valid & clk_due & reg_running;

tally_clock u_clock (
	.clk_i         (clk_i),
	.event_valid_i (event_valid),
	.due_o         (clk_due),
	.tick_valid_i  (tick_valid),
	.period_i      (reg_period),
	.jitter_i      (reg_jitter),
	.restart_i     (reg_restart),
	.reseed_i      (reg_reseed)
);

// ---- sampler ----
// From here on a sample is a weight, the ticks it stands for, and a code: 0 or 1 if its pc is to be
// mapped, else the category that it counts as.
wire        smp_sample, reg_mark;                  // for another mapper, rtl/context
wire        unused_context = &{1'b0, smp_sample, reg_mark};
wire        reg_discard, smp_waiting, smp_held, smp_valid, left_valid;
wire [16:0] smp_pending;
wire [17:0] smp_weight, left_weight;
wire [2:0]  smp_code, left_code;

tally_sampler u_sampler (
	.clk_i         (clk_i),
	.rst_i         (rst_i),
	.tick_valid_i  (tick_valid),
	.discard_i     (reg_discard),
	.tap_valid_i   (tap_valid),
	.tap_sleep_i   (tap_sleep),
	.tap_priv_i    (tap_priv),
	.privileges_i  (reg_setup[TALLY_SETUP_PRIVILEGES_LSB +: 4]),
	.smp_waiting_o (smp_waiting),
	.smp_held_o    (smp_held),
	.smp_pending_o (smp_pending),
	.smp_sample_o  (smp_sample),
	.smp_valid_o   (left_valid),
	.smp_code_o    (left_code),
	.smp_weight_o  (left_weight)
);

// The multiplier takes a pc a cycle before the rest of its sample.
reg         late_valid;
reg  [2:0]  late_code;
reg  [17:0] late_weight;
always @(posedge clk_i)
	{late_valid, late_code, late_weight} <= {left_valid, left_code, left_weight};
assign {smp_valid, smp_code, smp_weight} = MAPPER == 0
	? {late_valid, late_code, late_weight} : {left_valid, left_code, left_weight};

// ---- mapper and updater, and with SYSTEM the queue and the engine ----
// Mapper and updater come in pairs, for they share a property of the part: where multiplications
// are cheap, block RAM needs its output register to be fast, and the updater a stage more.
wire [PC_W-1:0]      reg_offset;
wire [16:0]          reg_scale;
wire                 reg_clearing, reg_start, reg_pos_done;
wire [BINS_LOG2:0]   reg_size;
wire [BINS_LOG2-1:0] reg_clear_word;
wire [31:0]          reg_field;
wire                 map_busy, map_valid, map_inside;
wire [BINS_LOG2-1:0] map_slot;
wire [17:0]          map_weight;
wire                 upd_free, upd_busy, upd_full;
wire [31:0]          upd_word;
wire                 que_busy, eng_full, eng_fault, eng_pos_valid;
wire [4:0]           eng_field;
wire [31:0]          eng_pos;

generate
if (MAPPER == 0) begin : g_mul
	wire            que_valid, que_outside, mapped_outside, map_next_valid;
	wire [PC_W-1:0] que_pc, mapped_pc;     // mapped: the core's pc, later if there is a queue
	wire [3:0]      que_code, map_next_code;
	wire [17:0]     que_weight;
	wire            map_below;
	wire [31:0]     map_delta, map_que_slot;
	wire            system = SYSTEM != 0 & |reg_setup[TALLY_SETUP_MODE_LSB +: 3];

	tally_mapper_mul #(
`include "tally_params_inst.vh"
	) u_mapper (
		.clk_i            (clk_i),
		.rst_i            (rst_i),
		.pc_i             (mapped_pc),
		.pc_outside_i     (mapped_outside),
		.smp_valid_i      (que_valid),
		.smp_code_i       (que_code),
		.smp_weight_i     (que_weight),
		.offset_i         (reg_offset),
		.scale_i          (reg_scale),
		.size_i           (reg_size),
		.system_i         (system),
		.que_pc_i         (que_pc),
		.que_outside_i    (que_outside),
		.eng_below_o      (map_below),
		.eng_delta_o      (map_delta),
		.eng_slot_o       (map_que_slot),
		.map_busy_o       (map_busy),
		.map_next_valid_o (map_next_valid),
		.map_next_code_o  (map_next_code),
		.map_valid_o      (map_valid),
		.map_inside_o     (map_inside),
		.map_slot_o       (map_slot),
		.map_weight_o     (map_weight)
	);

	tally_updater_long #(
		.BINS_LOG2 (BINS_LOG2)
	) u_updater (
		.clk_i            (clk_i),
		.rst_i            (rst_i),
		.map_next_valid_i (map_next_valid),
		.map_next_code_i  (map_next_code),
		.map_valid_i      (map_valid),
		.map_inside_i     (map_inside),
		.map_slot_i       (map_slot),
		.map_weight_i     (map_weight),
		.map_keep_i       (1'b0),                  // these three: rtl/context
		.map_add_i        (1'b0),
		.map_zero_i       (1'b0),
		.upd_free_o       (upd_free),
		.bus_word_i       (wb_adr_i[BINS_LOG2+1:2]),
		.clear_valid_i    (reg_clearing),
		.clear_word_i     (reg_clear_word),
		.upd_busy_o       (upd_busy),
		.upd_full_o       (upd_full),
		.upd_word_o       (upd_word)
	);

	if (SYSTEM != 0) begin : g_engine
		localparam [31:0] HIGH = PC_W < 32
			? (PC_HIGH >> (PC_W & 31)) << (PC_W & 31) : 32'd0;
		wire              sys_lock, eng_pop, eng_done, eng_add_valid, que_add_taken;
		wire              que_first_valid, que_user;
		wire [17:0]       que_first_weight, eng_add_weight;
		wire [3:0]        eng_add_code;
		reg               late_outside;
		reg  [PC_W-1:0]   late_pc;

		// A sample for system memory waits in the queue, and the mapper works on the pc of
		// the first that waits. All other samples pass, one cycle later than without a
		// queue; so does the pc.
		always @(posedge clk_i) begin
			late_outside <= tap_outside;
			late_pc      <= tap_pc_i[PC_W-1:0];
		end
		assign {mapped_pc, mapped_outside} = {late_pc, late_outside};
		assign sys_cyc_o = sys_stb_o | sys_lock;

		tally_queue #(
			.PC_W (PC_W)
		) u_queue (
			.clk_i(clk_i), .rst_i(rst_i), .system_i(system), .pc_i(late_pc),
			.pc_outside_i(late_outside), .smp_valid_i(smp_valid),
			.smp_code_i(smp_code), .smp_weight_i(smp_weight), .que_valid_o(que_valid),
			.que_code_o(que_code), .que_weight_o(que_weight),
			.first_valid_o(que_first_valid), .first_pc_o(que_pc),
			.first_outside_o(que_outside), .first_user_o(que_user),
			.first_weight_o(que_first_weight), .pop_i(eng_pop), .done_i(eng_done),
			.add_valid_i(eng_add_valid), .add_code_i(eng_add_code),
			.add_weight_i(eng_add_weight), .add_taken_o(que_add_taken),
			.stolen_i(sys_stolen_i), .que_busy_o(que_busy)
		);

		tally_engine #(
			.SYSTEM (SYSTEM)
		) u_engine (
			.clk_i(clk_i), .rst_i(rst_i), .start_i(reg_start),
			.mode_i(reg_setup[TALLY_SETUP_MODE_LSB +: 3]),
			.wide_i(reg_setup[TALLY_SETUP_WIDTH_LSB]),
			.policy_i(reg_setup[TALLY_SETUP_POLICY_LSB +: 2]),
			.field_at_o(eng_field), .field_i(reg_field), .pos_we_o(eng_pos_valid),
			.pos_o(eng_pos), .pos_done_i(reg_pos_done), .smp_valid_i(que_first_valid),
			.smp_user_i(que_user), .smp_weight_i(que_first_weight),
			.smp_pc_i(HIGH | {{(32-PC_W){1'b0}}, que_pc}), .smp_far_i(que_outside),
			.smp_below_i(map_below), .smp_delta_i(map_delta),
			.smp_slot_i(map_que_slot), .smp_pop_o(eng_pop), .smp_done_o(eng_done),
			.add_valid_o(eng_add_valid), .add_code_o(eng_add_code),
			.add_weight_o(eng_add_weight), .add_taken_i(que_add_taken),
			.full_o(eng_full), .fault_o(eng_fault), .bus_req_o(sys_stb_o),
			.bus_lock_o(sys_lock), .bus_we_o(sys_we_o), .bus_sel_o(sys_sel_o),
			.bus_adr_o(sys_adr_o), .bus_dat_o(sys_dat_o),
			.bus_done_i(sys_ack_i | sys_err_i), .bus_err_i(sys_err_i),
			.bus_dat_i(sys_dat_i)
		);
	end else begin : g_no_engine
		assign {que_valid, que_code, que_weight} = {smp_valid, 1'b0, smp_code, smp_weight};
		assign {que_pc, que_outside} = {(PC_W+1){1'b0}};
		assign {mapped_pc, mapped_outside} = {tap_pc_i[PC_W-1:0], tap_outside};
		wire   unused_map = &{1'b0, map_below, map_delta, map_que_slot};
	end
end else begin : g_shift
	wire [2:0] map_code;

	tally_mapper_shift #(
`include "tally_params_inst.vh"
	) u_mapper (
		.clk_i        (clk_i),
		.rst_i        (rst_i),
		.pc_i         (tap_pc_i[PC_W-1:0]),
		.pc_outside_i (tap_outside),
		.smp_valid_i  (smp_valid),
		.smp_code_i   (smp_code),
		.smp_weight_i (smp_weight),
		.offset_i     (reg_offset),
		.distance_i   (reg_scale[4:0]),
		.size_i       (reg_size),
		.map_busy_o   (map_busy),
		.map_valid_o  (map_valid),
		.map_inside_o (map_inside),
		.map_slot_o   (map_slot),
		.map_code_o   (map_code),
		.map_weight_o (map_weight)
	);

	tally_updater_short #(
`include "tally_params_inst.vh"
	) u_updater (
		.clk_i         (clk_i),
		.rst_i         (rst_i),
		.map_valid_i   (map_valid),
		.map_inside_i  (map_inside),
		.map_slot_i    (map_slot),
		.map_code_i    (map_code),
		.map_weight_i  (map_weight),
		.upd_free_o    (upd_free),
		.bus_word_i    (wb_adr_i[BINS_LOG2+1:2]),
		.clear_valid_i (reg_clearing),
		.clear_word_i  (reg_clear_word),
		.upd_busy_o    (upd_busy),
		.upd_full_o    (upd_full),
		.upd_word_o    (upd_word)
	);
	wire unused_scale = &{1'b0, reg_scale};
end
if (SYSTEM == 0) begin : g_private
	assign {que_busy, eng_full, eng_fault, eng_pos_valid, eng_field, eng_pos} = 41'd0;
	assign {sys_cyc_o, sys_stb_o, sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o} = 71'd0;
	wire   unused = &{1'b0, reg_setup, reg_start, reg_field, reg_pos_done, sys_dat_i, sys_ack_i,
		sys_err_i, sys_stolen_i};
end
endgenerate

// ---- registers ----
tally_registers #(
	.FAULTS(SYSTEM != 0),
`include "tally_params_inst.vh"
) u_registers (
	.clk_i(clk_i), .rst_i(rst_i), .wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i),
	.wb_sel_i(wb_sel_i), .wb_adr_i(wb_adr_i), .wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat_o),
	.wb_ack_o(wb_ack_o), .irq_o(irq_o), .period_o(reg_period), .jitter_o(reg_jitter),
	.setup_o(reg_setup), .events_o(reg_events), .offset_o(reg_offset), .scale_o(reg_scale),
	.size_o(reg_size), .eng_field_i(eng_field), .eng_field_o(reg_field),
	.eng_pos_valid_i(eng_pos_valid), .eng_pos_i(eng_pos), .eng_pos_done_o(reg_pos_done),
	.restart_o(reg_restart), .reseed_o(reg_reseed), .running_o(reg_running),
	.start_o(reg_start), .discard_o(reg_discard), .mark_o(reg_mark), .tick_valid_i(tick_valid),
	.smp_waiting_i(smp_waiting), .smp_pending_i(smp_pending),
	.smp_leaving_i(smp_valid | smp_held), .busy_i(map_busy | upd_busy | que_busy),
	.upd_full_i(upd_full), .eng_full_i(eng_full), .eng_fault_i(eng_fault),
	.upd_free_i(upd_free), .upd_word_i(upd_word), .clearing_o(reg_clearing),
	.clear_word_o(reg_clear_word)
);

`ifdef FORMAL
`include "tally_props.vh"
`endif

endmodule

`default_nettype wire
