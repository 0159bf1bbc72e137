// SPDX-License-Identifier: ISC
// tally.v - the unit: each tick is counted in one word of one memory. Read this file first.
//
//   core -> tap -> sampler -> mapper -> updater -> words
//            \-> clock: ticks ^
//   registers: bus, configuration, commands
//
// What it does at its ports is in CONTRACT.md.

`default_nettype none

module tally #(
`include "params.vh"
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
	output wire                 irq_o
);

generate
if (MAPPER < 0 || MAPPER > 2 || BINS_LOG2 < 5 || BINS_LOG2 > 20 || MAPPER == 1 && BINS_LOG2 >= PC_W
	|| WEIGHT_W < 2 || WEIGHT_W > 16 || PERIOD_W < 17 || PERIOD_W > 31 || PC_W < 16 || PC_W > 32
	|| JITTER < 0 || JITTER > 1 || TAG < 0 || TAG > 2 || EVENT < 0 || EVENT > 1 || ECP5 < 0 || ECP5 > 1
	|| CHANNELS < 1 || CHANNELS > 4) begin : g_refused
	tally_parameter_out_of_range its_range_is_in_params ();    // there is no such module: tools stop and say its name
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
wire                seed_we, restart, reseed, running, due;
wire                happens = source[1] ? t_event & ~source[0] : source[0] ? t_valid : t_run;
wire                tick = happens & due & running;

tally_clock #(.PERIOD_W(PERIOD_W), .JITTER(JITTER), .ECP5(ECP5)) u_clock (
	.clk_i(clk_i), .event_i(happens), .running_i(running), .due_o(due), .period_i(period), .jitter_i(jitter),
	.restart_i(restart), .reseed_i(reseed), .seed_we_i(seed_we), .seed_i(wb_dat_i[0]));

// ---- sampler ----
wire              discard, waits, e_valid;
wire [WEIGHT_W:0] pending;
wire [WEIGHT_W+1:0] e_weight;
wire [3:0]        privileges;
wire [31:0]       tag_value, tag_mask;
wire [2:0]        e_code;

tally_sampler #(.WEIGHT_W(WEIGHT_W), .TAG(TAG), .REGISTER(MAPPER == 0), .ECP5(ECP5)) u_sampler (
	.clk_i(clk_i), .rst_i(rst_i), .tick_i(tick), .discard_i(discard), .valid_i(t_valid), .sleep_i(t_sleep),
	.priv_i(t_priv), .tag_i(TAG == 1 ? tag : t_tag), .privileges_i(privileges), .tag_value_i(tag_value),
	.tag_mask_i(tag_mask), .waits_o(waits), .weight_o(pending),
	.e_valid_o(e_valid), .e_code_o(e_code), .e_weight_o(e_weight));

// ---- mapper ----
wire [PC_W-1:0]      offset;
wire [16:0]          scale;
wire                 round, turn_offset, turn_size, mapper_busy, p_valid, m_valid, m_inside;
wire [BINS_LOG2:0]   size;
wire [BINS_LOG2-1:0] m_slot;
wire [2:0]           p_code, m_code;
wire [WEIGHT_W+1:0]  m_weight;

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W), .ECP5(ECP5)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i), .pc_i(tap_pc_i[PC_W-1:0]), .far_i(t_far),
	.e_valid_i(e_valid), .e_code_i(e_code), .e_weight_i(e_weight),
	.offset_i(offset), .scale_i(scale), .round_i(round), .size_i(size),
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
	.PC_HIGH(PC_HIGH), .JITTER(JITTER), .TAG(TAG), .EVENT(EVENT), .ECP5(ECP5), .CHANNELS(CHANNELS)) u_registers (
	.clk_i(clk_i), .rst_i(rst_i), .wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i), .wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat_o), .wb_ack_o(wb_ack_o), .irq_o(irq_o),
	.period_o(period), .jitter_o(jitter), .seed_we_o(seed_we), .source_o(source), .round_o(round),
	.privileges_o(privileges), .offset_o(offset), .scale_o(scale), .size_o(size), .tag_o(tag),
	.tag_value_o(tag_value), .tag_mask_o(tag_mask), .turn_offset_i(turn_offset), .turn_size_i(turn_size),
	.restart_o(restart), .reseed_o(reseed), .running_o(running), .discard_o(discard),
	.tick_i(tick), .waits_i(waits), .pending_i(pending), .enters_i(e_valid),
	.busy_i(mapper_busy | updater_busy), .full_i(full), .free_i(free), .word_i(word),
	.clearing_o(clearing), .sweep_at_o(sweep_at));

endmodule

`default_nettype wire
