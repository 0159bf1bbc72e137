// SPDX-License-Identifier: ISC
// tally_bridge_props.vh - nothing is answered, and nothing written, but what a request said whose
// CRC was right; and a write acts once. The request is what a shift register has of the line.

reg  [95:0] f_request;
reg  [6:0]  f_bits;
reg  [31:0] f_crc;                                 // of its first 64 bits
reg         f_writes;                              // a write waits for its acknowledge
reg         f_first, f_turn;                       // none of it acknowledged; turn of what last was
wire [31:0] f_seal  = f_request[95:64];
wire        f_right = f_bits == 7'd96 && f_seal == ~f_crc;
wire [31:0] f_step  = {1'b0, f_crc[31:1]} ^ (f_crc[0] ^ rx_bit ? 32'hedb88320 : 32'd0);
always @(posedge clk_i) begin
	if (data_bit && !answering) begin
		f_request <= {rx_bit, f_request[95:1]};
		f_bits    <= f_bits + 7'd1;
		if (f_bits < 7'd64) f_crc <= f_step;
		f_first   <= 1'b1;
	end
	if (bus_done) {f_first, f_turn} <= {1'b0, f_request[30]};
	if (frame_end || rst_i) {f_bits, f_crc} <= {7'd0, 32'hffffffff};
	if (rst_i) f_turn <= 1'b0;
	f_writes <= bus_stb_o && bus_we_o && !bus_ack_i && !rst_i;
end

// The request as it will stand when its last bit is in: what came of it is at its place already.
wire [95:0] f_placed = f_request >> (7'd96 - f_bits);
wire [31:0] f_some   = ~(32'hffffffff << word_count);      // the bits of the word that are in
wire [63:0] f_twice  = {f_crc, f_crc} >> word_count;       // rotated
wire [3:0]  f_head   = {write, turn, to_256, to_16};
always @* begin
	if ($initstate) assume (rst_i);
	assume (!bus_ack_i || bus_stb_o);
	if (!$initstate) begin
		assert (state != 3'd3 && state != 3'd7);
		assert (f_bits == (answering ? 7'd96 : {state[1:0], word_count}));
		assert (f_turn == last_turn);
		assert (gap || bit_count <= 8 && (state != FETCH || bit_count == 8));
		assert (word_count[2:0] == (gap ? 3'd0 : bit_count[2:0]));
		assert (crc_wrong
			== (state == CHECK && ((f_placed[95:64] ^ ~f_crc) & f_some) != 0));
		if (state == HEAD || state == DATA) assert (crc == f_crc);
		if (state == CHECK) assert (crc == f_twice[31:0]);
		if (state == HEAD && word_count <= AW)
			assert (word_count == 0
				|| address >> (AW - word_count) == (f_placed[31:0] & f_some));
		else if (!answering || f_first) assert (address == f_placed[AW-1:0]);
		if (state == DATA)
			assert (word_count == 0
				|| data >> (6'd32 - word_count) == (f_placed[63:32] & f_some));
		if (state == CHECK || answering && f_first) assert (data == f_placed[63:32]);
		if (state == HEAD)
			assert (((f_head ^ f_request[95:92])
				>> (word_count < 4 ? 4 - word_count : 0)) == 0);
		assert (state == HEAD || f_head == f_placed[31:28]);
		if (answering) assert (f_first ? state == FETCH : turn == last_turn);
		assert (!bus_stb_o || state == FETCH);
		ANSWER: assert (!answering || f_right);
		WRITES: assert (!(bus_stb_o && bus_we_o) || f_right && f_request[31]
			&& {bus_dat_o, bus_adr_o} == {f_request[63:32], f_request[AW-1:0]});
		KEEPS: assert (!f_writes || bus_stb_o && bus_we_o);
		ONCE: assert (!(bus_stb_o && bus_we_o) || f_first && f_request[30] != f_turn);
	end
end
