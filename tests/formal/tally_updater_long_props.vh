// SPDX-License-Identifier: ISC
// tally_updater_long_props.vh - what tally_updater_props.vh says of it, and why.

reg        f_next, zero2, zero3, f_old1, f_old2;   // f_old2: two cycles after power-up
reg  [3:0] f_code;                                 // of the sample that comes in this cycle
wire       f_zero_valid = clear_valid;
wire [BINS_LOG2-1:0] f_zero_word = clear_word;
initial {f_old1, f_old2} = 2'd0;
always @(posedge clk_i) begin
	{f_next, f_code} <= {map_next_valid_i & ~rst_i, map_next_code_i};
	{zero2, zero3}   <= {zero1, zero2};
	{f_old1, f_old2} <= {1'b1, f_old1};
end
wire [95:0] f_at = {f_ticks(valid2, weight2), f_ticks(valid1, weight1), f_ticks(valid0, weight0)};
`define LAST(NAME) NAME``2
`include "tally_updater_props.vh"

always @* if (!$initstate) begin
	FOLLOWS: `REQUIRE (map_valid_i == f_next);
	APART_NEXT: `REQUIRE (!(clear_valid_i && map_next_valid_i));
	APART_LATE: assert (clear_valid == f_clear && !(clear_valid && map_valid_i));
	SUM: assert (f_in == f_added + f_at[95:64] + f_at[63:32] + f_at[31:0]);
	BUSY: assert (upd_busy_o == (clear_valid | valid0 | valid1 | valid2));
end

`ifdef ALONE
reg [BINS_LOG2-1:0] f_word3;
reg [31:0]          f_value2;
always @(posedge clk_i) {f_word3, f_value2} <= {word2, rst_i ? f_word_next : f_value1};

always @* if (!$initstate) begin
	VALUE1: assert (f_value1 == `DOES(f_value2, 1));
	FILLS2: assert (`FILLS(2));
	VALUE2: assert (f_value2 == `DOES(f_word, 2));
	// the address: an outcome is chosen a cycle before, and CLEAR's alone
	OUTCOME: assert (!map_valid_i
		|| other_word == {{(BINS_LOG2-4){1'b1}}, f_code} && &clear_word);
	CLEARS: assert (!clear_valid || &other_word);
	// what is forwarded
	EQUAL: assert (equal1 == (word1 == word2) && equal2 == (word1 == f_word3));
	LAST: assert (!(valid3 && f_word3 == f_here) || last_sum == f_word);
	READ: assert (word1 != f_here || \u_words.known || valid3 && f_word3 == f_here);
	OLD: assert (f_old1 && (f_old2 || !(valid0 | valid1 | valid2)));
	USED: assert (!f_old2 || word2 != f_here || zero2 || word_used == f_word);
	// a zero finds only zeros before it, so that what is forwarded to it is 0
	ZERO: assert (!(valid2 & zero2) || weight2 == 0 && word_used == 0);
	ZEROS: assert (!clear_valid || (!valid0 | zero0) && (!valid1 | zero1) && (!valid2 | zero2));
	ZEROS0: assert (!(valid0 & zero0)
		|| (!valid1 | zero1) && (!valid2 | zero2) && (!valid3 | zero3));
	ZEROS1: assert (!(valid1 & zero1) || (!valid2 | zero2) && (!valid3 | zero3));
	ZERO3: assert (!(valid3 & zero3) || last_sum == 0);
	// a read of the bus passes as a sample of weight 0
	READ_M: assert (!f_read[0]
		|| other_word == f_here && &clear_word && !map_valid_i && !clear_valid);
	READ_0: assert (!f_read[1] || `READS(0));
	READ_1: assert (!f_read[2] || `READS(1));
	READ_2: assert (!f_read[3] || f_old2 && `READS(2));
	READ_GIVES: assert (!f_read[4] || upd_word_o == f_word);
	cover (f_read[4] && upd_word_o > 1);
end
`endif
