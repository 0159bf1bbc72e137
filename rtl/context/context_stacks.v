// SPDX-License-Identifier: ISC
// context_stacks.v - which task's stack of frames is in use, and where the others go on.
//
// The tag of a return says which task it leads to. If that is another one, the context in use is
// stored, and those of the other stacks are looked through, one in four cycles. A task that has
// none gets the next stack, or the last one as it is.

`default_nettype none

module context_stacks #(
	parameter STACKS = 2,                      // 2^STACKS, at most 8
	parameter TASK_W = 20,
	parameter WIDTH  = 24                      // of a context
) (
	input  wire              clk_i,
	input  wire              clear_i,          // no tasks
	input  wire              return_i,         // a return to
	input  wire [TASK_W-1:0] task_i,           //   this task, from a cycle before until done
	input  wire [WIDTH-1:0]  context_i,        // in use
	output wire              stk_other_o,      // the task is another one, and is looked for
	input  wire              blocked_i,        // it must not be done now
	output wire              stk_done_o,       // from the next cycle on its stack is in use;
	output wire              stk_new_o,        //   it has had none,
	output wire              stk_shares_o,     //   or that of another task
	output wire [WIDTH-1:0]  stk_context_o,
	output wire [STACKS:0]   stk_stack_o       // in use
);

generate
if (STACKS == 0) begin : g_one
	assign {stk_other_o, stk_done_o, stk_new_o, stk_shares_o, stk_context_o, stk_stack_o} = 0;
	wire unused = &{1'b0, clk_i, clear_i, task_i, return_i, context_i, blocked_i};
end else begin : g_each
	reg  [TASK_W-1:0] own;                     // task; 0: none yet
	reg  [STACKS-1:0] on, last;                // stacks: in use, that was new last
	reg  [STACKS+1:0] count;                   // four cycles for each
	reg               looks, other, named, same;
	wire [STACKS-1:0] at = count[STACKS+1:2];
	wire [TASK_W-1:0] owner;

	assign stk_other_o  = return_i & other & named;
	assign stk_done_o   = looks & &count[1:0] & (same | at == last) & ~blocked_i;
	assign stk_new_o    = ~same & ~&last;
	assign stk_shares_o = ~same & &last;
	assign stk_stack_o  = {1'b0, on};

	tally_ram #(.LOG2(STACKS), .CYCLES(2), .WIDTH(TASK_W + WIDTH)) u_contexts (
		.clk_i      (clk_i),
		.read_at_i  (at),
		.zero_i     (1'b0),
		.data_o     ({owner, stk_context_o}),
		.we_i       (stk_other_o),
		.write_at_i (on),
		.data_i     ({own, context_i})
	);

	always @(posedge clk_i) begin
		other <= task_i != own & |task_i;
		named <= |own;
		same  <= owner == task_i;
		looks <= stk_other_o | looks & ~stk_done_o;
		if (~looks) count <= 0;
		else if (~blocked_i | ~&count[1:0]) count <= count + 1'b1;
		if (return_i & other & ~named | stk_done_o) own <= task_i;
		if (stk_done_o) begin
			on <= stk_new_o ? last + 1'b1 : at;
			if (stk_new_o) last <= last + 1'b1;
		end
		if (clear_i) {own, on, last, looks} <= 0;
	end
end
endgenerate

endmodule

`default_nettype wire
