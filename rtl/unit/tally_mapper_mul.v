// SPDX-License-Identifier: ISC
// tally_mapper_mul.v - MAPPER 0: a pc becomes a slot by multiplication, one in each cycle.
//
// A sample passes four registers: pc, the operands (pc - OFFSET in two halves of 18 bits, as wide
// as an FPGA's multiplier), the products, and the slot, which is their sum from bit 17 on.
//
// With counters in system memory the pc of the queue's first sample passes here instead; what the
// engine needs of it shows after the operands and after the products.

`default_nettype none

module tally_mapper_mul #(
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,              // two cycles before the rest of its sample
	input  wire                 pc_outside_i,      // one cycle before it
	input  wire                 smp_valid_i,
	input  wire [3:0]           smp_code_i,
	input  wire [17:0]          smp_weight_i,
	input  wire [PC_W-1:0]      offset_i,
	input  wire [16:0]          scale_i,
	input  wire [BINS_LOG2:0]   size_i,            // its highest bit: SIZE covers all counters
	// SYSTEM: the pc of the queue takes the place of the core's
	input  wire                 system_i,
	input  wire [PC_W-1:0]      que_pc_i,
	input  wire                 que_outside_i,     // one cycle later
	output wire                 eng_below_o,       // a cycle after the pc: it is not mapped
	output wire [31:0]          eng_delta_o,       // one cycle after it: pc - OFFSET
	output wire [31:0]          eng_slot_o,        // three cycles after it
	// what leaves; map_next_ one cycle before it
	output wire                 map_busy_o,
	output reg                  map_next_valid_o,
	output reg  [3:0]           map_next_code_o,
	output reg                  map_valid_o,
	output wire                 map_inside_o,      // adds to bin map_slot_o or to its category
	output wire [BINS_LOG2-1:0] map_slot_o,
	output reg  [17:0]          map_weight_o
);

// ---- pc, operands ----
reg  [PC_W-1:0] pc;
wire [PC_W:0]   delta = {1'b0, SYSTEM != 0 && system_i ? que_pc_i : pc} - {1'b0, offset_i};
reg  [35:0]     operand;
reg  [17:0]     factor;
reg             outside;                           // with the operands

always @(posedge clk_i) begin
	pc      <= pc_i;
	operand <= {{(36-PC_W){1'b0}}, delta[PC_W-1:0]};
	factor  <= {1'b0, scale_i};
	outside <= delta[PC_W] | (SYSTEM != 0 && system_i ? que_outside_i : pc_outside_i);
end

// ---- products ----
reg  [35:0]   low, high;                           // high counts 2^18
reg  [17:0]   next_weight;
reg           next_outside;

always @(posedge clk_i) begin
	low              <= {18'd0, operand[17:0]} * {18'd0, factor};
	high             <= PC_W > 18 ? {18'd0, operand[35:18]} * {18'd0, factor} : 36'd0;
	next_outside     <= outside | smp_code_i[2] | smp_code_i[1] | SYSTEM != 0 & system_i;
	map_next_valid_o <= smp_valid_i;
	map_next_code_o  <= smp_code_i;
	next_weight      <= smp_weight_i;
	if (rst_i) map_next_valid_o <= 1'b0;
end

// ---- slot ----
// The products in full, as far as a slot of 20 bits may reach.
wire [39:0]        low_all = {4'd0, low}, high_all = {4'd0, high};
wire [31:0]        sum = {9'd0, low_all[39:17]} + {high_all[30:0], 1'b0};
// The engine wants the whole slot, the memory one bit more than its address has.
localparam SLOT_W = SYSTEM != 0 ? 32 : BINS_LOG2 + 1;
reg  [SLOT_W-1:0]  slot;
reg                map_outside;

always @(posedge clk_i) begin
	slot         <= sum[SLOT_W-1:0];
	map_outside  <= next_outside | |low_all[39:BINS_LOG2+17] | |high_all[39:BINS_LOG2-1];
	map_valid_o  <= map_next_valid_o;
	map_weight_o <= next_weight;
	if (rst_i) map_valid_o <= 1'b0;
end

assign map_busy_o   = map_next_valid_o | map_valid_o;
assign map_slot_o   = slot[BINS_LOG2-1:0];
assign map_inside_o = ~map_outside & ~slot[BINS_LOG2] & slot[BINS_LOG2:0] < size_i
	& ~&slot[BINS_LOG2-1:4];

assign eng_below_o = outside;
assign eng_delta_o = operand[31:0];
assign eng_slot_o  = {{(32-SLOT_W){1'b0}}, slot};
wire   unused      = &{1'b0, low_all, sum, system_i, que_pc_i, que_outside_i};

`ifdef FORMAL
`include "tally_mapper_mul_props.vh"
`endif

endmodule

`default_nettype wire
