// SPDX-License-Identifier: ISC
// unit_bound.vh - how long an access that is held may last: a read of the window waits for a slot without a sample, and
// each sample takes a tick. Included by unit.v.

localparam WAIT = MAPPER == 0 ? 260 : 259;       // cycles to a slot, or to the miss
localparam AGE_W = 11;

// of the read that waits: cycles, ticks, those without the last cycle; TICKS when it began
reg  [AGE_W-1:0] age, waited, ticked, ticked_before;
reg  [7:0]       began;
wire [AGE_W-1:0] ones = 1'b1;
always @(posedge clk_i) begin
	age    <= strobe ? age + ones : {AGE_W{1'b0}};
	waited <= asks ? waited + ones : {AGE_W{1'b0}};
	ticked <= asks ? ticked + tick : {AGE_W{1'b0}};
	ticked_before <= asks ? ticked : {AGE_W{1'b0}};
	if (!(asks & late)) began <= swept ? 8'd0 : ticks[7:0];
end

// samples between the sampler and the slot, and what waits for one
`ifdef LONG
wire [AGE_W-1:0] ahead = {{(AGE_W-1){1'b0}}, some} + held_tick + e_valid + p_valid;
`elsif SERIAL
wire [AGE_W-1:0] ahead = {{(AGE_W-1){1'b0}}, some} + held_tick + mapping;
`else
wire [AGE_W-1:0] ahead = {{(AGE_W-1){1'b0}}, some} + held_tick + m_valid;
`endif
wire [AGE_W-1:0] most = MAPPER == 0 ? 4 : 3;
wire [7:0]       passed_7 = began + ticked_before[7:0];
wire             waits_on = asks & late;

`FACT(BOUND, age_begins, (age == 0) == !late && (!asks || waited == age))
`FACT(BOUND, ticks_begin, !asks || late || (ticked == 0 && ticked_before == 0))
`FACT(BOUND, ticked_more, !waits_on || (ticked >= ticked_before && ticked <= ticked_before + ones))
`FACT(BOUND, sample_ticks, !asks || waited + ahead <= ticked + most)
`FACT(BOUND, ticks_is, !waits_on || clearing || ticks[7:0] == began + ticked[7:0])
`FACT(BOUND, mark_is, !waits_on || clearing || mark == passed_7[7] || (waited == 1 && began == 0 && ticked == 0))
`FACT(BOUND, unmarked, !waits_on || marked || {4'd0, began[6:0]} + ticked_before <= 127)
`FACT(BOUND, marked_once, !waits_on || {4'd0, began[6:0]} + ticked_before <= 255)
`FACT(BOUND, goes_on, !(strobe & asked) || flight[READ-1:0] != 0)
`FACT(BOUND, clearing_ends, !(waits_on & clearing) || waited == 1)
reg  young;                                      // the word under way was asked for in time
integer f;
always @* begin
	young = 1'b1;
	for (f = 0; f < READ; f = f + 1)
		if (flight[f] && age > WAIT + f + 1) young = 1'b0;
end
`FACT(BOUND, flight_age, young)
// the claims: counted from its first cycle, an access is answered in
`FACT(BOUND, register_bound, !strobe || window || age <= (wb_we_i ? 0 : 1))
`FACT(BOUND, write_bound, !strobe || !wb_we_i || age == 0)
`FACT(BOUND, window_bound, !strobe || age <= WAIT + READ)

`SEEN(BOUND, waits, waited == 6)
