// SPDX-License-Identifier: ISC
// context_frames.v - the stack of frames: what is pushed comes back by its address of return, a
// trap's frame by the trap's return.
//
// A return looks at the top frame, then at those below it, one in three clocks, down to a trap's.
// 2^FRAMES are kept; of those above them only the number is known.

`default_nettype none

module context_frames #(
	parameter NODES  = 11,
	parameter HALF_W = 20,
	parameter FRAMES = 9,
	parameter DEPTH  = 12                      // at most 2^(DEPTH - 1) are counted
) (
	input  wire              clk_i,
	input  wire              clear_i,          // no frames are left; no return runs
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
	output wire              frm_stray_o,      // to none, or not to the top frame's; later:
	output wire              frm_done_o,       // it left a frame or found none,
	output wire              frm_found_o,      // it left this frame
	output wire              frm_none_o,       // the stack is empty
	output wire              frm_over_o,       // the top frame is not kept
	output wire              frm_trap_o,       // of the top frame, if it stood for two cycles
	output wire [1:0]        frm_pend_o,
	output wire              frm_lumped_o,
	output wire [NODES-1:0]  frm_node_o
);

localparam FRAME_W = 4 + NODES + HALF_W;
localparam [63:0] PAIRS = 64'h5555555555555555;    // compared by two bits, ANDed a cycle later

localparam [1:0] HERE = 2'd0, SCAN = 2'd1, TAKE = 2'd2;
(* fsm_encoding = "none" *)
reg  [1:0]        state;
reg  [1:0]        cycle;                           // of the look at a frame
reg  [DEPTH-1:0]  top, frame;                      // all ones: none
wire [DEPTH-1:0]  next = frame + {{(DEPTH-1){~push_i}}, 1'b1};
wire              none = frame[DEPTH-1];
wire              over = |frame[DEPTH-2:FRAMES] & ~none;
wire              counts = ~&frame[DEPTH-2:0] | none;
wire [HALF_W-1:0] link;

tally_ram #(.LOG2(FRAMES), .WIDTH(FRAME_W)) u_frames (
	.clk_i      (clk_i),
	.read_at_i  (frame[FRAMES-1:0]),
	.zero_i     (1'b0),
	.data_o     ({frm_trap_o, frm_pend_o, frm_node_o, frm_lumped_o, link}),
	.we_i       (write_i & ~over),
	.write_at_i (frame[FRAMES-1:0]),
	.data_i     ({trap_i, pend_i, node_i, lumped_i, link_i})
);

// What a frame is, two cycles after it stands.
reg  [HALF_W-1:0] same;
reg               at_trap;
wire [HALF_W-1:0] differs = link ^ target_i;
wire match = ~none & (mret_i ? at_trap : ~at_trap & &(same | ~PAIRS[HALF_W-1:0]));
wire ends  = none | ~mret_i & at_trap;             // no frame further down can be it
wire looks = state == SCAN & cycle[1] | state == HERE & back_i & ~over;
wire fails = looks & ends;
wire drops = state == HERE & back_i & over;        // of which only the number is known
wire leaves = push_i & counts | drops | frm_found_o;

assign frm_found_o = state == TAKE;
assign frm_done_o  = frm_found_o | fails | drops;
assign frm_stray_o = state == HERE & back_i & ~mret_i & ~over & ~none & ~match;
assign frm_none_o  = top[DEPTH-1];
assign frm_over_o  = over;

always @(posedge clk_i) begin
	same    <= ~(differs | differs >> 1);
	at_trap <= frm_trap_o;
	cycle   <= looks ? 2'd0 : cycle + 2'd1;

	if (looks) state <= fails ? HERE : match ? TAKE : SCAN;
	if (state == TAKE) state <= HERE;
	if (leaves | looks & ~match) frame <= fails ? top : next;
	if (leaves) top <= next;
	if (clear_i) begin
		state <= HERE;
		{frame, top} <= {(2*DEPTH){1'b1}};
	end
end

endmodule

`default_nettype wire
