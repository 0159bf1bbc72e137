// SPDX-License-Identifier: ISC
// tally.v - the unit: the way of a sample, in its order. Read this file first.
//
//   core -> tap -> clock, sampler -> mapper -> updater -> bin memory
//                  registers, control, counters beside it; bus core in front of them
//
// One channel, private bin memory. tally_wb.v puts it on a Wishbone.
// What each part does in every clock is in CONTRACT.md.

`default_nettype none

module tally #(
	parameter MAPPER     = 0,        // 0 pipelined multiplier, 1 serial, 2 power-of-two shift
	parameter BINS_LOG2  = 12,       // bin memory: 2^BINS_LOG2 words of 32 bits; 4 .. 28
	parameter WEIGHT_W   = 16,       // bits of a waiting weight; 2 .. 16
	parameter PERIOD_W   = 24,       // bits of PERIOD; 18 .. 31
	parameter CNT_W      = 32,       // bits of each counter; WEIGHT_W + 5 .. 32
	parameter QUEUE_LOG2 = 2,        // serial mapper: queue of 2^QUEUE_LOG2 samples; 1 .. 4
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
	// bus core: req_i is held until done_o
	input  wire                 req_i,
	input  wire                 we_i,
	input  wire [3:0]           sel_i,
	input  wire [WINDOW_LOG2:0] addr_i,
	input  wire [31:0]          data_i,
	output wire                 done_o,
	output wire [31:0]          data_o,
	output wire                 irq_o
);

localparam META_W = 2 * WEIGHT_W + 3;    // what travels with a sample: weight, its part in sleep, user, filtered, bank
localparam QUEUED = MAPPER == 1;         // a queue stands in front of the mapper

// ---- tap ----
wire        now_run, now_valid, now_sleep, last_have;
wire [31:0] now_pc, last_pc;
wire [1:0]  now_priv, last_priv;

tally_tap u_tap (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.now_run_o(now_run), .now_valid_o(now_valid), .now_pc_o(now_pc), .now_priv_o(now_priv),
	.now_sleep_o(now_sleep), .last_have_o(last_have), .last_pc_o(last_pc), .last_priv_o(last_priv));

// ---- what may happen besides ticks and samples ----
wire ctrl_we, legal, busy, old, apply, cfg_err, cmd_err, active, clearing, full, restart;
// In most clocks nothing but samples moves: what only a command, an access, a COMMIT under way, the sweep, a
// full counter or reset changes stands behind this one enable.
wire stir = rst_i | active | busy | clearing | full | restart;

// ---- clock ----
wire                running, tick, source;
wire [PERIOD_W-1:0] period;
wire [4:0]          jitter;
wire [15:0]         seed;

tally_clock #(.PERIOD_W(PERIOD_W)) u_clock (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .running_i(running), .now_run_i(now_run), .now_valid_i(now_valid),
	.source_i(source), .period_i(period), .jitter_i(jitter),
	.restart_i(restart), .seed_i(seed), .tick_o(tick));

// ---- sampler ----
wire                dead, reset_cmd, last, count_idle, bank;
wire [3:0]          priv_mask;
wire                idle_tick, wait_tick, lost_tick, emit;
wire                s_pass, s_drop;
wire [31:0]         s_pc;
wire [META_W-1:0]   s_meta;

tally_sampler #(.WEIGHT_W(WEIGHT_W), .QUEUED(QUEUED)) u_sampler (
	.clk_i(clk_i), .rst_i(rst_i), .tick_i(tick), .dead_i(dead), .reset_cmd_i(reset_cmd),
	.last_i(last), .count_idle_i(count_idle), .priv_mask_i(priv_mask), .bank_i(bank),
	.now_valid_i(now_valid), .now_pc_i(now_pc), .now_priv_i(now_priv), .now_sleep_i(now_sleep),
	.last_have_i(last_have), .last_pc_i(last_pc), .last_priv_i(last_priv),
	.idle_tick_o(idle_tick), .wait_tick_o(wait_tick), .lost_tick_o(lost_tick), .emit_o(emit),
	.pass_o(s_pass), .drop_o(s_drop), .pc_o(s_pc), .meta_o(s_meta));

// ---- mapper ----
wire                       refused, m_valid, m_outside;
wire [BINS_LOG2-1:0]       m_word;
wire [3:0]                 m_how;
wire [META_W-1:0]          m_meta;
wire [63:0]                offset;
wire [33:0]                scale;
wire [1:0]                 round, wide;
wire [3:0]                 policy;
wire [2*(BINS_LOG2+2)-1:0] base;
wire [2*(BINS_LOG2+3)-1:0] size;
wire                       front = QUEUED & (s_drop | refused);

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .QUEUE_LOG2(QUEUE_LOG2)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i),
	.valid_i(s_pass), .pc_i(s_pc), .meta_i(s_meta), .refused_o(refused),
	.offset_i(offset), .scale_i(scale), .round_i(round), .wide_i(wide), .policy_i(policy),
	.base_i(base), .size_i(size),
	.valid_o(m_valid), .outside_o(m_outside), .word_o(m_word), .how_o(m_how), .meta_o(m_meta));

// ---- updater and bin memory ----
wire                 end_valid, end_filtered, end_outside;
wire [META_W-1:0]    end_meta;
wire [WEIGHT_W-1:0]  end_hit, end_lost;
wire                 bin_req, bin_grant, bin_now, poke, drained, sweep, sweep_taken;
wire [BINS_LOG2-1:0] bin_word, sweep_word;
wire [31:0]          bin_data;
wire [1:0]           sweep_how;

tally_updater #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W)) u_updater (
	.clk_i(clk_i), .rst_i(rst_i), .dead_i(dead), .full_o(full),
	.valid_i(m_valid), .outside_i(m_outside), .word_i(m_word), .how_i(m_how), .meta_i(m_meta),
	.end_valid_o(end_valid), .end_meta_o(end_meta), .end_filtered_o(end_filtered), .end_outside_o(end_outside),
	.end_hit_o(end_hit), .end_lost_o(end_lost),
	.sweep_i(sweep), .sweep_word_i(sweep_word), .sweep_how_i(sweep_how), .sweep_taken_o(sweep_taken),
	.access_i(bin_req), .access_word_i(bin_word), .access_grant_o(bin_grant), .access_now_o(bin_now),
	.poke_i(poke), .poke_data_i(data_i), .word_o(bin_data));

// ---- counters of the law ----
wire             clear_cmd, moves, lost_grew;
wire [CNT_W-1:0] ticks, hits, outside, filtered, idle, lost, pending, user, system, idle_class;

tally_counters #(.CNT_W(CNT_W), .WEIGHT_W(WEIGHT_W)) u_counters (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .clear_i(clear_cmd),
	.tick_i(tick), .idle_tick_i(idle_tick), .wait_tick_i(wait_tick), .lost_tick_i(lost_tick),
	.now_sleep_i(now_sleep), .now_user_i(now_priv == 2'd0),
	.front_i(front), .front_meta_i(s_meta),
	.end_i(end_valid), .end_filtered_i(end_filtered), .end_outside_i(end_outside), .end_hit_i(end_hit), .end_lost_i(end_lost),
	.end_meta_i(end_meta),
	.moves_o(moves), .lost_grew_o(lost_grew),
	.ticks_o(ticks), .hits_o(hits), .outside_o(outside), .filtered_o(filtered), .idle_o(idle),
	.lost_o(lost), .pending_o(pending), .user_o(user), .system_o(system), .idle_class_o(idle_class));

// ---- control ----
tally_control #(.BINS_LOG2(BINS_LOG2), .CNT_W(CNT_W)) u_control (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .ctrl_we_i(ctrl_we), .ctrl_i(data_i), .legal_i(legal),
	.full_i(full), .pending_i(pending),
	.moves_i(moves), .emit_i(emit), .front_i(front), .front_bank_i(s_meta[0]), .end_i(end_valid), .end_bank_i(end_meta[0]),
	.base_i(base), .size_i(size), .wide_i(wide),
	.running_o(running), .dead_o(dead), .bank_o(bank), .busy_o(busy), .old_o(old), .drained_o(drained),
	.clearing_o(clearing), .apply_o(apply), .reset_o(reset_cmd), .clear_o(clear_cmd),
	.cfg_err_o(cfg_err), .cmd_err_o(cmd_err),
	.sweep_o(sweep), .sweep_word_o(sweep_word), .sweep_how_o(sweep_how), .sweep_taken_i(sweep_taken));

// ---- registers ----
wire [11:0] reg_addr;
wire        reg_we, reg_re, miss, bin_write, partial;
wire [31:0] reg_data;

tally_regs #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.WINDOW(1 << WINDOW_LOG2)) u_regs (
	.clk_i(clk_i), .rst_i(rst_i), .stir_i(stir), .addr_i(reg_addr), .we_i(reg_we), .re_i(reg_re),
	.data_i(data_i), .data_o(reg_data),
	.ctrl_we_o(ctrl_we), .legal_o(legal), .apply_i(apply), .apply_bank_i(~bank), .reset_i(reset_cmd),
	.status_i({dead, clearing, old, busy, drained, running}),
	.full_i(full), .lost_grew_i(lost_grew), .cfg_err_i(cfg_err), .cmd_err_i(cmd_err),
	.bin_miss_i(miss), .bin_write_i(bin_write), .partial_i(partial), .irq_o(irq_o),
	.restart_o(restart), .period_o(period), .seed_o(seed),
	.source_o(source), .jitter_o(jitter), .last_o(last), .count_idle_o(count_idle), .priv_mask_o(priv_mask),
	.offset_o(offset), .scale_o(scale), .round_o(round), .wide_o(wide), .policy_o(policy),
	.base_o(base), .size_o(size),
	.ticks_i(ticks), .hits_i(hits), .outside_i(outside), .filtered_i(filtered), .idle_i(idle),
	.lost_i(lost), .pending_i(pending), .user_i(user), .system_i(system), .idle_class_i(idle_class));

// ---- bus core ----
tally_access #(.BINS_LOG2(BINS_LOG2), .WINDOW_LOG2(WINDOW_LOG2)) u_access (
	.clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i),
	.done_o(done_o), .data_o(data_o), .active_o(active),
	.reg_addr_o(reg_addr), .reg_we_o(reg_we), .reg_re_o(reg_re), .reg_data_i(reg_data), .reg_wait_i(busy),
	.bin_req_o(bin_req), .bin_word_o(bin_word), .bin_grant_i(bin_grant),
	.bin_now_i(bin_now), .bin_data_i(bin_data),
	.poke_o(poke), .poke_ok_i(drained & ~clearing), .miss_o(miss), .bin_write_o(bin_write), .partial_o(partial));

endmodule

`default_nettype wire
