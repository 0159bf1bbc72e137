// SPDX-License-Identifier: ISC
// tally_updater_short_props.vh - any one word, f_here, holds what went to it since it was zeroed.

function [31:0] f_ticks(input valid, input [17:0] weight);
	f_ticks = valid ? weight[17:1] + weight[0] : 32'd0;
endfunction

// Ticks since reset or CLEAR: of what has entered, and what has been added to words.
reg [31:0] f_in, f_added;
reg        f_clear;
always @(posedge clk_i) begin
	f_in    <= f_in + f_ticks(map_valid_i, map_weight_i);
	f_added <= f_added + f_ticks(valid1, weight1);
	f_clear <= clear_valid_i;
	if (rst_i | clear_valid_i) {f_in, f_added} <= 64'd0;
end

always @* if ($initstate) begin
	assume (rst_i);
	assume (!upd_busy_o && !clear_valid_i);
end else begin
	ALONE_IN: `REQUIRE (!(clear_valid_i && map_valid_i));
	BEFORE: `REQUIRE (!(clear_valid_i && !f_clear && upd_busy_o));
	EMPTY: assert (!f_clear || f_in == 0 && f_added == 0);
	SUM: assert (f_in == f_added + f_ticks(valid0, weight0) + f_ticks(valid1, weight1));
	BUSY: assert (upd_busy_o == (valid0 | valid1));
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

// Its value after what has entered stage 0, 1. A reset drops what is not yet written.
wire [BINS_LOG2-1:0] f_to = map_inside_i ? map_slot_i : {{(BINS_LOG2-4){1'b1}}, 1'b0, map_code_i};
wire                 f_writes = valid1 && word1 == f_here;
wire [31:0]          f_word_next = f_writes ? sum : f_word;
reg  [31:0]          f_value0, f_value1;
reg  [BINS_LOG2-1:0] f_word2;
reg                  f_valid2, f_wrote, f_wrote_here;
reg  [2:0]           f_read;                       // the bus reads f_here: where the read is
always @(posedge clk_i) begin
	f_value0 <= map_valid_i && f_to == f_here ? f_value0 + f_ticks(1'b1, map_weight_i)
		: clear_valid_i && clear_word_i == f_here ? 32'd0 : f_value0;
	f_value1 <= f_value0;
	if (rst_i) {f_value0, f_value1} <= {{2{f_word_next}}};
	{f_word2, f_valid2} <= {word1, valid1};
	f_wrote      <= valid1 & ~rst_i;
	f_wrote_here <= f_writes & ~rst_i;
	f_read       <= {f_read[1:0], upd_free_o && !clear_valid_i && bus_word_i == f_here}
		& {3{~rst_i}};
end

`define DOES(VALUE, N) (valid``N && word``N == f_here \
	? zero``N ? 32'd0 : VALUE + f_ticks(1'b1, weight``N) : VALUE)
`define READS(N) (word``N == f_here && !valid``N && weight``N == 0 && !zero``N)
always @* if (!$initstate) begin
	VALUE0: assert (f_value0 == `DOES(f_value1, 0));
	VALUE1: assert (f_value1 == `DOES(f_word, 1));
	// what is forwarded
	EQUAL: assert (use_last == (f_valid2 && word1 == f_word2));
	LAST: assert (!(f_valid2 && f_word2 == f_here) || last_sum == f_word);
	READ: assert (word1 != f_here || f_known || use_last);
	// FULL: an addition that no reset overtook has set bit 31
	FULL: assert (!f_wrote_here || upd_full_o == f_word[31]);
	FULL_ADDED: assert (!upd_full_o || f_wrote);
	// a read of the bus passes as a sample of weight 0
	READ_0: assert (!f_read[0] || `READS(0));
	READ_1: assert (!f_read[1] || `READS(1));
	READ_GIVES: assert (!f_read[2] || upd_word_o == f_word);
	cover (f_writes && valid0 && word0 == f_here && f_word > 1);
	cover (f_writes && zero1 && f_word > 1);
	cover (f_read[2] && upd_word_o > 1);
end
`endif
