// SPDX-License-Identifier: ISC
// engine_top.v - the engine for engine_test.c. Every signal has its own word,
// because Verilator orders the arguments of its library by width.

`default_nettype none

module engine_top #(
	parameter BINS_LOG2     = 12,
	parameter WEIGHT_W      = 16,
	parameter QUEUE_LOG2    = 2,
	parameter PROFIL        = 1,
	parameter INTERVAL      = 1,
	parameter SYMBOL        = 1,
	parameter RING          = 1,
	parameter SYSTEM        = 1,
	parameter LIMIT_PRIVATE = 1,
	parameter PC_W          = 32,
	parameter [31:0] PC_HIGH = 32'd0
) (
	input  wire         clk_i,
	input  wire [447:0] in_i,
	output wire [255:0] out_o
);

localparam PC_N = PC_W < 32 ? PC_W + 1 : 32;

wire [31:0] flags = in_i[31:0], pc = in_i[63:32], how = in_i[127:96];
wire [PC_W:0] kept = {pc >> PC_W != PC_HIGH >> PC_W, pc[PC_W-1:0]};       // as the tap does
wire [2:0]  field;
wire [31:0] value, ring_pos, addr, data, meta;
wire        refused, room, idle, ring_pos_we, full, fault, map_valid, map_half, end_valid, end_outside, req, lock, we;
wire [3:0]  sel;
wire [BINS_LOG2-1:0] map_word;
wire [WEIGHT_W-1:0]  hit, lost;

tally_engine_fields u_fields (
	.field_i(field), .offset_i(in_i[191:160]), .interval_i(in_i[223:192]), .base_i(in_i[255:224]), .size_i(in_i[287:256]),
	.limit_i(in_i[319:288]), .entries_i(in_i[351:320]), .ring_pos_i(in_i[383:352]), .field_o(value));

tally_engine #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .META_W(32), .QUEUE_LOG2(QUEUE_LOG2), .PROFIL(PROFIL),
	.INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .SYSTEM(SYSTEM), .LIMIT_PRIVATE(LIMIT_PRIVATE),
	.PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_engine (
	.clk_i(clk_i), .rst_i(flags[0]), .valid_i(flags[1]), .pc_i(kept[PC_N-1:0]), .meta_i(in_i[95:64]),
	.refused_o(refused), .room_o(room), .idle_o(idle), .head_meta_o(meta), .dead_i(flags[2]),
	.mode_i(how[1:0]), .sink_i(how[2]), .wide_i(how[3]), .policy_i(how[5:4]), .round_i(how[6]), .ring_wrap_i(how[7]),
	.scale_i(in_i[144:128]), .field_o(field), .field_i(value), .ring_pos_we_o(ring_pos_we), .ring_pos_o(ring_pos),
	.full_o(full), .fault_o(fault),
	.map_valid_o(map_valid), .map_ready_i(flags[3]), .map_word_o(map_word), .map_half_o(map_half),
	.end_valid_o(end_valid), .end_ready_i(flags[4]), .end_outside_o(end_outside), .end_hit_o(hit), .end_lost_o(lost),
	.req_o(req), .lock_o(lock), .we_o(we), .sel_o(sel), .addr_o(addr), .data_o(data),
	.done_i(flags[5]), .err_i(flags[6]), .data_i(in_i[415:384]));

assign out_o = {
	{{(32-WEIGHT_W){1'b0}}, lost}, {{(32-WEIGHT_W){1'b0}}, hit}, {{(32-BINS_LOG2){1'b0}}, map_word},
	data, addr, ring_pos, meta,
	16'd0, sel, we, lock, req, end_outside, end_valid, map_half, map_valid, fault, full, ring_pos_we, idle, refused};

wire _unused = &{1'b0, room, flags, how, in_i, kept[PC_W]};

endmodule

`default_nettype wire
