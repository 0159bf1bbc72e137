// SPDX-License-Identifier: ISC
// unit_sum.vh - any one word, `here`: it holds what has been added to it since a sweep zeroed it. Included by unit.v.

// Its value after the sample or zero that entered U0 last, U1, U2; kept by a reset, which drops them
wire        writes_here;
wire [31:0] stored_next = writes_here ? sum : stored;
reg  [31:0] v_0, v_1, v_2;
`ifdef LONG
reg  [BINS_LOG2-1:0] at3;
reg                  zero2, zero3;
always @(posedge clk_i) begin
	at3   <= at2;
	zero2 <= zero1;
	zero3 <= zero2;
	v_2   <= rst_i ? stored_next : v_1;
end
wire        valid_last = valid2;
assign      writes_here = valid_last && at2 == here;
wire        m_zeroes = m_zero && sweep == here;
`else
wire        valid_last = valid1;
assign      writes_here = valid_last && at1 == here;
wire        m_zeroes = clearing && sweep_at == here;
`endif
wire        m_adds = m_valid && m_at == here;
always @(posedge clk_i) begin
	v_0 <= rst_i ? stored_next : m_adds ? v_0 + ticks_of(1'b1, m_weight) : m_zeroes ? 32'd0 : v_0;
	v_1 <= rst_i ? stored_next : v_0;
end

// why: what the memory gives in the first cycles was asked for before reset
`FACT(WORD, old_is, old || !any_sample)

// the law is of words 0 .. N - 9
`FACT(WORD, outcome_fits, !m_valid || m_inside || m_code < 4'd7)

// what a stage does to it
`define DOES(VALUE, N) (valid``N && at``N == here ? zero``N ? 32'd0 : VALUE + ticks_of(1'b1, weight``N) : VALUE)
`FACT(WORD, value_0, v_0 == `DOES(v_1, 0))
`ifdef LONG
`FACT(WORD, value_1, v_1 == `DOES(v_2, 1))
`FACT(WORD, value_2, v_2 == `DOES(stored, 2))

// M: the outcome was chosen a cycle before
`FACT(WORD, outcome, !m_valid || (other == {{(BINS_LOG2-4){1'b1}}, m_code} && &sweep))
`FACT(WORD, p_code_fits, !p_valid || p_code[3:0] < 4'd7)
`FACT(WORD, e_code_fits, !e_valid || e_code < 3'd7)
`FACT(WORD, sweeps_all, !m_zero || &other)
// U1, U2: forwarding
`FACT(WORD, apart, (apart1 != 0) == (at1 != at2) && (apart2 != 0) == (at1 != at3))
wire        last_here = valid3 && at3 == here;
`FACT(WORD, last_is, !last_here || last == stored)
`FACT(WORD, fetched_is, at1 != here || fetched == stored || writes_here || last_here)
wire [31:0] base = data | nearer | last & {32{use_last}};
`FACT(WORD, base_is, !old || at2 != here || zero2 || base == stored)
`FACT(WORD, zero2_is, !(valid2 & zero2) || (weight2 == 0 && base == 0))
// a zero finds zeros before it, so what is forwarded to it is 0
`FACT(WORD, zeros_m, !m_zero || ((!valid0 || zero0) && (!valid1 || zero1) && (!valid2 || zero2)))
`FACT(WORD, zeros_0, !(valid0 & zero0) || ((!valid1 || zero1) && (!valid2 || zero2) && (!valid3 || zero3)))
`FACT(WORD, zeros_1, !(valid1 & zero1) || ((!valid2 || zero2) && (!valid3 || zero3)))
`FACT(WORD, zero3_is, !(valid3 & zero3) || last == 0)
`else
`FACT(WORD, value_1, v_1 == `DOES(stored, 1))

reg  [BINS_LOG2-1:0] at2;
reg                  valid2;
always @(posedge clk_i) {at2, valid2} <= {at1, valid1};
`FACT(WORD, near_is, !near || (valid2 && at1 == at2))
`FACT(WORD, near_when, !(valid2 && at1 == at2) || near)
`FACT(WORD, last_is, !(valid2 && at2 == here) || last == stored)
`FACT(WORD, fetched_is, at1 != here || fetched == stored || near)
`endif

// FULL: an addition has set bit 31 of a word; none that a reset let through
wire        full_in;                                          // probe
reg         added, added_here;
always @(posedge clk_i) begin
	added      <= valid_last & ~rst_i;
	added_here <= writes_here & ~rst_i;
end
`FACT(WORD, full_is, !added_here || full_in == stored[31])
`FACT(WORD, full_added, !full_in || added)

// CLEAR: here has been zeroed since TICKS began to count the words
reg         here_zeroed, was_swept;
always @(posedge clk_i) begin
	here_zeroed <= (here_zeroed | m_zeroes) & ~clear & ~rst_i;
	was_swept   <= swept & ~rst_i;
end
`FACT(WORD, sweep_ends, !clearing || ticks <= N)
`ifdef LONG
`FACT(WORD, sweep_late, !(clearing && ticks == here + 1) || m_zeroes)
`FACT(WORD, sweep_past, !(clearing && ticks > here + 1) || here_zeroed)
`else
`FACT(WORD, sweep_past, !(clearing && ticks > here) || here_zeroed)
`endif
`FACT(WORD, zeroed_is, !(clearing && here_zeroed) || v_0 == 0)
`FACT(WORD, clear_zeroes, !was_swept || v_0 == 0)

`SEEN(WORD, thrice, writes_here && valid1 && at1 == here && valid0 && at0 == here && stored > 1)
`SEEN(WORD, zeroed, was_swept && v_0 != stored)
