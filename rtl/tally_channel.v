// SPDX-License-Identifier: ISC
// tally_channel.v - one channel: its clock, sampler, queue, configuration, control and counters.
//
// What all channels share is beside it in tally.v: tap, arbiter, mapper, updater, engine, the shadows' RAM.

`default_nettype none
`include "tally_gate.vh"

module tally_channel #(
	parameter CHANNEL    = 0,
	parameter BINS_LOG2  = 12,
	parameter WEIGHT_W   = 16,
	parameter PERIOD_W   = 24,
	parameter CNT_W      = 32,
	parameter QUEUED     = 0,        // 1: a queue of 2^QUEUE_LOG2 samples behind the sampler
	parameter QUEUE_LOG2 = 2,
	parameter SNAPSHOT   = 0,
	parameter TAG        = 0,
	parameter PINS       = 0,        // 1: sources EVENT, EXT
	parameter SYSTEM     = 0,
	parameter RING       = 0,
	parameter PC_N       = 32        // bits of a pc, as the tap gives it
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 stir_i,        // reset, or an access of the bus is under way
	output wire                 stir_o,        // something besides ticks and samples may happen
	output wire                 busy_o,        // a COMMIT waits
	output wire                 bank_o,        // the one in use
	// tap
	input  wire                 now_run_i,
	input  wire                 now_valid_i,
	input  wire [PC_N-1:0]      now_pc_i,
	input  wire [1:0]           now_priv_i,
	input  wire                 now_sleep_i,
	input  wire [31:0]          now_tag_i,
	input  wire                 now_event_i,
	input  wire                 now_ext_i,
	input  wire                 last_have_i,
	input  wire [PC_N-1:0]      last_pc_i,
	input  wire [1:0]           last_priv_i,
	input  wire [31:0]          last_tag_i,
	// registers of this channel
	input  wire                 we_i,
	input  wire [5:0]           we_reg_i,      // (address & 0xFF) / 4
	input  wire [31:0]          data_i,
	input  wire                 data_high_i,   // one of its bits 31:8 is 1
	input  wire                 re_i,
	input  wire [5:0]           re_reg_i,
	output reg  [31:0]          data_o,        // of what is not in the shadows' RAM; while re_i, else 0
	output wire                 irq_o,
	// the walk of COMMIT
	output wire                 start_o,       // it may begin
	input  wire                 load_i,        // a word for this channel
	input  wire [4:0]           index_i,
	input  wire [31:0]          word_i,
	input  wire                 apply_i,
	input  wire                 refuse_i,
	input  wire [PERIOD_W-1:0]  period_i,
	input  wire [31:0]          sampler_i,
	input  wire [15:0]          seed_i,
	input  wire [3:0]           priv_mask_i,
	input  wire [31:0]          tag_value_i,
	input  wire [31:0]          tag_mask_i,
	// the oldest sample
	output wire                 valid_o,
	input  wire                 pop_i,         // QUEUED: it is taken
	output wire                 spare_o,       // QUEUED: room for two
	output wire                 full_o,        // QUEUED: no room
	output wire [PC_N-1:0]      pc_o,
	output wire [2*WEIGHT_W+4:0] meta_o,
	output wire                 slow_o,        // it is the engine's
	// the two banks of its mapping
	output wire [63:0]          offset_o,
	output wire [33:0]          scale_o,
	output wire [1:0]           round_o,
	output wire [1:0]           wide_o,
	output wire [3:0]           policy_o,
	output wire [3:0]           mode_o,
	output wire [1:0]           ring_wrap_o,
	output wire [1:0]           sink_o,
	output wire [2*(BINS_LOG2+2)-1:0] base_o,
	output wire [2*(BINS_LOG2+3)-1:0] size_o,
	output wire [31:0]          ring_pos_o,
	input  wire                 ring_pos_we_i,
	input  wire [31:0]          ring_pos_i,
	// a sample of this channel that is resolved
	input  wire                 end_i,
	input  wire                 end_filtered_i,
	input  wire                 end_outside_i,
	input  wire [WEIGHT_W-1:0]  end_hit_i,
	input  wire [WEIGHT_W-1:0]  end_lost_i,
	input  wire                 end_loses_i,   // it is not 0
	input  wire [WEIGHT_W-1:0]  end_awake_i,   // the weight but its part in sleep
	input  wire [2*WEIGHT_W+4:0] end_meta_i,
	input  wire                 full_i,        // the channel stops: a counter is full
	input  wire                 fault_i,       // the channel stops: bus error, or beyond LIMIT
	input  wire                 stolen_i,      // a bus slot taken from the core
	output wire                 dead_o,
	output wire                 drained_o,
	output wire                 clearing_o,
	// the sweep of CLEAR
	output wire                 sweep_o,
	output wire [BINS_LOG2-1:0] sweep_word_o,
	output wire [1:0]           sweep_how_o,
	input  wire                 sweep_taken_i
);

`include "tally_regs.vh"

localparam META_W = 2 * WEIGHT_W + 5;

wire [31:0] addr = {24'd1, re_reg_i, 2'b00}, we_addr = {24'd1, we_reg_i, 2'b00};

// ---- what may happen besides ticks and samples ----
wire restart;
// In most clocks nothing but samples moves: what only a command, an access, a COMMIT under way, the sweep, a
// stop or reset changes stands behind this one enable.
wire halt = full_i | fault_i;
wire stir = stir_i | busy_o | clearing_o | halt | restart;
assign stir_o = stir;

// ---- configuration ----
reg                 ctrl_at;               // in the clock before, the bus was at CTRL: a write acts a clock after its address
always @(posedge clk_i)
	if (`GATE(stir))
		ctrl_at <= addr == TALLY_CTRL;
wire                ctrl_we = we_i & ctrl_at;
wire                reset_cmd;
wire [PERIOD_W:0]   period;        // less 2
wire [15:0]         seed;
wire [1:0]          source;
wire [15:0]         jitter;
wire                last, count_idle;
wire [3:0]          priv_mask;
wire [31:0]         tag_value, tag_mask;

tally_settings #(.BINS_LOG2(BINS_LOG2), .PERIOD_W(PERIOD_W), .TAG(TAG)) u_settings (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .bank_i(bank_o), .load_i(load_i), .index_i(index_i), .word_i(word_i),
	.apply_i(apply_i), .period_i(period_i), .sampler_i(sampler_i), .seed_i(seed_i), .priv_mask_i(priv_mask_i),
	.tag_value_i(tag_value_i), .tag_mask_i(tag_mask_i),
	.touch_i(we_i & ~busy_o & (we_addr == TALLY_PERIOD | we_addr == TALLY_SEED)), .reset_i(reset_cmd), .restart_o(restart),
	.period_o(period), .seed_o(seed), .source_o(source), .jitter_o(jitter), .last_o(last),
	.count_idle_o(count_idle), .priv_mask_o(priv_mask), .tag_value_o(tag_value), .tag_mask_o(tag_mask),
	.offset_o(offset_o), .scale_o(scale_o), .round_o(round_o), .wide_o(wide_o), .policy_o(policy_o),
	.mode_o(mode_o), .ring_wrap_o(ring_wrap_o), .sink_o(sink_o), .base_o(base_o), .size_o(size_o));

// ---- clock ----
wire running, tick;

tally_clock #(.PERIOD_W(PERIOD_W), .PINS(PINS)) u_clock (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .running_i(running), .now_run_i(now_run_i), .now_valid_i(now_valid_i),
	.now_event_i(now_event_i), .now_ext_i(now_ext_i),
	.source_i(source), .period_i(period), .jitter_i(jitter),
	.restart_i(restart), .seed_i(seed), .tick_o(tick));

// ---- sampler ----
wire              idle_tick, wait_tick, lost_tick;
wire              s_pass, s_drop;
wire [PC_N-1:0]   s_pc;
wire [META_W-1:0] s_meta;

tally_sampler #(.WEIGHT_W(WEIGHT_W), .QUEUED(QUEUED), .CHANNEL(CHANNEL), .TAG(TAG), .PC_N(PC_N)) u_sampler (
	.clk_i(clk_i), .rst_i(rst_i), .tick_i(tick), .dead_i(dead_o), .reset_cmd_i(reset_cmd),
	.last_i(last), .count_idle_i(count_idle), .priv_mask_i(priv_mask),
	.tag_value_i(tag_value), .tag_mask_i(tag_mask), .bank_i(bank_o),
	.now_valid_i(now_valid_i), .now_pc_i(now_pc_i), .now_priv_i(now_priv_i), .now_sleep_i(now_sleep_i), .now_tag_i(now_tag_i),
	.last_have_i(last_have_i), .last_pc_i(last_pc_i), .last_priv_i(last_priv_i), .last_tag_i(last_tag_i),
	.idle_tick_o(idle_tick), .wait_tick_o(wait_tick), .lost_tick_o(lost_tick),
	.pass_o(s_pass), .drop_o(s_drop), .pc_o(s_pc), .meta_o(s_meta));

// ---- queue ----
wire front;

generate
if (QUEUED != 0) begin : g_queue
	wire empty;
	tally_queue #(.WIDTH(PC_N + META_W), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
		.clk_i(clk_i), .rst_i(rst_i),
		.push_i(s_pass), .data_i({s_pc, s_meta}), .full_o(full_o), .spare_o(spare_o),
		.pop_i(pop_i), .empty_o(empty), .data_o({pc_o, meta_o}));
	assign valid_o = ~empty;
	assign front   = s_drop | (s_pass & full_o);
end else begin : g_direct
	assign valid_o = s_pass;
	assign pc_o    = s_pc;
	assign meta_o  = s_meta;
	assign front   = 1'b0;
	assign spare_o = 1'b1;
	assign full_o  = 1'b0;
	wire _unused = &{1'b0, s_drop, pop_i};
end
endgenerate
assign slow_o = SYSTEM != 0 | QUEUED != 0 ? (meta_o[0] ? sink_o[1] | |mode_o[3:2] : sink_o[0] | |mode_o[1:0]) : 1'b0;

// ---- counters of the law ----
wire             clear_cmd, snapshot, lost_grew;
wire [CNT_W-1:0] ticks, hits, outside, filtered, idle, lost, pending, user, system, idle_class, stolen;

tally_counters #(.CNT_W(CNT_W), .WEIGHT_W(WEIGHT_W), .SYSTEM(SYSTEM)) u_counters (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .clear_i(clear_cmd),
	.tick_i(tick), .idle_tick_i(idle_tick), .wait_tick_i(wait_tick), .lost_tick_i(lost_tick),
	.now_sleep_i(now_sleep_i), .now_user_i(now_priv_i == 2'd0),
	.front_i(front), .front_meta_i(s_meta),
	.end_i(end_i), .end_filtered_i(end_filtered_i), .end_outside_i(end_outside_i), .end_hit_i(end_hit_i), .end_lost_i(end_lost_i), .end_loses_i(end_loses_i),
	.end_awake_i(end_awake_i), .end_meta_i(end_meta_i), .stolen_i(stolen_i),
	.lost_grew_o(lost_grew),
	.ticks_o(ticks), .hits_o(hits), .outside_o(outside), .filtered_o(filtered), .idle_o(idle),
	.lost_o(lost), .pending_o(pending), .user_o(user), .system_o(system), .idle_class_o(idle_class), .stolen_o(stolen));

// ---- control ----
wire cfg_err, cmd_err, old, free;

tally_control #(.BINS_LOG2(BINS_LOG2), .CNT_W(CNT_W), .SNAPSHOT(SNAPSHOT)) u_control (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .ctrl_we_i(ctrl_we), .ctrl_i(data_i[7:0]), .ctrl_high_i(data_high_i),
	.apply_i(apply_i), .refuse_i(refuse_i), .halt_i(halt), .pending_i(pending),
	.out_i(s_pass | s_drop), .out_bank_i(s_meta[0]), .enters_i(s_pass & ~front), .end_i(end_i), .end_bank_i(end_meta_i[0]),
	.base_i(base_o), .size_i(size_o), .wide_i(wide_o), .sink_i(sink_o),
	.running_o(running), .dead_o(dead_o), .bank_o(bank_o), .busy_o(busy_o), .old_o(old), .free_o(free), .drained_o(drained_o),
	.clearing_o(clearing_o), .reset_o(reset_cmd), .clear_o(clear_cmd), .snapshot_o(snapshot),
	.cfg_err_o(cfg_err), .cmd_err_o(cmd_err),
	.sweep_o(sweep_o), .sweep_word_o(sweep_word_o), .sweep_how_o(sweep_how_o), .sweep_taken_i(sweep_taken_i));

assign start_o = busy_o & free;

// ---- sticky bits and the interrupt ----
reg [4:0] sticky, irq_enable;
assign irq_o = |(sticky & irq_enable);

always @(posedge clk_i) begin
	if (`GATE(stir | lost_grew)) begin
		if (we_i & we_addr == TALLY_STICKY)
			sticky <= sticky & ~data_i[4:0];
		if (reset_cmd)
			sticky <= 5'd0;
		if (full_i)
			sticky[0] <= 1'b1;
		if (fault_i)
			sticky[1] <= 1'b1;
		if (lost_grew)
			sticky[2] <= 1'b1;
		if (cfg_err)
			sticky[3] <= 1'b1;
		if (cmd_err)
			sticky[4] <= 1'b1;
		if (rst_i)
			sticky <= 5'd0;
	end
	if (`GATE(stir)) begin
		if (we_i & we_addr == TALLY_IRQ_ENABLE)
			irq_enable <= data_i[4:0];
		if (rst_i)
			irq_enable <= 5'd0;
	end
end

// ---- the ring's position ----
generate
if (RING != 0) begin : g_ring
	reg [31:0] ring_pos;
	always @(posedge clk_i) begin
		if (we_i & we_addr == TALLY_RING_POS)
			ring_pos <= data_i;
		if (ring_pos_we_i)
			ring_pos <= ring_pos_i;
		if (rst_i)
			ring_pos <= 32'd0;
	end
	assign ring_pos_o = ring_pos;
end else begin : g_no_ring
	assign ring_pos_o = 32'd0;
	wire _unused = &{1'b0, ring_pos_we_i, ring_pos_i, data_i};
end
endgenerate

// ---- snapshot ----
wire [CNT_W-1:0] snap_ticks, snap_hits, snap_outside, snap_filtered, snap_idle, snap_lost, snap_pending, snap_user,
	snap_system, snap_idle_class, snap_stolen;
generate
if (SNAPSHOT != 0) begin : g_snapshot
	tally_snapshot #(.CNT_W(CNT_W)) u_snapshot (
		.clk_i(clk_i), .rst_i(rst_i), .take_i(snapshot),
		.counts_i({ticks, hits, outside, filtered, idle, lost, pending, user, system, idle_class, stolen}),
		.counts_o({snap_ticks, snap_hits, snap_outside, snap_filtered, snap_idle, snap_lost, snap_pending, snap_user,
			snap_system, snap_idle_class, snap_stolen}));
end else begin : g_no_snapshot
	assign {snap_ticks, snap_hits, snap_outside, snap_filtered, snap_idle, snap_lost, snap_pending, snap_user,
		snap_system, snap_idle_class, snap_stolen} = {(11*CNT_W){1'b0}};
	wire _unused = &{1'b0, snapshot};
end
endgenerate

// ---- reading ----
function [31:0] zext(input [CNT_W-1:0] count);
	begin
		zext = 32'd0;
		zext[CNT_W-1:0] = count;
	end
endfunction

always @* begin
	data_o = 32'd0;
	if (`GATE(stir)) if (re_i)
	case (addr)
	TALLY_STATUS:      data_o = {26'd0, dead_o, clearing_o, old, busy_o, drained_o, running};
	TALLY_STICKY:      data_o = {27'd0, sticky};
	TALLY_IRQ_ENABLE:  data_o = {27'd0, irq_enable};
	TALLY_RING_POS:    data_o = ring_pos_o;
	TALLY_TICKS:       data_o = zext(ticks);
	TALLY_HITS:        data_o = zext(hits);
	TALLY_OUTSIDE:     data_o = zext(outside);
	TALLY_FILTERED:    data_o = zext(filtered);
	TALLY_IDLE:        data_o = zext(idle);
	TALLY_LOST:        data_o = zext(lost);
	TALLY_PENDING:     data_o = zext(pending);
	TALLY_USER:        data_o = zext(user);
	TALLY_SYSTEM:      data_o = zext(system);
	TALLY_IDLE_CLASS:  data_o = zext(idle_class);
	TALLY_STOLEN:      data_o = zext(stolen);
	TALLY_SNAP_TICKS:      data_o = zext(snap_ticks);
	TALLY_SNAP_HITS:       data_o = zext(snap_hits);
	TALLY_SNAP_OUTSIDE:    data_o = zext(snap_outside);
	TALLY_SNAP_FILTERED:   data_o = zext(snap_filtered);
	TALLY_SNAP_IDLE:       data_o = zext(snap_idle);
	TALLY_SNAP_LOST:       data_o = zext(snap_lost);
	TALLY_SNAP_PENDING:    data_o = zext(snap_pending);
	TALLY_SNAP_USER:       data_o = zext(snap_user);
	TALLY_SNAP_SYSTEM:     data_o = zext(snap_system);
	TALLY_SNAP_IDLE_CLASS: data_o = zext(snap_idle_class);
	TALLY_SNAP_STOLEN:     data_o = zext(snap_stolen);
	default:           data_o = 32'd0;
	endcase
end

endmodule

`default_nettype wire
