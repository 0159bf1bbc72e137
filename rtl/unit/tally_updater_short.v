// SPDX-License-Identifier: ISC
// tally_updater_short.v - adds each sample's weight to its counter if block RAM is fast (MAPPER 1).
//
//   address chosen -> 0: the memory reads it -> 1: the sum is written
//
// A counter that is in 1 when it is asked for is not yet in the memory; its sum is taken instead.
// In slots that no sample takes the bus reads a counter, which then holds all that went before it;
// or CLEAR writes 0 to one.

`default_nettype none

module tally_updater_short #(
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 map_valid_i,
	input  wire                 map_inside_i,
	input  wire [BINS_LOG2-1:0] map_slot_i,
	input  wire [2:0]           map_code_i,
	input  wire [17:0]          map_weight_i,
	output wire                 upd_free_o,        // as in tally_updater_long.v
	input  wire [BINS_LOG2-1:0] bus_word_i,
	input  wire                 clear_valid_i,
	input  wire [BINS_LOG2-1:0] clear_word_i,
	output wire                 upd_busy_o,
	output wire                 upd_full_o,
	output wire [31:0]          upd_word_o
);

reg  [BINS_LOG2-1:0] word0, word1;
reg  [17:0]          weight0, weight1;
reg                  valid0, valid1, zero0, zero1, use_last;
reg                  fills0, fills1, fills2;               // it is a bin, and may set FULL
reg  [31:0]          last_sum;
wire [31:0]          stored;
wire [31:0]          word_used = (use_last ? last_sum : stored) & {32{~zero1}};
wire [31:0]          sum = word_used + {15'd0, weight1[17:1]} + {31'd0, weight1[0]};

tally_ram #(.LOG2(BINS_LOG2), .CYCLES(1)) u_words (
	.clk_i      (clk_i),
	.read_at_i  (word0),
	.zero_i     (1'b0),
	.data_o     (stored),
	.we_i       (valid1),
	.write_at_i (word1),
	.data_i     (sum)
);

always @(posedge clk_i) begin
	// What the bus reads, or CLEAR zeroes, passes as a sample of weight 0.
	word0   <= map_valid_i ? map_slot_i : clear_valid_i ? clear_word_i : bus_word_i;
	if (map_valid_i & ~map_inside_i) word0 <= {{(BINS_LOG2-4){1'b1}}, 1'b0, map_code_i};
	weight0 <= map_valid_i ? map_weight_i : 18'd0;
	valid0  <= map_valid_i | clear_valid_i;
	fills0  <= map_valid_i & map_inside_i;
	zero0   <= clear_valid_i;

	word1    <= word0;
	weight1  <= weight0;
	valid1   <= valid0;
	fills1   <= fills0;
	zero1    <= zero0;
	use_last <= word0 == word1 & valid1;

	last_sum <= sum;
	fills2   <= fills1;
	if (rst_i) {valid0, valid1, fills0, fills1, fills2} <= 5'd0;
end

assign upd_free_o = ~map_valid_i;
assign upd_busy_o = valid0 | valid1;
assign upd_full_o = fills2 & last_sum[31];
assign upd_word_o = last_sum;

`ifdef FORMAL
`include "tally_updater_short_props.vh"
`endif

endmodule

`default_nettype wire
