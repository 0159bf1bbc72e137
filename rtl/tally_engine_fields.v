// SPDX-License-Identifier: ISC
// tally_engine_fields.v - the configuration of the sample at the engine's head, a field a clock.
//
// The engine asks for one 32-bit field in each clock, so that a caller who keeps
// them in a small RAM needs no multiplexer. This is the multiplexer for one who
// has them side by side. The table's length is ENTRIES * 8; all ones, which the engine
// refuses, where that does not fit.

`default_nettype none

module tally_engine_fields (
	input  wire [2:0]  field_i,
	input  wire [31:0] offset_i,
	input  wire [31:0] interval_i,
	input  wire [31:0] size_i,
	input  wire [31:0] limit_i,
	input  wire [31:0] base_i,
	input  wire [31:0] entries_i,
	input  wire [31:0] ring_pos_i,
	output reg  [31:0] field_o
);

always @*
	case (field_i)
	3'd0:    field_o = offset_i;
	3'd1:    field_o = interval_i;
	3'd2:    field_o = size_i;
	3'd3:    field_o = limit_i;
	3'd4:    field_o = base_i;
	3'd5:    field_o = |entries_i[31:29] ? 32'hFFFF_FFFF : {entries_i[28:0], 3'd0};
	default: field_o = ring_pos_i;
	endcase

endmodule

`default_nettype wire
