// SPDX-License-Identifier: ISC
// tally_bridge.v - reads and writes a unit's words for a host on a serial line. LINK.md has the
// protocol.
//
// The line is half duplex: a frame is a request, then its answer. So one divider, one count of bits
// and one CRC serve both ways, and a bit goes straight to or from the register that holds it: there
// are no bytes. The CRC rotates while it is compared or sent; after 32 bits it is what it was, so
// the answer's goes on from the request's.

`default_nettype none

module tally_bridge #(
	parameter [31:0] AW = 10,           // bits of a word's address, 9 .. 28
	parameter [31:0] BIT = 12           // clocks a bit of the line, 4 .. 65535
) (
	input  wire          clk_i,
	input  wire          rst_i,         // synchronous
	input  wire          rx_i,          // asynchronous
	output reg           tx_o,
	// The unit's bus. STB may fall before ACK during a read, which is given up then.
	output reg           bus_stb_o,
	output wire          bus_we_o,
	output wire [AW-1:0] bus_adr_o,     // in words
	output wire [31:0]   bus_dat_o,
	input  wire [31:0]   bus_dat_i,
	input  wire          bus_ack_i
);

generate
if (AW < 9 || AW > 28 || BIT < 4 || BIT > 65535) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

localparam DIV_W    = $clog2(BIT);
localparam SILENCE  = 11;               // 2^11 idle bits end a frame
localparam [31:0] WHOLE_BIT = BIT - 1, HALF_BIT = (BIT + 1) / 2 - 2;

// What the line carries. FETCH: nothing, for the bus is asked for a word of the answer.
localparam [2:0] HEAD = 3'd0, DATA = 3'd1, CHECK = 3'd2, FETCH = 3'd4, WORD = 3'd5, SEAL = 3'd6;
reg  [2:0] state;
wire answering = state[2];
wire in_crc    = state[1];              // CHECK or SEAL

// ---- The line: the divider counts a bit's clocks, bit_count the bits of a byte or of a gap.

(* ASYNC_REG = "TRUE" *)
reg  [2:0]         rx;                  // synchroniser, and the value before
reg  [DIV_W-1:0]   divider;
reg                bit_tick;            // one clock a bit; in the middle of a bit that is received
reg                gap;                 // no byte is on the line
reg  [SILENCE:0]   bit_count;
wire rx_bit     = rx[2];
wire byte_start = bit_tick & gap & (answering ? state != FETCH : ~rx_bit);
wire byte_stop  = bit_tick & ~gap & bit_count[3];
wire rx_edge    = (gap | byte_stop) & ~answering & rx[2] & ~rx[1];
wire data_bit   = bit_tick & ~gap & ~bit_count[3];
wire silence    = gap & bit_count[SILENCE] & ~(bus_stb_o & bus_we_o);

reg  [31:0] data, crc;                  // both shift down
always @(posedge clk_i) begin
	rx       <= {rx[1:0], rx_i};
	divider  <= rx_edge ? HALF_BIT[DIV_W-1:0]
		: divider == 0 ? WHOLE_BIT[DIV_W-1:0] : divider - 1'b1;
	bit_tick <= ~rx_edge & divider == 0;
	if (bit_tick) begin
		bit_count <= byte_start | byte_stop ? 0 : bit_count + 1'b1;
		gap       <= byte_stop | gap & ~byte_start;
		tx_o      <= ~answering
			| ~byte_start & (gap | bit_count[3] | (in_crc ? ~crc[0] : data[0]));
	end
	if (rst_i) {rx, gap, tx_o, bit_tick} <= 6'b111110;
end

// ---- The frame: word_count counts the bits of a word, of head, data or CRC.

reg  [4:0]    word_count;
reg  [AW-1:0] address;
reg           carry;                    // of the address, which turns and counts bit by bit
reg           write, turn, to_256, to_16, last_turn;
reg           crc_wrong;                // a bit of it differed
wire word_end   = data_bit & &word_count;
wire crc_good   = ~crc_wrong & rx_bit == ~crc[0];
wire more_words = to_256 & |address[7:0] | to_16 & |address[3:0];
wire frame_end  = silence | byte_stop & ~answering & ~rx_bit
	| word_end & (state == CHECK & ~crc_good | state == SEAL);

wire crc_input = ~in_crc & (crc[0] ^ (answering ? data[0] : rx_bit));
always @(posedge clk_i) begin
	if (data_bit) begin
		word_count <= word_count + 5'd1;
		crc_wrong  <= state == CHECK & ~crc_good;
		crc        <= {in_crc & crc[0], crc[31:1]} ^ (crc_input ? 32'hedb88320 : 32'd0);
		if (state != CHECK) data <= {rx_bit, data[31:1]};
		if (state == HEAD) {write, turn, to_256, to_16} <= {rx_bit, write, turn, to_256};
		if ((state == HEAD | state == WORD) & word_count < AW[4:0])
			address <= {state == HEAD ? rx_bit : address[0] ^ carry, address[AW-1:1]};
	end
	carry <= state != WORD | carry & (address[0] | ~data_bit);
	if (word_end)
		case (state)
		HEAD:    state <= DATA;
		DATA:    state <= CHECK;
		WORD:    state <= more_words ? FETCH : SEAL;
		default: state <= FETCH;
		endcase
	if (bus_done) begin
		data      <= bus_dat_i;
		last_turn <= turn;
		state     <= WORD;
	end
	if (frame_end | rst_i) begin
		state      <= HEAD;
		word_count <= 5'd0;
		crc_wrong  <= 1'b0;
		crc        <= 32'hffffffff;
	end
	if (rst_i) last_turn <= 1'b0;
end

// ---- The bus. The unit answers no count when a read waits too long for a slot that the core
// leaves free. So it is given up for a clock in every 32 to 64 and asked for again; a write is not.

wire bus_done = bus_stb_o & bus_ack_i;
wire give_up  = {bit_count, divider} % 64 == 0;
always @(posedge clk_i)
	bus_stb_o <= state == FETCH & ~bus_done & ~silence & (bus_we_o | ~give_up) & ~rst_i;
assign bus_we_o  = write & (turn ^ last_turn);
assign bus_adr_o = address;
assign bus_dat_o = data;

endmodule

`default_nettype wire
