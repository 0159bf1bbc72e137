// SPDX-License-Identifier: ISC
// tally_mapper_shift.v - slot by a shift, one sample a clock, no multiplier.
//
// For SCALE 0 or a power of two (COMMIT refuses others); three clocks from
// valid_i to valid_o, as the multiplier's.

`default_nettype none
`include "tally_gate.vh"

module tally_mapper_shift #(
	parameter META_W   = 37,         // bits that travel with a sample; the lowest are its channel and its bank
	parameter CHANNELS = 1
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              valid_i,
	input  wire [31:0]       pc_i,
	input  wire              elsewhere_i, // it is none of those that are mapped
	input  wire [META_W-1:0] meta_i,
	input  wire [64*CHANNELS-1:0] offset_i,  // by channel and bank
	input  wire [34*CHANNELS-1:0] scale_i,
	input  wire [2*CHANNELS-1:0]  round_i,
	output reg               valid_o,
	output reg  [31:0]       slot_o,
	output reg               outside_o,  // elsewhere, below OFFSET, or SCALE 0
	output reg  [META_W-1:0] meta_o
);

// SCALE 2^k: shift right by 16 - k
function [4:0] distance(input [16:0] scale);
	reg [4:0] k;
	begin
		k[0] = |(scale & 17'h0AAAA);
		k[1] = |(scale & 17'h0CCCC);
		k[2] = |(scale & 17'h0F0F0);
		k[3] = |(scale & 17'h0FF00);
		k[4] = scale[16];
		distance = 5'd16 - k;
	end
endfunction

reg               m1_valid, m2_valid, m2_outside;
reg  [32:0]       m1_delta;                     // bit 32: elsewhere, or below OFFSET
reg  [31:0]       m2_coarse;
reg  [16:0]       m1_scale;
reg  [1:0]        m2_fine;
reg  [META_W-1:0] m1_meta, m2_meta;

localparam WHICH_W = CHANNELS > 2 ? 3 : CHANNELS > 1 ? 2 : 1;
wire [WHICH_W-1:0] which = meta_i[WHICH_W-1:0];
wire [WHICH_W-1:0] which2 = m2_meta[WHICH_W-1:0];
wire [31:0] offset = CHANNELS == 1 ? (meta_i[0] ? offset_i[63:32] : offset_i[31:0]) : offset_i[32 * which +: 32];
wire [16:0] scale  = CHANNELS == 1 ? (meta_i[0] ? scale_i[33:17] : scale_i[16:0]) : scale_i[17 * which +: 17];

wire [4:0]  shift   = distance(m1_scale);
wire [31:0] shifted = m2_coarse >> m2_fine;
wire [32:0] bytes   = {1'b0, shifted} + {32'd0, round_i[which2]};

// The last stage first, so that each reads the one before as it was. In hardware what no sample takes moves too: no enables.
always @(posedge clk_i) begin
	valid_o  <= m2_valid;
	if (`GATE(m2_valid)) begin
		slot_o    <= bytes[32:1];
		outside_o <= m2_outside;
		meta_o    <= m2_meta;
	end
	m2_valid <= m1_valid;
	if (`GATE(m1_valid)) begin
		m2_coarse  <= m1_delta[31:0] >> {shift[4:2], 2'b00};
		m2_fine    <= shift[1:0];
		m2_outside <= m1_delta[32] | m1_scale == 17'd0;
		m2_meta    <= m1_meta;
	end
	m1_valid <= valid_i;
	if (`GATE(valid_i)) begin
		m1_delta   <= {elsewhere_i, 32'd0} | ({1'b0, pc_i} - {1'b0, offset});
		m1_scale   <= scale;
		m1_meta    <= meta_i;
	end
	if (rst_i) begin
		m1_valid <= 1'b0;
		m2_valid <= 1'b0;
		valid_o  <= 1'b0;
	end
end

wire _unused = &{1'b0, bytes[0]};

endmodule

`default_nettype wire
