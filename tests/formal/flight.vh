// SPDX-License-Identifier: ISC
// flight.vh - samples in flight: both counts of the control are right, and every sample in flight is well formed.
// Included by unit.v.

wire u4_known, u3_dead, u3_adds, u4_stops;       // probes
wire u3_counts, u3_clips;                        // probes
wire [WEIGHT_W-1:0]   u3_room;                   // probe
wire [2*WEIGHT_W-1:0] u3_add;

// why not functions of wires: Yosys takes a call in a loop for a constant
`define FORMED(M) (M[META_W-1:WEIGHT_W+5] != 0 && M[WEIGHT_W+4:5] <= M[META_W-1:WEIGHT_W+5])

`ifdef SERIAL
wire                    map2_done;               // probe
assign map1_any  = 1'b0;
assign map1_meta = {META_W{1'b0}};
`endif
`ifndef STAGED
assign map0_any  = 1'b0;
assign map0_meta = {META_W{1'b0}};
`endif
`ifdef QUEUED
`FACT(FLIGHT, queue_form, queue_formed)
// why: more entries than there is room for would be the wrong ones
`FACT(FLIGHT, queue_fit, queue_fits)
// a channel's samples say so
`FACT(FLIGHT, mark_e, !(s_pass | s_drop) || `MINE(s_meta))
`FACT(FLIGHT, mark_queue, queue_marked)
`endif
`ifdef TWO                                       // and those of the other channel that they are not this one's
wire [1:0]                   other_valid;        // probes
wire [META_W-1:0]            other_meta;
wire [QUEUE*(META_W+32)-1:0] other_all;
wire [QUEUE_LOG2:0]          other_head, other_tail;
wire                         other_fits, other_marked;
queue_view #(.DEPTH_LOG2(QUEUE_LOG2), .WEIGHT_W(WEIGHT_W), .CNT_W(CNT_W), .CHANNELS(CHANNELS), .WHICH(1 - WHICH)) u_other (
	.all_i(other_all), .head_i(other_head), .tail_i(other_tail), .fits_o(other_fits), .formed_o(),
	.marked_o(other_marked), .bank0_o(), .bank1_o(), .weight_o());
`FACT(FLIGHT, mark_other, (other_valid == 0 || other_meta[2:1] == 1 - WHICH) && other_marked && other_fits)
`endif
`ifdef ENGINE
`FACT(FLIGHT, inner_form, inner_formed)
`FACT(FLIGHT, inner_fit, inner_fits)
`FACT(FLIGHT, inner_same, !inner_settled || !inner_empty && inner_ends == inner_meta)
`FACT(FLIGHT, inner_wakes, !inner_settled || inner_awake == inner_meta[META_W-1 -: WEIGHT_W] - inner_meta[WEIGHT_W+4:5])
`endif

`define ONE(V, M, B) {5'd0, (V) & M[0] == (B)}
`define REST(B) `ONE(s_pass | s_drop, s_meta, B) + `ONE(map0_valid, map0_meta, B) + `ONE(map1_valid, map1_meta, B) + `ONE(map2_valid, map2_meta, B) \
	+ `ONE(map3_valid, map3_meta, B) + `ONE(u0_valid, u0_meta, B) + `ONE(u1_valid, u1_meta, B) + `ONE(u2_valid, u2_meta, B) \
	+ `ONE(u3_valid, u3_meta, B) + `ONE(u4_valid, u4_meta, B) + `ONE(u5_valid, u5_meta, B)
wire [5:0] count0 = `REST(1'b0) + queue_0 + inner_0, count1 = `REST(1'b1) + queue_1 + inner_1;
wire       none = count0 == 6'd0 && count1 == 6'd0;

// COMMIT rests on these two
`FACT(FLIGHT, flying_bank0, flying0 == count0)
`FACT(FLIGHT, flying_bank1, flying1 == count1)
// a weight that wraps below its idle part would corrupt USER and SYSTEM
`FACT(FLIGHT, form_waiting, waiting_idle <= waiting && crammed == &waiting)
`FACT(FLIGHT, form_e,  !(s_pass | s_drop) || `FORMED(s_meta))
`FACT(FLIGHT, form_map0, !map0_valid || `FORMED(map0_meta))
`FACT(FLIGHT, form_map1, !map1_valid || `FORMED(map1_meta))
`FACT(FLIGHT, form_map2, !map2_valid || `FORMED(map2_meta))
`FACT(FLIGHT, form_map3, !map3_valid || `FORMED(map3_meta))
`FACT(FLIGHT, form_u0, !u0_valid || `FORMED(u0_meta))
`FACT(FLIGHT, form_u1, !u1_valid || `FORMED(u1_meta))
`FACT(FLIGHT, form_u2, !u2_valid || `FORMED(u2_meta))
`FACT(FLIGHT, form_u3, !u3_valid || `FORMED(u3_meta))
`FACT(FLIGHT, form_u4, !u4_valid || `FORMED(u4_meta))
`FACT(FLIGHT, form_u5, !u5_valid || `FORMED(u5_meta))
// a sample leaves the sampler in one way; it is dropped there only in front of a queue
`FACT(FLIGHT, one_way, !(s_pass & s_drop) && (QUEUED ? s_drop | !s_pass | !s_meta[3] : !s_drop & !front))
// the four outcomes add up to the weight; filtered or outside takes all of it
wire [WEIGHT_W-1:0] ends_weight = ends_meta[META_W-1:WEIGHT_W+5];
`FACT(FLIGHT, fate_sum, !ends || (ends_out | ends_filtered ? ends_hit == 0 && ends_lost == 0 && !(ends_out & ends_filtered)
	: {1'b0, ends_hit} + {1'b0, ends_lost} == {1'b0, ends_weight}))
`FACT(FLIGHT, end_parts, !ends || (ends_loses == (ends_lost != 0) && ends_awake == ends_weight - ends_meta[WEIGHT_W+4:5]))
// why: of what was decided in U3
`FACT(FLIGHT, fate_u4, !u4_valid || (!(u4_fate[3] & u4_fate[2]) && !(u4_fate[1] & (u4_fate[3] | u4_fate[2]))
	&& (!(u4_fate[1] & u4_fate[0]) || u4_room < u4_meta[META_W-1:WEIGHT_W+5])))
// what the updater adds to the upper and the lower half of the word, and whose counter may stop the channel
wire [WEIGHT_W-1:0] u3_charge = u3_sample & ~u3_out & ~u3_meta[3] ? u3_meta[META_W-1:WEIGHT_W+5] : {WEIGHT_W{1'b0}};
`FACT(FLIGHT, charged, !u3_taken || (u3_adds == (u3_sample & ~u3_out & ~u3_meta[3])
	&& u3_add == (u3_how[0] & ~u3_how[1] ? {u3_charge, {WEIGHT_W{1'b0}}} : {{WEIGHT_W{1'b0}}, u3_charge})))
// the room below the limit is less than a weight that exceeds it; without this, fate_sum takes the solver minutes
`FACT(FLIGHT, room_is_less, !(u3_counts & u3_clips) || u3_room < u3_meta[META_W-1:WEIGHT_W+5])
reg was_stopping;
always @(posedge clk_i)
	was_stopping <= u3_taken & u3_adds & ~u3_dead & u3_how[3:2] == 2'd0 & ~rst_i;
`FACT(FLIGHT, stops, u4_stops == was_stopping)
// a dead channel does not tick
`FACT(FLIGHT, dead_stands, !(dead & running))

// A stage without a sample belongs to the sweep or the bus. What the sweep began stays unchanged
reg                  z1, z2, z3, u4_zero, u4_poked;
reg  [BINS_LOG2+1:0] z1_at, z2_at, z3_at;        // word, how
always @(posedge clk_i) begin
	{z1, z2, z3, u4_zero} <= {swept, z1, z2, z3} & {4{~rst_i}};
	{z1_at, z2_at, z3_at} <= {swept_word, swept_how, z1_at, z2_at};
	u4_poked <= poke & ~rst_i;
end
`FACT(FLIGHT, zero_u1, z1 == (u1_taken & u1_zero) && (!z1 || (!u1_sample && !u1_out && z1_at == {u1_word, u1_how[1:0]})))
`FACT(FLIGHT, zero_u2, z2 == (u2_taken & u2_zero) && (!z2 || (!u2_sample && !u2_out && z2_at == {u2_word, u2_how[1:0]})))
`FACT(FLIGHT, zero_u3, z3 == (u3_taken & u3_zero) && (!z3 || (!u3_sample && !u3_out && z3_at == {u3_word, u3_how[1:0]})))
// the access that waits for its slot's data, or to write, is in that slot
`define SLOT(N, TAKEN, SAMPLE, ZERO, OUT, WORD) (fetching != (N) || (asked && asked_addr[WINDOW_LOG2] \
	&& (TAKEN) && !(SAMPLE) && !(ZERO) && !(OUT) && (WORD) == asked_word))
`FACT(FLIGHT, asked_known, asked == went_on && (!asked || writes == asked_we) && fetching <= 3'd4 && !(done && fetching != 3'd0))
`FACT(FLIGHT, slot_u1, `SLOT(3'd1, u1_taken, u1_sample, u1_zero, u1_out, u1_word))
`FACT(FLIGHT, slot_u2, `SLOT(3'd2, u2_taken, u2_sample, u2_zero, u2_out, u2_word))
`FACT(FLIGHT, slot_u3, `SLOT(3'd3, u3_taken, u3_sample, u3_zero, u3_out, u3_word))
`FACT(FLIGHT, slot_u4, `SLOT(3'd4, u4_known, 1'b0, 1'b0, 1'b0, u4_word) && !(fetching == 3'd4 && asked_we))
`FACT(FLIGHT, poke_slot, !poke || (fetching == 3'd3 && asked_we))
// one write per slot: its sample's, a zero, or the bus's
`FACT(FLIGHT, write_has_slot, !u4_write || {1'b0, u4_any} + {1'b0, u4_zero} + {1'b0, u4_poked} == 2'd1)

`SEEN(FLIGHT, both_banks, count0 > 6'd1 && count1 > 6'd1)
`SEEN(FLIGHT, write, u4_write && u4_valid)
`SEEN(FLIGHT, poked, u4_write && u4_poked)
`ifdef SERIAL                                    // seen-mul has BOUND, which holds accesses steady
`SEEN(FLIGHT, turned_to_write, fetching == 3'd3 && asks && we_i && !asked_we && running)
`SEEN(FLIGHT, turned_to_read, fetching == 3'd3 && asks && !we_i && asked_we)
`endif
