// SPDX-License-Identifier: ISC
// unit.v - the whole unit under everything tap and bus can do, for the proofs.
//
// Every input is free in every clock; only the first clock is a reset, and an access keeps its address while
// it goes on (its direction may change, and it may be taken back). Names of the unit's inside come in through
// probes.list (prove.sh connects them after flattening and fails on a name that is not there). The properties stand in the files included at the
// end, in layers: a proof may take for granted what a lower layer proves (LAYERS in prove.sh).

`default_nettype none

module unit #(
	parameter MAPPER     = 0,
	parameter BINS_LOG2  = 12,
	parameter WEIGHT_W   = 16,
	parameter PERIOD_W   = 24,
	parameter CNT_W      = 32,
	parameter QUEUE_LOG2 = 2,
	parameter PROVES     = 0,        // bit n: layer n is to be proven
	parameter TAKES      = 0,        // bit n: layer n is taken for granted
	parameter ANYWHERE   = 0,        // 1, for covers: begin in any state in which the facts of PROVES hold
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input wire                 clk_i,
	input wire                 rst_i,
	input wire                 run_i,
	input wire                 tap_valid_i,
	input wire [31:0]          tap_pc_i,
	input wire [1:0]           tap_priv_i,
	input wire                 tap_sleep_i,
	input wire                 req_i,
	input wire                 we_i,
	input wire [3:0]           sel_i,
	input wire [WINDOW_LOG2:0] addr_i,
	input wire [31:0]          data_i
);

localparam META_W = 2 * WEIGHT_W + 3, PENDING_W = WEIGHT_W + 5, ADDR_W = BINS_LOG2 + 2, QUEUE = 1 << QUEUE_LOG2;

wire        done, irq;
wire [31:0] data;

tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2)) dut (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.req_i(req_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
	.done_o(done), .data_o(data), .irq_o(irq));

// ---- probes: driven through probes.list ----
wire [CNT_W-1:0]    ticks, hits, outside, filtered, idle, lost, pending, user, system, idle_class;
wire                tick, idle_tick, wait_tick, lost_tick, emit;
wire [WEIGHT_W-1:0] waiting, waiting_idle, weight;
wire                now_valid, now_sleep;
wire [1:0]          now_priv;
wire                s_pass, s_drop, refused, front;
wire [META_W-1:0]   s_meta;
wire                map1_valid, map2_valid, map3_valid;          // in the mapper; 1 and 2 not of the serial one
wire [META_W-1:0]   map1_meta, map2_meta, map3_meta;
wire                u0_valid, u4_valid, u4_filtered;
wire                u1_taken, u2_taken, u3_taken;                // by a sample, or
wire                u1_sample, u2_sample, u3_sample;
wire                u1_zero, u2_zero, u3_zero;                   // by CLEAR's sweep, else by the bus
wire                u0_out, u1_out, u2_out, u3_out, u4_out;      // outside
wire [BINS_LOG2-1:0] u0_word, u1_word, u2_word, u3_word, u4_word;
wire [3:0]          u0_how;
wire [META_W-1:0]   u0_meta, u4_meta;
wire [META_W+3:0]   u1_all, u2_all, u3_all;                      // how and meta
wire [WEIGHT_W-1:0] u4_hit, u4_lost;
wire                u4_write;
wire [31:0]         u4_data;
wire                running, dead, full, bank, busy, apply, drained, clearing, do_start, do_reset, do_clear, poke;
wire [5:0]          flying0, flying1;
wire                sweep_taken;
wire [1:0]          sweep_how;                                   // whole word, upper half
wire [BINS_LOG2-1:0] sweep_word;
wire [2:0]          fetching;                                    // the bus's access: clocks since its slot
wire                went_on, writes, bin_req, bin_grant;
// the active mapping: bank 1, bank 0
wire [1:0]          wide;
wire [3:0]          policy;
wire [2*ADDR_W-1:0] base;
wire [2*ADDR_W+1:0] size;

wire [META_W+3:0] u0_all = {u0_how, u0_meta};
wire              u1_valid = u1_taken & u1_sample, u2_valid = u2_taken & u2_sample, u3_valid = u3_taken & u3_sample;
wire [META_W-1:0] u1_meta = u1_all[META_W-1:0], u2_meta = u2_all[META_W-1:0], u3_meta = u3_all[META_W-1:0];
wire [3:0]        u1_how = u1_all[META_W+3:META_W], u2_how = u2_all[META_W+3:META_W], u3_how = u3_all[META_W+3:META_W];

// ---- time: what holds, holds from the first reset on ----
reg first = 1'b1, up = ANYWHERE != 0;
always @(posedge clk_i) begin
	first <= 1'b0;
	up    <= 1'b1;
end
always @* if (first && ANYWHERE == 0) assume (rst_i);
always @* if (!first || ANYWHERE != 0) assume (up);

// An access of the bus, from its second clock on
reg                  asked, asked_we;
reg  [WINDOW_LOG2:0] asked_addr;
wire [BINS_LOG2-1:0] asked_word = asked_addr[BINS_LOG2+1:2];
wire                 asks = req_i & ~done;
always @(posedge clk_i) begin
	asked      <= asks & ~rst_i;
	asked_we   <= we_i;
	asked_addr <= addr_i;
end
always @* if (asked && asks) assume (addr_i == asked_addr);

`define FACT(LAYER, NAME, EXPR) \
	always @* if (up) begin \
		if (PROVES[LAYER] && ANYWHERE == 0) NAME: assert (EXPR); \
		else if (PROVES[LAYER] | TAKES[LAYER]) assume (EXPR); \
	end
// A cover is of the layer whose proof it stands beside.
`define SEEN(LAYER, NAME, EXPR) \
	generate if ((PROVES >> LAYER) & 1) begin : g_``NAME \
		always @* if (up) NAME: cover (EXPR); \
	end endgenerate

// the fields of a sample's meta
function [CNT_W-1:0] weigh(input valid, input [META_W-1:0] meta);
	begin
		weigh = {CNT_W{1'b0}};
		if (valid)
			weigh[WEIGHT_W-1:0] = meta[META_W-1:WEIGHT_W+3];
	end
endfunction
function [CNT_W-1:0] asleep(input valid, input [META_W-1:0] meta);
	begin
		asleep = {CNT_W{1'b0}};
		if (valid)
			asleep[WEIGHT_W-1:0] = meta[WEIGHT_W+2:3];
	end
endfunction
function [CNT_W-1:0] awake(input valid, input [META_W-1:0] meta);
	begin
		awake = {CNT_W{1'b0}};
		if (valid)
			awake[WEIGHT_W-1:0] = meta[META_W-1:WEIGHT_W+3] - meta[WEIGHT_W+2:3];
	end
endfunction

localparam CONFIG = 0, FLIGHT = 1, SUMS = 2, COUNTS = 3, MOVES = 4, EMPTY = 5, RANGE = 6, BINS = 7, LOSSLESS = 8, BOUND = 9, QUIET = 10, EMPTIED = 11, CLEARED = 12;

`include "flight.vh"
`include "law.vh"
`include "config.vh"
`include "range.vh"
`include "bins.vh"
`include "clear.vh"
`include "lossless.vh"
`include "bound.vh"

endmodule

`default_nettype wire
