// SPDX-License-Identifier: ISC
// tally_queue.v - between sampler and mapper: with counters in system memory samples wait here for the engine, and what
// the engine adds to the outcomes goes on where the sampler leaves a slot.
//
// The pc comes a cycle before the rest of its sample, so its row is written whether a sample follows or not; eight rows
// for four samples keep that row out of the way: a row is read while it is written only if nothing waits. The rows are
// block RAM, read in two cycles, for the engine is not back within them. With counters in private memory nothing waits.

`default_nettype none

module tally_queue #(
	parameter PC_W     = 32
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              system_i,     // counters in system memory
	input  wire [PC_W-1:0]   pc_i,
	input  wire              far_i,        // with the rest of its sample, as those that follow
	input  wire              e_valid_i,
	input  wire [2:0]        e_code_i,
	input  wire [17:0] e_weight_i,   // bit 0 counts one too
	// to the mapper
	output reg               valid_o,
	output reg  [3:0]        code_o,
	output reg  [17:0] weight_o,
	// to mapper and engine: the first that waits
	output wire              first_valid_o,    // the mapper has its slot in the next cycle
	output wire [PC_W-1:0]   first_pc_o,
	output wire              first_far_o,
	output wire              first_user_o,
	output wire [17:0] first_weight_o,
	input  wire              pop_i,        // its place is free: an addition to the outcomes needs the slot of what joins
	input  wire              done_i,       // the next one, please; after pop_i or with it
	// from the engine: an addition to an outcome, held until it is taken
	input  wire              add_valid_i,
	input  wire [3:0]        add_code_i,
	input  wire [17:0] add_weight_i, // at least 1
	output wire              add_taken_o,
	input  wire              stolen_i,     // a cycle for STOLEN
	output wire              busy_o
);

localparam [3:0] STOLEN = 4'd10;
localparam TOP = 7;

reg  [2:0] first, head, tail;              // the one that the engine has, or head; the next for it; the next to join
wire       some = head != tail;
reg  [3:0] waited;
reg  [TOP:0] stolen;                       // cycles not yet added; it stops at 2^TOP
wire full    = first == {~tail[2], tail[1:0]};
wire sample  = system_i & ~e_code_i[2] & ~e_code_i[1];
wire push    = e_valid_i & sample & ~full;
wire passes  = e_valid_i & ~push;
wire steals  = |stolen & ~passes & ~add_valid_i;
wire [2:0] next = push ? tail + 3'd1 : tail;

wire [31:0] pc, rest;
tally_ram #(.LOG2(3), .CYCLES(2)) u_pcs (.clk_i(clk_i), .we_i(1'b1), .write_at_i(next), .zero_i(1'b0),
	.data_i({{(32-PC_W){1'b0}}, pc_i}), .read_at_i(head), .data_o(pc));
tally_ram #(.LOG2(3), .CYCLES(2)) u_rest (.clk_i(clk_i), .we_i(push), .write_at_i(tail), .zero_i(1'b0),
	.data_i({{(12){1'b0}}, far_i, e_code_i[0], e_weight_i}), .read_at_i(head), .data_o(rest));
assign first_pc_o = pc[PC_W-1:0];
assign {first_far_o, first_user_o, first_weight_o} = rest[19:0];
wire   unused = &{1'b0, pc, rest};
assign first_valid_o = waited[3];

always @(posedge clk_i) begin
	tail   <= next;
	waited <= {waited[2:0], some};
	if (done_i) waited <= 4'd0;
	if (done_i) head <= head + 3'd1;
	if (pop_i) first <= first + 3'd1;
	if (~stolen[TOP]) stolen <= stolen + {{TOP{1'b0}}, stolen_i};
	if (steals) stolen <= {{TOP{1'b0}}, stolen_i};

	valid_o  <= passes | add_valid_i | |stolen;
	code_o   <= ~passes ? (add_valid_i ? add_code_i : STOLEN) : {1'b0, e_code_i[2] | sample, e_code_i[1:0]};
	weight_o <= passes ? e_weight_i : add_valid_i ? add_weight_i : {{(16-TOP){1'b0}}, stolen, 1'b0};
	if (rst_i) begin
		first   <= 3'd0;
		head    <= 3'd0;
		tail    <= 3'd0;
		waited  <= 4'd0;
		stolen  <= {(TOP+1){1'b0}};
		valid_o <= 1'b0;
	end
end

assign add_taken_o = add_valid_i & ~passes;
assign busy_o  = valid_o | some | add_valid_i | |stolen;

endmodule

`default_nettype wire
