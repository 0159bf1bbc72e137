// SPDX-License-Identifier: ISC
// tally_config.v - the shadows of all channels in one RAM, and the walk of COMMIT.
//
// Software writes and reads words. The walk reads a channel's 14 words one a clock, judges them,
// and hands them out: the mapping's words to the channel's bank that is not in use, the sampler's by way of the
// registers here. In its last clock the verdict falls. A flag a word says whether it was written since reset;
// else it has its reset value. CONTRACT.md section 7.

`default_nettype none
`include "tally_gate.vh"

module tally_config #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 12,
	parameter PERIOD_W  = 24,
	parameter CHANNELS  = 1,
	parameter EVENT     = 0,
	parameter EXT       = 0,
	parameter SYSTEM    = 0,
	parameter INTERVAL  = 0,
	parameter SYMBOL    = 0,
	parameter RING      = 0
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // 1 whenever rst_i, we_i, re_i is, or a COMMIT waits
	// the bus; indices are (address & 0x7F) / 4, of a write its low bits
	input  wire                we_i,
	input  wire [1:0]          we_channel_i,
	input  wire [3:0]          we_index_i,
	input  wire [31:0]         data_i,
	input  wire                re_i,           // word_o is the word in the next clock
	input  wire [1:0]          re_channel_i,
	input  wire [4:0]          re_index_i,
	output wire [31:0]         word_o,
	// the walk
	input  wire [CHANNELS-1:0] start_i,        // its COMMIT waits, no sample of the other bank is under way; the lowest goes first
	output reg                 walking_o,
	output reg  [1:0]          walk_channel_o,
	output reg                 load_o,         // word_o is the walk's, of index:
	output wire [4:0]          load_index_o,
	output reg                 apply_o,        // verdict
	output reg                 refuse_o,
	output reg  [PERIOD_W-1:0] period_o,
	output reg  [31:0]         sampler_o,
	output reg  [15:0]         seed_o,
	output reg  [3:0]          priv_mask_o,
	output reg  [31:0]         tag_value_o,
	output reg  [31:0]         tag_mask_o
);

`include "tally_regs.vh"

localparam ADDR_W = BINS_LOG2 + 2;
localparam RAM_LOG2 = CHANNELS > 2 ? 6 : CHANNELS > 1 ? 5 : 4;    // 16 words a channel, by the low bits of the index
localparam WORDS = 1 << RAM_LOG2;
localparam [4:0] FIRST = TALLY_PERIOD[6:2];          // .. ENTRIES, 13 words on

// ---- the walk: 0 none, 1 .. 14 a word is there, 15 verdict ----
reg  [3:0] walk;
reg        legal, starts;
reg  [1:0] starter;
assign load_index_o = {1'b0, walk} + (FIRST - 5'd1);

// ---- the RAM ----
reg  [31:0] words [0:WORDS-1];
reg  [WORDS-1:0] written;
reg  [31:0] stored, other;                      // what was read (nothing between it and the RAM: block RAM will do), what it is after reset
reg         known;                              // written since reset
assign word_o = known ? stored : other;
reg  [4:0]  asked;                              // index, with the channel:
reg  [5:0]  at;
wire [5:0]  at_bus = {we_channel_i, we_index_i};

always @* begin
	starts    = 1'b0;
	starter   = 2'd0;
	walking_o = 1'b0;
	load_o    = 1'b0;
	apply_o   = 1'b0;
	refuse_o  = 1'b0;
	asked     = 5'd0;
	at        = 6'd0;
	if (`GATE(stir_i)) begin
		starts = walk == 4'd0 & |start_i;
		if (CHANNELS != 1)
			starter = lowest({{(4-CHANNELS){1'b0}}, start_i});
		walking_o = starts | walk != 4'd0;
		load_o    = walk != 4'd0 & walk != 4'd15;
		apply_o   = walk == 4'd15 & legal;
		refuse_o  = walk == 4'd15 & ~legal;
		asked     = walking_o ? {1'b0, walk} + FIRST : re_index_i;
		at        = {walking_o ? {starts ? starter : walk_channel_o} : re_channel_i, asked[3:0]};
	end
end

function [1:0] lowest(input [3:0] of);
	lowest = of[0] ? 2'd0 : of[1] ? 2'd1 : of[2] | ~of[3] ? 2'd2 : 2'd3;
endfunction

always @(posedge clk_i) if (`GATE(stir_i)) begin
	if (walking_o | re_i) begin
		stored <= words[at[RAM_LOG2-1:0]];
		known  <= written[at[RAM_LOG2-1:0]];
		other  <= 32'd0;
		case ({25'd2, asked, 2'b00})
		TALLY_PERIOD:  other <= TALLY_PERIOD_PERIOD_RESET;
		TALLY_SEED:    other <= TALLY_SEED_SEED_RESET;
		TALLY_FILTER:  other <= TALLY_FILTER_PRIV_MASK_RESET;
		TALLY_MAPPING: other <= TALLY_MAPPING_WIDTH_RESET << TALLY_MAPPING_WIDTH_LSB;
		default: ;
		endcase
	end
	if (we_i) begin
		words[at_bus[RAM_LOG2-1:0]] <= data_i;
		written[at_bus[RAM_LOG2-1:0]] <= 1'b1;
	end
	if (rst_i)
		written <= {WORDS{1'b0}};
end

// ---- the verdict ----
reg              uneven_scale, four, system, divides, above;
reg              fits;                          // JITTER is legal beside PERIOD
reg [ADDR_W+1:0] left;                          // bytes from BASE to the memory's end
reg  [31:0]      word;                          // the walk's, a clock later
reg  [4:0]       word_index;                    // 0: none
wire [4:0]       jitter    = sampler_o[TALLY_SAMPLER_JITTER_LSB +: 5];
wire [16:0]      half_span = 17'd1 << (jitter - 5'd1);
wire [1:0]       source    = word[TALLY_SAMPLER_SOURCE_LSB +: 2];
wire [1:0]       mode      = word[TALLY_MAPPING_MODE_LSB +: 2];
wire             sink      = word[TALLY_MAPPING_SINK_LSB];

reg good, was_good;                             // of the last word judged, SIZE, it says so two clocks before the verdict
always @* begin
	good = 1'b1;
	if (`GATE(stir_i))
		case ({25'd2, word_index, 2'b00})
		TALLY_PERIOD:
			good = word != 32'd0 & ~|word[31:PERIOD_W];
		TALLY_SAMPLER:
			good = (source != 2'd2 | EVENT != 0) & (source != 2'd3 | EXT != 0);
		TALLY_FILTER:
			good = fits;
		TALLY_SCALE:
			good = ~|word[31:17] & (~word[16] | word[15:0] == 16'd0);
		TALLY_MAPPING:
			good = word[TALLY_MAPPING_POLICY_LSB +: 2] != 2'd3 & (sink ? SYSTEM != 0 : ~mode[1])
				& (mode != 2'd1 | INTERVAL != 0) & (mode != 2'd2 | SYMBOL != 0) & (mode != 2'd3 | RING != 0)
				& ~(MAPPER == 2 & mode == 2'd0 & ~sink & uneven_scale);
		TALLY_INTERVAL:
			good = ~divides | word != 32'd0;
		TALLY_BASE:
			good = ~word[0] & ~(four & word[1]);
		TALLY_SIZE:
			good = system | ~(above | |word[31:ADDR_W+1] | {1'b0, word[ADDR_W:0]} > left);
		default: ;
		endcase
end

always @(posedge clk_i) if (`GATE(stir_i)) begin
	if (starts)
		walk_channel_o <= starter;
	if (starts)
		legal <= 1'b1;
	else if (~was_good)
		legal <= 1'b0;
	was_good   <= good;
	fits       <= jitter == 5'd0 | (jitter <= 5'd16 & {{(PERIOD_W-17){1'b0}}, half_span} < period_o);
	word       <= word_o;
	word_index <= load_o & ~rst_i ? load_index_o : 5'd0;
	case ({25'd2, word_index, 2'b00})
	TALLY_PERIOD:    period_o    <= word[PERIOD_W-1:0];
	TALLY_SAMPLER:   sampler_o   <= word;
	TALLY_SEED:      seed_o      <= word[15:0];
	TALLY_FILTER:    priv_mask_o <= word[3:0];
	TALLY_TAG_VALUE: tag_value_o <= word;
	TALLY_TAG_MASK:  tag_mask_o  <= word;
	TALLY_SCALE:     uneven_scale <= (word[16:0] & (word[16:0] - 17'd1)) != 17'd0;
	TALLY_MAPPING: begin
		four    <= word[TALLY_MAPPING_WIDTH_LSB] | mode[1];
		system  <= sink;
		divides <= mode == 2'd1;
	end
	TALLY_BASE: begin
		left  <= {2'b01, {ADDR_W{1'b0}}} - {1'b0, word[ADDR_W:0]};
		above <= |word[31:ADDR_W+1] | (word[ADDR_W] & |word[ADDR_W-1:0]);
	end
	default: ;
	endcase
	if (walking_o | rst_i)
		walk <= rst_i ? 4'd0 : walk + 4'd1;
end

wire _unused = &{1'b0, at, at_bus};

endmodule

`default_nettype wire
