// SPDX-License-Identifier: ISC
// tally.v - the unit: the way of a sample, in its order. Read this file first.
//
//   core -> tap -> channels (clock, sampler, queue) -> arbiter -> mapper -> updater -> bin memory
//                                                             \-> engine -> updater, or system memory
//   registers and the shadows' RAM beside it; the bus core in front of them
//
// tally_wb.v, tally_apb.v, tally_axil.v put it on a bus. What each part does in every clock is in CONTRACT.md.

`default_nettype none
`include "tally_gate.vh"

module tally #(
	parameter MAPPER     = 0,        // 0 pipelined multiplier, 1 serial, 2 power-of-two shift
	parameter BINS_LOG2  = 12,       // bin memory: 2^BINS_LOG2 words of 32 bits; 4 .. 28
	parameter WEIGHT_W   = 16,       // bits of a waiting weight; 2 .. 16
	parameter PERIOD_W   = 24,       // bits of PERIOD; 18 .. 31
	parameter CNT_W      = 32,       // bits of each counter; WEIGHT_W + 5 .. 32
	parameter QUEUE_LOG2 = 2,        // where samples queue: 2^QUEUE_LOG2 of each channel; 1 .. 4
	parameter CHANNELS   = 1,        // 1 .. 4
	parameter SNAPSHOT   = 0,        // 1: command SNAPSHOT
	parameter TAG        = 0,        // context tag filter: 0 none, 1 of register TAG, 2 of tap_tag_i
	parameter EVENT      = 0,        // 1: source EVENT
	parameter EXT        = 0,        // 1: source EXT
	parameter SYSTEM     = 0,        // 1: counters in system memory
	parameter INTERVAL   = 0,        // 1: mode interval
	parameter SYMBOL     = 0,        // 1: mode symbol; requires SYSTEM
	parameter RING       = 0,        // 1: mode ring; requires SYSTEM
	parameter PC_W       = 32,       // bits of the pc that are kept; 16 .. 32
	parameter [31:0] PC_HIGH = 32'd0, // PC_W < 32: what the pc's bits 31:PC_W are, else OUTSIDE; its bits below are ignored
	// derived: the bin window begins at 2^WINDOW_LOG2
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	// tap: what the core retires (adapters: tap_*.v)
	input  wire                 run_i,         // 0: no tick is taken, no retirement seen
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [31:0]          tap_tag_i,     // the context that runs (TAG 2)
	input  wire                 event_i,       // EVENT: its rising edges; synchronous to clk_i
	input  wire                 ext_i,         // EXT: the same of a clock of its own
	// bus core: req_i is held until done_o
	input  wire                 req_i,
	input  wire                 we_i,
	input  wire [3:0]           sel_i,
	input  wire [WINDOW_LOG2:0] addr_i,
	input  wire [31:0]          data_i,
	output wire                 done_o,
	output wire [31:0]          data_o,
	output wire                 irq_o,
	// bus master of the counters in system memory (SYSTEM): a request stands until done
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

localparam PC_N = PC_W < 32 ? PC_W + 1 : 32;    // what is kept of a pc: PC_W < 32: that it is elsewhere (tally_tap.v), and its bits
localparam META_W = 2 * WEIGHT_W + 5;    // what travels with a sample: weight, its part in sleep, user, filtered, channel, bank
localparam ADDR_W = BINS_LOG2 + 2;
localparam WHICH_W = CHANNELS > 2 ? 3 : CHANNELS > 1 ? 2 : 1;
localparam ENGINE = SYSTEM != 0 || INTERVAL != 0;
localparam QUEUED = MAPPER == 1 || CHANNELS > 1 || ENGINE;

generate
if (MAPPER < 0 || MAPPER > 2 || BINS_LOG2 < 4 || BINS_LOG2 > 28 || WEIGHT_W < 2 || WEIGHT_W > 16 || PERIOD_W < 18 || PERIOD_W > 31
	|| CNT_W < WEIGHT_W + 5 || CNT_W > 32 || QUEUE_LOG2 < 1 || QUEUE_LOG2 > 4 || CHANNELS < 1 || CHANNELS > 4 || TAG < 0 || TAG > 2
	|| PC_W < 16 || PC_W > 32 || SYSTEM == 0 && (SYMBOL != 0 || RING != 0)) begin : g_refused
	tally_parameter_out_of_range its_range_is_in_tally ();    // there is no such module: tools stop and say its name
end
endgenerate

// ---- tap ----
wire        now_run, now_valid, now_sleep, now_event, now_ext, last_have;
wire [31:0] now_tag, last_tag, tag;
wire [PC_N-1:0] now_pc, last_pc;
wire [1:0]  now_priv, last_priv;

tally_tap #(.TAG(TAG), .EVENT(EVENT), .EXT(EXT), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_tap (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.tap_tag_i(TAG == 2 ? tap_tag_i : tag), .event_i(event_i), .ext_i(ext_i),
	.now_run_o(now_run), .now_valid_o(now_valid), .now_pc_o(now_pc), .now_priv_o(now_priv),
	.now_sleep_o(now_sleep), .now_tag_o(now_tag), .now_event_o(now_event), .now_ext_o(now_ext),
	.last_have_o(last_have), .last_pc_o(last_pc), .last_priv_o(last_priv), .last_tag_o(last_tag));

// ---- channels ----
wire active;                                       // an access of the bus is under way
wire walking;                                      // a COMMIT reads the shadows
wire stir = rst_i | active;
wire [CHANNELS-1:0] stirs;                         // by channel: something besides ticks and samples may happen

wire [CHANNELS-1:0]       reg_of, reg_writes, irq, busy, start, waits, slow, pop, bank, dead, drained, clearing, sweep, sweep_taken;
wire [32*CHANNELS-1:0]    data_of, ring_pos;
wire [PC_N*CHANNELS-1:0]  pc_of;
wire [META_W*CHANNELS-1:0] meta_of;
wire [64*CHANNELS-1:0]    offset;
wire [34*CHANNELS-1:0]    scale;
wire [2*CHANNELS-1:0]     round, wide, ring_wrap, sink;
wire [4*CHANNELS-1:0]     policy, mode;
wire [2*ADDR_W*CHANNELS-1:0]     base;
wire [2*(ADDR_W+1)*CHANNELS-1:0] size;
wire [BINS_LOG2*CHANNELS-1:0]    sweep_word_of;
wire [2*CHANNELS-1:0]            sweep_how_of;

wire [11:0]         reg_raddr, reg_waddr;
wire [31:0]         reg_wdata;
wire                reg_we, reg_re, reg_whigh;
wire                load, apply, refuse;
wire [1:0]          walk_channel;
wire [4:0]          load_index;
wire [31:0]         config_word;
wire [PERIOD_W-1:0] walk_period;
wire [31:0]         walk_sampler, walk_tag_value, walk_tag_mask;
wire [15:0]         walk_seed;
wire [3:0]          walk_priv_mask;

wire                end_valid, end_filtered, end_outside;
wire [META_W-1:0]   end_meta;
wire [WEIGHT_W-1:0] end_hit, end_lost, end_awake;
wire                end_loses;
wire [3:0]          filled;

wire                e_end, e_outside, e_full, e_fault, e_stolen, e_pos_we;
wire [CHANNELS-1:0] e_end_taken;
wire [META_W-1:0]   e_meta;                        // of the sample at the engine's head
wire [WEIGHT_W-1:0] e_hit, e_lost;
reg  [META_W-1:0]   e_ends;                                // of the clock before: a sample is at the engine's head for several
reg  [WEIGHT_W-1:0] e_awake;
always @(posedge clk_i) begin
	e_ends  <= e_meta;
	e_awake <= e_meta[META_W-1:WEIGHT_W+5] - e_meta[WEIGHT_W+4:5];
end
wire [31:0]         e_pos;

genvar c;
generate
for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
	wire walks  = CHANNELS == 1 | walk_channel == c;
	wire ends   = end_valid & (CHANNELS == 1 | end_meta[2:1] == c);
	wire e_here = ENGINE & (CHANNELS == 1 | e_meta[2:1] == c);
	wire late   = ENGINE & ~ends;                      // whose end it is, if there is one
	assign e_end_taken[c] = e_end & e_here & ~ends;
	tally_channel #(.CHANNEL(c), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
		.QUEUED(QUEUED), .QUEUE_LOG2(QUEUE_LOG2), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .PINS(EVENT != 0 || EXT != 0),
		.SYSTEM(SYSTEM), .RING(RING), .PC_N(PC_N)) u_channel (
		.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .stir_o(stirs[c]), .busy_o(busy[c]), .bank_o(bank[c]),
		.now_run_i(now_run), .now_valid_i(now_valid), .now_pc_i(now_pc), .now_priv_i(now_priv), .now_sleep_i(now_sleep),
		.now_tag_i(now_tag), .now_event_i(now_event), .now_ext_i(now_ext),
		.last_have_i(last_have), .last_pc_i(last_pc), .last_priv_i(last_priv), .last_tag_i(last_tag),
		.we_i(reg_writes[c]), .we_reg_i(reg_waddr[7:2]), .data_i(reg_wdata), .data_high_i(reg_whigh),
		.re_i(`GATE(reg_re) & reg_of[c]), .re_reg_i(reg_raddr[7:2]), .data_o(data_of[32*c +: 32]), .irq_o(irq[c]),
		.start_o(start[c]), .load_i(load & walks), .index_i(load_index), .word_i(config_word),
		.apply_i(apply & walks), .refuse_i(refuse & walks), .period_i(walk_period), .sampler_i(walk_sampler), .seed_i(walk_seed),
		.priv_mask_i(walk_priv_mask), .tag_value_i(walk_tag_value), .tag_mask_i(walk_tag_mask),
		.valid_o(waits[c]), .pop_i(pop[c]), .spare_o(spare[c]), .full_o(crowded[c]), .pc_o(pc_of[PC_N*c +: PC_N]), .meta_o(meta_of[META_W*c +: META_W]), .slow_o(slow[c]),
		.offset_o(offset[64*c +: 64]), .scale_o(scale[34*c +: 34]), .round_o(round[2*c +: 2]), .wide_o(wide[2*c +: 2]),
		.policy_o(policy[4*c +: 4]), .mode_o(mode[4*c +: 4]), .ring_wrap_o(ring_wrap[2*c +: 2]), .sink_o(sink[2*c +: 2]),
		.base_o(base[2*ADDR_W*c +: 2*ADDR_W]), .size_o(size[2*(ADDR_W+1)*c +: 2*(ADDR_W+1)]),
		.ring_pos_o(ring_pos[32*c +: 32]), .ring_pos_we_i(e_pos_we & e_here), .ring_pos_i(e_pos),
		.end_i(ends | e_end_taken[c]),
		.end_filtered_i(end_filtered & ~late), .end_outside_i(late ? e_outside : end_outside),
		.end_hit_i(late ? e_hit : end_hit), .end_lost_i(late ? e_lost : end_lost),
		.end_loses_i(late ? |e_lost : end_loses), .end_awake_i(late ? e_awake : end_awake),
		.end_meta_i(late ? e_ends : end_meta),
		.full_i(filled[c] | e_full & e_here), .fault_i(e_fault & e_here), .stolen_i(e_stolen & e_here),
		.dead_o(dead[c]), .drained_o(drained[c]), .clearing_o(clearing[c]),
		.sweep_o(sweep[c]), .sweep_word_o(sweep_word_of[BINS_LOG2*c +: BINS_LOG2]), .sweep_how_o(sweep_how_of[2*c +: 2]),
		.sweep_taken_i(sweep_taken[c]));
end
endgenerate

// ---- arbiter: the sample that goes next ----
wire              m_ready, f_valid, s_valid, e_room, e_map;
wire [CHANNELS-1:0] e_inside, e_ahead, spare, crowded;
wire [PC_N-1:0]   f_pc, s_pc;
wire [META_W-1:0] f_meta, s_meta;

generate
if (QUEUED) begin : g_arbiter
	wire [1:0] fast_from, slow_from;
	tally_arbiter #(.CHANNELS(CHANNELS)) u_arbiter (
		.clk_i(clk_i), .rst_i(rst_i), .waits_i(waits), .slow_i(slow), .inside_i(e_inside), .ahead_i(e_ahead), .spare_i(spare), .full_i(crowded),
		.ready_i(m_ready), .room_i(e_room), .map_i(e_map), .sweep_i(CHANNELS > 1 & |clearing),     // one channel alone is drained then
		.pop_o(pop), .fast_o(f_valid), .fast_channel_o(fast_from), .slow_o(s_valid), .slow_channel_o(slow_from));
	wire [1:0] f_from = CHANNELS == 1 ? 2'd0 : fast_from;
	wire [1:0] s_from = CHANNELS == 1 ? 2'd0 : slow_from;
	assign f_pc   = pc_of[PC_N * f_from +: PC_N];
	assign f_meta = meta_of[META_W * f_from +: META_W];
	assign s_pc   = pc_of[PC_N * s_from +: PC_N];
	assign s_meta = meta_of[META_W * s_from +: META_W];
end else begin : g_straight
	assign pop     = 1'b0;
	assign f_valid = waits[0];
	assign s_valid = 1'b0;
	assign s_pc    = {PC_N{1'b0}};
	assign s_meta  = {META_W{1'b0}};
	assign f_pc    = pc_of;
	assign f_meta  = meta_of;
	wire _unused = &{1'b0, slow, m_ready, e_room, e_map, e_inside, e_ahead, spare, crowded};
end
endgenerate

// ---- on its way to the mapper: what the arbiter chose, behind a register; the serial mapper takes it at once ----
wire              g_valid;
wire [PC_N-1:0]   g_pc;
wire [META_W-1:0] g_meta;
generate
if (QUEUED && MAPPER != 1) begin : g_staged
	reg              valid;
	reg [PC_N-1:0]   pc;
	reg [META_W-1:0] meta;
	always @(posedge clk_i) begin
		valid <= f_valid & ~rst_i;
		if (`GATE(f_valid))
			{pc, meta} <= {f_pc, f_meta};
	end
	assign {g_valid, g_pc, g_meta} = {valid, pc, meta};
end else begin : g_at_once
	assign {g_valid, g_pc, g_meta} = {f_valid, f_pc, f_meta};
end
endgenerate

// ---- mapper ----
wire                 m_valid, m_outside;
wire [BINS_LOG2-1:0] m_word;
wire [3:0]           m_how;
wire [META_W-1:0]    m_meta;

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .CHANNELS(CHANNELS), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i),
	.valid_i(g_valid), .ready_o(m_ready), .pc_i(g_pc), .meta_i(g_meta),
	.offset_i(offset), .scale_i(scale), .round_i(round), .wide_i(wide), .policy_i(policy),
	.base_i(base), .size_i(size),
	.valid_o(m_valid), .outside_o(m_outside), .word_o(m_word), .how_o(m_how), .meta_o(m_meta));

// ---- engine ----
wire                 e_map_taken;
wire [BINS_LOG2-1:0] e_word;
wire [3:0]           e_how;

generate
if (ENGINE) begin : g_engine
	wire        refused, idle, half, lock, req;
	wire [2:0]  field;
	wire [31:0] field_word;
	wire [WHICH_W-1:0] head = e_meta[WHICH_W-1:0];

	wire [CHANNELS-1:0] headed = {{(CHANNELS-1){1'b0}}, 1'b1} << e_meta[2:1];
	wire [CHANNELS-1:0] walked = {{(CHANNELS-1){1'b0}}, 1'b1} << walk_channel;

	tally_engine_config #(.CHANNELS(CHANNELS)) u_config (
		.clk_i(clk_i), .load_i(load), .which_i({walk_channel, ~|(bank & walked)}), .index_i(load_index), .word_i(config_word),
		.head_i(CHANNELS == 1 ? {2'd0, e_meta[0]} : e_meta[2:0]), .field_i(field), .ring_pos_i(ring_pos), .field_o(field_word));

	tally_engine #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .META_W(META_W), .QUEUE_LOG2(1), .PROFIL(SYSTEM),
		.INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .SYSTEM(SYSTEM), .LIMIT_PRIVATE(0),
		.PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_engine (
		.clk_i(clk_i), .rst_i(rst_i), .valid_i(s_valid), .pc_i(s_pc), .meta_i(s_meta), .room_o(e_room), .refused_o(refused), .idle_o(idle),
		.head_meta_o(e_meta), .dead_i(CHANNELS == 1 ? dead[0] : |(dead & headed)),
		.mode_i(mode[2 * head +: 2]), .sink_i(sink[head]), .wide_i(wide[head]), .policy_i(policy[2 * head +: 2]),
		.round_i(round[head]), .scale_i(scale[17 * head +: 17]), .ring_wrap_i(ring_wrap[head]),
		.field_o(field), .field_i(field_word), .ring_pos_we_o(e_pos_we), .ring_pos_o(e_pos), .full_o(e_full), .fault_o(e_fault),
		.map_valid_o(e_map), .map_ready_i(e_map_taken), .map_word_o(e_word), .map_half_o(half),
		.end_valid_o(e_end), .end_ready_i(|e_end_taken), .end_outside_o(e_outside), .end_hit_o(e_hit), .end_lost_o(e_lost),
		.req_o(req), .lock_o(lock), .we_o(sys_we_o), .sel_o(sys_sel_o), .addr_o(sys_addr_o), .data_o(sys_data_o),
		.done_i(sys_done_i), .err_i(sys_err_i), .data_i(sys_data_i));
	assign sys_req_o  = req;
	assign sys_lock_o = lock;
	assign e_stolen   = sys_stolen_i & ~idle;
	assign e_how      = {policy[2 * head +: 2], wide[head], half};

	// how many samples of each channel are in mapper and updater
	for (c = 0; c < CHANNELS; c = c + 1) begin : g_ahead
		reg [4:0] count;
		assign e_ahead[c] = count != 5'd0;
		always @(posedge clk_i)
			if (rst_i)
				count <= 5'd0;
			else
				count <= count + {4'd0, f_valid & pop[c] & ~slow[c]} + {4'd0, e_map_taken & (CHANNELS == 1 | e_meta[2:1] == c)}
					- {4'd0, end_valid & (CHANNELS == 1 | end_meta[2:1] == c)};
	end

	// how many samples of each channel are in the engine
	wire leaves = e_map_taken | |e_end_taken;
	for (c = 0; c < CHANNELS; c = c + 1) begin : g_inside
		reg [1:0] held;
		assign e_inside[c] = held != 2'd0;
		always @(posedge clk_i)
			if (rst_i)
				held <= 2'd0;
			else
				held <= held + {1'b0, s_valid & pop[c] & slow[c]} - {1'b0, leaves & (CHANNELS == 1 | e_meta[2:1] == c)};
	end
	wire _unused = &{1'b0, refused};
end else begin : g_no_engine
	assign {sys_req_o, sys_lock_o, sys_we_o, sys_sel_o, sys_addr_o, sys_data_o} = 71'd0;
	assign {e_end, e_outside, e_full, e_fault, e_stolen, e_pos_we, e_room, e_map} = 8'd0;
	assign e_inside = {CHANNELS{1'b0}};
	assign e_ahead  = {CHANNELS{1'b0}};
	assign e_meta   = {META_W{1'b0}};
	assign e_hit    = {WEIGHT_W{1'b0}};
	assign e_lost   = {WEIGHT_W{1'b0}};
	assign e_pos    = 32'd0;
	assign e_word   = {BINS_LOG2{1'b0}};
	assign e_how    = 4'd0;
	wire _unused = &{1'b0, mode, sink, ring_wrap, ring_pos, bank, s_valid, s_pc, s_meta, e_map_taken,
		sys_done_i, sys_err_i, sys_data_i, sys_stolen_i};
end
endgenerate

// ---- updater and bin memory ----
wire                 bin_req, bin_grant, bin_now, poke, swept;
wire [BINS_LOG2-1:0] bin_word;
wire [31:0]          bin_data;

// of several channels that sweep the lowest
wire [BINS_LOG2-1:0] sweep_word;
wire [1:0]           sweep_how;
generate
if (CHANNELS == 1) begin : g_sweep
	assign sweep_taken = swept;
	assign sweep_word  = sweep_word_of;
	assign sweep_how   = sweep_how_of;
end else begin : g_sweeps
	wire [CHANNELS-1:0] sweeps = sweep & (~sweep + {{(CHANNELS-1){1'b0}}, 1'b1});
	function [BINS_LOG2+1:0] sweep_of(input [CHANNELS-1:0] of, input [BINS_LOG2*CHANNELS-1:0] word, input [2*CHANNELS-1:0] how);
		integer i;
		begin
			sweep_of = {(BINS_LOG2+2){1'b0}};
			for (i = 0; i < CHANNELS; i = i + 1)
				if (of[i])
					sweep_of = {word[BINS_LOG2*i +: BINS_LOG2], how[2*i +: 2]};
		end
	endfunction
	assign sweep_taken = sweeps & {CHANNELS{swept}};
	assign {sweep_word, sweep_how} = sweep_of(sweeps, sweep_word_of, sweep_how_of);
end
endgenerate

tally_updater #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .CHANNELS(CHANNELS)) u_updater (
	.clk_i(clk_i), .rst_i(rst_i), .dead_i(dead), .filled_o(filled),
	.valid_i(m_valid), .outside_i(m_outside), .word_i(m_word), .how_i(m_how), .meta_i(m_meta),
	.late_i(e_map), .late_taken_o(e_map_taken), .late_word_i(e_word), .late_how_i(e_how), .late_meta_i(e_meta),
	.end_valid_o(end_valid), .end_meta_o(end_meta), .end_filtered_o(end_filtered), .end_outside_o(end_outside),
	.end_hit_o(end_hit), .end_lost_o(end_lost), .end_loses_o(end_loses), .end_awake_o(end_awake),
	.sweep_i(|sweep), .sweep_word_i(sweep_word), .sweep_how_i(sweep_how), .sweep_taken_o(swept),
	.access_i(bin_req), .access_word_i(bin_word), .access_grant_o(bin_grant), .access_now_o(bin_now),
	.poke_i(poke), .poke_data_i(data_i), .word_o(bin_data));

// ---- the shadows, and the walk of COMMIT ----
wire config_we, config_re;

tally_config #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PERIOD_W(PERIOD_W), .CHANNELS(CHANNELS), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING)) u_config (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(|stirs), .we_i(config_we),
	.we_channel_i(CHANNELS == 1 ? 2'd0 : reg_waddr[9:8] - 2'd1), .we_index_i(reg_waddr[5:2]), .data_i(reg_wdata), .re_i(config_re),
	.re_channel_i(CHANNELS == 1 ? 2'd0 : reg_raddr[9:8] - 2'd1), .re_index_i(reg_raddr[6:2]), .word_o(config_word),
	.start_i(start), .walking_o(walking), .walk_channel_o(walk_channel), .load_o(load), .load_index_o(load_index),
	.apply_o(apply), .refuse_o(refuse), .period_o(walk_period), .sampler_o(walk_sampler), .seed_o(walk_seed),
	.priv_mask_o(walk_priv_mask), .tag_value_o(walk_tag_value), .tag_mask_o(walk_tag_mask));

// ---- registers ----
wire [31:0] reg_data;
wire        miss, bin_write, partial;
assign irq_o = |irq;

tally_regs #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.WINDOW(1 << WINDOW_LOG2), .CHANNELS(CHANNELS), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_regs (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(|stirs), .we_i(reg_we), .we_addr_i(reg_waddr), .data_i(reg_wdata),
	.re_i(reg_re), .re_addr_i(reg_raddr), .data_o(reg_data), .writes_o(reg_writes), .chosen_o(reg_of), .channels_i(data_of),
	.config_we_o(config_we), .config_re_o(config_re), .config_i(config_word), .busy_i(busy), .irq_i(irq),
	.bin_miss_i(miss), .bin_write_i(bin_write), .partial_i(partial), .tag_o(tag));

// ---- bus core ----
tally_access #(.BINS_LOG2(BINS_LOG2), .WINDOW_LOG2(WINDOW_LOG2)) u_access (
	.clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
	.done_o(done_o), .data_o(data_o), .active_o(active),
	.reg_we_o(reg_we), .reg_waddr_o(reg_waddr), .reg_wdata_o(reg_wdata), .reg_whigh_o(reg_whigh),
	.reg_re_o(reg_re), .reg_raddr_o(reg_raddr), .reg_data_i(reg_data), .reg_wait_i(walking),
	.bin_req_o(bin_req), .bin_word_o(bin_word), .bin_grant_i(bin_grant),
	.bin_now_i(bin_now), .bin_data_i(bin_data),
	.poke_o(poke), .poke_ok_i(&drained & ~|clearing), .miss_o(miss), .bin_write_o(bin_write), .partial_o(partial));

wire _unused = &{1'b0, tap_tag_i, walk_channel, filled};

endmodule

`default_nettype wire
