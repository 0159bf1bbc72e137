// SPDX-License-Identifier: ISC
// tally_link.v - the protocol: uartbone's commands on a stream of bytes, what LINK.md adds to them, and the accesses.
//
// A reading is answered word by word and closed by a CRC that the host asks for (bit 31 of the address)
// or reads afterwards. A write acts only out of the mailbox, if its CRC and its serial number are right; plain
// writes act only while unlocked. Whatever comes, the next command is understood after a pause of 2^TIMEOUT_LOG2 clocks.
// Parameters and ports: tally_uartbone.v.

`default_nettype none

module tally_link #(
	parameter [31:0] UNIT_BASE = 32'hf0010000,
	parameter UNIT_LOG2    = 15,
	parameter BINS         = 16384,
	parameter TIMEOUT_LOG2 = 20,
	parameter [31:0] PATIENCE  = 240,
	parameter BUS          = 1
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [15:0]          div_i,        // clocks a bit of the line
	input  wire                 rx_valid_i,   // one clock
	input  wire [7:0]           rx_data_i,
	input  wire                 rx_error_i,   // one clock: there was a byte that cannot be read
	output wire                 tx_valid_o,   // until tx_ready_i
	output wire [7:0]           tx_data_o,
	output wire [7:0]           tx_size_o,    // bytes that are still to go of this answer, this one included; at a word's first byte, at most 248
	input  wire                 tx_ready_i,
	output wire                 u_stb_o,
	output wire                 u_we_o,
	output wire [UNIT_LOG2-1:0] u_adr_o,
	output wire [31:0]          u_dat_o,
	input  wire [31:0]          u_dat_i,
	input  wire                 u_ack_i,
	output wire                 b_stb_o,
	output wire                 b_we_o,
	output wire [31:0]          b_adr_o,
	output wire [31:0]          b_dat_o,
	input  wire [31:0]          b_dat_i,
	input  wire                 b_ack_i,
	input  wire                 b_err_i
);

localparam [31:0] ID      = 32'h544c4e4b,     // "TLNK"
	BINS_AT = BINS,
	VERSION = {8'd1, 8'd0, 8'd8, 8'd4},       // major, minor, log2 of the words of a large and of a small block
	KEY     = 32'h554e4c4b;                   // "UNLK"

localparam [3:0] CMD = 4'd0, LEN = 4'd1, ADR = 4'd2, DECIDE = 4'd3, RECEIVE = 4'd4, JUDGE = 4'd5, WRITE = 4'd6,
	READ = 4'd7, SEND = 4'd8, CLOSE = 4'd9, IGNORE = 4'd10;

reg [3:0]  state;
reg        have, writes, fixed, boxed, in_turn, unlocked, refused, missed, rest, tail;
reg [7:0]  got, left, sub, serial_w, owner, bad, noise;
reg [1:0]  at;                                // byte of a word
reg [1:0]  word;                              // of the mailbox
reg [31:0] addr, data, last_crc;
reg [15:0] last_info;
reg [11:0] serial;
reg [TIMEOUT_LOG2:0] quiet;
reg [11:0] waited;
reg [3:0]  tries;

// ---- the bytes that come, and the CRC over both directions
wire receiving = state == CMD | state == LEN | state == ADR | state == RECEIVE | state == IGNORE;
wire sending   = state == SEND;
wire [31:0] crc;
wire crc_busy, crc_good;
wire take   = have & receiving & ~crc_busy;
wire sent   = sending & tx_ready_i & ~crc_busy;
wire known  = got != 8'd0 & got < 8'd5;

assign tx_valid_o = sending & ~crc_busy;
assign tx_data_o  = data[31:24];
assign tx_size_o  = left == 8'd0 | left > 8'd60 ? 8'd240 : {left[5:0], 2'b00} + {4'd0, addr[31] & ~tail, 3'd0};

tally_link_crc u_crc (
	.clk_i(clk_i), .rst_i(rst_i), .begin_i(state == CMD), .valid_i(take & state != IGNORE | sent & ~tail),
	.data_i(take ? got : data[31:24]), .busy_o(crc_busy), .crc_o(crc), .good_o(crc_good));

// ---- where an address leads; word addresses of 30 bits, bit 31 asks for the tail
wire        own    = addr[29:24] == 6'h3f;
wire [1:0]  region = addr[23:22];             // 0 small blocks, 1 large blocks, 2 the last reading's CRC, 3 registers
wire        unit   = addr[30:0] >> (UNIT_LOG2 - 2) == {1'b0, UNIT_BASE[31:2]} >> (UNIT_LOG2 - 2);
wire        sums   = own & ~addr[30] & ~region[1];
wire        bus    = BUS != 0 & ~own & ~addr[30] & ~unit & unlocked;
wire        target = (unit | bus | own & ~addr[30] & region == 2'd3) & ~addr[31];

wire [29:0] summed = BINS_AT[31:2] | (region[0] ? {addr[21:0], sub} : {4'd0, addr[21:0], sub[3:0]});
wire        sum_on = sums & (region[0] ? ~&sub : ~&sub[3:0]);

// ---- accesses: rest is 1 for a clock between two, and where one of the unit's words is asked for again
wire asks  = (state == READ | state == WRITE) & ~rest;
wire acked = u_stb_o & u_ack_i | b_stb_o & (b_ack_i | b_err_i);
wire spent = waited == PATIENCE[11:0];
wire again = u_stb_o & ~u_we_o;               // what is taken back and asked anew then; all else may have been done already, and waits on

assign u_stb_o = asks & ~tail & (unit | sums & state == READ);
assign u_we_o  = state == WRITE;
assign u_adr_o = {sums ? summed[UNIT_LOG2-3:0] : addr[UNIT_LOG2-3:0], 2'b00};
assign u_dat_o = data;
assign b_stb_o = asks & ~tail & bus;
assign b_we_o  = state == WRITE;
assign b_adr_o = {addr[29:0], 2'b00};
assign b_dat_o = data;

reg [31:0] register;
always @* begin
	register = 32'd0;
	if (tail | ~region[0])
		register = (tail ? left[0] : addr[0]) ? {~last_info, last_info} : last_crc;
	else case (addr[2:0])
	3'd0: register = ID;
	3'd1: register = VERSION;
	3'd2: register = UNIT_BASE;
	3'd3: register = BINS_AT;
	3'd4: register = {serial_w, owner, bad, noise[6:0], unlocked};
	default: ;
	endcase
end

// a word begins with 0 in `data`, a block's sum goes on
wire        had       = state == READ & asks & (acked | ~u_stb_o & ~b_stb_o);
wire [31:0] word_read = u_dat_i & {32{u_stb_o}} | b_dat_i & {32{b_stb_o & ~b_err_i}}
	| register & {32{tail | own & region[1] & ~addr[30]}};
wire [30:0] addr_next = addr[30:0] + {30'd0, ~fixed};

wire [15:0] info    = {missed, refused, 1'b0, unlocked, serial};
wire        stalled = quiet[TIMEOUT_LOG2] | state == IGNORE & quiet[19:0] == {div_i, 4'd0};
wire [7:0]  next_w  = serial_w + 8'd1;

always @(posedge clk_i) begin
	have  <= (rx_valid_i | have & ~take) & (receiving | state == JUDGE | state == DECIDE | state == WRITE);
	if (rx_valid_i)
		got <= rx_data_i;
	quiet <= rx_valid_i | rx_error_i | ~receiving | state == CMD ? {TIMEOUT_LOG2+1{1'b0}} : quiet + 1'b1;

	rest   <= asks & (acked | spent & (again | &tries));
	waited <= asks & ~acked & ~spent ? waited + 12'd1 : 12'd0;

	if (take | sent)
		at <= at + 2'd1;
	// zeros behind what is sent: so a sum begins with 0
	if (sent | state == RECEIVE & take & ~(boxed & word[0]))
		data <= {data[23:0], got & {8{take}}};
	else if (had)
		data <= data + word_read;
	if (state == DECIDE | state == READ & asks & (u_stb_o | b_stb_o) & ~acked & spent & &tries)
		data <= 32'd0;

	case (state)
	CMD: begin
		at <= 2'd0;
		word <= 2'd0;
		writes <= got[0];
		fixed  <= got[2] | got[1] & got[0];
		if (take)
			state <= known ? LEN : IGNORE;
	end
	LEN: begin
		at   <= 2'd0;
		left <= got;
		if (take)
			state <= ADR;
	end
	ADR: if (take) begin
		addr <= {addr[23:0], got};
		if (&at)
			state <= DECIDE;
	end
	DECIDE: begin
		boxed <= writes & ~fixed & own & region == 2'd3 & addr[31:30] == 2'd0 & left == 8'd4;
		{refused, missed, tail, sub, tries} <= 15'd0;
		state   <= writes ? RECEIVE : READ;
	end
	RECEIVE: if (take) begin
		if (boxed & word == 2'd1)
			addr <= {addr[23:0], got};
		if (&at) begin
			word <= word + 2'd1;
			if (boxed & word == 2'd0) begin
				in_turn <= got == next_w;
				if (got == next_w)
					owner <= data[7:0];
			end
			if (boxed) begin
				if (word == 2'd3)
					state <= JUDGE;
			end else if (unlocked & (unit | bus) & ~addr[31])
				state <= WRITE;
			else begin
				left <= left - 8'd1;
				if (left == 8'd1)
					state <= CMD;
			end
		end
	end
	JUDGE: if (~crc_busy) begin
		state <= CMD;
		if (crc_good & in_turn & target) begin
			if (own) begin
				unlocked <= data == KEY;
				serial_w <= next_w;
				serial   <= serial + 12'd1;
			end else
				state <= WRITE;
		end else
			bad <= bad + 8'd1;
	end
	WRITE: if (acked) begin
		addr[30:0] <= addr_next;
		left  <= left - 8'd1;
		state <= boxed | left == 8'd1 ? CMD : RECEIVE;
		if (boxed & b_stb_o & b_err_i)
			bad <= bad + 8'd1;
		else if (boxed) begin
			serial_w <= next_w;
			serial   <= serial + 12'd1;
		end
	end else if (asks & spent) begin
		tries <= tries + 4'd1;
		if (&tries) begin
			bad   <= bad + 8'd1;
			state <= CMD;
		end
	end
	READ: if (had | asks & spent & &tries) begin
		at    <= 2'd0;
		tries <= 4'd0;
		sub   <= sums & sum_on ? sub + 8'd1 : 8'd0;
		if (~sums | ~sum_on | ~acked)
			state <= SEND;
		if (~acked & (u_stb_o | b_stb_o))
			{missed, sub} <= {1'b1, 8'd0};
		if (b_stb_o ? b_err_i : ~u_stb_o & ~tail & (~own | addr[30]))
			refused <= 1'b1;
	end else if (asks & spent)
		tries <= tries + 4'd1;
	SEND: if (sent & &at) begin
		left  <= left - 8'd1;
		if (~tail)
			addr[29:0] <= addr_next[29:0];
		state <= left != 8'd1 ? READ : tail ? CMD : CLOSE;
	end
	CLOSE: if (~crc_busy) begin
		serial <= serial + 12'd1;
		state  <= addr[31] ? READ : CMD;
		tail   <= addr[31];
		left   <= 8'd2;
		if (addr[31] | ~(own & region == 2'd2)) begin
			last_crc  <= crc;
			last_info <= info;
		end
	end
	default:                                  // IGNORE: noise, or the rest of a damaged command
		;
	endcase

	if (receiving & (rx_error_i | stalled)) begin
		state <= stalled ? CMD : IGNORE;
		if (state != IGNORE)
			noise <= noise + 8'd1;
	end
	if (take & state == CMD & ~known)
		noise <= noise + 8'd1;
	if (rst_i) begin
		state    <= CMD;
		have     <= 1'b0;
		rest     <= 1'b0;
		unlocked <= 1'b0;
		serial   <= 12'd0;
		serial_w <= 8'd0;
		owner    <= 8'd0;
		bad      <= 8'd0;
		noise    <= 8'd0;
		last_crc <= 32'd0;
		last_info <= 16'd0;
	end
end

wire _unused = &{1'b0, summed};

`ifdef FORMAL
`include "tally_link_props.vh"
`endif

endmodule

`default_nettype wire
