// SPDX-License-Identifier: ISC
// tally_engine_data.v - the engine's registers and its two adders; tally_engine.v says what they do when.
//
// A: slot, offset, address, or what is divided.  M: entries of the table behind the one in A.
// Q: the counter, in its lower half if it has 2 bytes; a ring's words written; or a remainder (33 bits).
// A's sum is with a field or half of M, Q's with the weight, a field or the pc.

`default_nettype none

module tally_engine_data #(
	parameter WEIGHT_W = 16,
	parameter INTERVAL = 1,
	parameter SYMBOL   = 1
) (
	input  wire              clk_i,
	input  wire [18:0]       low_i,        // parts of the slot
	input  wire [31:0]       high_i,
	input  wire [31:0]       pc_i,
	input  wire [WEIGHT_W:0] weight_i,     // without its bit 0
	input  wire [31:0]       field_i,
	input  wire [31:0]       data_i,       // of the bus
	// A
	input  wire              a_clear_i,
	input  wire              a_load_i,     // else it stays
	input  wire              a_shift_i,    // a bit in at the right; else the sum
	input  wire              a_bit_i,
	input  wire              a_entry_i,    // A points into an entry of 8 bytes: its last byte takes part
	input  wire              b_low_i,      // low_i instead of the field; A is 0
	input  wire              b_high_i,     // high_i instead of it
	input  wire              b_half_i,     // half of M entries instead of it
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
	input  wire              q_swap_i,     //   its upper half
	input  wire              q_shift_i,    // the sum, and A's highest bit in at the right; else the sum
	input  wire              d_weight_i,   // the weight, else by d_pick_i
	input  wire [1:0]        d_pick_i,     // 0 nothing, 1 the field, 2 less the field, 3 less the pc; "less": inverted
	input  wire              d_less_i,     // the weight inverted
	input  wire              d_carry_i,
	output wire [32:0]       sum_q_o,
	output reg  [32:0]       q_o
);

// ---- A ----
reg  [28:0] m;
// half of M, rounded up, in bytes: an odd M gives its one by the carry, past the three bits below
wire [31:0] half   = SYMBOL != 0 ? {1'b0, m[28:1], {3{m[0]}}} : 32'd0;
wire [31:0] side   = SYMBOL != 0 & ~b_low_i ? half ^ {32{b_invert_i}} : {13'd0, low_i};
wire [31:0] added  = (b_high_i ? high_i : {field_i[31:2], field_i[1:0] & ~b_ignore_i}) ^ {32{b_invert_i}};
wire [31:0] base   = {a_o[31:3], a_o[2:0] | {3{SYMBOL != 0 & a_entry_i}}};
wire [31:0] sum_a;
assign {carry_a_o, sum_a} = {1'b0, base} + {1'b0, b_low_i | SYMBOL != 0 & b_half_i ? side : added}
	+ {32'd0, b_carry_i};

always @(posedge clk_i) begin
	if (a_load_i)
		a_o <= a_shift_i ? {a_o[30:0], a_bit_i} : sum_a;
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
wire [32:0] weight = {{(32-WEIGHT_W){1'b0}}, weight_i} ^ {33{d_less_i}};
wire [31:0] less   = SYMBOL != 0 & d_pick_i[0] ? ~pc_i : ~field_i;
wire [32:0] other  = {d_pick_i[1], d_pick_i[1] ? less : {32{d_pick_i[0]}} & field_i};
generate
if (INTERVAL == 0 && SYMBOL == 0) begin : g_weight
	wire unused = &{1'b0, other};
	assign sum_q_o = q_o + (d_weight_i ? weight : 33'd0) + {32'd0, d_carry_i};
end else begin : g_all
	assign sum_q_o = q_o + (d_weight_i ? weight : other) + {32'd0, d_carry_i};
end
endgenerate

wire [31:0] data = {data_i[31:16], q_swap_i ? data_i[31:16] : data_i[15:0]};
always @(posedge clk_i) begin
	if (q_load_i)
		q_o <= q_data_i ? {1'b0, data} : INTERVAL != 0 & q_shift_i ? {sum_q_o[31:0], a_o[31]} : sum_q_o;
	if (q_clear_i)
		q_o <= 33'd0;
end

endmodule

`default_nettype wire
