// link.vh - inside tally_link.v: while it is locked, only a whole message in the mailbox, in sequence and closed by its
// CRC, makes a write; that write is what the message says; and the bus is not touched. A ghost keeps the bytes of each
// command and their CRC, a byte at a time. With ANYWHERE the facts are assumed, for the cover: from any state that
// keeps them.

wire [7:0] crc_bits;                 // probes
wire [3:0] crc_left;
reg        begun = 1'b0;
reg [4:0]  g_n;                      // bytes of this command
reg [7:0]  g_b [0:21];
reg [31:0] g_crc;
always @(posedge clk_i) begun <= 1'b1;

function [31:0] g_bit(input [31:0] c, input b);
	g_bit = {1'b0, c[31:1]} ^ ((c[0] ^ b) ? 32'hedb88320 : 32'd0);
endfunction

function [31:0] g_byte(input [31:0] c, input [7:0] b);
	integer i;
	begin
		g_byte = c;
		for (i = 0; i < 8; i = i + 1)
			g_byte = g_bit(g_byte, b[i]);
	end
endfunction

// what the serial CRC will be when it is done
function [31:0] g_done(input [31:0] c, input [7:0] b, input [3:0] n);
	integer i;
	begin
		g_done = c;
		for (i = 0; i < 8; i = i + 1)
			if (i < n)
				g_done = g_bit(g_done, b[i]);
	end
endfunction

wire g_take = take & state != IGNORE;
integer g_i;
always @(posedge clk_i)
	if (g_take) begin
		g_n   <= state == CMD ? 5'd1 : &g_n ? g_n : g_n + 5'd1;
		g_crc <= g_byte(state == CMD ? 32'hffffffff : g_crc, got);
		for (g_i = 0; g_i < 22; g_i = g_i + 1)
			if (state == CMD ? g_i == 0 : g_n == g_i)
				g_b[g_i] <= got;
	end

wire g_box = state == RECEIVE & boxed | state == JUDGE | state == WRITE & boxed;
wire g_in  = state == LEN | state == ADR | state == DECIDE | g_box;
wire g_end = state == JUDGE | state == WRITE & boxed;
reg  [7:0] g_facts;

always @* begin
	g_facts = 8'hff;
	g_facts[0] = ~(state == JUDGE) | boxed;
	// the command
	if (g_in & state != LEN)
		g_facts[1] = left == g_b[1];
	if (g_in)
		g_facts[1] = g_facts[1] & writes == g_b[0][0] & fixed == (g_b[0][2] | g_b[0][1] & g_b[0][0]) & g_b[0] != 8'd0 & g_b[0] < 8'd5;
	if (state == LEN)
		g_facts[2] = g_n == 5'd1 & at == 2'd0;
	if (state == ADR)
		g_facts[2] = g_n == 5'd2 + at & word == 2'd0
			& (at < 2'd1 | addr[7:0] == g_b[1 + at]) & (at < 2'd2 | addr[15:8] == g_b[at]) & (at < 2'd3 | addr[23:16] == g_b[2]);
	if (state == LEN | state == DECIDE)
		g_facts[2] = g_facts[2] & word == 2'd0 & at == 2'd0;
	if (state == DECIDE)
		g_facts[3] = g_n == 5'd6 & addr == {g_b[2], g_b[3], g_b[4], g_b[5]};
	// the mailbox
	if (g_box)
		g_facts[3] = g_b[0] == 8'd1 & g_b[1] == 8'd4 & g_b[2] == 8'h3f & &g_b[3][7:6];
	if (g_box & ~g_end) begin
		g_facts[4] = g_n == 5'd6 + {word, at};
		g_facts[5] = (word == 2'd0 | in_turn == (g_b[9] == next_w)) & (word < 2'd2 | addr == {g_b[10], g_b[11], g_b[12], g_b[13]})
			& (word != 2'd3 | data == {g_b[14], g_b[15], g_b[16], g_b[17]});
		if (word == 2'd1)
			g_facts[5] = g_facts[5] & (at < 2'd1 | addr[7:0] == g_b[g_n - 5'd1]) & (at < 2'd2 | addr[15:8] == g_b[g_n - 5'd2])
				& (at < 2'd3 | addr[23:16] == g_b[g_n - 5'd3]);
		if (word == 2'd2)
			g_facts[5] = g_facts[5] & (at < 2'd1 | data[7:0] == g_b[g_n - 5'd1]) & (at < 2'd2 | data[15:8] == g_b[g_n - 5'd2])
				& (at < 2'd3 | data[23:16] == g_b[g_n - 5'd3]);
	end
	if (g_end)
		g_facts[4] = g_n == 5'd22 & in_turn == (g_b[9] == next_w) & addr == {g_b[10], g_b[11], g_b[12], g_b[13]}
			& data == {g_b[14], g_b[15], g_b[16], g_b[17]};
	// the CRC
	if (g_in)
		g_facts[6] = g_crc == g_done(~crc, crc_bits, crc_left) & crc_left < 4'd9;
	if (state == WRITE)
		g_facts[7] = boxed ? g_crc == 32'hdebb20e3 & in_turn & target : unlocked;
end

wire g_writes = u_stb_o & u_we_o | b_stb_o & b_we_o;
always @* begin
	if (~begun) begin
`ifdef ANYWHERE
		assume (~rst_i & state == JUDGE & &g_facts);
`else
		assume (rst_i);
`endif
	end
`ifndef ANYWHERE
	if (begun) begin
		assert (&g_facts);
		if (g_writes & ~unlocked) begin
			assert (u_stb_o & ~b_stb_o);
			assert (g_n == 5'd22 & {g_b[0], g_b[1]} == 16'h0104 & g_crc == 32'hdebb20e3);
			assert (g_b[9] == next_w);
			assert ({{(32-UNIT_LOG2){1'b0}}, u_adr_o} >> 2 == ({g_b[10], g_b[11], g_b[12], g_b[13]} & ((32'd1 << (UNIT_LOG2 - 2)) - 1)));
			assert (u_dat_o == {g_b[14], g_b[15], g_b[16], g_b[17]});
		end
		if (~unlocked)
			assert (~b_stb_o);
	end
`endif
	cover (begun & g_writes & ~unlocked & ~rst_i);
end
