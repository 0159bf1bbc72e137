// SPDX-License-Identifier: ISC
// bins.vh - the word at any address (`here`, binmem_word.v) keeps its value plus the hits added to it.
// Included by unit.v. Proves the forwarding, the policies of a full counter, and that the half beside a 16-bit
// counter is unchanged.

// probes
wire [3:0]           filled;                     // by channel: full one cycle ago
wire [BINS_LOG2-1:0] here, past2_word;
wire [31:0]          stored, fetched, operand, word, past2_data;
wire                 past2_known;
wire [1:0]           bin_answers;                // at once, from its slot
wire [31:0]          bin_data;
wire [3:0]           u2_from;

// the true word: with all writes up to the one in U4
wire        u4_here  = u4_word == here, past2_here = past2_known && past2_word == here;
wire [31:0] true_word = u4_write && u4_here ? u4_data : stored;

// what the updater remembers is true, unless it remembers something newer
`FACT(BINS, write_known, !u4_write || u4_known)
`FACT(BINS, known_u4, !(u4_known && u4_here) || u4_data == true_word)
`FACT(BINS, known_past, !past2_here || (u4_known && u4_here) || past2_data == true_word)
// U1: the fetched word is true, or there is something to forward (the read may have met a write)
`FACT(BINS, read_u1, !(u1_taken && !u1_out && u1_word == here) || fetched == true_word || (u4_known && u4_here) || past2_here)
// U2: the operand is true except for what is in U3, which is forwarded next
`FACT(BINS, near_u2, !(u2_taken && !u2_out && u2_word == here)
	|| u2_from[0] == (u3_taken && !u3_out && u3_word == here))
`FACT(BINS, read_u2, !(u2_taken && !u2_out && u2_word == here) || operand == true_word)
// U3: the base of the sum is true
wire at_u3 = u3_taken && !u3_out && u3_word == here;
`FACT(BINS, read_u3, !at_u3 || word == true_word)
// so is what the bus reads, at once or after its slot
`FACT(BINS, bus_reads, bin_answers == 2'b00 || addr_i[BINS_LOG2+1:2] != here || bin_data == true_word)

wire u3_filtered = u3_meta[3];
wire adds = at_u3 && u3_sample && (u3_dead || !u3_filtered);
// rtl/DESIGN.md 5's result for this sample, in wide arithmetic, from the true word
localparam [1:0] STOP = 2'd0, WRAP = 2'd2;
wire        is_wide = u3_how[1], is_high = u3_how[0] & ~u3_how[1];
wire [39:0] limit   = is_wide ? 40'h7FFF_FFFF : 40'h7FFF;
wire [39:0] before  = is_wide ? {8'd0, true_word} : {24'd0, is_high ? true_word[31:16] : true_word[15:0]};
wire [39:0] charge  = {{(40-WEIGHT_W){1'b0}}, u3_meta[META_W-1:WEIGHT_W+5]};
wire        wraps   = u3_how[3:2] == WRAP;
wire        is_over = !wraps && before >= limit, is_met = !wraps && before + charge >= limit;
wire [39:0] hit     = u3_dead || is_over ? 40'd0 : is_met ? limit - before : charge;
wire [39:0] after   = before + hit;
wire [31:0] should  = is_wide ? after[31:0]
	: is_high ? {after[15:0], true_word[15:0]} : {true_word[31:16], after[15:0]};

// A full counter: the channel dies of it in the next cycle. Other samples in the updater see that at once, everything
// else one cycle later.
reg                  was_here, was_mine, was_at_max;
always @(posedge clk_i) begin
	was_here   <= at_u3;
	was_mine   <= u3_valid;
	was_at_max <= is_over | is_met;
end
`FACT(BINS, filled_when, !was_here || filled[WHICH] == (was_stopping & was_mine & was_at_max))
`FACT(BINS, filled_only, !filled[WHICH] || (was_stopping & was_mine))
`FACT(BINS, dead_is, !u3_valid || u3_dead == (dead | filled[WHICH]))

`ifdef ENGINE
// a sample that the engine mapped goes to its counter
wire [BINS_LOG2-1:0] late_word;                  // probes
wire [3:0]           late_how;
reg                  was_late;
reg  [BINS_LOG2+3:0] late_at;
always @(posedge clk_i) begin
	was_late <= late & ~rst_i;
	late_at  <= {late_word, late_how};
end
`FACT(BINS, late_arrives, !was_late || (u1_taken && u1_sample && !u1_out && {u1_word, u1_how} == late_at))
`endif

// one cycle later: the word is that result, or unchanged, or what the bus or CLEAR wrote
reg         added, settled;
reg  [39:0] hit_was, charge_was;
reg  [31:0] expected;
always @(posedge clk_i) begin
	added      <= adds & ~rst_i;
	hit_was    <= hit;
	charge_was <= charge;
	settled    <= up;                        // what is there before reset may write
	expected   <= adds ? should : true_word;
	if (poke && poke_word == here)
		expected <= data_i;
	if (z3 && z3_at[BINS_LOG2+1:2] == here) begin
		if (z3_at[1] | ~z3_at[0])
			expected[15:0] <= 16'd0;
		if (z3_at[1] | z3_at[0])
			expected[31:16] <= 16'd0;
	end
	if (rst_i)
		expected <= true_word;
end
wire [BINS_LOG2-1:0] poke_word = addr_i[BINS_LOG2+1:2];
`FACT(BINS, sum, !settled || true_word == expected)
`FACT(BINS, hit_is, !added || ({{(40-WEIGHT_W){1'b0}}, u4_hit} == hit_was
	&& {{(40-WEIGHT_W){1'b0}}, u4_lost} == charge_was - hit_was))

`SEEN(BINS, fills, filled[WHICH] && u3_valid)
`SEEN(BINS, added_twice, added && adds && u4_hit > 1)
`SEEN(BINS, read_at_once, bin_answers[1] && added && addr_i[BINS_LOG2+1:2] == here)
