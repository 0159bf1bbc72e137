// SPDX-License-Identifier: ISC
// tally_updater.v - read, add the weight, write; every sample's fate is decided here.
//
// Five clocks a sample, one sample a clock:
//   U0 word at the read port   U1 block RAM   U2 its output register, operand chosen
//   U3 added, fate decided     U4 written and resolved
// A sample that follows close behind another one of the same word gets the word from the
// pipeline (one clock behind: into U3, else into U2). A clock in which U0 is empty leaves
// the read port to the bus. CONTRACT.md section 5.

`default_nettype none

module tally_updater #(
	parameter BINS_LOG2 = 12,
	parameter WEIGHT_W  = 16
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 stir_i,        // a sweep, a poke or reset may be under way
	input  wire                 dead_i,
	output wire                 full_o,        // the channel stops: a counter is full under STOP
	// U0: a mapped sample
	input  wire                 valid_i,
	input  wire                 outside_i,
	input  wire [BINS_LOG2-1:0] word_i,
	input  wire [3:0]           how_i,         // policy, counter of 4 bytes, upper 16 bits of the word
	input  wire [2*WEIGHT_W+1:0] meta_i,       // weight, its part in sleep, user, bank
	// U4: the sample resolved; its weight = outside + hit + lost
	output reg                  end_valid_o,
	output reg  [2*WEIGHT_W+1:0] end_meta_o,
	output reg                  end_outside_o,
	output reg  [WEIGHT_W-1:0]  end_hit_o,
	output reg  [WEIGHT_W-1:0]  end_lost_o,
	// the bus's read: a slot of the memory, whose data come two clocks after the grant, or
	// the word itself, taken from a sample that writes it in this clock
	input  wire                 read_req_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	output wire                 read_grant_o,
	output wire [31:0]          read_data_o,
	output wire                 read_taken_o,
	output wire [31:0]          read_now_o,
	// the bus writes read_word_i, CLEAR zeroes upper, lower 16 bits of sweep_word_i: one of them, and only
	// while no sample is under way
	input  wire                 poke_i,
	input  wire [31:0]          poke_data_i,
	input  wire [1:0]           sweep_i,
	input  wire [BINS_LOG2-1:0] sweep_word_i
);

localparam STOP = 2'd0, WRAP = 2'd2;

localparam META_W = 2 * WEIGHT_W + 2;

reg                  u1_valid, u2_valid, u3_valid;
reg                  u1_outside, u2_outside, u3_outside;
reg  [BINS_LOG2-1:0] u1_word, u2_word, u3_word, u4_word;
reg  [META_W+3:0]    u1_how, u2_how;           // and meta

// ---- memory ----
reg                  u4_write;                 // the whole word: the half next to the counter as it is
reg  [31:0]          u4_data;
reg                  poked;
reg  [BINS_LOG2-1:0] poke_word;
reg  [31:0]          poke_data;
reg  [1:0]           write;
always @* begin
	poked     = 1'b0;
	poke_word = {BINS_LOG2{1'b0}};
	poke_data = 32'd0;
	write     = {2{u4_write}};
	if (stir_i) begin
		poked     = poke_i | |sweep_i;
		poke_word = poke_i ? read_word_i : sweep_word_i;
		poke_data = poke_i ? poke_data_i : 32'd0;
		write     = {2{u4_write | poke_i}} | sweep_i;
	end
end
// Without `taken` a loop whose idle slot always falls on the write of this word would starve the bus.
reg                  grant, taken;
always @* begin
	grant = 1'b0;
	taken = 1'b0;
	if (read_req_i) begin
		taken = u4_write & u4_word == read_word_i;
		grant = ~valid_i & ~taken & ~(poked & poke_word == read_word_i);
	end
end
assign read_grant_o = grant;
assign read_taken_o = taken;
assign read_now_o   = u4_data;

tally_binmem #(.BINS_LOG2(BINS_LOG2)) u_binmem (
	.clk_i(clk_i), .read_i(valid_i), .read_word_i(word_i), .bus_read_i(grant), .bus_word_i(read_word_i),
	.read_data_o(read_data_o),
	.write_i(write), .write_word_i(u4_word), .write_data_i(u4_data),
	.poke_i(poked), .poke_word_i(poke_word), .poke_data_i(poke_data));

// ---- forwarding: which sample ahead holds the newest value of this word ----
// The words of the last samples that left U3 stay here, newest first (u4, past2, past3):
// however old, they are what the memory holds, until the bus or CLEAR writes to it.
reg                  u4_known, past2_known;     // the sample's word was really read
reg  [BINS_LOG2-1:0] past2_word;
reg  [31:0]          past2_data, past3_data;
reg  [3:0]           from, u2_from;            // bit n: from the sample that will be n + 1 stages ahead
reg                  u3_from1;
reg  [31:0]          operand, u3_operand;

always @* begin
	// U1: where each will be in the next clock, when the operand is chosen
	from = 4'b0000;
	if (u1_valid)
		from = {
			u3_valid & past2_known & past2_word == u1_word,
			u3_valid ? u4_known & u4_word == u1_word : past2_known & past2_word == u1_word,
			u3_valid ? ~u3_outside & u3_word == u1_word : u4_known & u4_word == u1_word,
			u2_valid & ~u2_outside & u2_word == u1_word};
	operand = 32'd0;
	if (u2_valid)
		operand = u2_from[1] ? u4_data : u2_from[2] ? past2_data : u2_from[3] ? past3_data : read_data_o;
end

// ---- U3: the fate ----
reg                 u3_half, u3_wide;
reg  [1:0]          u3_policy;
reg  [WEIGHT_W-1:0] u3_weight;
reg  [WEIGHT_W+1:0] u3_rest;
reg                 writes, clips, at_max, gets_max, full;
reg  [31:0]         word, old, max, updated, room, result;
reg  [32:0]         sum;
reg  [WEIGHT_W-1:0] hit;
assign full_o = full;

always @* begin
	{writes, clips, at_max, gets_max, full} = 5'd0;
	word    = 32'd0;
	old     = 32'd0;
	max     = 32'd0;
	updated = 32'd0;
	room    = 32'd0;
	result  = 32'd0;
	sum     = 33'd0;
	hit     = {WEIGHT_W{1'b0}};
	if (u3_valid) begin
		word     = u3_from1 ? u4_data : u3_operand;
		old      = u3_wide ? word : {16'd0, u3_half ? word[31:16] : word[15:0]};
		sum      = {1'b0, old} + {{(33-WEIGHT_W){1'b0}}, u3_weight};
		at_max   = u3_wide ? old[31] | &old[30:0] : old[15] | &old[14:0];
		gets_max = u3_wide ? |sum[32:31] | &sum[30:0] : |sum[32:15] | &sum[14:0];
		clips    = u3_policy != WRAP & gets_max;
		writes   = ~dead_i & ~u3_outside & (u3_policy == WRAP | ~at_max);
		full     = ~dead_i & ~u3_outside & u3_policy == STOP & (at_max | gets_max);
		max      = u3_wide ? 32'h7FFF_FFFF : 32'h0000_7FFF;
		room     = max & ~old;                  // max is all ones, so this is max - old
		updated  = clips ? max : sum[31:0];
		hit      = ~writes ? {WEIGHT_W{1'b0}} : clips ? room[WEIGHT_W-1:0] : u3_weight;
		result   = ~writes ? word
			: u3_wide ? updated
			: u3_half ? {updated[15:0], word[15:0]} : {word[31:16], updated[15:0]};
	end
end

// the last stage first, so that each reads the one before as it was
always @(posedge clk_i) begin
	u4_write <= 1'b0;
	if (u3_valid) begin
		past3_data    <= past2_data;
		past2_data    <= u4_data;
		past2_word    <= u4_word;
		past2_known   <= u4_known;
		u4_known      <= ~u3_outside;
		u4_word       <= u3_word;
		u4_data       <= result;
		u4_write      <= writes;
		end_meta_o    <= {u3_weight, u3_rest};
		end_outside_o <= u3_outside & ~dead_i;
		end_hit_o     <= hit;
		end_lost_o    <= (u3_outside & ~dead_i) ? {WEIGHT_W{1'b0}} : u3_weight - hit;
	end
	if (u2_valid) begin
		u3_outside <= u2_outside;
		u3_word    <= u2_word;
		{u3_policy, u3_wide, u3_half, u3_weight, u3_rest} <= u2_how;
		u3_from1   <= u2_from[0];
		u3_operand <= operand;
	end
	if (u1_valid) begin
		u2_outside <= u1_outside;
		u2_word    <= u1_word;
		u2_how     <= u1_how;
		u2_from    <= from;
	end
	if (valid_i) begin
		u1_outside <= outside_i;
		u1_word    <= word_i;
		u1_how     <= {how_i, meta_i};
	end
	end_valid_o <= u3_valid;
	u3_valid    <= u2_valid;
	u2_valid    <= u1_valid;
	u1_valid    <= valid_i;
	if (rst_i) begin
		u1_valid    <= 1'b0;
		u2_valid    <= 1'b0;
		u3_valid    <= 1'b0;
		end_valid_o <= 1'b0;
		u4_write    <= 1'b0;
	end
	if (rst_i | poked) begin
		u4_known    <= 1'b0;
		past2_known <= 1'b0;
	end
end

wire _unused = &{1'b0, room[31:WEIGHT_W]};

endmodule

`default_nettype wire
