// SPDX-License-Identifier: ISC
// slot.vh - a mapper's slot is rtl/DESIGN.md 4's. Inside tally_mapper_mul or tally_mapper_shift, which take three cycles.
// The product is the sum of shifted deltas, one for each bit of SCALE. SPAN: the bits of delta that may be 1.

`ifndef SPAN
`define SPAN 32'hFFFF_FFFF
`endif

reg        s_first = 1'b1, s1 = 1'b0, s2 = 1'b0, s3 = 1'b0;
reg [49:0] product;
reg [31:0] s_delta, s_slot, s_slot1, s_slot2, s_slot3;
reg        s_out, s_out1, s_out2, s_out3;
integer    s_bit;
wire [1:0] s_round = $anyconst;
wire        s_bank  = meta_i[0];
wire [31:0] s_off   = offset_i[32*s_bank +: 32];
wire [16:0] s_scale = scale_i[17*s_bank +: 17];

always @* begin
	s_delta = pc_i - s_off;
	product = 50'd0;
	for (s_bit = 0; s_bit < 17; s_bit = s_bit + 1)
		if (s_scale[s_bit])
`ifdef POWER
			product = product | ({18'd0, s_delta} << s_bit);     // at most one bit of SCALE is 1
`else
			product = product + ({18'd0, s_delta} << s_bit);
`endif
	s_slot = (product[49:16] + {33'd0, round_i[s_bank]}) >> 1;
	s_out  = elsewhere_i || pc_i < s_off || s_scale == 17'd0;
	assume (s_first == 0 || rst_i);
	assume (s_scale <= 17'h10000);
	if (valid_i && !s_out)
		assume ((s_delta & ~`SPAN) == 32'd0);
`ifdef POWER
	assume ((s_scale & (s_scale - 17'd1)) == 17'd0);
`endif
	assume (round_i == s_round);             // a mapping is stable while its samples are in flight (flight.vh)
	if (s1) assert (m1_valid);
	if (s2) assert (m2_valid);
	exact:   assert (!s3 || (valid_o && outside_o == s_out3 && (s_out3 || slot_o == s_slot3)));
	mapped:  cover (s3 && !s_out3 && s_slot3 == 32'd5);
end


always @(posedge clk_i) begin
	s_first <= 1'b0;
	{s1, s2, s3} <= rst_i ? 3'd0 : {valid_i, s1, s2};
	{s_slot1, s_slot2, s_slot3} <= {s_slot, s_slot1, s_slot2};
	{s_out1, s_out2, s_out3}    <= {s_out, s_out1, s_out2};
end
