// SPDX-License-Identifier: ISC
// tally_mapper.v - a sample's pc becomes the address of its counter.
//
// slot = (((pc - OFFSET) * SCALE >> 16) + ROUND) >> 1; inside when
// slot < SIZE / width; address = BASE + slot * width. The slot comes from one of
// three implementations; the comparison and the address are here. Requires BASE
// aligned and BASE + SIZE within the memory. CONTRACT.md section 4.

`default_nettype none
`include "tally_gate.vh"

module tally_mapper #(
	parameter MAPPER     = 0,        // 0 pipelined multiplier, 1 serial, 2 power-of-two shift
	parameter BINS_LOG2  = 12,       // words of bin memory; at most 30
	parameter WEIGHT_W   = 16,
	parameter CHANNELS   = 1,
	parameter PC_W       = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	// derived
	parameter PC_N       = PC_W < 32 ? PC_W + 1 : 32
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	// a sample
	input  wire                 valid_i,       // taken when ready_o
	output wire                 ready_o,       // serial: 0 at times
	input  wire [PC_N-1:0]      pc_i,          // as the tap gives it
	input  wire [2*WEIGHT_W+4:0] meta_i,       // weight, its part in sleep, user, filtered, channel, bank
	// the mappings, two banks a channel; the highest bits are the last channel's bank 1
	input  wire [64*CHANNELS-1:0] offset_i,
	input  wire [34*CHANNELS-1:0] scale_i,
	input  wire [2*CHANNELS-1:0]  round_i,
	input  wire [2*CHANNELS-1:0]  wide_i,      // counters of 4 bytes
	input  wire [4*CHANNELS-1:0]  policy_i,
	input  wire [2*(BINS_LOG2+2)*CHANNELS-1:0] base_i,
	input  wire [2*(BINS_LOG2+3)*CHANNELS-1:0] size_i,
	// the mapped sample
	output reg                  valid_o,
	output reg                  outside_o,
	output reg  [BINS_LOG2-1:0] word_o,
	output reg  [3:0]           how_o,         // policy, counter of 4 bytes, upper 16 bits of the word
	output reg  [2*WEIGHT_W+4:0] meta_o
);

localparam ADDR_W = BINS_LOG2 + 2;   // bits of a byte address
localparam META_W = 2 * WEIGHT_W + 5;
localparam WHICH_W = CHANNELS > 2 ? 3 : CHANNELS > 1 ? 2 : 1;

// the pc made whole again
localparam [31:0] HIGH = (PC_HIGH >> PC_W) << PC_W;
wire [31:0]       pc = HIGH | {{(32-PC_W){1'b0}}, pc_i[PC_W-1:0]};
wire              elsewhere = PC_W < 32 & pc_i[PC_N-1];

wire              m3_valid, m3_below;
wire [31:0]       m3_slot;
wire [META_W-1:0] m3_meta;

generate
if (MAPPER == 1) begin : g_serial
	tally_mapper_serial #(.META_W(META_W), .CHANNELS(CHANNELS)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i), .ready_o(ready_o), .pc_i(pc), .elsewhere_i(elsewhere), .meta_i(meta_i),
		.offset_i(offset_i), .scale_i(scale_i), .round_i(round_i),
		.valid_o(m3_valid), .slot_o(m3_slot), .outside_o(m3_below), .meta_o(m3_meta));
end else if (MAPPER == 2) begin : g_shift
	assign ready_o = 1'b1;
	tally_mapper_shift #(.META_W(META_W), .CHANNELS(CHANNELS)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i), .pc_i(pc), .elsewhere_i(elsewhere), .meta_i(meta_i),
		.offset_i(offset_i), .scale_i(scale_i), .round_i(round_i),
		.valid_o(m3_valid), .slot_o(m3_slot), .outside_o(m3_below), .meta_o(m3_meta));
end else begin : g_mul
	assign ready_o = 1'b1;
	tally_mapper_mul #(.META_W(META_W), .CHANNELS(CHANNELS)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i), .pc_i(pc), .elsewhere_i(elsewhere), .meta_i(meta_i),
		.offset_i(offset_i), .scale_i(scale_i), .round_i(round_i),
		.valid_o(m3_valid), .slot_o(m3_slot), .outside_o(m3_below), .meta_o(m3_meta));
end
endgenerate

// the comparison and the address, under the sample's bank
wire [WHICH_W-1:0] which = m3_meta[WHICH_W-1:0];
reg               wide;
reg  [1:0]        policy;
reg  [ADDR_W:0]   size, slots;
reg  [ADDR_W-1:0] base;
reg  [ADDR_W-1:1] addr;

always @* begin
	addr  = {(ADDR_W-1){1'b0}};
	wide  = 1'b0;
	policy = 2'd0;
	base  = {ADDR_W{1'b0}};
	size  = {(ADDR_W+1){1'b0}};
	slots = {(ADDR_W+1){1'b0}};
	if (`GATE(m3_valid)) begin
		if (CHANNELS != 1) begin
			wide   = wide_i[which];
			policy = policy_i[2 * which +: 2];
			base   = base_i[ADDR_W * which +: ADDR_W];
			size   = size_i[(ADDR_W + 1) * which +: ADDR_W + 1];
		end else if (m3_meta[0]) begin
			wide   = wide_i[1];
			policy = policy_i[3:2];
			base   = base_i[2*ADDR_W-1:ADDR_W];
			size   = size_i[2*ADDR_W+1:ADDR_W+1];
		end else begin
			wide   = wide_i[0];
			policy = policy_i[1:0];
			base   = base_i[ADDR_W-1:0];
			size   = size_i[ADDR_W:0];
		end
		slots = wide ? size >> 2 : size >> 1;
		addr  = base[ADDR_W-1:1] + (wide ? {m3_slot[ADDR_W-3:0], 1'b0} : m3_slot[ADDR_W-2:0]);
	end
end

always @(posedge clk_i) begin
	valid_o <= m3_valid;
	if (`GATE(m3_valid)) begin
		outside_o <= m3_below | {1'b0, m3_slot} >= {{(32-ADDR_W){1'b0}}, slots};
		word_o    <= addr[ADDR_W-1:2];
		how_o     <= {policy, wide, addr[1]};
		meta_o    <= m3_meta;
	end
	if (rst_i)
		valid_o <= 1'b0;
end

wire _unused = &{1'b0, base[0]};

endmodule

`default_nettype wire
