// SPDX-License-Identifier: ISC
// unit_range.vh - a sample's write to a bin lies below SIZE and below N - 16. Included by unit.v.

`define BELOW(AT) ({1'b0, AT} < N - 16 && (size[BINS_LOG2] || AT < size[BINS_LOG2-1:0]))
`define OUTCOME(AT) (&AT[BINS_LOG2-1:4])
`FACT(RANGE, below_m, !(m_valid & m_inside) || `BELOW(m_slot))
`FACT(RANGE, below_1, !valid1 || zero1 || `OUTCOME(at1) || `BELOW(at1))
`FACT(RANGE, below_0, !valid0 || zero0 || `OUTCOME(at0) || `BELOW(at0))
`ifdef LONG
`FACT(RANGE, below_2, !valid2 || zero2 || `OUTCOME(at2) || `BELOW(at2))
`endif
`ifdef SERIAL
// SIZE turns round in its register, once a sample; as many of its bits as have passed stand at its upper end
localparam FIRST = 17, PAST = BINS_LOG2 + 17;    // steps of the slot's first bit, past its last
wire [5:0]           to_come = PAST - step;
wire [BINS_LOG2-1:0] size_now = size[BINS_LOG2-1:0];
reg  [BINS_LOG2-1:0] size_was;
wire [2*BINS_LOG2-1:0] turned = {size_was, size_was} >> (step - FIRST);
always @(posedge clk_i)
	if (takes) size_was <= size_now;
`FACT(RANGE, steps, steps_on ? step >= 1 && step <= PC_W + 16 : step == 0)
`FACT(RANGE, slot_steps, in_slot == (steps_on && step >= FIRST && step < PAST))
`FACT(RANGE, size_turns, !steps_on || size_now == (in_slot ? turned[BINS_LOG2-1:0] : size_was))
`FACT(RANGE, above_so_far, !in_slot || above == (m_slot >> to_come >= size_now >> to_come))
`FACT(RANGE, above_is, !(steps_on && step >= PAST || done) || above == (m_slot >= size_now))
// a sample's write is over before SIZE turns again
`FACT(RANGE, rests_0, !valid0 || zero0 || `OUTCOME(at0) || step == 0)
`FACT(RANGE, rests_1, !valid1 || zero1 || `OUTCOME(at1) || step <= 1)
`endif

`SEEN(RANGE, last_bin, writes && {1'b0, at1} == size - 1 && valid1 && !zero1)
