// SPDX-License-Identifier: ISC
// tally_mapper_serial.v - slot bit by bit, PC_W + 17 cycles a sample.
//
// In each cycle a bit of pc - OFFSET comes and a bit of the product leaves at `next[0]`; ROUND is added at bit 16.
// From bit 17 on they are the slot's, compared with SIZE as they come: the highest that differs decides. OFFSET and
// SIZE turn round in their registers meanwhile. The result waits here while what needs no mapping goes past; it is
// gone before the next sample's bits reach it.

`default_nettype none

module tally_mapper_serial #(
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PC_W      = 32
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,
	input  wire                 far_i,
	input  wire                 e_valid_i,
	input  wire [2:0]           e_code_i,
	input  wire [WEIGHT_W+1:0]    e_weight_i,
	input  wire [WEIGHT_W:0]      w_i,           // e_weight_i of a sample without its bit 0, before any gate
	input  wire                 offset_i,      // the bit whose turn it is
	input  wire [16:0]          scale_i,
	input  wire                 round_i,
	input  wire [1:0]           size_i,        // the same; and above it that SIZE is more than the memory holds
	output wire                 turn_offset_o,
	output wire                 turn_size_o,
	output wire                 busy_o,
	output wire                 m_valid_o,
	output wire                 m_inside_o,
	output reg  [BINS_LOG2-1:0] m_slot_o,
	output wire [2:0]           m_code_o,
	output wire [WEIGHT_W+1:0]    m_weight_o
);

localparam [31:0] LAST_PC = PC_W - 1, LAST_SLOT = BINS_LOG2 + 16, LAST = PC_W + 16;

reg  [5:0]        step;                    // bit of the product
reg               takes;                   // its first step
reg               steps_on, live, done;    // live: no reset came since; done: the result waits
reg  [PC_W-1:0]   pc;                      // T's; if its sample is taken, what is left of it
reg               e_far, user, in_pc, in_slot, past_slot;
reg  [17:0]       sum;
reg               borrow, carry, outside, above;
reg  [WEIGHT_W+1:0] weight;

wire steps   = takes | steps_on;
wire last    = steps_on & step == LAST[5:0];
wire goes_on = steps & ~last;
wire mapped  = ~e_code_i[2] & ~e_code_i[1];
wire holds   = e_valid_i & mapped & ~goes_on;       // takes it, the pc stays for its first step
wire passes  = e_valid_i & ~holds;
wire ready   = last & live | done;
wire gives   = ready & ~passes;

wire        with_pc = takes | in_pc;
wire        adds    = with_pc & (pc[0] ^ offset_i ^ borrow);
wire [17:0] moved   = {1'b0, sum[17:1]};
wire [17:0] next    = adds ? moved + {1'b0, scale_i} : moved;
wire        bit_r   = next[0] ^ carry;
wire        carries = next[0] & carry;
wire        out     = outside | borrow & ~in_pc | past_slot & bit_r | last & carries;

initial {takes, steps_on, in_pc} = 3'd0;  // at power-up no sample is under way
always @(posedge clk_i) begin
	takes     <= holds;
	step      <= goes_on ? step + 6'd1 : 6'd0;
	steps_on  <= goes_on;                // also over a reset, for OFFSET and SIZE must come round
	in_pc     <= with_pc & step != LAST_PC[5:0];
	in_slot   <= steps & (step == 6'd16 | in_slot) & step != LAST_SLOT[5:0];
	past_slot <= steps & (step == LAST_SLOT[5:0] | past_slot) & ~last;
	live      <= takes | live;
	done      <= ready & ~gives;
	if (rst_i) {takes, live, done} <= 3'd0;

	if (~holds) pc <= with_pc ? {1'b0, pc[PC_W-1:1]} : pc_i;
	e_far <= far_i;
	if (holds) begin
		weight <= {w_i, e_weight_i[0]};
		user   <= e_code_i[0];
	end

	borrow  <= with_pc & (pc[0] ? offset_i & borrow : offset_i | borrow);
	sum     <= goes_on ? next : 18'd0;
	carry   <= step == 6'd15 ? round_i : carries;
	outside <= takes ? e_far : out;
	if (in_slot) begin
		m_slot_o <= {bit_r, m_slot_o[BINS_LOG2-1:1]};
		above    <= bit_r == size_i[0] ? above : bit_r;
	end
	if (step == 6'd16) above <= 1'b1;          // a slot equal to SIZE is not below it
end

wire   unused        = sum[0];
assign turn_offset_o = with_pc;
assign turn_size_o   = in_slot;
assign busy_o        = steps | done;
assign m_valid_o     = passes | gives;
assign m_inside_o    = gives & ~out & (~above | size_i[1]) & ~&m_slot_o[BINS_LOG2-1:4];
assign m_weight_o    = passes ? e_weight_i : weight;
assign m_code_o      = ~passes ? {2'b00, user} : mapped ? {2'b10, e_code_i[0]} : e_code_i;

endmodule

`default_nettype wire
