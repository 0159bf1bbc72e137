// SPDX-License-Identifier: ISC
// tally_mapper_serial.v - slot by shift and add, one bit of SCALE a clock.
//
// The smallest mapper: one 32-bit adder. A sample takes 18 clocks; it is taken
// in a clock with valid_i and ready_o.
// Dropping the low bit at each step is exact: floors nest.

`default_nettype none

module tally_mapper_serial #(
	parameter META_W   = 37,         // bits that travel with a sample; the lowest are its channel and its bank
	parameter CHANNELS = 1
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              valid_i,
	output wire              ready_o,
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

reg               busy;
reg  [4:0]        step;
reg  [31:0]       delta, sum;
reg  [15:0]       bits;
reg               whole, outside;
reg  [META_W-1:0] busy_meta;

assign ready_o = ~busy;
wire take = valid_i & ~busy;

localparam WHICH_W = CHANNELS > 2 ? 3 : CHANNELS > 1 ? 2 : 1;
wire [WHICH_W-1:0] which = meta_i[WHICH_W-1:0];
wire [WHICH_W-1:0] which2 = busy_meta[WHICH_W-1:0];
wire [31:0] offset = offset_i[32 * which +: 32];
wire [16:0] scale  = scale_i[17 * which +: 17];
wire        round  = round_i[which2];
wire        done   = step == 5'd16;
// the same adder adds delta at each step, and ROUND at the end
wire [32:0] added  = {1'b0, done & whole ? delta : sum}
	+ {1'b0, done ? {31'd0, round} : bits[0] ? delta : 32'd0};

always @(posedge clk_i) begin
	valid_o <= busy & done;
	if (take) begin
		busy      <= 1'b1;
		step      <= 5'd0;
		delta     <= pc_i - offset;
		outside   <= elsewhere_i | pc_i < offset | scale == 17'd0;
		sum       <= 32'd0;
		bits      <= scale[15:0];
		whole     <= scale[16];
		busy_meta <= meta_i;
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
