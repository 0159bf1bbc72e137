// SPDX-License-Identifier: ISC
// unit.v - the unit of rtl/unit under everything that tap and bus can do, for the proofs.
//
// Every input is free in every cycle, rst_i too but for the first one. Names inside the unit come in through
// probes_unit*.list. The properties are in the files included at the end, in layers (UNIT.md): a proof asserts those of
// PROVES and assumes those of TAKES.

`default_nettype none

module unit #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PC_W      = 32,
	parameter PROVES    = 0,         // bit n: prove layer n
	parameter TAKES     = 0,         // bit n: assume layer n
	parameter ANYWHERE  = 0          // 1, for covers: start in any state in which the facts hold
) (
	input wire                 clk_i,
	input wire                 rst_i,
	input wire                 run_i,
	input wire                 tap_valid_i,
	input wire [31:0]          tap_pc_i,
	input wire [1:0]           tap_priv_i,
	input wire                 tap_sleep_i,
	input wire                 wb_cyc_i,
	input wire                 wb_stb_i,
	input wire                 wb_we_i,
	input wire [3:0]           wb_sel_i,
	input wire [BINS_LOG2+2:0] wb_adr_i,
	input wire [31:0]          wb_dat_i
);

localparam N = 1 << BINS_LOG2, W = WEIGHT_W + 2, READ = MAPPER == 0 ? 4 : 2;

wire [31:0] wb_dat;
wire        wb_ack, irq;

tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W)) dut (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_tag_i(32'd0), .event_i(1'b0),
	.wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i), .wb_adr_i(wb_adr_i),
	.wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat), .wb_ack_o(wb_ack), .irq_o(irq),
	.sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0));

// ---- probes ----
wire                 tick, t_valid, discard, running, some, held_tick, held_idle, s_valid, m_valid, m_inside;
wire                 clearing, drained, further;
wire                 busy, swept, clear, start, strobe, window, late, asked, asks, grant;
wire                 marked, mark, missed;
wire [WEIGHT_W:0]    weight;
wire [W-1:0]         s_weight, m_weight;
wire [2:0]           s_code;
wire [BINS_LOG2-1:0] m_slot, sweep_at;
wire [3:0]           m_code;
wire [BINS_LOG2:0]   size;
wire [31:0]          ticks;
wire [READ:0]        flight;
// the updater: U0 and U1, to MAPPER 0 U2
wire [BINS_LOG2-1:0] at0, at1, here;
wire                 valid0, valid1, zero0, zero1;
wire [W-1:0]         weight0, weight1;
wire [31:0]          last, sum, stored, fetched;
`ifdef LONG
wire                 e_valid, p_valid, m_zero, valid2, valid3, use_last;
wire [2:0]           e_code;
wire [3:0]           p_code;
wire [W-1:0]         e_weight, p_weight, weight2;
wire [BINS_LOG2-1:0] other, sweep, at2;
wire [BINS_LOG2-1:0] apart1, apart2;
wire [31:0]          nearer, data;
`else
wire                 near;
`endif
`ifdef SERIAL
wire                 takes, steps_on, live, done, in_slot, above;
wire [5:0]           step;
wire [W-1:0]         held;
`endif

// ---- time ----
reg first = 1'b1, up = ANYWHERE != 0, old = ANYWHERE != 0;     // old: two cycles after the first
always @(posedge clk_i) begin
	first <= 1'b0;
	up    <= 1'b1;
	old   <= up;
end
always @* if (first && ANYWHERE == 0) assume (rst_i);
always @* if (!first || ANYWHERE != 0) assume (up);

// an access keeps its address and direction while it lasts
reg                  was_strobe, was_we;
reg [BINS_LOG2+2:0]  was_adr;
always @(posedge clk_i) begin
	was_strobe <= strobe;
	was_we     <= wb_we_i;
	was_adr    <= wb_adr_i;
end
always @* if (was_strobe && wb_cyc_i && wb_stb_i) assume (wb_we_i == was_we && wb_adr_i == was_adr);

`define FACT(LAYER, NAME, EXPR) \
	if (((PROVES | TAKES) >> LAYER) & 1) begin : g_``NAME \
		always @* if (up) begin \
			if (((PROVES >> LAYER) & 1) && ANYWHERE == 0) NAME: assert (EXPR); \
			else assume (EXPR); \
		end \
	end
`define SEEN(LAYER, NAME, EXPR) \
	if ((PROVES >> LAYER) & 1) begin : g_``NAME \
		always @* if (up) NAME: cover (EXPR); \
	end
`define GIVEN(LAYER, EXPR) always @* if ((PROVES >> LAYER) & 1) assume (EXPR);

// the ticks that a sample stands for
function [31:0] ticks_of(input valid, input [W-1:0] w);
	ticks_of = valid ? {{(32-WEIGHT_W-1){1'b0}}, w[W-1:1]} + {31'd0, w[0]} : 32'd0;
endfunction

// the word that a sample adds to, of those that a sweep zeroes
wire [BINS_LOG2-1:0] m_at = m_inside ? m_slot : {{(BINS_LOG2-4){1'b1}}, m_code};

localparam IDLE = 0, LAW = 1, WORD = 2, RANGE = 3, LOSSLESS = 4, BUS = 5, BOUND = 6;

`include "unit_idle.vh"
`include "unit_law.vh"
`include "unit_sum.vh"
`include "unit_range.vh"
`include "unit_lossless.vh"
`include "unit_bus.vh"
`include "unit_bound.vh"

endmodule

`default_nettype wire
