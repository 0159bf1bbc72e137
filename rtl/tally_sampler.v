// SPDX-License-Identifier: ISC
// tally_sampler.v - ticks become samples: attribution, waiting weight, filter.
//
// A tick waits (weight) until an instruction can be charged: NEXT the first that
// retires from then on, LAST the newest that retired before. The sample leaves through
// a register, the filter's verdict with it. Once the channel is dead, and at RESET, whatever waits leaves at
// once, to be lost. A tick that finds the weight full is lost at once. In front of a
// queue (QUEUED) what is filtered or lost is dropped here, to leave the room to others. CONTRACT.md section 3.

`default_nettype none
`include "tally_gate.vh"

module tally_sampler #(
	parameter WEIGHT_W = 16,         // bits of the waiting weight; at least 2
	parameter QUEUED   = 0,
	parameter CHANNEL  = 0,          // goes with the sample
	parameter TAG      = 0,          // 0: no tag filter
	parameter PC_N     = 32          // bits of a pc, as the tap gives it
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                tick_i,
	input  wire                dead_i,
	input  wire                reset_cmd_i,
	input  wire                last_i,         // attribution: 0 NEXT, 1 LAST
	input  wire                count_idle_i,
	input  wire [3:0]          priv_mask_i,
	input  wire [31:0]         tag_value_i,
	input  wire [31:0]         tag_mask_i,
	input  wire                bank_i,         // mapping that new samples get
	input  wire                now_valid_i,
	input  wire [PC_N-1:0]     now_pc_i,
	input  wire [1:0]          now_priv_i,
	input  wire                now_sleep_i,
	input  wire [31:0]         now_tag_i,
	input  wire                last_have_i,
	input  wire [PC_N-1:0]     last_pc_i,
	input  wire [1:0]          last_priv_i,
	input  wire [31:0]         last_tag_i,
	// the fate of this clock's tick
	output reg                 idle_tick_o,    // IDLE
	output reg                 wait_tick_o,    // becomes PENDING
	output reg                 lost_tick_o,    // LOST: the weight is full
	// the sample: on its way to the mapper, or (QUEUED) dropped
	output reg                 pass_o,
	output reg                 drop_o,
	output reg  [PC_N-1:0]     pc_o,
	output reg  [2*WEIGHT_W+4:0] meta_o        // weight, the part of it whose ticks fell in sleep, user, filtered, channel, bank
);

localparam [1:0] WHICH = CHANNEL;

reg [WEIGHT_W-1:0] waiting, waiting_idle;
reg                crammed;                // waiting is all ones

reg  [WEIGHT_W-1:0] weight, idle;          // with this clock's tick

always @* begin
	idle_tick_o = 1'b0;
	lost_tick_o = 1'b0;
	wait_tick_o = tick_i;
	if (`GATE(now_sleep_i | crammed)) begin
		idle_tick_o = tick_i & now_sleep_i & ~count_idle_i;
		lost_tick_o = tick_i & ~(now_sleep_i & ~count_idle_i) & crammed;
		wait_tick_o = tick_i & ~(now_sleep_i & ~count_idle_i) & ~crammed;
	end
	weight = waiting + {{(WEIGHT_W-1){1'b0}}, wait_tick_o};
	idle   = waiting_idle;
	if (`GATE(now_sleep_i))
		idle = waiting_idle + {{(WEIGHT_W-1){1'b0}}, wait_tick_o & now_sleep_i};
end

wire       charge = last_i ? last_have_i : now_valid_i;
wire       kill   = dead_i | reset_cmd_i;
wire       emit   = (charge | kill) & (wait_tick_o | |waiting);

// user, filtered
function [1:0] marks(input [1:0] priv);
	marks = {priv == 2'd0,
		~kill & (~priv_mask_i[priv] | (TAG != 0 & |(((last_i ? last_tag_i : now_tag_i) ^ tag_value_i) & tag_mask_i)))};
endfunction

function drops(input [1:0] priv);
	drops = kill | |(marks(priv) & 2'b01);
endfunction

always @(posedge clk_i) begin
	pass_o <= 1'b0;
	drop_o <= 1'b0;
	if (`GATE(emit)) begin                // pc_o, meta_o mean something with pass_o or drop_o
		pc_o         <= last_i ? last_pc_i : now_pc_i;
		meta_o       <= {weight, idle, marks((charge & last_i) ? last_priv_i : now_priv_i), WHICH, bank_i};
	end
	if (emit) begin
		pass_o       <= QUEUED == 0 | ~drops((charge & last_i) ? last_priv_i : now_priv_i);
		drop_o       <= QUEUED != 0 & drops((charge & last_i) ? last_priv_i : now_priv_i);
		waiting      <= {WEIGHT_W{1'b0}};
		waiting_idle <= {WEIGHT_W{1'b0}};
		crammed      <= 1'b0;
	end else begin
		if (`GATE(waiting[WEIGHT_W-1]))
			crammed  <= crammed | (wait_tick_o & waiting == {{(WEIGHT_W-1){1'b1}}, 1'b0});
		waiting      <= weight;
		waiting_idle <= idle;
	end
	if (rst_i) begin
		waiting      <= {WEIGHT_W{1'b0}};
		waiting_idle <= {WEIGHT_W{1'b0}};
		crammed      <= 1'b0;
		pass_o       <= 1'b0;
		drop_o       <= 1'b0;
	end
end

wire _unused = &{1'b0, now_tag_i, last_tag_i, tag_value_i, tag_mask_i};

endmodule

`default_nettype wire
