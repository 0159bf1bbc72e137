// SPDX-License-Identifier: ISC
// tally_context.v - the unit with the calling context as its mapper: it counts each tick
// in the counter of the call path that ran. CONTEXT.md says what that is, exactly.
//
//   core -> front -> sampler -> queue -> walker -> updater -> counters
//                                          |
//                                    frames, rows
//
// Clock, sampler, updater and registers are the unit's own; its contract holds but for the mapper.

`default_nettype none

module tally_context #(
	parameter NODES  = 11,                     // 2^NODES, the last 16 unused. 6 .. 15
	parameter PC_W   = 21,                     // bits of a pc that are kept. 16 .. 32 - NODES
	parameter [31:0] PC_HIGH = 32'd0,          // bits 31:PC_W of all pcs
	parameter PLACES = 10,                     // 2^PLACES beginnings of functions; 0: none.
	                                           //   .. PC_W - 3
	parameter EVENT  = 0,                      // rtl/unit/tally_params.vh
	parameter XLEN   = 32                      // the core's: 32 or 64
) (
	input  wire             clk_i,
	input  wire             rst_i,
	input  wire             run_i,
	input  wire             tap_valid_i,
	input  wire [31:0]      tap_pc_i,
	input  wire [31:0]      tap_insn_i,        // as fetched: 16 bits of it if compressed
	input  wire             tap_handler_i,     // the first instruction since a trap was taken
	input  wire [1:0]       tap_priv_i,
	input  wire             tap_sleep_i,
	input  wire [7:0]       event_i,
	// Wishbone, classic, byte addresses: registers, counters, rows
	input  wire             wb_cyc_i,
	input  wire             wb_stb_i,
	input  wire             wb_we_i,
	input  wire [3:0]       wb_sel_i,
	input  wire [NODES+4:0] wb_adr_i,
	input  wire [31:0]      wb_dat_i,
	output wire [31:0]      wb_dat_o,
	output wire             wb_ack_o,
	output wire             irq_o
);

generate
if (NODES < 6 || NODES > 15 || PC_W < 16 || PC_W > 32 - NODES || PLACES < 0 || PLACES > PC_W - 3
	|| EVENT < 0 || EVENT > 8 || XLEN != 32 && XLEN != 64)
begin : g_refused
	// There is no such module: tools stop and say its name.
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

`include "tally_regs.vh"

localparam MAPPER = 0, BINS_LOG2 = NODES + 1, KIND = 2, SYSTEM = 0;
localparam HALF_W = PC_W - 1;
localparam [31:0] EVENT_LINES = (32'd1 << EVENT) - 32'd1;

// ---- front: what the core shows, three cycles later ----
wire [19:0]       reg_setup;
wire [7:0]        reg_events;
wire              reg_running, reg_clearing, reg_discard, reg_mark;
wire              fro_run, fro_retires, fro_leaves, fro_sleep, fro_event, fro_busy, fro_dropped;
wire              wal_pop, que_empty, que_trapped, que_hot;
wire [1:0]        fro_priv;
wire [2:0]        que_kind, que_code;
wire [17:0]       que_weight;
wire [HALF_W-1:0] que_target, que_link;
wire              smp_waiting, smp_held, smp_valid, smp_sample;
wire [16:0]       smp_pending;
wire [17:0]       smp_weight;
wire [2:0]        smp_code;
wire              rows = wb_adr_i[NODES+4];
reg               tap_event, urgent, discarded;

always @(posedge clk_i) begin
	tap_event <= run_i & |(event_i & reg_events & EVENT_LINES[7:0]) & ~rst_i;
	discarded <= reg_discard;                  // what RESET made LOST
	urgent    <= |smp_pending[16:15] | smp_waiting & ~reg_running;
end

context_front #(
	.HALF_W(HALF_W), .PLACES(PLACES), .XLEN(XLEN)
) u_front (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i),
	.tap_pc_i(tap_pc_i), .tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_event_i(tap_event),
	.entry_we_i(wb_cyc_i & wb_stb_i & wb_we_i & rows & &wb_sel_i & ~rst_i),
	.entry_i(wb_dat_i), .fro_run_o(fro_run), .fro_retires_o(fro_retires),
	.fro_leaves_o(fro_leaves), .fro_sleep_o(fro_sleep), .fro_priv_o(fro_priv),
	.fro_event_o(fro_event), .urgent_i(urgent), .clearing_i(reg_clearing),
	.smp_sample_i(smp_sample), .smp_code_i(smp_code), .smp_weight_i(smp_weight),
	.flush_i(reg_discard | discarded | ~reg_running & (fro_sleep | ~fro_run)),
	.mark_i(reg_mark), .fro_busy_o(fro_busy), .fro_dropped_o(fro_dropped), .pop_i(wal_pop),
	.que_empty_o(que_empty), .que_kind_o(que_kind), .que_trapped_o(que_trapped),
	.que_hot_o(que_hot), .que_code_o(que_code), .que_weight_o(que_weight),
	.que_target_o(que_target), .que_link_o(que_link)
);

// ---- clock ----
wire [23:0] reg_period;
wire [15:0] reg_jitter;
wire        reg_restart, reg_reseed, clk_due;
wire [1:0]  source = reg_setup[TALLY_SETUP_SOURCE_LSB +: 2];
wire        event_valid = source[1] ? fro_event : source[0] ? fro_retires : fro_run;
wire        tick_valid = event_valid & clk_due & reg_running;

tally_clock u_clock (
	.clk_i(clk_i), .event_valid_i(event_valid), .due_o(clk_due), .tick_valid_i(tick_valid),
	.period_i(reg_period), .jitter_i(reg_jitter), .restart_i(reg_restart),
	.reseed_i(reg_reseed)
);

// ---- sampler: samples leave with events, held ticks by themselves ----
tally_sampler u_sampler (
	.clk_i(clk_i), .rst_i(rst_i), .tick_valid_i(tick_valid), .discard_i(reg_discard),
	.tap_valid_i(fro_leaves), .tap_sleep_i(fro_sleep), .tap_priv_i(fro_priv),
	.privileges_i(reg_setup[TALLY_SETUP_PRIVILEGES_LSB +: 4]), .smp_waiting_o(smp_waiting),
	.smp_held_o(smp_held), .smp_pending_o(smp_pending), .smp_sample_o(smp_sample),
	.smp_valid_o(smp_valid), .smp_code_o(smp_code), .smp_weight_o(smp_weight)
);

reg        out_valid;
reg  [2:0] out_code;
reg  [1:0] out_weight;
always @(posedge clk_i) begin
	out_valid  <= smp_valid & ~smp_sample & ~rst_i;
	out_code   <= smp_code;
	out_weight <= smp_weight[1:0];
end

// ---- queue and walker ----
wire              wal_busy, wal_next_valid, wal_valid, wal_inside, wal_keep, wal_add;
wire              wal_zero, row_valid;
wire [3:0]        wal_next_code;
wire [NODES:0]    wal_slot;
wire [17:0]       wal_weight;
wire [31:0]       row;

context_walker #(
	.NODES(NODES), .HALF_W(HALF_W), .TAILS(PLACES != 0)
) u_walker (
	.clk_i(clk_i), .rst_i(rst_i), .running_i(reg_running), .clearing_i(reg_clearing),
	.wal_busy_o(wal_busy), .smp_sample_i(smp_sample), .held_i(fro_busy),
	.que_empty_i(que_empty), .wal_pop_o(wal_pop), .kind_i(que_kind), .trapped_i(que_trapped),
	.hot_i(que_hot), .code_i(que_code), .weight_i(que_weight), .target_i(que_target),
	.link_i(que_link), .out_valid_i(out_valid), .out_code_i(out_code),
	.out_weight_i(out_weight), .wal_next_valid_o(wal_next_valid),
	.wal_next_code_o(wal_next_code), .wal_valid_o(wal_valid), .wal_inside_o(wal_inside),
	.wal_slot_o(wal_slot), .wal_weight_o(wal_weight), .wal_keep_o(wal_keep),
	.wal_add_o(wal_add), .wal_zero_o(wal_zero),
	.peek_i(wb_cyc_i & wb_stb_i & ~wb_we_i & rows & ~wb_ack_o),
	.peek_at_i(wb_adr_i[NODES+1:2]), .wal_peeked_o(row_valid), .wal_row_o(row)
);

// ---- updater ----
wire        upd_free, upd_busy, upd_full;
wire [31:0] upd_word;
wire [BINS_LOG2-1:0] reg_clear_word;

tally_updater_long #(
	.BINS_LOG2(BINS_LOG2), .MOVES(1)
) u_updater (
	.clk_i(clk_i), .rst_i(rst_i), .map_next_valid_i(wal_next_valid),
	.map_next_code_i(wal_next_code), .map_valid_i(wal_valid), .map_inside_i(wal_inside),
	.map_slot_i(wal_slot), .map_weight_i(wal_weight), .map_keep_i(wal_keep),
	.map_add_i(wal_add), .map_zero_i(wal_zero), .upd_free_o(upd_free),
	.bus_word_i(wb_adr_i[BINS_LOG2+1:2]), .clear_valid_i(reg_clearing),
	.clear_word_i(reg_clear_word), .upd_busy_o(upd_busy), .upd_full_o(upd_full),
	.upd_word_o(upd_word)
);

// ---- registers; a row's access is answered here ----
wire        reg_ack;
wire [31:0] reg_dat;
reg         entry_ack;
always @(posedge clk_i)
	entry_ack <= wb_cyc_i & wb_stb_i & wb_we_i & rows & ~wb_ack_o & ~rst_i;
assign wb_ack_o = reg_ack | row_valid | entry_ack;
assign wb_dat_o = reg_dat | row;           // row: 0 where the bus reads none

// what this mapper has no use for
wire [PC_W-1:0]    un_offset;
wire [16:0]        un_scale;
wire [BINS_LOG2:0] un_size;
wire [31:0]        un_eng_field;
wire               un_eng_pos_done, un_start;

tally_registers #(
	.FAULTS(1), .SHARED(1),
`include "tally_params_inst.vh"
) u_registers (
	.clk_i(clk_i), .rst_i(rst_i), .wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i & ~rows),
	.wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	// not a register's address, whose value would be ORed into the row
	.wb_adr_i({wb_adr_i[BINS_LOG2+2] | rows, wb_adr_i[BINS_LOG2+1:0]}), .wb_dat_i(wb_dat_i),
	.wb_dat_o(reg_dat), .wb_ack_o(reg_ack), .irq_o(irq_o), .period_o(reg_period),
	.jitter_o(reg_jitter), .setup_o(reg_setup), .events_o(reg_events), .offset_o(un_offset),
	.scale_o(un_scale), .size_o(un_size),
	.eng_field_i(5'd0), .eng_field_o(un_eng_field), .eng_pos_valid_i(1'b0), .eng_pos_i(32'd0),
	.eng_pos_done_o(un_eng_pos_done), .restart_o(reg_restart), .reseed_o(reg_reseed),
	.running_o(reg_running), .start_o(un_start), .discard_o(reg_discard), .mark_o(reg_mark),
	.tick_valid_i(tick_valid), .smp_waiting_i(smp_waiting), .smp_pending_i(smp_pending),
	.smp_leaving_i(smp_valid | smp_held | out_valid),
	.busy_i(wal_busy | wal_valid | upd_busy), .upd_full_i(upd_full), .eng_full_i(1'b0),
	.eng_fault_i(fro_dropped), .upd_free_i(upd_free), .upd_word_i(upd_word),
	.clearing_o(reg_clearing), .clear_word_o(reg_clear_word)
);

wire unused = &{1'b0, reg_setup, un_offset, un_scale, un_size, un_eng_field, un_eng_pos_done,
	un_start};

endmodule

`default_nettype wire
