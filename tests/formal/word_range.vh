// SPDX-License-Identifier: ISC
// word_range.vh - a sample's write to a bin lies below SIZE and below N - 16. Included by word.v.

`define BELOW(AT) ({1'b0, AT} < N - 16 && (size[BINS_LOG2] || AT < size[BINS_LOG2-1:0]))
`define OUTCOME(AT) (&AT[BINS_LOG2-1:4])
`FACT(RANGE, below_m, !(m_valid & m_inside) || `BELOW(m_slot))
`FACT(RANGE, below_0, !valid0 || zero0 || `OUTCOME(at0) || `BELOW(at0))
`FACT(RANGE, below_1, !valid1 || zero1 || `OUTCOME(at1) || `BELOW(at1))
`ifdef LONG
`FACT(RANGE, below_2, !valid2 || zero2 || `OUTCOME(at2) || `BELOW(at2))
`endif

`SEEN(RANGE, last_bin, writes && {1'b0, at1} == size - 1 && valid1 && !zero1)
