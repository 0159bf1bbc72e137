// SPDX-License-Identifier: ISC
// tally_mapper_mul.v - slot by a pipelined multiplier, one sample a clock.
//
// Two 16x17 products (one DSP block each) and one addition; three clocks from
// valid_i to valid_o. Exact for every pc, OFFSET and SCALE 0..0x10000.

`default_nettype none
`include "tally_gate.vh"

module tally_mapper_mul #(
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

reg               m1_valid, m2_valid, m2_outside;
reg  [32:0]       m1_delta;                     // bit 32: elsewhere, or below OFFSET
reg  [16:0]       m1_scale;
reg  [META_W-1:0] m1_meta, m2_meta;
reg  [32:0]       m2_high, m2_low;

localparam WHICH_W = CHANNELS > 2 ? 3 : CHANNELS > 1 ? 2 : 1;
wire [WHICH_W-1:0] which = meta_i[WHICH_W-1:0];
wire [WHICH_W-1:0] which2 = m2_meta[WHICH_W-1:0];
wire [31:0] offset = CHANNELS == 1 ? (meta_i[0] ? offset_i[63:32] : offset_i[31:0]) : offset_i[32 * which +: 32];
wire [16:0] scale  = CHANNELS == 1 ? (meta_i[0] ? scale_i[33:17] : scale_i[16:0]) : scale_i[17 * which +: 17];

// 33 bits hold it: the sum is at most 2^32 - 1, and ROUND adds one
wire [32:0] bytes = m2_high + {16'd0, m2_low[32:16]} + {32'd0, round_i[which2]};

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
		m2_high    <= {17'd0, m1_delta[31:16]} * {16'd0, m1_scale};
		m2_low     <= {17'd0, m1_delta[15:0]} * {16'd0, m1_scale};
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

wire _unused = &{1'b0, m2_low[15:0], bytes[0]};

endmodule

`default_nettype wire
