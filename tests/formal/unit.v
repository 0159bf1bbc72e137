// SPDX-License-Identifier: ISC
// unit.v - the whole unit under everything that tap and bus can do, for the proofs. The properties describe one
// channel, WHICH.
//
// Every input is free in every cycle. Only the first cycle is a reset, and an access keeps its address while it lasts
// (its direction may change, and it may be withdrawn). Names inside the unit come in through probes*.list: formal.sh
// connects them after flattening and fails on a name that does not exist. The properties are in the files included at
// the end, in layers: a proof may assume what a lower layer proves (UNIT.md).

`default_nettype none

module unit #(
	parameter MAPPER     = 0,
	parameter BINS_LOG2  = 12,
	parameter WEIGHT_W   = 16,
	parameter PERIOD_W   = 24,
	parameter CNT_W      = 32,
	parameter QUEUE_LOG2 = 2,
	parameter CHANNELS   = 1,        // 1 or 2
	parameter SNAPSHOT   = 0,
	parameter TAG        = 0,
	parameter EVENT      = 0,
	parameter EXT        = 0,
	parameter SYSTEM     = 0,
	parameter INTERVAL   = 0,
	parameter SYMBOL     = 0,
	parameter RING       = 0,
	parameter PC_W       = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter WHICH      = 0,        // the channel that the properties describe
	parameter PROVES     = 0,        // bit n: prove layer n
	parameter TAKES      = 0,        // bit n: assume layer n
	parameter ANYWHERE   = 0,        // 1, for covers: start in any state in which the facts of PROVES hold
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input wire                 clk_i,
	input wire                 rst_i,
	input wire                 run_i,
	input wire                 tap_valid_i,
	input wire [31:0]          tap_pc_i,
	input wire [1:0]           tap_priv_i,
	input wire                 tap_sleep_i,
	input wire [31:0]          tap_tag_i,
	input wire                 event_i,
	input wire                 ext_i,
	input wire                 req_i,
	input wire                 we_i,
	input wire [3:0]           sel_i,
	input wire [WINDOW_LOG2:0] addr_i,
	input wire [31:0]          data_i,
	input wire                 sys_done_i,
	input wire                 sys_err_i,
	input wire [31:0]          sys_data_i,
	input wire                 sys_stolen_i
);

localparam META_W = 2 * WEIGHT_W + 5, PENDING_W = WEIGHT_W + 5, ADDR_W = BINS_LOG2 + 2, QUEUE = 1 << QUEUE_LOG2, PC_N = PC_W < 32 ? PC_W + 1 : 32;
localparam QUEUED = MAPPER == 1 || CHANNELS > 1 || SYSTEM != 0 || INTERVAL != 0;

wire        done, irq;
wire [31:0] data;
wire        sys_req, sys_lock, sys_we;
wire [3:0]  sys_sel;
wire [31:0] sys_addr, sys_data;

tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2), .CHANNELS(CHANNELS), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) dut (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.tap_tag_i(tap_tag_i), .event_i(event_i), .ext_i(ext_i),
	.req_i(req_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
	.done_o(done), .data_o(data), .irq_o(irq),
	.sys_req_o(sys_req), .sys_lock_o(sys_lock), .sys_we_o(sys_we), .sys_sel_o(sys_sel), .sys_addr_o(sys_addr),
	.sys_data_o(sys_data), .sys_done_i(sys_done_i), .sys_err_i(sys_err_i), .sys_data_i(sys_data_i), .sys_stolen_i(sys_stolen_i));

// ---- probes: driven through probes*.list ----
// the channel's own
wire [CNT_W-1:0]    ticks, hits, outside, filtered, idle, lost, pending, user, system, idle_class;
wire                tick, idle_tick, wait_tick, lost_tick, emit;
wire [WEIGHT_W-1:0] waiting, waiting_idle, weight;
wire                now_valid, now_sleep;
wire [1:0]          now_priv;
wire                s_pass, s_drop, front, crammed;
wire [META_W-1:0]   s_meta;
wire                ends, ends_out, ends_filtered;               // updater or engine resolves one of its samples
wire [META_W-1:0]   ends_meta;
wire [WEIGHT_W-1:0] ends_hit, ends_lost, ends_awake;
wire                ends_loses;
wire                running, dead, full, bank, busy, drained, clearing, do_start, do_reset, do_clear;
wire [5:0]          flying0, flying1;
// in the previous cycle: drained; no sample of the other bank
wire                empty, free;
wire                sweep_taken;
wire [1:0]          sweep_how;                                   // whole word, upper half
wire [BINS_LOG2-1:0] sweep_word;
// the active mapping: bank 1, bank 0
wire [1:0]          wide;
wire [3:0]          policy;
wire [2*ADDR_W-1:0] base;
wire [2*ADDR_W+1:0] size;
// shared by all channels; *_any: a sample of any channel
wire                fast_any, slow_any;                          // goes to the mapper, to the engine
wire [META_W-1:0]   fast_meta, slow_meta;
// in the mapper; 0 behind the arbiter, 1 not in the serial one
wire                map0_any, map1_any, map2_any, map3_any;
wire [META_W-1:0]   map0_meta, map1_meta, map2_meta, map3_meta;
wire                u0_any, u4_any, u5_any;
wire                u1_taken, u2_taken, u3_taken;                // by a sample, or
wire                u1_sample, u2_sample, u3_sample;
wire                u1_zero, u2_zero, u3_zero;                   // by CLEAR's sweep, else by the bus
wire                u0_out, u1_out, u2_out, u3_out;              // outside
wire [3:0]          u4_fate;                                     // filtered, outside, counts, clips
wire [BINS_LOG2-1:0] u0_word, u1_word, u2_word, u3_word, u4_word;
wire [3:0]          u0_how;
wire [META_W-1:0]   u0_meta, u4_meta, u5_meta;
wire [META_W+3:0]   u1_all, u2_all, u3_all;                      // how and meta
wire [WEIGHT_W-1:0] u4_hit, u4_lost, u4_room;
wire                u4_write;
wire [31:0]         u4_data;
wire                poke;
wire                swept;                                       // one of CLEAR's zeros, of any channel, goes in
wire [1:0]          swept_how;
wire [BINS_LOG2-1:0] swept_word;
wire [2:0]          fetching;                                    // the bus's access: cycles since its slot
wire                went_on, writes, bin_req, bin_grant;

// of this channel
`define MINE(META) (CHANNELS == 1 || META[2:1] == WHICH)
wire [META_W+3:0] u0_all = {u0_how, u0_meta};
wire [META_W-1:0] u1_meta = u1_all[META_W-1:0], u2_meta = u2_all[META_W-1:0], u3_meta = u3_all[META_W-1:0];
wire [3:0]        u1_how = u1_all[META_W+3:META_W], u2_how = u2_all[META_W+3:META_W], u3_how = u3_all[META_W+3:META_W];
wire              fast = fast_any & `MINE(fast_meta), slow = slow_any & `MINE(slow_meta);
wire              map0_valid = map0_any & `MINE(map0_meta), map1_valid = map1_any & `MINE(map1_meta), map2_valid = map2_any & `MINE(map2_meta),
	map3_valid = map3_any & `MINE(map3_meta);
wire              u0_valid = u0_any & `MINE(u0_meta), u1_valid = u1_taken & u1_sample & `MINE(u1_meta),
	u2_valid = u2_taken & u2_sample & `MINE(u2_meta), u3_valid = u3_taken & u3_sample & `MINE(u3_meta),
	u4_valid = u4_any & `MINE(u4_meta), u5_valid = u5_any & `MINE(u5_meta);

// its samples in its queue, and in the engine's
wire [5:0]          queue_0, queue_1, inner_0, inner_1;          // how many, by bank
wire [CNT_W-1:0]    p_queue, p_engine;                           // their weight
`ifdef QUEUED
wire [QUEUE*(META_W+PC_N)-1:0] queue_all;                          // probes: pc and meta
wire [QUEUE_LOG2:0] queue_head, queue_tail;
wire                queue_full, queue_fits, queue_formed, queue_marked;
wire                refused = s_pass & queue_full;
queue_view #(.DEPTH_LOG2(QUEUE_LOG2), .WEIGHT_W(WEIGHT_W), .CNT_W(CNT_W), .CHANNELS(CHANNELS), .WHICH(WHICH), .PC_N(PC_N)) u_queue (
	.all_i(queue_all), .head_i(queue_head), .tail_i(queue_tail), .fits_o(queue_fits), .formed_o(queue_formed),
	.marked_o(queue_marked), .bank0_o(queue_0), .bank1_o(queue_1), .weight_o(p_queue));
`else
wire                refused = 1'b0;
assign {queue_0, queue_1} = 12'd0;
assign p_queue = {CNT_W{1'b0}};
`endif
`ifdef ENGINE
wire [2*(META_W+PC_N)-1:0] inner_all;
wire [1:0]          inner_head, inner_tail;
wire                inner_fits, inner_formed, inner_marked;
wire                late_any;                                    // from the engine into U1, in this cycle
wire                finishes;                                    // the engine's head is resolved, in this cycle
wire [META_W-1:0]   inner_meta;                                  // of the engine's head
wire                inner_empty = inner_head == inner_tail;
// it was there in the previous cycle: what is known of it comes from registers
wire                inner_settled;
wire [META_W-1:0]   inner_ends;
wire [WEIGHT_W-1:0] inner_awake;
queue_view #(.DEPTH_LOG2(1), .WEIGHT_W(WEIGHT_W), .CNT_W(CNT_W), .CHANNELS(CHANNELS), .WHICH(WHICH), .PC_N(PC_N)) u_inner (
	.all_i(inner_all), .head_i(inner_head), .tail_i(inner_tail), .fits_o(inner_fits), .formed_o(inner_formed),
	.marked_o(inner_marked), .bank0_o(inner_0), .bank1_o(inner_1), .weight_o(p_engine));
wire                late = late_any & `MINE(inner_meta);
`else
wire                late = 1'b0, finishes = 1'b0;
wire [META_W-1:0]   inner_meta = {META_W{1'b0}};
assign {inner_0, inner_1} = 12'd0;
assign p_engine = {CNT_W{1'b0}};
`endif

// ---- time: facts hold from the first reset on ----
reg first = 1'b1, up = ANYWHERE != 0;
always @(posedge clk_i) begin
	first <= 1'b0;
	up    <= 1'b1;
end
always @* if (first && ANYWHERE == 0) assume (rst_i);
always @* if (!first || ANYWHERE != 0) assume (up);

// A bus access, from its second cycle on
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
	if (((PROVES | TAKES) >> LAYER) & 1) begin : g_``NAME \
		always @* if (up) begin \
			if (((PROVES >> LAYER) & 1) && ANYWHERE == 0) NAME: assert (EXPR); \
			else assume (EXPR); \
		end \
	end
// A cover belongs to the layer whose proof it stands beside.
`define SEEN(LAYER, NAME, EXPR) \
	if ((PROVES >> LAYER) & 1) begin : g_``NAME \
		always @* if (up) NAME: cover (EXPR); \
	end

// the fields of a sample's meta
function [CNT_W-1:0] weigh(input valid, input [META_W-1:0] meta);
	begin
		weigh = {CNT_W{1'b0}};
		if (valid)
			weigh[WEIGHT_W-1:0] = meta[META_W-1:WEIGHT_W+5];
	end
endfunction
function [CNT_W-1:0] asleep(input valid, input [META_W-1:0] meta);
	begin
		asleep = {CNT_W{1'b0}};
		if (valid)
			asleep[WEIGHT_W-1:0] = meta[WEIGHT_W+4:5];
	end
endfunction
function [CNT_W-1:0] awake(input valid, input [META_W-1:0] meta);
	begin
		awake = {CNT_W{1'b0}};
		if (valid)
			awake[WEIGHT_W-1:0] = meta[META_W-1:WEIGHT_W+5] - meta[WEIGHT_W+4:5];
	end
endfunction

localparam CONFIG = 0, FLIGHT = 1, SUMS = 2, COUNTS = 3, MOVES = 4, EMPTY = 5, RANGE = 6, BINS = 7, LOSSLESS = 8, BOUND = 9, QUIET = 10, EMPTIED = 11, CLEARED = 12, WALK = 13, COMMIT = 14, VERDICT = 15, SHADOW = 16;

`include "flight.vh"
`include "law.vh"
`include "config.vh"
`include "range.vh"
`include "bins.vh"
`include "clear.vh"
`include "lossless.vh"
`include "bound.vh"

endmodule

// A queue of tally_queue.v: its samples of channel WHICH.
module queue_view #(
	parameter DEPTH_LOG2 = 2,
	parameter WEIGHT_W   = 16,
	parameter CNT_W      = 32,
	parameter CHANNELS   = 1,
	parameter WHICH      = 0,
	parameter PC_N       = 32,
	parameter META_W     = 2 * WEIGHT_W + 5,
	parameter DEPTH      = 1 << DEPTH_LOG2
) (
	input wire [DEPTH*(META_W+PC_N)-1:0] all_i,                    // entries: pc and meta
	input wire [DEPTH_LOG2:0] head_i, tail_i,
	output wire               fits_o,                            // no more than there is room for
	output wire               formed_o,                          // each weight is at least 1 and not below its idle part
	output wire               marked_o,                          // all are of WHICH
	output reg  [5:0]         bank0_o, bank1_o,
	output reg  [CNT_W-1:0]   weight_o
);

wire [DEPTH_LOG2:0] fill = tail_i - head_i;
wire [DEPTH-1:0]    there, mine, formed, one0, one1;
wire [DEPTH*CNT_W-1:0] weight;
assign fits_o   = fill <= DEPTH;
assign formed_o = &formed;
assign marked_o = &(~there | mine);
genvar q;
generate for (q = 0; q < DEPTH; q = q + 1) begin : g_entry
	wire [DEPTH_LOG2-1:0] place = q[DEPTH_LOG2-1:0] - head_i[DEPTH_LOG2-1:0];
	wire [META_W-1:0]     meta  = all_i[q*(META_W+PC_N) +: META_W];
	assign there[q] = {1'b0, place} < fill;
	assign mine[q]  = CHANNELS == 1 || meta[2:1] == WHICH;
	assign formed[q] = !there[q] || !mine[q] || (meta[META_W-1:WEIGHT_W+5] != 0 && meta[WEIGHT_W+4:5] <= meta[META_W-1:WEIGHT_W+5]);
	assign one0[q]  = there[q] & mine[q] & ~meta[0];
	assign one1[q]  = there[q] & mine[q] & meta[0];
	assign weight[q*CNT_W +: CNT_W] = there[q] & mine[q] ? {{(CNT_W-WEIGHT_W){1'b0}}, meta[META_W-1:WEIGHT_W+5]} : {CNT_W{1'b0}};
end endgenerate

integer n;
always @* begin
	bank0_o  = 6'd0;
	bank1_o  = 6'd0;
	weight_o = {CNT_W{1'b0}};
	for (n = 0; n < DEPTH; n = n + 1) begin
		bank0_o  = bank0_o + {5'd0, one0[n]};
		bank1_o  = bank1_o + {5'd0, one1[n]};
		weight_o = weight_o + weight[n*CNT_W +: CNT_W];
	end
end

endmodule

`default_nettype wire
