// SPDX-License-Identifier: ISC
// bound.vh - COMMIT completes and the bus is answered within a bounded number of cycles. Included by unit.v.

// Positions from the sampler's register to U5, plus a cycle in which that is seen. With two channels also a queue of
// two that shares the mapper with the other queue and with the sweep; then the other channel's walk, and the channel's
// own.
`ifdef STAGED
localparam [8:0] STAGE = 1;                      // between queue and mapper
`else
localparam [8:0] STAGE = 0;
`endif
localparam [8:0] QUEUE_MAX  = CHANNELS > 1 ? 5 : 0, MAP_AT = QUEUE_MAX + STAGE, DRAIN_MAX = 11 + MAP_AT;
localparam [8:0] OTHER_MAX  = CHANNELS > 1 ? 16 : 0;
localparam [8:0] COMMIT_MAX = DRAIN_MAX + OTHER_MAX + 9'd15;
localparam [8:0] WRITE_MAX = OTHER_MAX + 17, READ_MAX = OTHER_MAX + 18;   // an access to a register
localparam [8:0] BIN_MAX    = 259;

reg  [8:0] busy_for, busy_was_for, asked_for;    // cycles of the waiting COMMIT, of the access
reg        busy_was;
wire [7:0] waited;                               // probe
always @(posedge clk_i) begin
	busy_for     <= busy & ~rst_i ? busy_for + 9'd1 : 9'd0;
	busy_was     <= busy & ~rst_i;
	busy_was_for <= busy_for;
	asked_for    <= asks & ~rst_i ? asked_for + 9'd1 : 9'd0;
end

// Assumed: an access is held until it is answered
always @* if (PROVES[BOUND] && asked) assume (req_i && we_i == asked_we && addr_i == asked_addr);

// The samples of the bank that COMMIT waits for advance one place in every cycle; new ones belong to the other bank.
`define GONE(N, VALID, META) (!busy || busy_for <= N || !(VALID) || META[0] == bank)
`FACT(BOUND, gone_e,    `GONE(0, s_pass | s_drop, s_meta))
`FACT(BOUND, gone_map0, `GONE(QUEUE_MAX + 1, map0_valid, map0_meta))
`FACT(BOUND, gone_map1, `GONE(MAP_AT + 1, map1_valid, map1_meta))
`FACT(BOUND, gone_map2, `GONE(MAP_AT + 2, map2_valid, map2_meta))
`FACT(BOUND, gone_map3, `GONE(MAP_AT + 3, map3_valid, map3_meta))
`FACT(BOUND, gone_u0,   `GONE(MAP_AT + 4, u0_valid, u0_meta))
`FACT(BOUND, gone_u1,   `GONE(MAP_AT + 5, u1_valid, u1_meta))
`FACT(BOUND, gone_u2,   `GONE(MAP_AT + 6, u2_valid, u2_meta))
`FACT(BOUND, gone_u3,   `GONE(MAP_AT + 7, u3_valid, u3_meta))
`FACT(BOUND, gone_u4,   `GONE(MAP_AT + 8, u4_valid, u4_meta))
`FACT(BOUND, gone_u5,   `GONE(MAP_AT + 9, u5_valid, u5_meta))
`FACT(BOUND, gone_free, !busy || busy_for <= MAP_AT + 10 || free)
`FACT(BOUND, busy_counted, busy_for == (busy_was ? busy_was_for + 9'd1 : 9'd0))
`ifdef TWO
wire       other_busy;                           // probes
wire [1:0] last_fast;
wire [3:0] turn;
// The last sample of the other bank in the queue (of two) is the Nth. How many cycles it stays there, plus one if the
// sweep may take one
wire [QUEUE_LOG2:0]   fill = queue_tail - queue_head;
wire [META_W-1:0]     first_in = queue_all[queue_head[0]*(META_W+32) +: META_W], second_in = queue_all[!queue_head[0]*(META_W+32) +: META_W];
wire [1:0]            old_in  = fill == 2 && second_in[0] != bank ? 2'd2 : fill != 0 && first_in[0] != bank ? 2'd1 : 2'd0;
wire [4:0]            stays   = old_in == 0 ? 5'd0 : {2'd0, old_in, 1'b0} - (last_fast != WHICH);
wire                  yields  = turn == 0 || {1'b0, turn} + stays > 16;
`FACT(BOUND, turn_is, last_fast <= 2'd1)
`FACT(BOUND, queue_drains, !busy || busy_for == 0 || stays == 0 || busy_for + stays + yields <= QUEUE_MAX + 1)
`FACT(BOUND, walk_of_one, walk == 0 || walks || (walk_channel == 1 - WHICH && other_busy))
`FACT(BOUND, other_waits, !busy || walks || (walk != 0 ? busy_for <= DRAIN_MAX + walk
	: busy_for <= DRAIN_MAX || (busy_for <= DRAIN_MAX + OTHER_MAX && !other_busy)))
`else
wire       other_busy = 1'b0;
`FACT(BOUND, other_waits, !busy || walks || busy_for <= DRAIN_MAX)
`endif
`FACT(BOUND, walk_waits, !busy || busy_for <= DRAIN_MAX + OTHER_MAX + {5'd0, walk})
`FACT(BOUND, commit_bound, (!busy || busy_for <= COMMIT_MAX) && (!busy_was || busy_was_for <= COMMIT_MAX))

// a register access waits for nothing but the walk
wire       window = addr_i[WINDOW_LOG2];
wire       reading;                              // probe: the register was requested in the previous cycle
reg        was_walking;
reg  [3:0] walk_was;
reg        both_was;                             // both channels' COMMITs waited
always @(posedge clk_i) begin
	was_walking <= walking & ~rst_i;
	walk_was    <= walk;
	both_was    <= busy & other_busy;
end
// why: a write acts in the cycle of its answer, and the walk never sees it in that cycle; so in a walk's first cycle
// the other channel's COMMIT may come, and no access waits then
`FACT(BOUND, write_answered, !reg_we || (done && !was_walking))
`FACT(BOUND, walk_begins, was_walking || walk == 0)
`FACT(BOUND, walk_goes, !was_walking || (walk == walk_was + 4'd1 && (CHANNELS > 1 || !both_was) && (walk != 0 || !(busy & other_busy))
	&& (both_was || (walk_was == 0 && !asked) || !(busy & other_busy)) && (walk != 0 || both_was || !(busy | other_busy))))
`FACT(BOUND, asked_counted, asked == (asked_for != 0))
`FACT(BOUND, reg_waits, !asked || done || window || (reading ? asked_for < READ_MAX && !asked_we
	: was_walking && asked_for <= {5'd0, walk_was} + 9'd1 + (both_was ? 9'd0 : OTHER_MAX)))
`FACT(BOUND, reg_bound, !asked || window || asked_for <= (asked_we ? WRITE_MAX : READ_MAX))
// a bin access waits for a slot at most until waited is full, then travels through the updater
`FACT(BOUND, bin_waits, !asked || done || !window || (fetching == 3'd0 ? asked_for == {1'b0, waited}
	: waited == 8'd0 && asked_for <= 9'd254 + {6'd0, fetching}))
`FACT(BOUND, bin_begins, (asked && !done) || fetching == 3'd0)
`FACT(BOUND, bin_begins_anew, asked || waited == 8'd0)
`FACT(BOUND, bin_bound, !asked || !window || asked_for <= BIN_MAX)

`SEEN(BOUND, commit_waits, busy && busy_for > 2 && walk == 0)
`SEEN(BOUND, read_waits_long, asked_for == READ_MAX && done && !window)
`SEEN(BOUND, read_waits, asked_for > 6 && window && done)
