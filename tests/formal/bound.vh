// SPDX-License-Identifier: ISC
// bound.vh - COMMIT completes and the bus is answered, within so many clocks. Included by unit.v.

localparam [8:0] COMMIT_MAX = 9;                 // positions from the sampler's register to U4
localparam [8:0] BIN_MAX    = 259;

reg  [8:0] busy_for, busy_was_for, asked_for;    // clocks of the waiting COMMIT, of the access
reg        busy_was;
wire [7:0] waited;                               // probe
always @(posedge clk_i) begin
	busy_for     <= busy & ~rst_i ? busy_for + 9'd1 : 9'd0;
	busy_was     <= busy & ~rst_i;
	busy_was_for <= busy_for;
	asked_for    <= asks & ~rst_i ? asked_for + 9'd1 : 9'd0;
end

// Given: an access is held until it is answered
always @* if (PROVES[BOUND] && asked) assume (req_i && we_i == asked_we && addr_i == asked_addr);

// The samples of the bank that COMMIT waits for go one place on in every clock; new ones are of the other bank.
`define GONE(N, VALID, META) (!busy || busy_for <= N || !(VALID) || META[0] == bank)
`FACT(BOUND, gone_e,    `GONE(0, s_pass | s_drop, s_meta))
`FACT(BOUND, gone_map1, `GONE(1, map1_valid, map1_meta))
`FACT(BOUND, gone_map2, `GONE(2, map2_valid, map2_meta))
`FACT(BOUND, gone_map3, `GONE(3, map3_valid, map3_meta))
`FACT(BOUND, gone_u0,   `GONE(4, u0_valid, u0_meta))
`FACT(BOUND, gone_u1,   `GONE(5, u1_valid, u1_meta))
`FACT(BOUND, gone_u2,   `GONE(6, u2_valid, u2_meta))
`FACT(BOUND, gone_u3,   `GONE(7, u3_valid, u3_meta))
`FACT(BOUND, gone_u4,   `GONE(8, u4_valid, u4_meta))
`FACT(BOUND, busy_counted, busy_for == (busy_was ? busy_was_for + 9'd1 : 9'd0))
`FACT(BOUND, commit_bound, (!busy || busy_for <= COMMIT_MAX) && (!busy_was || busy_was_for <= COMMIT_MAX))

// a register access waits for nothing but a COMMIT
wire window = addr_i[WINDOW_LOG2];
`FACT(BOUND, asked_counted, asked == (asked_for != 0))
`FACT(BOUND, reg_waits, !asked || done || window || (busy_was && asked_for <= busy_was_for + 9'd1))
`FACT(BOUND, reg_bound, !asked || window || asked_for <= COMMIT_MAX + 9'd2)
// an access to a bin waits for a slot, at most until waited is full, then on its way through the updater
`FACT(BOUND, bin_waits, !asked || done || !window || (fetching == 3'd0 ? asked_for == {1'b0, waited}
	: waited == 8'd0 && asked_for <= 9'd254 + {6'd0, fetching}))
`FACT(BOUND, bin_begins, (asked && !done) || fetching == 3'd0)
`FACT(BOUND, bin_begins_anew, asked || waited == 8'd0)
`FACT(BOUND, bin_bound, !asked || !window || asked_for <= BIN_MAX)

`SEEN(BOUND, commit_waits, busy && busy_for > 2)
`SEEN(BOUND, read_waits, asked_for > 6 && window && done)
