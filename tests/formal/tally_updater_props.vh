// SPDX-License-Identifier: ISC
// tally_updater_props.vh - of both updaters: any one word, f_here, holds what went to it since it
// was zeroed. In the one that includes it LAST is the stage that writes, f_zero_ what CLEAR asks.

function [31:0] f_ticks(input valid, input [17:0] weight);
	f_ticks = valid ? weight[17:1] + weight[0] : 32'd0;
endfunction

// Ticks since reset or CLEAR: of what has entered, and what has been added to words.
reg [31:0] f_in, f_added;
reg        f_clear;
always @(posedge clk_i) begin
	f_clear <= clear_valid_i & ~rst_i;
	f_in    <= f_in + f_ticks(map_valid_i, map_weight_i);
	f_added <= f_added + f_ticks(`LAST(valid), `LAST(weight));
	if (rst_i | clear_valid_i) {f_in, f_added} <= 64'd0;
end

`define OUTCOME(WORD) (&WORD[BINS_LOG2-1:4])
always @* if ($initstate) begin
	assume (rst_i);
	assume (!upd_busy_o && !clear_valid_i);
end else begin
	APART: `REQUIRE (!(clear_valid_i && map_valid_i));
	INSIDE: `REQUIRE (!(map_valid_i && map_inside_i && `OUTCOME(map_slot_i)));
	BEFORE: `REQUIRE (!(clear_valid_i && !f_clear && upd_busy_o));
	EMPTY: assert (!f_clear || f_in == 0 && f_added == 0);
	ZERO_WEIGHT: assert ((!(valid0 & zero0) || weight0 == 0)
		&& (!(valid1 & zero1) || weight1 == 0));
end

`ifdef ALONE
// Of the memory (tally_ram.v); Yosys connects these when it flattens the block.
(* hierconn *) wire [BINS_LOG2-1:0] \u_words.here ;
(* hierconn *) wire [31:0]          \u_words.stored ;
(* hierconn *) wire                 \u_words.known ;
wire [BINS_LOG2-1:0] f_here = \u_words.here ;
wire [31:0]          f_word = \u_words.stored ;

// The word's value after what has entered stage 0, 1. A reset drops what is not yet written.
wire [BINS_LOG2-1:0] f_to = map_inside_i ? map_slot_i : {{(BINS_LOG2-4){1'b1}}, f_code};
wire                 f_writes = `LAST(valid) && `LAST(word) == f_here;
wire [31:0]          f_word_next = f_writes ? sum : f_word;
reg  [31:0]          f_value0, f_value1;
reg                  f_wrote, f_wrote_here;
reg  [4:0]           f_read;                       // the bus reads f_here: where the read is
always @(posedge clk_i) begin
	f_value0 <= rst_i ? f_word_next
		: map_valid_i && f_to == f_here ? f_value0 + f_ticks(1'b1, map_weight_i)
		: f_zero_valid && f_zero_word == f_here ? 32'd0 : f_value0;
	f_value1     <= rst_i ? f_word_next : f_value0;
	f_wrote      <= `LAST(valid) & ~rst_i;
	f_wrote_here <= f_writes & ~rst_i;
	f_read       <= {f_read[3:0], upd_free_o && !clear_valid_i && bus_word_i == f_here}
		& {5{~rst_i}};
end

`define DOES(VALUE, N) (valid``N && word``N == f_here \
	? zero``N ? 32'd0 : VALUE + f_ticks(1'b1, weight``N) : VALUE)
`define FILLS(N) (fills``N == (valid``N && !zero``N && !`OUTCOME(word``N)))
`define READS(N) (word``N == f_here && !valid``N && weight``N == 0 && !zero``N)
always @* if (!$initstate) begin
	VALUE0: assert (f_value0 == `DOES(f_value1, 0));
	// an addition to a bin that no reset overtook has set bit 31
	FULL: assert (!f_wrote_here || upd_full_o == (f_word[31] && !`OUTCOME(f_here)));
	FILLS: assert (`FILLS(0) && `FILLS(1));
	FULL_ADDED: assert (!upd_full_o || f_wrote);
	cover (f_writes && valid0 && word0 == f_here && f_word > 1);
	cover (f_writes && sum == 0 && f_word > 1);
end
`endif
