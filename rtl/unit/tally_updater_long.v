// SPDX-License-Identifier: ISC
// tally_updater_long.v - adds each sample's weight to its counter if block RAM is slow (MAPPER 0).
//
//   address chosen -> 0: at the read port -> 1: in the memory -> 2: the sum is written
//
// While a counter is on its way from 0 to 2 the memory still holds its old value. So the address in
// 0 is compared with those one and two ahead of it, and where one is equal its sum is taken instead
// of what the memory gives. In slots that no sample takes the bus reads a counter, which then holds
// all that went before it; or CLEAR writes 0 to one.
//
// With MOVES (rtl/context) what a counter holds can be moved to another one.

`default_nettype none

module tally_updater_long #(
	parameter BINS_LOG2 = 9,
	// 1: map_keep_i, map_add_i, map_zero_i. No counter may change twice in a row then; any sets
	// FULL; what the bus reads comes a cycle sooner.
	parameter MOVES = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 map_next_valid_i,  // one cycle before map_valid_i
	input  wire [3:0]           map_next_code_i,
	input  wire                 map_valid_i,
	input  wire                 map_inside_i,
	input  wire [BINS_LOG2-1:0] map_slot_i,
	input  wire [17:0]          map_weight_i,
	input  wire                 map_keep_i,        // MOVES: the counter is kept,
	input  wire                 map_add_i,         //   what was kept is added,
	input  wire                 map_zero_i,        //   the counter becomes 0
	output wire                 upd_free_o,        // no sample takes the slot: the bus has it
	input  wire [BINS_LOG2-1:0] bus_word_i,
	input  wire                 clear_valid_i,     // CLEAR has the slot; no sample comes then
	input  wire [BINS_LOG2-1:0] clear_word_i,
	output wire                 upd_busy_o,        // a counter is still to be written
	output wire                 upd_full_o,        // a bin was added to, and its bit 31 is set
	output wire [31:0]          upd_word_o         // the counter last read, with its addition
);

// other_word is a category's or the bus's, clear_word is CLEAR's. The unwanted one is all ones:
// they are ANDed, so that no multiplexer stands in the longest path.
reg  [BINS_LOG2-1:0] other_word, clear_word;
reg                  clear_valid;
reg  [BINS_LOG2-1:0] word0, word1, word2;
reg  [17:0]          weight0, weight1, weight2;
reg                  valid0, valid1, valid2, valid3, zero0, zero1;
reg                  fills0, fills1, fills2, fills3;       // it may set FULL
reg                  keep0, keep1, keep2, add0, add1, add2;
reg  [31:0]          kept;
reg  [14:0]          kept_high;                    // 0 but where it is added
reg                  equal1, equal2;               // word 1 is that in 2, or that written before it
reg  [31:0]          last_sum;

wire        from_sum  = MOVES == 0 & equal1 & valid2;
wire        from_last = equal2 & valid3;
reg         use_sum;
reg  [31:0] last_used;
wire [31:0] stored;
wire [31:0] word_used = stored | last_used | last_sum & {32{use_sum}};    // all but one are 0
wire [31:0] added = MOVES != 0 ? {kept_high, kept[16:0] & {17{add2}}} : 32'd0;
wire [31:0] sum = word_used + ({15'd0, weight2[17:1]} | added) + {31'd0, weight2[0]};

tally_ram #(.LOG2(BINS_LOG2), .CYCLES(2)) u_words (
	.clk_i      (clk_i),
	.read_at_i  (word0),
	.zero_i     (from_sum | from_last | zero1),
	.data_o     (stored),
	.we_i       (valid2),
	.write_at_i (word2),
	.data_i     (sum)
);

always @(posedge clk_i) begin
	other_word[BINS_LOG2-1:4] <= map_next_valid_i | clear_valid_i
		? {(BINS_LOG2-4){1'b1}} : bus_word_i[BINS_LOG2-1:4];
	other_word[3:0] <= map_next_valid_i
		? map_next_code_i : bus_word_i[3:0] | {4{clear_valid_i}};
	clear_word      <= clear_valid_i ? clear_word_i : {BINS_LOG2{1'b1}};
	clear_valid     <= clear_valid_i & ~rst_i;

	// What the bus reads, or CLEAR zeroes, passes as a sample of weight 0.
	word0   <= map_valid_i & map_inside_i ? map_slot_i : other_word & clear_word;
	weight0 <= map_valid_i ? map_weight_i : 18'd0;
	valid0  <= map_valid_i | clear_valid;
	fills0  <= map_valid_i & (map_inside_i | MOVES != 0);
	zero0   <= clear_valid | MOVES != 0 & map_valid_i & map_zero_i;

	word1   <= word0;
	weight1 <= weight0;
	valid1  <= valid0;
	fills1  <= fills0;
	zero1   <= zero0;
	equal1  <= word0 == word1;
	equal2  <= word0 == word2;

	word2     <= word1;
	weight2   <= weight1;
	valid2    <= valid1;
	fills2    <= fills1;
	use_sum   <= from_sum;
	last_used <= from_last & ~from_sum ? last_sum : 32'd0;

	{keep0, keep1, keep2} <= {map_valid_i & map_keep_i, keep0, keep1};
	{add0, add1, add2}    <= {map_valid_i & map_add_i, add0, add1};
	if (keep2) kept <= sum;
	kept_high <= add1 ? kept[31:17] : 15'd0;

	last_sum <= sum;
	valid3   <= valid2;
	fills3   <= fills2;
	// Unlike valid3 fills3 falls with a reset: a counter that is written all the same sets no
	// FULL.
	if (rst_i) {valid0, valid1, valid2, fills0, fills1, fills2, fills3} <= 7'd0;
end

assign upd_free_o = ~map_next_valid_i;
assign upd_busy_o = clear_valid | valid0 | valid1 | valid2;
assign upd_full_o = fills3 & last_sum[31];
assign upd_word_o = MOVES != 0 ? sum : last_sum;

`ifdef FORMAL
`include "tally_updater_long_props.vh"
`endif

endmodule

`default_nettype wire
