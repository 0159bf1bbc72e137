// SPDX-License-Identifier: ISC
// tally_updater_long_props.vh - any one word, f_here, holds what went to it since it was zeroed.

reg        f_next;                                 // a sample comes in this cycle
reg  [3:0] f_code;
always @(posedge clk_i) {f_next, f_code} <= {map_next_valid_i & ~rst_i, map_next_code_i};

function [31:0] f_ticks(input valid, input [17:0] weight);
	f_ticks = valid ? weight[17:1] + weight[0] : 32'd0;
endfunction

// Ticks since reset or CLEAR: of what has entered, and what has been added to words.
reg [31:0] f_in, f_added;
always @(posedge clk_i) begin
	f_in    <= f_in + f_ticks(map_valid_i, map_weight_i);
	f_added <= f_added + f_ticks(valid2, weight2);
	if (rst_i | clear_valid_i) {f_in, f_added} <= 64'd0;
end

always @* if ($initstate) begin
	assume (rst_i);
	assume (!upd_busy_o && !clear_valid_i);
end else begin
	FOLLOWS: `REQUIRE (map_valid_i == f_next);
	ALONE_IN: `REQUIRE (!(clear_valid_i && (map_next_valid_i | map_valid_i)));
	BEFORE: `REQUIRE (!(clear_valid_i && !clear_valid && upd_busy_o));
	ALONE: assert (!(clear_valid && map_valid_i));
	EMPTY: assert (!clear_valid || f_in == 0 && f_added == 0);
	SUM: assert (f_in == f_added + f_ticks(valid0, weight0) + f_ticks(valid1, weight1)
		+ f_ticks(valid2, weight2));
	BUSY: assert (upd_busy_o == (clear_valid | valid0 | valid1 | valid2));
	ZERO_WEIGHT: assert ((!(valid0 & zero0) || weight0 == 0)
		&& (!(valid1 & zero1) || weight1 == 0));
end

`ifdef ALONE
// Of the memory (tests/formal/tally_ram.v); Yosys connects these when it flattens the block.
(* hierconn *) wire [BINS_LOG2-1:0] \u_words.here ;
(* hierconn *) wire [31:0]          \u_words.stored ;
(* hierconn *) wire                 \u_words.known ;
wire [BINS_LOG2-1:0] f_here  = \u_words.here ;
wire [31:0]          f_word  = \u_words.stored ;
wire                 f_known = \u_words.known ;

// Its value after what has entered stage 0, 1, 2. A reset drops what is not yet written.
wire [BINS_LOG2-1:0] f_to = map_inside_i ? map_slot_i : {{(BINS_LOG2-4){1'b1}}, f_code};
wire                 f_writes = valid2 && word2 == f_here;
wire [31:0]          f_word_next = f_writes ? sum : f_word;
reg  [31:0]          f_value0, f_value1, f_value2;
reg  [BINS_LOG2-1:0] f_word3;
reg                  f_zero2, f_zero3, f_wrote, f_wrote_here;
reg  [1:0]           f_old = 2'd0;                 // bit 1: two cycles after power-up
reg  [4:0]           f_read;                       // the bus reads f_here: where the read is
always @(posedge clk_i) begin
	f_value0 <= map_valid_i && f_to == f_here ? f_value0 + f_ticks(1'b1, map_weight_i)
		: clear_valid && clear_word == f_here ? 32'd0 : f_value0;
	f_value1 <= f_value0;
	f_value2 <= f_value1;
	if (rst_i) {f_value0, f_value1, f_value2} <= {{3{f_word_next}}};
	f_word3 <= word2;
	{f_zero2, f_zero3} <= {zero1, f_zero2};
	f_wrote      <= valid2 & ~rst_i;
	f_wrote_here <= f_writes & ~rst_i;
	f_old        <= {f_old[0], 1'b1};
	f_read       <= {f_read[3:0], upd_free_o && !clear_valid_i && bus_word_i == f_here}
		& {5{~rst_i}};
end

`define DOES(VALUE, N) (valid``N && word``N == f_here \
	? zero``N ? 32'd0 : VALUE + f_ticks(1'b1, weight``N) : VALUE)
`define READS(N) (word``N == f_here && !valid``N && weight``N == 0 && !zero``N)
wire zero2 = f_zero2;
always @* if (!$initstate) begin
	VALUE0: assert (f_value0 == `DOES(f_value1, 0));
	VALUE1: assert (f_value1 == `DOES(f_value2, 1));
	VALUE2: assert (f_value2 == `DOES(f_word, 2));
	// the address: an outcome is chosen a cycle before, and CLEAR's alone
	OUTCOME: assert (!map_valid_i
		|| other_word == {{(BINS_LOG2-4){1'b1}}, f_code} && &clear_word);
	CLEARS: assert (!clear_valid || &other_word);
	// what is forwarded
	EQUAL: assert (equal1 == (word1 == word2) && equal2 == (word1 == f_word3));
	LAST: assert (!(valid3 && f_word3 == f_here) || last_sum == f_word);
	READ: assert (word1 != f_here || f_known || valid3 && f_word3 == f_here);
	OLD: assert (f_old[0] && (f_old[1] || !(valid0 | valid1 | valid2)));
	USED: assert (!f_old[1] || word2 != f_here || f_zero2 || word_used == f_word);
	// a zero finds only zeros before it, so that what is forwarded to it is 0
	ZERO: assert (!(valid2 && f_zero2) || weight2 == 0 && word_used == 0);
	ZEROS: assert (!clear_valid || (!valid0 | zero0) && (!valid1 | zero1) && (!valid2 | f_zero2));
	ZEROS0: assert (!(valid0 & zero0)
		|| (!valid1 | zero1) && (!valid2 | f_zero2) && (!valid3 | f_zero3));
	ZEROS1: assert (!(valid1 & zero1) || (!valid2 | f_zero2) && (!valid3 | f_zero3));
	ZERO3: assert (!(valid3 & f_zero3) || last_sum == 0);
	// FULL: an addition that no reset overtook has set bit 31
	FULL: assert (!f_wrote_here || upd_full_o == f_word[31]);
	FULL_ADDED: assert (!upd_full_o || f_wrote);
	// a read of the bus passes as a sample of weight 0
	READ_M: assert (!f_read[0] || other_word == f_here && &clear_word && !map_valid_i && !clear_valid);
	READ_0: assert (!f_read[1] || `READS(0));
	READ_1: assert (!f_read[2] || `READS(1));
	READ_2: assert (!f_read[3] || f_old[1] && `READS(2));
	READ_GIVES: assert (!f_read[4] || upd_word_o == f_word);
	cover (f_writes && valid1 && word1 == f_here && valid0 && word0 == f_here && f_word > 1);
	cover (f_writes && f_zero2 && f_word > 1);
	cover (f_read[4] && upd_word_o > 1);
end
`endif
