// SPDX-License-Identifier: ISC
// context_rows.v - the table of nodes: finds the row of a callee in its context, or makes it.
//
// A row is {parent, callee}, and beside it how many children the node has, how hot it was lately,
// and whether it took ticks that are not its own. A full table folds the coldest leaf that a search
// saw into its parent: ticks to the parent's counter, calls to FOLDED_CALLS. What finds no row is
// lumped: it counts for the node that called it.
//
// The last 16 rows are never taken, for the counters beside theirs are the categories.

`default_nettype none

module context_rows #(
	parameter NODES  = 11,                     // 2^NODES
	parameter HALF_W = 20,                     // bits of a callee
	parameter PROBES = 5,                      // 2^PROBES rows are seen
	parameter CHILDREN = 4,                    // bits of their count
	parameter HEAT   = 5
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              clearing_i,       // all rows are freed
	input  wire              frozen_i,         // nothing is made or counted
	// the current node, which stood for a cycle before a command and stays until it is done
	input  wire [NODES-1:0]  current_i,
	input  wire [HALF_W-1:0] callee_i,
	input  wire              enter_i,          // the callee's row,
	input  wire              lump_i,           //   or the callee is lumped
	input  wire              leave_i,          // a child less
	output wire              row_done_o,
	output wire              row_arrives_o,    // at slot
	output reg  [NODES-1:0]  row_slot_o,
	// the current node, which stood for three cycles
	input  wire              bump_i,           // is hot
	input  wire              child_i,          // has a child more
	// the bus reads a row
	input  wire              peek_i,
	input  wire [NODES-1:0]  peek_at_i,
	output wire              row_peeked_o,     // one cycle before
	output wire [31:0]       row_data_o,       // {parent, callee, estimated}
	// operations on counters
	input  wire              charge_i,         // of the current node
	output wire              row_asks_o,
	output wire              row_outcome_o,    // of FOLDED_CALLS
	output wire              row_one_o,        // adds 1
	output wire              row_keep_o,       // else 0; the counter is kept,
	output wire              row_add_o,        //   what was kept is added,
	output wire              row_zero_o,       //   the counter becomes 0
	input  wire              blocked_i,        // another one takes the slot
	output reg  [NODES:0]    row_word_o        // one cycle later; calls in the upper half
);

localparam KEY_W = NODES + HALF_W, ROW_W = 2 + CHILDREN + HEAT;
localparam [63:0] PAIRS = 64'h5555555555555555;    // compared by two bits, ANDed a cycle later

localparam [3:0]
	WAIT = 0,
	LOOK = 1,          // a probe a clock
	CHILD = 2,         // the current node gets or loses a child
	KEEP = 3,          // fold: the leaf's counter is kept,
	ADD = 4,           //   added to its parent's,
	ZERO = 5,          //   and zeroed; then that of its calls alike
	CLAIM = 6,         // the row is the callee's; its call is counted
	LUMP = 7,
	PEEK = 8;
(* fsm_encoding = "none" *)
reg  [3:0]        state;
reg  [1:0]        cycle;                           // of the state, at most 2
wire              ready = cycle[1];                // what was asked for in its first is there
reg               makes, folds, calls, found;

// ---- keys and rows ----
reg  [NODES-1:0]  at, at1, at2, write_at, parent;
wire [KEY_W-1:0]  key;
wire [ROW_W-1:0]  row;
wire [KEY_W-1:0]  differs = key ^ {current_i, callee_i};
wire              r_taken, r_mixed;
wire [CHILDREN-1:0] r_children;
wire [HEAT-1:0]   r_heat;
assign {r_taken, r_mixed, r_children, r_heat} = row;
wire [63:0] data = {{(63-KEY_W){1'b0}}, key, r_mixed};
wire unused = &{1'b0, data[63:32]};
assign row_data_o = data[31:0];

reg               claims, row_we, hottest;
reg  [ROW_W-1:0]  row_new;
wire added = state == ADD & ready & ~blocked_i;
wire bump  = bump_i & ~hottest;
wire minus = added & ~calls | state == CHILD & ready & ~makes;
wire plus  = child_i | state == CHILD & ready & makes;
wire mixes = added | state == LUMP & ready;
// A count of children that has reached its end stays: the node is never folded.
wire [CHILDREN-1:0] children = &r_children ? r_children
	: r_children + {{(CHILDREN-1){minus}}, minus | plus};

always @(posedge clk_i) begin
	row_new <= {1'b1, r_mixed | mixes, children, r_heat + {{(HEAT-1){1'b0}}, bump}};
	if (state == CLAIM) row_new <= {1'b1, {(ROW_W-1){1'b0}}};
	if (clearing_i) row_new <= {ROW_W{1'b0}};
	hottest  <= &r_heat;
	claims   <= state == CLAIM & makes & cycle == 2'd0;
	row_we   <= clearing_i | bump | plus | minus | mixes
		| state == CLAIM & makes & cycle == 2'd0;
	write_at <= at;
end

tally_ram #(.LOG2(NODES), .WIDTH(KEY_W)) u_keys (
	.clk_i      (clk_i),
	.read_at_i  (at),
	.zero_i     (1'b0),
	.data_o     (key),
	.we_i       (claims),
	.write_at_i (write_at),
	.data_i     ({current_i, callee_i})
);

tally_ram #(.LOG2(NODES), .WIDTH(ROW_W)) u_rows (
	.clk_i      (clk_i),
	.read_at_i  (at),
	.zero_i     (1'b0),
	.data_o     (row),
	.we_i       (row_we),
	.write_at_i (write_at),
	.data_i     (row_new)
);

// ---- the search, two cycles behind `at` ----
reg               taken2, free2, leaf2;
reg  [KEY_W-1:0]  same;
reg  [HEAT-1:0]   heat2, coldest;
reg  [PROBES-1:0] probes;
wire seen   = state == LOOK & ready;
wire hit    = taken2 & &(same | ~PAIRS[KEY_W-1:0]);
wire better = leaf2 & heat2 <= coldest;            // none is the current one: steps are odd
wire last   = &probes;

// CLEAR sweeps the rows with the steps of a search, which reach all of them.
wire [NODES-1:0] next = at + {callee_i[NODES-1:1], 1'b1};
wire to_next    = state == LOOK | state == WAIT & enter_i | clearing_i;
wire to_parent  = state == ADD & ~added;
wire to_slot    = state == CHILD & ready & makes | state == KEEP | added | state == ZERO
	| state == CLAIM;

always @(posedge clk_i) begin
	{at1, at2} <= {at, at1};
	same   <= ~(differs | differs >> 1);
	taken2 <= r_taken & ~&at1[NODES-1:4];
	free2  <= ~r_taken & ~&at1[NODES-1:4];
	leaf2  <= r_taken & ~&at1[NODES-1:4] & r_children == {CHILDREN{1'b0}};
	heat2  <= r_heat;
	probes <= state == LOOK ? probes + {{(PROBES-1){1'b0}}, ready} : {PROBES{1'b0}};
	if (state != LOOK) {found, coldest} <= {1'b0, {HEAT{1'b1}}};
	else if (ready & better) {found, coldest} <= {1'b1, heat2};
	if (seen & (hit | free2 | better)) row_slot_o <= at2;

	if (state == KEEP) parent <= key[KEY_W-1:HALF_W];
	case (1'b1)
	to_next: at <= next;
	to_parent: at <= parent;
	to_slot: at <= row_slot_o;
	default: at <= state == PEEK ? peek_at_i : current_i;
	endcase
end

// ---- operations ----
wire counts = state == CLAIM & cycle != 2'd0 & ~frozen_i;
wire lumps  = state == LUMP & ready & ~frozen_i;
assign row_keep_o    = state == KEEP & ready;
assign row_add_o     = state == ADD & ready;
assign row_zero_o    = state == ZERO;
assign row_one_o     = counts | lumps;
assign row_asks_o    = counts | lumps | row_keep_o | row_add_o | row_zero_o;
assign row_outcome_o = lumps | row_add_o & calls;
assign row_arrives_o = state == CLAIM & cycle != 2'd0 & ~blocked_i;
assign row_done_o    = row_arrives_o | state == LUMP & ready & ~blocked_i
	| state == CHILD & ready & ~makes;
assign row_peeked_o  = state == PEEK & ready;

always @(posedge clk_i)
	row_word_o <= {counts | calls & ~charge_i, at};

// ---- what happens ----
always @(posedge clk_i) begin
	cycle <= ready ? cycle : cycle + 2'd1;
	case (state)
	WAIT: begin
		cycle <= 2'd0;
		calls <= 1'b0;
		makes <= 1'b0;
		if (enter_i) state <= lump_i ? LUMP : LOOK;
		else if (leave_i) state <= CHILD;
		else if (peek_i) state <= PEEK;
	end
	LOOK: if (ready & (hit | free2 | last)) begin
		cycle <= 2'd0;
		makes <= ~hit;
		folds <= ~free2;
		state <= hit ? CLAIM : frozen_i | ~free2 & ~found & ~better ? LUMP : CHILD;
	end
	CHILD: if (ready) begin
		cycle <= 2'd0;
		state <= ~makes ? WAIT : folds ? KEEP : CLAIM;
	end
	KEEP: if (ready & ~blocked_i) begin
		cycle <= 2'd0;
		state <= ADD;
	end
	ADD: if (added) state <= ZERO;
	ZERO: if (~blocked_i) begin
		cycle <= 2'd0;
		calls <= ~calls;
		state <= calls ? CLAIM : KEEP;
	end
	CLAIM: if (row_arrives_o) state <= WAIT;
	LUMP: if (ready & ~blocked_i) state <= WAIT;
	default: if (ready | ~peek_i) state <= WAIT;
	endcase
	if (rst_i | clearing_i) state <= WAIT;
end

endmodule

`default_nettype wire
