// SPDX-License-Identifier: ISC
// tally_engine_data.v - the engine's registers and its two adders; tally_engine.v says what they do when.
//
// A: slot, offset, address, or what is divided.  Q: the counter, a ring's words to be written, or a remainder (33 bits).
// M: entries of the table behind the one in A.  sum_a = A +- field or half of M;  sum_q = Q +- weight, field or pc

`default_nettype none

module tally_engine_data #(
	parameter WEIGHT_W = 16,
	parameter INTERVAL = 1,
	parameter SYMBOL   = 1,
	parameter RING     = 1
) (
	input  wire              clk_i,
	input  wire [31:0]       slot_i,
	input  wire [31:0]       pc_i,
	input  wire [WEIGHT_W:0] weight_i,
	input  wire [31:0]       field_i,
	input  wire [31:0]       data_i,       // of the bus
	// A
	input  wire              a_clear_i,
	input  wire              a_load_i,     // else it stays
	input  wire              a_slot_i,     // from slot_i
	input  wire              a_shift_i,    // a bit in at the right; else the sum
	input  wire              a_bit_i,
	input  wire              a_entry_i,    // A points into an entry of 8 bytes: its last byte takes part
	input  wire              b_half_i,     // half of M entries instead of the field
	input  wire [1:0]        b_ignore_i,   // the field's lowest bits
	input  wire              b_invert_i,
	input  wire              b_carry_i,
	output wire              carry_a_o,
	output reg  [31:0]       a_o,
	// M
	input  wire              m_clear_i,
	input  wire              m_load_i,     // from A
	input  wire              m_halve_i,
	output wire              m_zero_o,
	output wire              m_odd_o,
	// Q
	input  wire              q_clear_i,
	input  wire              q_load_i,     // else it stays
	input  wire              q_data_i,     // from data_i
	input  wire              q_shift_i,    // the sum, and A's highest bit in at the right; else the sum
	input  wire              d_field_i,
	input  wire              d_pc_i,
	input  wire              d_weight_i,
	input  wire              d_high_i,     // the weight goes to the upper half
	input  wire              d_invert_i,
	input  wire              d_ones_i,     // inverts the lower half alone
	input  wire              d_carry_i,
	output wire [32:0]       sum_q_o,
	output reg  [32:0]       q_o
);

// ---- A ----
reg  [28:0] m;
// half of M, rounded up, in bytes: an odd M gives its one by the carry, past the three bits below
wire [31:0] half   = SYMBOL != 0 ? {1'b0, m[28:1], {3{m[0]}}} : 32'd0;
wire [31:0] picked = SYMBOL != 0 & b_half_i ? half : {field_i[31:2], field_i[1:0] & ~b_ignore_i};
wire [31:0] added  = picked ^ {32{b_invert_i}};
wire [31:0] base   = {a_o[31:3], a_o[2:0] | {3{SYMBOL != 0 & a_entry_i}}};
wire [31:0] sum_a;
assign {carry_a_o, sum_a} = {1'b0, base} + {1'b0, added} + {32'd0, b_carry_i};

always @(posedge clk_i) begin
	if (a_load_i)
		a_o <= a_slot_i ? slot_i : a_shift_i ? {a_o[30:0], a_bit_i} : sum_a;
	if (a_clear_i)
		a_o <= 32'd0;
end

// ---- M ----
assign m_zero_o = m == 29'd0;
assign m_odd_o  = SYMBOL != 0 & m[0];
always @(posedge clk_i) begin
	if (m_load_i | m_halve_i)
		m <= m_load_i ? a_o[28:0] : {1'b0, m[28:1]};
	if (m_clear_i | SYMBOL == 0)
		m <= 29'd0;
end

// ---- Q ----
wire [31:0] wide   = {{(31-WEIGHT_W){1'b0}}, weight_i};
wire [31:0] other  = (INTERVAL != 0 & d_field_i ? field_i : 32'd0) | (SYMBOL != 0 & d_pc_i ? pc_i : 32'd0);
wire        low    = d_weight_i & ~d_high_i, high = d_weight_i & d_high_i;
wire [32:0] operand;
assign operand[15:0]  = low ? wide[15:0] : other[15:0];
assign operand[31:16] = low ? wide[31:16] : high ? wide[15:0] : other[31:16];
assign operand[32]    = high & wide[16];
wire        inverts = INTERVAL != 0 | SYMBOL != 0 | RING != 0 ? d_invert_i : 1'b0;
assign sum_q_o = q_o + (operand ^ {{17{inverts}}, {16{inverts | d_ones_i}}}) + {32'd0, d_carry_i};

always @(posedge clk_i) begin
	if (q_load_i)
		q_o <= q_data_i ? {1'b0, data_i} : INTERVAL != 0 & q_shift_i ? {sum_q_o[31:0], a_o[31]} : sum_q_o;
	if (q_clear_i)
		q_o <= 33'd0;
end

endmodule

`default_nettype wire
