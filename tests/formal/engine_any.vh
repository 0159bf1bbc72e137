// SPDX-License-Identifier: ISC
// engine_any.vh - any engine that satisfies what engine.vh proves of tally_engine.v: its queue; each sample resolved
// once, whole, and not in its first cycle at the head; no request without a sample, none withdrawn; no write begun
// after its channel is dead.

wire        full, empty, pop;
wire [PC_N-1:0] pc;
tally_queue #(.WIDTH(PC_N + META_W), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
	.clk_i(clk_i), .rst_i(rst_i), .push_i(valid_i), .data_i({pc_i, meta_i}), .full_o(full),
	.pop_i(pop), .empty_o(empty), .data_o({pc, head_meta_o}));
assign refused_o = valid_i & full;
assign room_o    = ~full;
assign idle_o    = empty;
wire [WEIGHT_W-1:0] weight = head_meta_o[META_W-1 -: WEIGHT_W];

(* anyseq *) reg [1:0]          what;                          // 1 map, 2 end, 3 bus
(* anyseq *) reg [WEIGHT_W-1:0] some;
(* anyseq *) reg [BINS_LOG2:0]  place;
(* anyseq *) reg [67:0]         asks;
(* anyseq *) reg [38:0]         tells;
(* anyseq *) reg                out, fills, fails, writes, locks;
reg         waits, waits_we, was_dead, settled;
reg  [67:0] asked;
wire        begins = what == 2'd3 & ~empty;
wire [67:0] request = waits ? asked : asks;

assign map_valid_o = settled & ~waits & what == 2'd1;
assign end_valid_o = settled & ~waits & what == 2'd2;
assign {map_word_o, map_half_o} = place;
assign end_outside_o = out;
assign end_hit_o   = out ? {WEIGHT_W{1'b0}} : some > weight ? weight : some;
assign end_lost_o  = out ? {WEIGHT_W{1'b0}} : weight - end_hit_o;
assign pop         = map_valid_o & map_ready_i | end_valid_o & end_ready_i;
assign {ring_pos_we_o, ring_pos_o} = {tells[38] & ~empty, tells[31:0]};
always @* begin
	field_o = tells[34:32];
	full_o  = ~empty & fills;
	fault_o = ~empty & fails & ~fills;
end
assign req_o  = ~empty & (waits | begins);
assign we_o   = waits ? waits_we : writes & ~was_dead;
assign lock_o = locks & ~empty;
assign {sel_o, addr_o, data_o} = request;

always @(posedge clk_i) begin
	waits    <= req_o & ~done_i & ~rst_i;
	waits_we <= we_o;
	asked    <= request;
	was_dead <= dead_i | empty;
	settled  <= ~empty & ~pop & ~rst_i;
end
