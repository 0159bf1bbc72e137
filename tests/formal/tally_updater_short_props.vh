// SPDX-License-Identifier: ISC
// tally_updater_short_props.vh - what tally_updater_props.vh says of it, and why.

wire [3:0] f_code = {1'b0, map_code_i};
wire       f_zero_valid = clear_valid_i;
wire [BINS_LOG2-1:0] f_zero_word = clear_word_i;
wire [63:0] f_at = {f_ticks(valid1, weight1), f_ticks(valid0, weight0)};
`define LAST(NAME) NAME``1
`include "tally_updater_props.vh"

always @* if (!$initstate) begin
	SUM: assert (f_in == f_added + f_at[63:32] + f_at[31:0]);
	BUSY: assert (upd_busy_o == (valid0 | valid1));
end

`ifdef ALONE
reg [BINS_LOG2-1:0] f_word2;
reg                 f_valid2;
always @(posedge clk_i) {f_word2, f_valid2} <= {word1, valid1};

always @* if (!$initstate) begin
	VALUE1: assert (f_value1 == `DOES(f_word, 1));
	// what is forwarded
	EQUAL: assert (use_last == (f_valid2 && word1 == f_word2));
	LAST: assert (!(f_valid2 && f_word2 == f_here) || last_sum == f_word);
	READ: assert (word1 != f_here || \u_words.known || use_last);
	// a read of the bus passes as a sample of weight 0
	READ_0: assert (!f_read[0] || `READS(0));
	READ_1: assert (!f_read[1] || `READS(1));
	READ_GIVES: assert (!f_read[2] || upd_word_o == f_word);
	cover (f_read[2] && upd_word_o > 1);
end
`endif
