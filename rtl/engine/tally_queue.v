// SPDX-License-Identifier: ISC
// tally_queue.v - between sampler and mapper: with counters in system memory samples wait here for
// the engine, and what the engine adds to the categories goes on where the sampler leaves a slot.
// With counters in private memory none waits.
//
// The pc comes a cycle before the rest of its sample, so its row is written whether a sample
// follows or not. Eight rows for four samples keep that row away from the one that is read: also
// while the engine still reports a sample whose place is free already. The rows are block RAM and
// take two cycles to read, the mapper takes three more for the slot.

`default_nettype none

module tally_queue #(
	parameter PC_W = 32
) (
	input  wire            clk_i,
	input  wire            rst_i,
	input  wire            system_i,           // counters are in system memory
	input  wire [PC_W-1:0] pc_i,
	input  wire            pc_outside_i,       // with the rest of its sample, as what follows
	input  wire            smp_valid_i,
	input  wire [2:0]      smp_code_i,
	input  wire [17:0]     smp_weight_i,
	// to the mapper
	output reg             que_valid_o,
	output reg  [3:0]      que_code_o,
	output reg  [17:0]     que_weight_o,
	// to mapper and engine: the first sample that waits
	output wire            first_valid_o,      // the mapper has its slot in the next cycle
	output wire [PC_W-1:0] first_pc_o,
	output wire            first_outside_o,
	output wire            first_user_o,
	output wire [17:0]     first_weight_o,
	// frees its place, for its addition needs a slot, too
	input  wire            pop_i,
	input  wire            done_i,             // after pop_i: the next sample becomes the first
	// from the engine: an addition to a category, held until it is taken
	input  wire            add_valid_i,
	input  wire [3:0]      add_code_i,
	input  wire [17:0]     add_weight_i,       // at least 1
	output wire            add_taken_o,
	input  wire            stolen_i,           // a cycle that counts as STOLEN
	output wire            que_busy_o
);

localparam [3:0] STOLEN = 4'd10;

reg  [2:0] oldest, head, tail;     // the first of the four places; the first sample; the next
reg  [3:0] waited;                 // cycles for which the first sample is there, one bit each
reg  [7:0] stolen;                 // cycles not yet added; the count stops at 128
wire       waiting = head != tail;
wire       full    = oldest == {~tail[2], tail[1:0]};
wire       to_map  = ~smp_code_i[2] & ~smp_code_i[1];
wire       push    = smp_valid_i & system_i & to_map & ~full;
wire       pass    = smp_valid_i & ~push;          // a sample that finds the queue full is LOST
wire       steal   = |stolen & ~pass & ~add_valid_i;
wire [2:0] tail_next = push ? tail + 3'd1 : tail;

wire [31:0] pc_row, rest_row;
tally_ram #(.LOG2(3), .CYCLES(2)) u_pcs (
	.clk_i      (clk_i),
	.read_at_i  (head),
	.zero_i     (1'b0),
	.data_o     (pc_row),
	.we_i       (1'b1),
	.write_at_i (tail_next),
	.data_i     ({{(32-PC_W){1'b0}}, pc_i})
);
tally_ram #(.LOG2(3), .CYCLES(2)) u_rest (
	.clk_i      (clk_i),
	.read_at_i  (head),
	.zero_i     (1'b0),
	.data_o     (rest_row),
	.we_i       (push),
	.write_at_i (tail),
	.data_i     ({12'd0, pc_outside_i, smp_code_i[0], smp_weight_i})
);
assign first_pc_o    = pc_row[PC_W-1:0];
assign first_valid_o = waited[3];
assign {first_outside_o, first_user_o, first_weight_o} = rest_row[19:0];
wire   unused = &{1'b0, pc_row, rest_row};

always @(posedge clk_i) begin
	tail   <= tail_next;
	waited <= done_i ? 4'd0 : {waited[2:0], waiting};
	if (done_i) head <= head + 3'd1;
	if (pop_i) oldest <= oldest + 3'd1;
	if (~stolen[7]) stolen <= stolen + {7'd0, stolen_i};
	if (steal) stolen <= {7'd0, stolen_i};

	que_valid_o  <= pass | add_valid_i | |stolen;
	que_code_o   <= pass ? {1'b0, smp_code_i[2] | system_i & to_map, smp_code_i[1:0]}
		: add_valid_i ? add_code_i : STOLEN;
	que_weight_o <= pass ? smp_weight_i : add_valid_i ? add_weight_i : {9'd0, stolen, 1'b0};
	if (rst_i) begin
		{oldest, head, tail} <= 9'd0;
		waited      <= 4'd0;
		stolen      <= 8'd0;
		que_valid_o <= 1'b0;
	end
end

assign add_taken_o = add_valid_i & ~pass;
assign que_busy_o  = que_valid_o | waiting | add_valid_i | |stolen;

endmodule

`default_nettype wire
