// SPDX-License-Identifier: ISC
// tally_mapper_serial.v - slot by shift and add, one bit of SCALE a clock.
//
// The smallest mapper: one 32-bit adder. A sample takes 18 clocks; a queue in
// front absorbs bursts, and refused_o says that a sample found it full.
// Dropping the low bit at each step is exact: floors nest.

`default_nettype none

module tally_mapper_serial #(
	parameter META_W = 34,           // bits that travel with a sample; bit 0 is its bank
	parameter QUEUE_LOG2 = 2         // the queue holds 2^QUEUE_LOG2 samples
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              valid_i,
	input  wire [31:0]       pc_i,
	input  wire [META_W-1:0] meta_i,
	input  wire [63:0]       offset_i,   // bank 1, bank 0
	input  wire [33:0]       scale_i,
	input  wire [1:0]        round_i,
	output wire              refused_o,
	output reg               valid_o,
	output reg  [31:0]       slot_o,
	output reg               outside_o,  // below OFFSET, or SCALE 0
	output reg  [META_W-1:0] meta_o
);

wire              full, empty;
wire [31:0]       pc;
wire [META_W-1:0] meta;
reg               busy;
reg  [4:0]        step;
reg  [31:0]       delta, sum;
reg  [15:0]       bits;
reg               whole, outside;
reg  [META_W-1:0] busy_meta;

wire pop = ~busy & ~empty;
assign refused_o = valid_i & full;

tally_queue #(.WIDTH(32 + META_W), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
	.clk_i(clk_i), .rst_i(rst_i),
	.push_i(valid_i), .data_i({pc_i, meta_i}), .full_o(full),
	.pop_i(pop), .empty_o(empty), .data_o({pc, meta}));

wire [31:0] offset = meta[0] ? offset_i[63:32] : offset_i[31:0];
wire [16:0] scale  = meta[0] ? scale_i[33:17] : scale_i[16:0];
wire        round  = busy_meta[0] ? round_i[1] : round_i[0];
wire        done   = step == 5'd16;
// the same adder adds delta at each step, and ROUND at the end
wire [32:0] added  = {1'b0, done & whole ? delta : sum}
	+ {1'b0, done ? {31'd0, round} : bits[0] ? delta : 32'd0};

always @(posedge clk_i) begin
	valid_o <= busy & done;
	if (pop) begin
		busy      <= 1'b1;
		step      <= 5'd0;
		delta     <= pc - offset;
		outside   <= pc < offset | scale == 17'd0;
		sum       <= 32'd0;
		bits      <= scale[15:0];
		whole     <= scale[16];
		busy_meta <= meta;
	end
	if (busy) begin
		step <= step + 5'd1;
		sum  <= added[32:1];
		bits <= {1'b0, bits[15:1]};
		if (done) begin
			busy      <= 1'b0;
			slot_o    <= added[32:1];
			outside_o <= outside;
			meta_o    <= busy_meta;
		end
	end
	if (rst_i) begin
		busy    <= 1'b0;
		valid_o <= 1'b0;
	end
end

wire _unused = &{1'b0, added[0]};

endmodule

`default_nettype wire
