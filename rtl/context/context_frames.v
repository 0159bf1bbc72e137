// SPDX-License-Identifier: ISC
// context_frames.v - the stacks of frames: what is pushed comes back by its address of return, a
// trap's frame by the trap's return.
//
// A return looks at the top frame, then at those below it, one a clock, down to a trap's. 2^FRAMES
// are kept, as many of each task; of those above them only the number is known.

`default_nettype none

module context_frames #(
	parameter NODES  = 11,
	parameter HALF_W = 20,
	parameter FRAMES = 9,
	parameter STACKS = 0,                      // 2^STACKS
	parameter DEPTH  = 12                      // at most 2^(DEPTH - 1) are counted
) (
	input  wire              clk_i,
	input  wire              clear_i,          // no frames
	input  wire              drop_i,           // none of this stack; no return runs
	input  wire              push_i,           // a frame more, written in the next cycle:
	input  wire              write_i,
	input  wire              trap_i,
	input  wire [1:0]        pend_i,
	input  wire              lumped_i,
	input  wire [NODES-1:0]  node_i,
	input  wire [HALF_W-1:0] link_i,
	input  wire              back_i,           // a return: from a trap,
	input  wire              mret_i,
	input  wire [HALF_W-1:0] target_i,         //   or to this address, there a cycle before
	// a return of a task, if it is another one than before
	input  wire              return_i,
	input  wire [HALF_W-1:0] task_i,           // there a cycle before
	input  wire              blocked_i,        // the switch must not happen now
	output wire              frm_other_o,      // it is; then, later:
	output wire              frm_switch_o,     // the stack is the task's; node and lumped are
	output wire              frm_new_o,        //   its context, or it has none yet
	output wire              frm_shares_o,     // it was another task's
	output wire              frm_done_o,       // it left a frame or found none,
	output wire              frm_found_o,      // it left this frame
	output wire              frm_none_o,       // the stack is empty
	output wire              frm_over_o,       // the top frame is not kept
	output wire              frm_trap_o,       // of the top frame, if it stood for two cycles
	output wire [1:0]        frm_pend_o,
	output wire              frm_lumped_o,
	output wire [NODES-1:0]  frm_node_o
);

localparam FRAME_W = 4 + NODES + HALF_W, KEPT = FRAMES - STACKS;
localparam [63:0] PAIRS = 64'h5555555555555555;    // compared by two bits, ANDed a cycle later

localparam [1:0] HERE = 2'd0, SCAN = 2'd1, RISE = 2'd2, TAKE = 2'd3;
(* fsm_encoding = "none" *)
reg  [1:0]        state;
reg  [1:0]        wait_left;
reg  [DEPTH-1:0]  top, frame;                      // all ones: none
wire              up = push_i | state == RISE;
wire [DEPTH-1:0]  next = frame + {{(DEPTH-1){~up}}, 1'b1};
wire              none = frame[DEPTH-1];
wire              over = |frame[DEPTH-2:KEPT] & ~none;
wire              counts = ~&frame[DEPTH-2:0] | none;
wire [HALF_W-1:0] link;

wire [NODES:0]    kept, framed;                    // node and lumped: of a task, of a frame
wire [DEPTH-1:0]  kept_top;
wire [STACKS:0]   stack;
wire [FRAMES:0]   at = {stack, frame[KEPT-1:0]};
assign {frm_node_o, frm_lumped_o} = frm_switch_o ? kept : framed;

context_stacks #(
	.STACKS (STACKS),
	.TASK_W (HALF_W),
	.WIDTH  (1 + NODES + DEPTH)
) u_stacks (
	.clk_i         (clk_i),
	.clear_i       (clear_i),
	.task_i        (task_i),
	.return_i      (return_i),
	.context_i     ({node_i, lumped_i, top}),
	.stk_other_o   (frm_other_o),
	.blocked_i     (blocked_i),
	.stk_done_o    (frm_switch_o),
	.stk_new_o     (frm_new_o),
	.stk_shares_o  (frm_shares_o),
	.stk_context_o ({kept, kept_top}),
	.stk_stack_o   (stack)
);

tally_ram #(.LOG2(FRAMES), .CYCLES(2), .WIDTH(FRAME_W)) u_frames (
	.clk_i      (clk_i),
	.read_at_i  (at[FRAMES-1:0]),
	.zero_i     (1'b0),
	.data_o     ({frm_trap_o, frm_pend_o, framed, link}),
	.we_i       (write_i & ~over),
	.write_at_i (at[FRAMES-1:0]),
	.data_i     ({trap_i, pend_i, node_i, lumped_i, link_i})
);

// What a frame is, a cycle later; SCAN so sees the frame three above the one that it asks for.
reg  [HALF_W-1:0] same;
reg               at_trap;
wire [HALF_W-1:0] differs = link ^ target_i;
wire match  = mret_i ? at_trap : ~at_trap & &(same | ~PAIRS[HALF_W-1:0]);
wire wall   = ~mret_i & at_trap;
wire below  = none & frame[1:0] == 2'd0;           // SCAN has seen the last one
wire fails  = state == SCAN & (below | wall) | state == HERE & back_i & ~over & (none | wall);
wire drops  = state == HERE & back_i & over;       // of which only the number is known

assign frm_found_o = state == TAKE & &wait_left;
assign frm_done_o  = frm_found_o | fails | drops;
assign frm_none_o  = none;
assign frm_over_o  = over;

always @(posedge clk_i) begin
	same    <= ~(differs | differs >> 1);
	at_trap <= frm_trap_o;

	if (push_i & counts | drops | frm_found_o | state == SCAN & ~match
		| state == RISE & ~&wait_left) frame <= next;
	if (push_i & counts | drops | frm_found_o) top <= next;
	wait_left <= wait_left + 2'd1;
	case (state)
	HERE: begin
		wait_left <= 2'd3;
		if (back_i & ~over & ~none & ~wall) state <= match ? TAKE : SCAN;
	end
	SCAN: begin
		wait_left <= 2'd0;
		if (match) state <= RISE;
		if (below | wall) begin
			frame <= top;
			state <= HERE;
		end
	end
	RISE: if (&wait_left) state <= TAKE;
	TAKE: if (&wait_left) state <= HERE;
	endcase
	if (frm_switch_o) {frame, top} <= {2{kept_top | {DEPTH{frm_new_o}}}};
	if (clear_i) state <= HERE;
	if (clear_i | drop_i) {frame, top} <= {(2*DEPTH){1'b1}};
end

wire unused = &{1'b0, at[FRAMES]};

endmodule

`default_nettype wire
