// SPDX-License-Identifier: ISC
// pending.v - all waiting and in-flight weight fits the bits of PENDING, and PENDING 0 means that there is none.
// Assumes that PENDING is the weight of all places (lemma.v: real). No state: one query.

`default_nettype none

module pending #(
	parameter WEIGHT_W = 16,
	parameter QUEUE    = 16                  // samples that a channel's queue holds at most
) (
	// the places, any weight in each: the waiting tick, the sampler's register, the mapper, U0 .. U5, the engine, the
	// queue
	input wire [WEIGHT_W-1:0] p_wait, p_e, p_map0, p_map1, p_map2, p_map3, p_u0, p_u1, p_u2, p_u3, p_u4, p_u5, p_in0, p_in1,
	input wire [QUEUE*WEIGHT_W-1:0] p_queue
);

localparam PENDING_W = WEIGHT_W + 5, SUM_W = PENDING_W + 2;

`define WIDE(P) {{(SUM_W-WEIGHT_W){1'b0}}, P}
reg [SUM_W-1:0] sum;
integer i;
always @* begin
	sum = `WIDE(p_wait) + `WIDE(p_e) + `WIDE(p_map0) + `WIDE(p_map1) + `WIDE(p_map2) + `WIDE(p_map3) + `WIDE(p_u0) + `WIDE(p_u1) + `WIDE(p_u2)
		+ `WIDE(p_u3) + `WIDE(p_u4) + `WIDE(p_u5) + `WIDE(p_in0) + `WIDE(p_in1);
	for (i = 0; i < QUEUE; i = i + 1)
		sum = sum + `WIDE(p_queue[i*WEIGHT_W +: WEIGHT_W]);
	fits:  assert (sum[SUM_W-1:PENDING_W] == 0);
	empty: assert (sum != 0 || {p_wait, p_e, p_map0, p_map1, p_map2, p_map3, p_u0, p_u1, p_u2, p_u3, p_u4, p_u5, p_in0, p_in1, p_queue} == 0);
	most:  cover (sum[PENDING_W-1:WEIGHT_W] == 5'd29);
end

endmodule

`default_nettype wire
