// SPDX-License-Identifier: ISC
// unit_law.vh - the law: what ticked, and what has been added to the words, counted since reset or CLEAR at each stage.
// Each count is the next one and what is in flight between them. Included by unit.v.

// what is in flight in front of the updater, and in it
wire [31:0] f_0 = ticks_of(valid0, weight0), f_1 = ticks_of(valid1, weight1);
`ifdef LONG
wire [31:0] f_e = ticks_of(e_valid, e_weight), f_p = ticks_of(p_valid, p_weight), f_m = ticks_of(m_valid, m_weight),
	f_2 = ticks_of(valid2, weight2);
wire [31:0] written = f_2;
`else
`ifdef SERIAL
wire [31:0] f_m = ticks_of(mapping, held);
`else
wire [31:0] f_m = ticks_of(m_valid, m_weight);
`endif
wire [31:0] written = f_1;
`endif

reg  [31:0] n_left, n_e, n_p, n_m, n_0, n_1, n_added;     // what has left the sampler, E, P, M, U0, U1, the updater
wire        begins = rst_i | clear;
always @(posedge clk_i) begin
	n_left  <= begins ? 32'd0 : n_left + ticks_of(s_valid, s_weight);
	n_m     <= begins ? 32'd0 : n_m + ticks_of(m_valid, m_weight);
	n_0     <= begins ? 32'd0 : n_0 + f_0;
	n_added <= begins ? 32'd0 : n_added + written;
`ifdef LONG
	n_e     <= begins ? 32'd0 : n_e + f_e;
	n_p     <= begins ? 32'd0 : n_p + f_p;
	n_1     <= begins ? 32'd0 : n_1 + f_1;
`endif
end

wire [31:0] waiting = {{(31-WEIGHT_W){1'b0}}, weight};
`FACT(LAW, at_sampler, clearing || ticks == n_left + waiting + held_tick)
`FACT(LAW, at_clear, !clearing || n_left == 0)
`ifdef LONG
`FACT(LAW, at_e, n_left == n_e + f_e)
`FACT(LAW, at_p, n_e == n_p + f_p)
`FACT(LAW, at_m, n_p == n_m + f_m)
`else
`FACT(LAW, at_m, n_left == n_m + f_m)
`endif
`FACT(LAW, at_0, n_m == n_0 + f_0)
`ifdef LONG
`FACT(LAW, at_1, n_0 == n_1 + f_1)
`FACT(LAW, at_2, n_1 == n_added + f_2)
`else
`FACT(LAW, at_1, n_0 == n_added + f_1)
`endif
`FACT(LAW, law, running | busy || ticks == n_added + waiting)

`SEEN(LAW, all_stages, f_0 != 0 && f_1 != 0 && written != 0 && weight == 1 && s_valid)
`SEEN(LAW, stands, !running && !busy && n_added > 2 && weight != 0)
