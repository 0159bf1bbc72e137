// SPDX-License-Identifier: ISC
// tally_updater.v - read, add the weight, write; every sample's fate is decided here.
//
// Six clocks a sample, one sample a clock:
//   U0 word at the read port   U1 block RAM   U2 its output register, operand chosen
//   U3 added, fate decided     U4 written     U5 resolved
// A sample that follows close behind another one of the same word gets the word from the
// pipeline (one clock behind: into U3, else into U2). In a clock in which no sample is in U0 CLEAR's sweep
// or the bus takes the slot and travels the same way, so that each sees all that went before. CONTRACT.md section 5.

`default_nettype none
`include "tally_gate.vh"

module tally_updater #(
	parameter BINS_LOG2 = 12,
	parameter WEIGHT_W  = 16,
	parameter CHANNELS  = 1
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [CHANNELS-1:0]  dead_i,        // by channel
	output wire [3:0]           filled_o,      // by channel: a counter became or was found full under STOP; it dies at the end of this clock
	// U0: a mapped sample; else one that the engine mapped
	input  wire                 valid_i,
	input  wire                 outside_i,
	input  wire [BINS_LOG2-1:0] word_i,
	input  wire [3:0]           how_i,         // policy, counter of 4 bytes, upper 16 bits of the word
	input  wire [2*WEIGHT_W+4:0] meta_i,       // weight, its part in sleep, user, filtered, channel, bank
	input  wire                 late_i,
	output wire                 late_taken_o,
	input  wire [BINS_LOG2-1:0] late_word_i,
	input  wire [3:0]           late_how_i,
	input  wire [2*WEIGHT_W+4:0] late_meta_i,
	// U5: the sample resolved; all its weight is filtered, outside, or hit + lost
	output reg                  end_valid_o,
	output reg  [2*WEIGHT_W+4:0] end_meta_o,
	output reg                  end_filtered_o,
	output reg                  end_outside_o,
	output reg  [WEIGHT_W-1:0]  end_hit_o,
	output reg  [WEIGHT_W-1:0]  end_lost_o,
	output reg                  end_loses_o,   // it is not 0
	output reg  [WEIGHT_W-1:0]  end_awake_o,   // the weight but its part in sleep
	// CLEAR: zeroes one counter's place, or the whole word
	input  wire                 sweep_i,
	input  wire [BINS_LOG2-1:0] sweep_word_i,
	input  wire [1:0]           sweep_how_i,   // whole word, upper 16 bits
	output reg                  sweep_taken_o,
	// the bus: a slot; three clocks after the grant poke_i writes poke_data_i, four clocks after it
	// word_o is what the word held
	input  wire                 access_i,
	input  wire [BINS_LOG2-1:0] access_word_i,
	output reg                  access_grant_o,
	output wire                 access_now_o,  // word_o is access_word_i's already
	input  wire                 poke_i,
	input  wire [31:0]          poke_data_i,
	output wire [31:0]          word_o
);

localparam STOP = 2'd0, WRAP = 2'd2;

localparam META_W = 2 * WEIGHT_W + 5;

// a stage is taken by a sample, or (not sample) by the bus or the sweep (zero)
reg                  u1_taken, u2_taken, u3_taken;
reg                  u1_sample, u2_sample, u3_sample;
reg                  u1_zero, u2_zero, u3_zero;
reg                  u1_outside, u2_outside, u3_outside;
reg  [BINS_LOG2-1:0] u1_word, u2_word, u3_word, u4_word;
reg  [3:0]           u1_how, u2_how;
reg  [META_W-1:0]    u1_meta, u2_meta;

// ---- U0 ----
wire u0_sample = valid_i | late_i;
wire u0_taken  = u0_sample | sweep_i | access_i;
assign late_taken_o   = late_i & ~valid_i;
reg  [BINS_LOG2-1:0] u0_word;
always @* begin
	u0_word        = {BINS_LOG2{1'b0}};
	sweep_taken_o  = 1'b0;
	access_grant_o = 1'b0;
	if (`GATE(u0_taken)) begin
		if (valid_i)
			u0_word = word_i;
		else if (late_i)
			u0_word = late_word_i;
		else if (sweep_i) begin
			u0_word       = sweep_word_i;
			sweep_taken_o = 1'b1;
		end else begin
			u0_word        = access_word_i;
			access_grant_o = access_i;
		end
	end
end

// ---- memory ----
reg                  u4_known;                 // the word was really read
reg                  u4_write;                 // the whole word: the half next to the counter as it is
reg  [31:0]          u4_sum;                   // but where the counter was clipped:
reg                  u4_low_max, u4_high_max, u4_wide;
wire [31:0]          u4_data = {u4_high_max ? 16'h7FFF : u4_sum[31:16], u4_low_max ? {u4_wide, 15'h7FFF} : u4_sum[15:0]};
wire [31:0]          fetched;
assign word_o = u4_data;
// Else a loop that leaves no slot would hide the very counter that it fills.
assign access_now_o = u4_known & u4_word == access_word_i;

tally_binmem #(.BINS_LOG2(BINS_LOG2)) u_binmem (
	.clk_i(clk_i), .read_i(`GATE(u0_taken)), .read_word_i(u0_word), .read_data_o(fetched),
	.write_i(u4_write), .write_word_i(u4_word), .write_data_i(u4_data));

// ---- forwarding: which one ahead holds the newest value of this word ----
// The words of the last that left U3 stay here, newest first (u4, past2, past3): however old, they
// are what the memory holds.
reg                  past2_known;
reg  [BINS_LOG2-1:0] past2_word;
reg  [31:0]          past2_data, past3_data;
reg  [3:0]           from, u2_from;            // bit n: from the one that will be n + 1 stages ahead
reg                  u3_from1;
reg  [31:0]          operand, u3_operand;

always @* begin
	// U1: where each will be in the next clock, when the operand is chosen
	from = 4'b0000;
	if (`GATE(u1_taken))
		from = {
			u3_taken & past2_known & past2_word == u1_word,
			u3_taken ? u4_known & u4_word == u1_word : past2_known & past2_word == u1_word,
			u3_taken ? ~u3_outside & u3_word == u1_word : u4_known & u4_word == u1_word,
			u2_taken & ~u2_outside & u2_word == u1_word};
	operand = 32'd0;
	if (`GATE(u2_taken))
		operand = u2_from[1] ? u4_data : u2_from[2] ? past2_data : u2_from[3] ? past3_data : fetched;
end

// ---- U3: the weight is added where the counter stands in its word, and the fate decided ----
// What is added to the lower and to the upper half of the word was chosen one clock before: 0 but for a sample that may
// count. A full counter is seen one clock later, in the word itself; in that clock its channel is dead already.
reg  [3:0]          u3_how;
reg  [META_W-1:0]   u3_meta;
reg                 u3_adds;                   // a sample neither filtered nor outside
reg  [WEIGHT_W-1:0] u3_low, u3_high;
reg                 u3_half, u3_wide;
reg  [1:0]          u3_policy;
reg                 u3_filtered;
reg                 u4_stops, u4_half, u4_above;
reg  [META_W-1:0]   u4_meta;
reg                 limits, low_lane, high_lane, filled, dead, between, beyond, as_is, above, counts, clips, at_max, filtered, outside;
reg  [31:0]         word, other, sum;
reg  [15:0]         low, high;
reg  [WEIGHT_W-1:0] room;
/* verilator lint_off UNUSEDSIGNAL */
reg  [15:0]         space;                     // from the counter to its maximum; where it matters less than a weight
/* verilator lint_on UNUSEDSIGNAL */

always @* begin
	filled = 1'b0;
	if (`GATE(u4_stops))
		filled = u4_stops & (u4_above | u4_low_max | u4_high_max | (u4_wide ? &u4_sum[30:0] : u4_half ? &u4_sum[30:16] : &u4_sum[14:0]));
end
assign filled_o = CHANNELS == 1 ? {3'd0, filled} : {3'd0, filled} << u4_meta[2:1];

always @* begin
	{limits, low_lane, high_lane, dead, between, beyond, as_is, above, counts, clips, at_max, filtered, outside} = 13'd0;
	{u3_policy, u3_wide, u3_half} = 4'd0;
	u3_filtered = 1'b0;
	word    = 32'd0;
	low     = 16'd0;
	high    = 16'd0;
	space   = 16'd0;
	room    = {WEIGHT_W{1'b0}};
	other   = 32'd0;
	sum     = 32'd0;
	if (`GATE(u3_taken)) begin
		{u3_policy, u3_wide, u3_half} = u3_how;
		u3_filtered = u3_meta[3];
		limits   = u3_policy != WRAP;
		low_lane  = u3_wide | ~u3_half;
		high_lane = u3_wide | u3_half;
		dead     = CHANNELS == 1 ? dead_i[0] | filled : |((dead_i | filled_o[CHANNELS-1:0]) & own(u3_meta[2:1]));
		word     = u3_from1 ? u4_data : u3_operand;
		// one adder: the bit between the halves lets the carry pass in a counter of 4 bytes, else shows it
		{beyond, high, between, low} = {1'b0, word[31:16], u3_wide, word[15:0]}
			+ {{(17-WEIGHT_W){1'b0}}, u3_high, {(17-WEIGHT_W){1'b0}}, u3_low};
		above    = high_lane ? word[31] : word[15];
		at_max   = above | (u3_wide ? &word[30:0] : u3_half ? &word[30:16] : &word[14:0]);
		clips    = limits & (high_lane ? beyond | high[15] : between | low[15]);
		counts   = u3_adds & ~dead & ~(limits & at_max);
		space    = ~{u3_wide ? word[15] : 1'b1, u3_half & ~u3_wide ? word[30:16] : word[14:0]};
		room     = space[WEIGHT_W-1:0];
		filtered = ~dead & u3_filtered;
		outside  = ~dead & ~u3_filtered & u3_outside;
		// what does not count leaves the word as it is, an access or the sweep has its own
		other    = poke_i ? poke_data_i : word & ~{{16{u3_zero & high_lane}}, {16{u3_zero & low_lane}}};
		as_is    = poke_i | u3_zero | dead | (limits & above);
		sum      = as_is ? other : {high, low};
	end
end

// ---- U4: what the counter took of the weight ----
reg                 u4_sample, u4_filtered, u4_outside, u4_counts, u4_clips;
reg  [WEIGHT_W-1:0] u4_room;
wire                u4_loses  = ~(u4_filtered | u4_outside) & (~u4_counts | u4_clips);     // clipped: the sum is above the maximum
wire [WEIGHT_W-1:0] u4_weight = u4_meta[META_W-1:WEIGHT_W+5];
wire [WEIGHT_W-1:0] u4_hit    = ~u4_counts ? {WEIGHT_W{1'b0}} : u4_clips ? u4_room : u4_weight;
wire [WEIGHT_W-1:0] u4_lost   = ~u4_loses ? {WEIGHT_W{1'b0}} : u4_counts ? u4_weight - u4_room : u4_weight;

function [CHANNELS-1:0] own(input [1:0] channel);
	own = {{(CHANNELS-1){1'b0}}, 1'b1} << channel;
endfunction

// the last stage first, so that each reads the one before as it was
always @(posedge clk_i) begin
	if (`GATE(u4_sample)) begin
		end_meta_o     <= u4_meta;
		end_filtered_o <= u4_filtered;
		end_outside_o  <= u4_outside;
		end_hit_o      <= u4_hit;
		end_lost_o     <= u4_lost;
		end_loses_o    <= u4_loses;
		end_awake_o    <= u4_weight - u4_meta[WEIGHT_W+4:5];
	end
	end_valid_o <= u4_sample;
	u4_write <= 1'b0;
	u4_stops <= 1'b0;
	if (u3_taken) begin
		u4_stops      <= u3_adds & ~dead & u3_policy == STOP;
		u4_half       <= u3_half;
		u4_wide       <= u3_wide;
		u4_above      <= above;
		past3_data    <= past2_data;
		past2_data    <= u4_data;
		past2_word    <= u4_word;
		past2_known   <= u4_known;
		u4_known      <= ~u3_outside;
		u4_word       <= u3_word;
		u4_sum        <= sum;
		u4_low_max    <= ~as_is & clips & low_lane;
		u4_high_max   <= ~as_is & clips & high_lane;
		u4_write      <= counts | u3_zero | poke_i;
		u4_meta       <= u3_meta;
		u4_filtered   <= filtered;
		u4_outside    <= outside;
		u4_counts     <= counts;
		u4_clips      <= clips;
		u4_room       <= room;
	end
	if (`GATE(u2_taken)) begin
		u3_sample  <= u2_sample;
		u3_zero    <= u2_zero;
		u3_outside <= u2_outside;
		u3_word    <= u2_word;
		u3_how     <= u2_how;
		u3_meta    <= u2_meta;
		u3_from1   <= u2_from[0];
		u3_operand <= operand;
		u3_adds    <= u2_sample & ~u2_meta[3] & ~u2_outside;
		u3_low     <= u2_meta[META_W-1:WEIGHT_W+5];
		u3_high    <= u2_meta[META_W-1:WEIGHT_W+5];
		if (~u2_sample | u2_meta[3] | u2_outside | (u2_how[0] & ~u2_how[1]))
			u3_low <= {WEIGHT_W{1'b0}};
		if (~u2_sample | u2_meta[3] | u2_outside | ~u2_how[0] | u2_how[1])
			u3_high <= {WEIGHT_W{1'b0}};
	end
	if (`GATE(u1_taken)) begin
		u2_sample  <= u1_sample;
		u2_zero    <= u1_zero;
		u2_outside <= u1_outside;
		u2_word    <= u1_word;
		u2_how     <= u1_how;
		u2_meta    <= u1_meta;
		u2_from    <= from;
	end
	if (`GATE(u0_taken)) begin
		u1_sample  <= u0_sample;
		u1_zero    <= sweep_taken_o;
		u1_outside <= valid_i & outside_i;
		u1_word    <= u0_word;
		u1_how     <= valid_i ? how_i : late_i ? late_how_i : {how_i[3:2], sweep_how_i};
		u1_meta    <= valid_i | ~late_i ? meta_i : late_meta_i;
	end
	u4_sample   <= u3_taken & u3_sample;
	u3_taken    <= u2_taken;
	u2_taken    <= u1_taken;
	u1_taken    <= u0_taken;
	if (rst_i) begin
		u4_stops    <= 1'b0;
		u1_taken    <= 1'b0;
		u2_taken    <= 1'b0;
		u3_taken    <= 1'b0;
		u4_sample   <= 1'b0;
		end_valid_o <= 1'b0;
		u4_write    <= 1'b0;
		u4_known    <= 1'b0;
		past2_known <= 1'b0;
	end
end

endmodule

`default_nettype wire
