// SPDX-License-Identifier: ISC
// tally_shared.v - one serial line for the link and a console: between tally_uart.v and both.
//
// Either way the console's bytes go as they are; what the link sends and gets travels in packets: MARK, how many bytes
// (1 .. 255), the bytes. MARK and 0 is the console's own byte MARK. A packet that stands still for 2^TIMEOUT_LOG2 clocks has ended.
// With shared_i 0 all bytes are the link's and there are no packets. LINK.md, "Shared pins".

`default_nettype none

module tally_shared #(
	parameter TIMEOUT_LOG2 = 20          // as of tally_link.v
) (
	input  wire       clk_i,
	input  wire       rst_i,
	input  wire       shared_i,          // tie to a constant where it never changes
	// the line
	input  wire       rx_valid_i,        // one clock
	input  wire [7:0] rx_data_i,
	input  wire       rx_error_i,        // one clock: there was a byte that cannot be read
	output wire       tx_valid_o,        // until tx_ready_i
	output wire [7:0] tx_data_o,
	input  wire       tx_ready_i,
	// the link, which reads rx_data_i
	output wire       l_rx_valid_o,
	output wire       l_rx_error_o,
	input  wire       l_tx_valid_i,
	input  wire [7:0] l_tx_data_i,
	input  wire [7:0] l_tx_size_i,       // bytes that follow without an end of an answer between them, this one included; 1 .. 255
	output wire       l_tx_ready_o,
	// the console
	output wire       c_rx_valid_o,
	output wire [7:0] c_rx_data_o,
	output wire       c_rx_error_o,
	input  wire       c_tx_valid_i,
	input  wire [7:0] c_tx_data_i,
	output wire       c_tx_ready_o
);

localparam [7:0] MARK = 8'hf5;           // in no text: UTF-8 does not use it

// ---- from the line
localparam [1:0] TEXT = 2'd0, COUNT = 2'd1, PACKET = 2'd2;
reg [1:0] from;
reg [7:0] from_left;
reg [TIMEOUT_LOG2:0] quiet;
wire      rx_any  = rx_valid_i | rx_error_i;
wire      rx_mark = rx_data_i == MARK;

assign l_rx_valid_o = rx_valid_i & (~shared_i | from == PACKET);
// a framing error may hide the packet's length: the link gets it as an error of the packet
assign l_rx_error_o = rx_error_i & (~shared_i | from != TEXT);
assign c_rx_valid_o = rx_valid_i & shared_i & (from == TEXT & ~rx_mark | from == COUNT & rx_data_i == 8'd0);
assign c_rx_data_o  = from == COUNT ? MARK : rx_data_i;
assign c_rx_error_o = rx_error_i & shared_i & from == TEXT;

always @(posedge clk_i) begin
	quiet <= rx_any | from == TEXT ? {TIMEOUT_LOG2+1{1'b0}} : quiet + 1'b1;
	case (from)
	TEXT: if (rx_valid_i & rx_mark)
		from <= COUNT;
	COUNT: if (rx_any) begin
		from      <= rx_valid_i & rx_data_i == 8'd0 ? TEXT : PACKET;
		from_left <= rx_error_i ? 8'd255 : rx_data_i;
	end
	default: if (rx_any) begin
		from_left <= from_left - 8'd1;
		if (from_left == 8'd1)
			from <= TEXT;
	end
	endcase
	if (rst_i | ~shared_i | quiet[TIMEOUT_LOG2])
		from <= TEXT;
end

// ---- to the line: a waiting console gets a byte between two packets
localparam [1:0] FREE = 2'd0, SIZE = 2'd1, SEND = 2'd2, ZERO = 2'd3;
reg [1:0] to;
reg [7:0] to_left;
reg       turn;                          // the console's
wire      begins = l_tx_valid_i & ~(turn & c_tx_valid_i);
wire      c_mark = c_tx_data_i == MARK;
wire      direct = to == SEND | ~shared_i;
wire      sent   = tx_valid_o & tx_ready_i;

assign tx_valid_o   = direct ? l_tx_valid_i : to == FREE ? begins | c_tx_valid_i : 1'b1;
assign tx_data_o    = direct ? l_tx_data_i : to == SIZE ? l_tx_size_i : to == ZERO ? 8'd0 : begins ? MARK : c_tx_data_i;
assign l_tx_ready_o = tx_ready_i & direct;
assign c_tx_ready_o = tx_ready_i & shared_i & (to == ZERO | to == FREE & ~begins & ~c_mark);

always @(posedge clk_i) begin
	if (sent)
		case (to)
		FREE: begin
			turn <= 1'b0;
			to   <= begins ? SIZE : c_mark ? ZERO : FREE;
		end
		SIZE: begin
			to_left <= l_tx_size_i;
			to      <= SEND;
		end
		SEND: begin
			turn    <= 1'b1;
			to_left <= to_left - 8'd1;
			if (to_left == 8'd1)
				to <= FREE;
		end
		default:
			to <= FREE;
		endcase
	if (rst_i | ~shared_i) begin
		to   <= FREE;
		turn <= 1'b0;
	end
end

endmodule

`default_nettype wire
