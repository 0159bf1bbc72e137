// SPDX-License-Identifier: ISC
// slot_serial.vh - the serial mapper's slot is rtl/DESIGN.md 4's, for every pc, OFFSET, SCALE and ROUND. Inside
// tally_mapper_serial. The product is the sum of shifted deltas, one for each bit of SCALE. After n steps `sum` is the
// product with the lowest n bits of SCALE, without its own lowest n bits.

reg         s_first = 1'b1, s_end = 1'b0, s_out, s_out_end;
reg  [31:0] s_delta, s_slot_end;
reg  [16:0] s_scale;
wire [1:0]  s_round = $anyconst;
reg  [49:0] product;                         // of delta and the bits of SCALE already stepped over
wire [49:0] next = product + (s_scale[step] ? {18'd0, s_delta} << step : 50'd0);
wire [33:0] s_slot = next[49:16] + {33'd0, s_round[which2[0]]};
genvar      n;

generate for (n = 0; n < 17; n = n + 1) begin : g_sum
	always @*
		if (!s_first && busy && step == n)
			assert (product >> n == {18'd0, sum} && bits == s_scale[15:0] >> n);
end endgenerate

always @* begin
	assume (s_first == 0 || rst_i);
	assume (scale <= 17'h10000);
	assume (round_i == s_round);             // a mapping is stable while its samples are in flight (flight.vh)
	if (busy && !s_first) begin
		assert (step <= 5'd16 && s_scale <= 17'h10000);
		assert (!s_scale[16] || product == 50'd0);
		assert (delta == s_delta && outside == s_out && whole == s_scale[16]);
	end
	assert (s_first || !s_end || valid_o);
	exact:   assert (s_first || !valid_o || (s_end && outside_o == s_out_end && slot_o == s_slot_end));
	mapped:  cover (!s_first && valid_o && !outside_o && slot_o == 32'd5);
end

always @(posedge clk_i) begin
	s_first <= 1'b0;
	s_end   <= busy & done & ~rst_i;
	if (busy)
		product <= next;
	if (take) begin
		product <= 50'd0;
		s_delta <= pc_i - offset;
		s_scale <= scale;
		s_out   <= elsewhere_i || pc_i < offset || scale == 17'd0;
	end
	if (busy & done) begin
		s_slot_end <= s_slot >> 1;
		s_out_end  <= s_out;
	end
end
