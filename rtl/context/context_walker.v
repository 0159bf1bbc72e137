// SPDX-License-Identifier: ISC
// context_walker.v - walks the call tree: an event's ticks go to the node of the context that ran,
// and the event leads to another node. Frames and rows do the rest.

`default_nettype none

module context_walker #(
	parameter NODES  = 11,                     // 2^NODES; the root is node 2^NODES - 9
	parameter HALF_W = 20,                     // bits of a pc, from bit 1 up
	parameter TAILS  = 0                       // 1: TAIL comes
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              running_i,
	input  wire              clearing_i,       // rows are freed, frames forgotten
	output wire              wal_busy_o,
	// events: the first of the queue
	input  wire              smp_sample_i,     // ticks left the sampler
	input  wire              held_i,           // an event is before the queue
	input  wire              que_empty_i,
	output wire              wal_pop_o,
	input  wire [2:0]        kind_i,
	input  wire              trapped_i,
	input  wire              hot_i,
	input  wire [2:0]        code_i,
	input  wire [17:0]       weight_i,
	input  wire [HALF_W-1:0] target_i,
	input  wire [HALF_W-1:0] link_i,
	// a category that passes by the queue
	input  wire              out_valid_i,
	input  wire [2:0]        out_code_i,
	input  wire [1:0]        out_weight_i,
	// to the updater; wal_next_ one cycle before the others
	output wire              wal_next_valid_o,
	output wire [3:0]        wal_next_code_o,
	output reg               wal_valid_o,
	output reg               wal_inside_o,
	output wire [NODES:0]    wal_slot_o,
	output reg  [17:0]       wal_weight_o,
	output reg               wal_keep_o,
	output reg               wal_add_o,
	output reg               wal_zero_o,
	// the bus reads a row
	input  wire              peek_i,
	input  wire [NODES-1:0]  peek_at_i,
	output reg               wal_peeked_o,
	output reg  [31:0]       wal_row_o         // 0 but then
);

`include "context_kinds.vh"

localparam [NODES-1:0] ROOT = (1 << NODES) - 9;
localparam [3:0] FOLDED_CALLS = 4'd12, STRAY = 4'd13;      // their counters among the categories
// CONTEXT.md draws the states.
localparam [3:0]
	IDLE = 0,
	CHARGE = 1,        // the ticks go to the current node, or to their category
	GO = 2,
	PUSH = 3,          // a frame more
	NEAR = 4,          // the rows see what is current
	ENTER = 5,         // the callee's node
	BACK = 6,          // a frame is searched
	LEAVE = 7,         // a trap is over: what it interrupted
	PEEK = 8,
	DONE = 9,
	REST = 10;         // the queue shows the next event
(* fsm_encoding = "none" *)
reg  [3:0]       state;
reg  [2:0]       kind;
reg  [1:0]       pend;                             // what a trap came before: CALL, RET, MRET
reg  [NODES-1:0] current;
reg              lumped, dirty, hot, unwinds;
wire             blocked;

// While stopped the walker follows the calls, but counts nothing and makes no node. START acts
// between two events.
reg  frozen;
wire dirty_next = running_i | smp_sample_i
	| dirty & ~(que_empty_i & state == IDLE & ~held_i);
assign wal_busy_o = dirty;                         // from before STOP on, without a gap
assign wal_pop_o  = state == DONE;

reg  [HALF_W-1:0] callee;                          // in GO it is yet to come
wire              tails  = TAILS != 0 & kind == TAIL;
wire              pushes = kind == CALL | kind == TRAP;
wire              frm_done, frm_found, frm_none, frm_over, frm_trap, frm_lumped;
wire              frm_stray;
wire [1:0]        frm_pend;
wire [NODES-1:0]  frm_node;

context_frames #(
	.NODES  (NODES),
	.HALF_W (HALF_W)
) u_frames (
	.clk_i        (clk_i),
	.clear_i      (clearing_i | rst_i | state == DONE & unwinds),
	.push_i       (state == GO & pushes),
	.write_i      (state == PUSH),
	.trap_i       (kind == TRAP),
	.pend_i       (pend),
	.lumped_i     (lumped),
	.node_i       (current),
	.link_i       (link_i),
	.back_i       (state == BACK & ~out_valid_i),
	.mret_i       (&kind[1:0]),                        // UNWIND, too
	.target_i     (target_i),
	.frm_stray_o  (frm_stray),
	.frm_done_o   (frm_done),
	.frm_found_o  (frm_found),
	.frm_none_o   (frm_none),
	.frm_over_o   (frm_over),
	.frm_trap_o   (frm_trap),
	.frm_pend_o   (frm_pend),
	.frm_lumped_o (frm_lumped),
	.frm_node_o   (frm_node)
);

wire trap_begins = state == PUSH & kind == TRAP & ~frm_over;
wire tail_begins = state == GO & tails & ~frm_over & ~lumped;      // in the frame that is there
wire to_root = trap_begins | tail_begins & (frm_none | frm_trap) | state == DONE & unwinds
	| state == BACK & kind == RET & frm_none | clearing_i | rst_i;

wire             row_done, row_arrives, row_peeked, row_asks, row_outcome, row_one, row_keep;
wire             row_add, row_zero;
wire [NODES-1:0] row_slot;
wire [31:0]      row_data;
wire             charges = state == CHARGE & ~frozen;

context_rows #(
	.NODES  (NODES),
	.HALF_W (HALF_W)
) u_rows (
	.clk_i         (clk_i),
	.rst_i         (rst_i),
	.clearing_i    (clearing_i),
	.frozen_i      (frozen),
	.current_i     (current),
	.callee_i      (callee),
	.enter_i       (state == ENTER),
	.lump_i        (frm_over | lumped),
	.leave_i       (state == LEAVE),
	.row_done_o    (row_done),
	.row_arrives_o (row_arrives),
	.row_slot_o    (row_slot),
	.bump_i        (state == GO & hot),
	.child_i       (trap_begins),
	.peek_i        (peek_i & state == PEEK),
	.peek_at_i     (peek_at_i),
	.row_peeked_o  (row_peeked),
	.row_data_o    (row_data),
	.charge_i      (charges),
	.row_asks_o    (row_asks),
	.row_outcome_o (row_outcome),
	.row_one_o     (row_one),
	.row_keep_o    (row_keep),
	.row_add_o     (row_add),
	.row_zero_o    (row_zero),
	.blocked_i     (out_valid_i),
	.row_word_o    (wal_slot_o)
);

// ---- to the updater ----
assign blocked = charges & out_valid_i;
wire   strays  = frm_stray & ~frozen;
assign wal_next_valid_o = charges | row_asks | out_valid_i | strays;
assign wal_next_code_o  = out_valid_i ? {1'b0, out_code_i}
	: state == CHARGE ? {1'b0, code_i} : strays ? STRAY : FOLDED_CALLS;

always @(posedge clk_i) begin
	wal_valid_o  <= wal_next_valid_o & ~rst_i;
	wal_inside_o <= ~(out_valid_i | row_outcome | strays | charges & code_i[2:1] != 2'd0);
	wal_keep_o   <= row_keep & ~out_valid_i;
	wal_add_o    <= row_add & ~out_valid_i;
	wal_zero_o   <= row_zero & ~out_valid_i;
	wal_weight_o[17:2] <= weight_i[17:2];
	if (~charges | out_valid_i) wal_weight_o[17:2] <= 16'd0;
	wal_weight_o[1:0] <= out_valid_i ? out_weight_i : charges ? weight_i[1:0]
		: {1'b0, row_one | strays};
end

// ---- what happens ----
initial begin
	{state, dirty} = {REST, 1'b0};
	{current, lumped, pend} = {ROOT, 3'd0};
end
always @(posedge clk_i) begin
	if (state == IDLE) frozen <= ~dirty_next;
	callee <= tails ? link_i : target_i;
	hot    <= hot_i & code_i[2:1] == 2'd0 & kind_i != TRAP & ~frozen;
	dirty  <= dirty_next;
	wal_peeked_o <= row_peeked & peek_i & ~rst_i;
	wal_row_o    <= row_peeked ? row_data : 32'd0;

	case (state)
	IDLE:
		if (peek_i) state <= PEEK;
		else if (~que_empty_i) state <= CHARGE;
	CHARGE: if (~blocked) begin
		kind    <= kind_i;
		unwinds <= &kind_i & ~trapped_i;
		state   <= GO;
	end
	GO: begin
		pend  <= pushes | kind == TIME ? pend : trapped_i ? kind[1:0] : 2'd0;
		state <= pushes ? PUSH : tails ? NEAR : kind == TIME | trapped_i ? DONE : BACK;
	end
	PUSH: begin
		pend  <= {1'b0, trapped_i};                        // CALL
		state <= trapped_i ? DONE : NEAR;
	end
	NEAR: state <= ENTER;
	ENTER: if (row_done) begin
		state <= DONE;
		if (~row_arrives & ~frm_over) lumped <= 1'b1;
	end
	BACK: begin
		if (frm_done) state <= frm_found & frm_trap ? LEAVE : DONE;
		if (frm_found) {kind, lumped} <= {1'b0, frm_pend, frm_lumped};
	end
	LEAVE: if (row_done) state <= unwinds | kind == TIME ? DONE : kind == CALL ? NEAR : BACK;
	PEEK: if (row_peeked | ~peek_i) state <= REST;
	DONE: state <= REST;
	default: state <= IDLE;
	endcase
	if (frm_found | tail_begins) current <= frm_node;
	if (state == ENTER & row_arrives) current <= row_slot;
	if (to_root) {current, lumped} <= {ROOT, 1'b0};
	if (clearing_i | rst_i) {state, pend} <= {REST, 2'd0};
end

endmodule

`default_nettype wire
