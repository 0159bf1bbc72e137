// SPDX-License-Identifier: ISC
// tally_engine_config.v - the engine's copy of the mappings' words, two banks a channel.
//
// The walk of COMMIT fills it; the engine asks for a field a clock of the sample at its head. The ring's
// position is the channel's own. The table's length is kept as ENTRIES * 8; all ones,
// which the engine refuses, where that does not fit.

`default_nettype none

module tally_engine_config #(
	parameter CHANNELS = 1
) (
	input  wire                   clk_i,
	// the walk: a word of this index for this channel's bank
	input  wire                   load_i,
	input  wire [2:0]             which_i,     // channel, bank
	input  wire [4:0]             index_i,     // (address & 0x7F) / 4
	input  wire [31:0]            word_i,
	// the sample at the head
	input  wire [2:0]             head_i,      // channel, bank
	input  wire [2:0]             field_i,     // of tally_engine.v
	input  wire [32*CHANNELS-1:0] ring_pos_i,
	output wire [31:0]            field_o
);

`include "tally_regs.vh"

localparam RAM_LOG2 = CHANNELS > 2 ? 6 : CHANNELS > 1 ? 5 : 4;

reg  [31:0] words [0:(1 << RAM_LOG2) - 1];
reg  [2:0]  field;
reg         keeps;
wire [5:0]  to   = {which_i, field};
wire [5:0]  from = {head_i, field_i};

always @* begin
	keeps = 1'b1;
	field = 3'd0;
	case ({25'd2, index_i, 2'b00})
	TALLY_OFFSET:   field = 3'd0;
	TALLY_INTERVAL: field = 3'd1;
	TALLY_SIZE:     field = 3'd2;
	TALLY_LIMIT:    field = 3'd3;
	TALLY_BASE:     field = 3'd4;
	TALLY_ENTRIES:  field = 3'd5;
	default:        keeps = 1'b0;
	endcase
end

always @(posedge clk_i)
	if (load_i & keeps)
		words[to[RAM_LOG2-1:0]] <= field != 3'd5 ? word_i : |word_i[31:29] ? 32'hFFFF_FFFF : {word_i[28:0], 3'd0};

wire [1:0] channel = CHANNELS == 1 ? 2'd0 : head_i[2:1];
assign field_o = field_i == 3'd6 ? ring_pos_i[32 * channel +: 32] : words[from[RAM_LOG2-1:0]];

wire _unused = &{1'b0, to, from};

endmodule

`default_nettype wire
