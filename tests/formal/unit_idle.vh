// SPDX-License-Identifier: ISC
// unit_idle.vh - when nothing waits, is in flight or is written. Included by unit.v.

// in flight, a bit a stage
`ifdef LONG
wire [6:0] flying = {e_valid, p_valid, m_valid, m_zero, valid0, valid1, valid2};
wire       any_sample = e_valid | p_valid | m_valid | valid0 | valid1 | valid2;
wire       writes = valid2;
wire       enters = e_valid;
`elsif SERIAL
wire       mapping = takes | steps_on & live | done;
wire       any_sample = mapping | m_valid | valid0 | valid1;
wire [3:0] flying = {takes | steps_on, done, valid0, valid1};
wire       writes = valid1;
wire       enters = s_valid;
`else
wire       any_sample = m_valid | valid0 | valid1;
wire [2:0] flying = {m_valid, valid0, valid1};
wire       writes = valid1;
wire       enters = s_valid;
`endif

// at power-up registers are 0
always @* if (first && ANYWHERE == 0) assume (!clearing && flying == 0);

// of the last START or CLEAR, or since reset: DRAINED was seen since
reg quiet;
always @(posedge clk_i)
	quiet <= (drained & ~running & ~clearing | quiet) & ~(start | clear) & ~rst_i;

`FACT(IDLE, some_is, some == (weight != 0))
`FACT(IDLE, weight_fits, !weight[WEIGHT_W] || weight[WEIGHT_W-1:0] == 0)
// why: BUSY is a register
`ifdef LONG
`FACT(IDLE, busy_knows, further || flying[5:0] == 0)
`else
`FACT(IDLE, busy_knows, further || flying == 0)
`endif
`FACT(IDLE, drained_is, !drained || (!some && !held_tick && !further && flying == 0))
// a command is answered in the cycle in which it begins to show: no second one is under way
`FACT(IDLE, drained_late, !drained || (!running && !clearing))
`FACT(IDLE, command_late, !(start | clear) || wb_ack)
`FACT(IDLE, clear_drained, !clear || drained)
`FACT(IDLE, start_alone, !start || (!clear && !clearing))
// CLEAR finds nothing and nothing comes
`ifdef LONG
`FACT(IDLE, sweep_alone, !clearing || (!running && !some && !held_tick && !(e_valid | p_valid | m_valid)
	&& (!valid0 || zero0) && (!valid1 || zero1)))
`FACT(IDLE, zero_alone, !(m_zero & (m_valid | p_valid)))
`else
`FACT(IDLE, sweep_alone, !clearing || (!running && !some && !held_tick && !m_valid && (!valid0 || zero0) && (!valid1 || zero1)))
`endif
`FACT(IDLE, zero_is_0, (!(valid0 & zero0) || weight0 == 0) && (!(valid1 & zero1) || weight1 == 0))
`FACT(IDLE, busy_sweeps, !clearing || further || ticks == 0)
`ifdef SERIAL
`FACT(IDLE, one_sample, !(done & (takes | steps_on)) && !(takes & steps_on) && !(clearing & mapping))
`endif
// DRAINED stays until START or CLEAR, and no word is written
`FACT(IDLE, quiet_stays, !quiet || (drained && !running && !clearing))
`FACT(IDLE, quiet_writes_none, !quiet || !writes)

`SEEN(IDLE, drains, quiet && ticks > 1)
`SEEN(IDLE, swept_word, clearing && writes)
