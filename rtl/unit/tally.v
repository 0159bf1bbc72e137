// SPDX-License-Identifier: ISC
// tally.v - the unit: each tick is counted in one word of one memory. Read this file first.
//
//   core -> tap -> sampler -> (queue) -> mapper -> updater -> words
//            \-> clock: ticks ^   ^         |
//                                 \--> engine <--> system memory
//   registers: bus, configuration, commands
//
// What it does at its ports is in CONTRACT.md.

`default_nettype none

module tally #(
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	// tap: what the core retires
	input  wire                 run_i,         // 0: no event, no retirement
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [31:0]          tap_tag_i,     // the context that runs (TAG 2)
	input  wire                 event_i,       // EVENT: its rising edges; of any clock
	// Wishbone classic, byte addresses
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+2:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o,
	// SYSTEM: the bus of the counters; sys_req_o is held until sys_done_i
	output wire                 sys_req_o,
	output wire                 sys_lock_o,    // the bus is not to be given away between two accesses
	output wire                 sys_we_o,
	output wire [3:0]           sys_sel_o,
	output wire [31:0]          sys_addr_o,    // byte address of a word
	output wire [31:0]          sys_data_o,
	input  wire                 sys_done_i,
	input  wire                 sys_err_i,     // with done
	input  wire [31:0]          sys_data_i,    // with done
	input  wire                 sys_stolen_i   // another master waits because the unit has the bus
);

generate
if (MAPPER < 0 || MAPPER > 2 || BINS_LOG2 < 5 || BINS_LOG2 > 20 || MAPPER == 1 && BINS_LOG2 >= PC_W
	|| WEIGHT_W < 2 || WEIGHT_W > 16 || PERIOD_W < 17 || PERIOD_W > 31 || PC_W < 16 || PC_W > 32
	|| JITTER < 0 || JITTER > 1 || TAG < 0 || TAG > 2 || EVENT < 0 || EVENT > 1 || ECP5 < 0 || ECP5 > 1
	|| CHANNELS < 1 || CHANNELS > 4 || SYSTEM < 0 || SYSTEM > 1 || SYSTEM == 1 && MAPPER != 0
	|| INTERVAL < 0 || INTERVAL > SYSTEM || SYMBOL < 0 || SYMBOL > SYSTEM || RING < 0 || RING > SYSTEM) begin : g_refused
	tally_parameter_out_of_range its_range_is_in_tally_params ();    // there is no such module: tools stop and say its name
end
endgenerate

// ---- tap ----
wire            t_run, t_valid, t_far, t_sleep, t_event;
wire [1:0]      t_priv;
wire [31:0]     t_tag, tag;

tally_tap #(.PC_W(PC_W), .PC_HIGH(PC_HIGH), .TAG(TAG), .EVENT(EVENT)) u_tap (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_tag_i(tap_tag_i), .event_i(event_i),
	.run_o(t_run), .valid_o(t_valid), .far_o(t_far), .priv_o(t_priv), .sleep_o(t_sleep),
	.tag_o(t_tag), .event_o(t_event));

// ---- clock ----
wire [PERIOD_W-1:0] period;
wire [15:0]         jitter;
wire [1:0]          source;
wire                seed_we, seed, restart, reseed, running, due;
wire                happens = source[1] ? t_event & ~source[0] : source[0] ? t_valid : t_run;
wire                tick = happens & due & running;

tally_clock #(.PERIOD_W(PERIOD_W), .JITTER(JITTER), .ECP5(ECP5)) u_clock (
	.clk_i(clk_i), .event_i(happens), .due_o(due), .tick_i(tick), .period_i(period), .jitter_i(jitter),
	.restart_i(restart), .reseed_i(reseed), .seed_we_i(seed_we), .seed_i(seed));

// ---- sampler ----
wire              discard, waits, holds, e_valid;
wire [WEIGHT_W:0] pending;
wire [WEIGHT_W+1:0] e_weight;
wire [3:0]        privileges;
wire [31:0]       tag_value, tag_mask;
wire [2:0]        e_code;

tally_sampler #(.WEIGHT_W(WEIGHT_W), .TAG(TAG), .REGISTER(MAPPER == 0), .ECP5(ECP5)) u_sampler (
	.clk_i(clk_i), .rst_i(rst_i), .tick_i(tick), .discard_i(discard), .valid_i(t_valid), .sleep_i(t_sleep),
	.priv_i(t_priv), .tag_i(TAG == 1 ? tag : t_tag), .privileges_i(privileges), .tag_value_i(tag_value),
	.tag_mask_i(tag_mask), .waits_o(waits), .holds_o(holds), .weight_o(pending),
	.e_valid_o(e_valid), .e_code_o(e_code), .e_weight_o(e_weight));

// ---- queue and engine ----
wire              x_far, x_valid, system, wide, ring_wrap, start, below, pos_we, pos_done;
wire              queue_busy, engine_busy, counter_full, fault;
wire [PC_W-1:0]   x_pc;
wire [3:0]        x_code;
wire [WEIGHT_W+1:0] x_weight;
wire [1:0]        mode, policy;
wire [4:0]        field_at;
wire [31:0]       field, position, high;
wire [18:0]       low;
wire              carry;
wire [PC_W-1:0]   first_pc;
wire              first_far;
reg               linear;                  // interval divides what SCALE would multiply
always @(posedge clk_i) linear <= INTERVAL != 0 & system & mode == 2'd1;

generate
if (SYSTEM != 0) begin : g_engine
	localparam [31:0] HIGH = PC_W < 32 ? (PC_HIGH >> (PC_W & 31)) << (PC_W & 31) : 32'd0;
	wire              waits_in, user, take, pop, add, taken;
	wire [WEIGHT_W+1:0] first_weight, add_weight;
	wire [3:0]        add_code;
	reg               far, first_far_late;
	reg  [PC_W-1:0]   t_pc;
	always @(posedge clk_i) begin
		far  <= t_far;
		t_pc <= tap_pc_i[PC_W-1:0];
		first_far_late <= first_far;
	end
	assign x_pc  = t_pc;
	assign x_far = far;

	tally_queue #(.WEIGHT_W(WEIGHT_W), .PC_W(PC_W), .ECP5(ECP5)) u_queue (
		.clk_i(clk_i), .rst_i(rst_i), .system_i(system), .pc_i(t_pc), .far_i(far),
		.e_valid_i(e_valid), .e_code_i(e_code), .e_weight_i(e_weight),
		.valid_o(x_valid), .code_o(x_code), .weight_o(x_weight),
		.waits_o(waits_in), .first_pc_o(first_pc), .first_far_o(first_far), .user_o(user),
		.first_weight_o(first_weight), .take_i(take), .pop_i(pop),
		.add_i(add), .add_code_i(add_code), .add_weight_i(add_weight), .taken_o(taken),
		.stolen_i(sys_stolen_i), .busy_o(queue_busy));

	tally_engine #(.WEIGHT_W(WEIGHT_W), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING),
		.ECP5(ECP5)) u_engine (
		.clk_i(clk_i), .rst_i(rst_i), .start_i(start), .busy_o(engine_busy),
		.mode_i(mode), .wide_i(wide), .policy_i(policy), .ring_wrap_i(ring_wrap),
		.field_o(field_at), .field_i(field), .pos_we_o(pos_we), .pos_o(position), .pos_done_i(pos_done),
		.waits_i(waits_in), .user_i(user), .weight_i(first_weight), .pc_i(HIGH | {{(32-PC_W){1'b0}}, first_pc}),
		.far_i(first_far_late), .below_i(below), .low_i(low), .round_i(carry), .high_i(high), .take_o(take), .pop_o(pop),
		.add_o(add), .add_code_o(add_code), .add_weight_o(add_weight), .taken_i(taken),
		.full_o(counter_full), .fault_o(fault),
		.req_o(sys_req_o), .lock_o(sys_lock_o), .we_o(sys_we_o), .sel_o(sys_sel_o), .addr_o(sys_addr_o),
		.data_o(sys_data_o), .done_i(sys_done_i), .err_i(sys_err_i), .data_i(sys_data_i));
end else begin : g_no_engine
	assign x_pc     = tap_pc_i[PC_W-1:0];
	assign x_far    = t_far;
	assign x_valid  = e_valid;
	assign x_code   = {1'b0, e_code};
	assign x_weight = e_weight;
	assign {field_at, pos_we, position, queue_busy, engine_busy, counter_full, fault} = 42'd0;
	assign {first_pc, first_far} = {(PC_W+1){1'b0}};
	assign {sys_req_o, sys_lock_o, sys_we_o, sys_sel_o, sys_addr_o, sys_data_o} = 71'd0;
	wire   unused = &{1'b0, system, wide, ring_wrap, start, below, pos_done, mode, policy, field, low, carry, high,
		sys_done_i, sys_err_i, sys_data_i, sys_stolen_i};
end
endgenerate

// ---- mapper ----
wire [PC_W-1:0]      offset;
wire [16:0]          scale;
wire                 round, turn_offset, turn_size, mapper_busy, p_valid, m_valid, m_inside;
wire [BINS_LOG2:0]   size;
wire [BINS_LOG2-1:0] m_slot;
wire [3:0]           p_code, m_code;
wire [WEIGHT_W+1:0]  m_weight;

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W), .ECP5(ECP5),
	.SYSTEM(SYSTEM)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i), .pc_i(x_pc), .far_i(x_far),
	.e_valid_i(x_valid), .e_code_i(x_code), .e_weight_i(x_weight), .w_i(pending),
	.offset_i(offset), .scale_i(scale), .round_i(round), .size_i(size),
	.system_i(system), .first_pc_i(first_pc), .first_far_i(first_far), .linear_i(linear), .below_o(below),
	.low_o(low), .round_o(carry), .high_o(high),
	.turn_offset_o(turn_offset), .turn_size_o(turn_size), .busy_o(mapper_busy),
	.p_valid_o(p_valid), .p_code_o(p_code), .m_valid_o(m_valid), .m_inside_o(m_inside), .m_slot_o(m_slot),
	.m_code_o(m_code), .m_weight_o(m_weight));

// ---- updater ----
wire                 free, clearing, updater_busy, full;
wire [BINS_LOG2-1:0] sweep_at;
wire [31:0]          word;

tally_updater #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .ECP5(ECP5)) u_updater (
	.clk_i(clk_i), .rst_i(rst_i), .p_valid_i(p_valid), .p_code_i(p_code), .m_valid_i(m_valid),
	.m_inside_i(m_inside), .m_slot_i(m_slot), .m_code_i(m_code), .m_weight_i(m_weight),
	.free_o(free), .bus_at_i(wb_adr_i[BINS_LOG2+1:2]), .sweeps_i(clearing), .sweep_at_i(sweep_at),
	.busy_o(updater_busy), .full_o(full), .word_o(word));

// ---- registers ----
tally_registers #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .PC_W(PC_W),
	.PC_HIGH(PC_HIGH), .JITTER(JITTER), .TAG(TAG), .EVENT(EVENT), .SYSTEM(SYSTEM),
	.INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .ECP5(ECP5), .CHANNELS(CHANNELS)) u_registers (
	.clk_i(clk_i), .rst_i(rst_i), .wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i), .wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat_o), .wb_ack_o(wb_ack_o), .irq_o(irq_o),
	.period_o(period), .jitter_o(jitter), .seed_we_o(seed_we), .seed_o(seed), .source_o(source), .round_o(round),
	.privileges_o(privileges), .offset_o(offset), .scale_o(scale), .size_o(size), .tag_o(tag),
	.tag_value_o(tag_value), .tag_mask_o(tag_mask), .turn_offset_i(turn_offset), .turn_size_i(turn_size),
	.system_o(system), .wide_o(wide), .mode_o(mode), .policy_o(policy), .ring_wrap_o(ring_wrap),
	.field_at_i(field_at), .field_o(field), .pos_we_i(pos_we), .pos_i(position), .pos_done_o(pos_done),
	.restart_o(restart), .reseed_o(reseed), .running_o(running), .start_o(start), .discard_o(discard),
	.tick_i(tick), .waits_i(waits), .pending_i(pending), .enters_i(e_valid | holds),
	.busy_i(mapper_busy | updater_busy | queue_busy | engine_busy), .full_i(full),
	.counter_full_i(counter_full), .fault_i(fault), .free_i(free), .word_i(word),
	.clearing_o(clearing), .sweep_at_o(sweep_at));

endmodule

`default_nettype wire
