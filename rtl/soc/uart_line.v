// SPDX-License-Identifier: ISC
// uart_line.v - bytes to a serial line and back: 8 data bits, no parity, 1 stop bit.
//
// Each bit is sampled once, in its middle; the two ends' clocks may differ by 4%.
// A byte whose stop bit is 0 (a break, noise, another baud rate) is an error, not a byte.

`default_nettype none

module uart_line (
	input  wire        clk_i,
	input  wire        rst_i,        // synchronous
	input  wire [15:0] div_i,        // clocks a bit, 4 .. 65535; constant if it never changes
	input  wire        rx_i,         // asynchronous
	output reg         tx_o,
	output reg         rx_valid_o,   // one clock: rx_data_o came
	output wire [7:0]  rx_data_o,
	output reg         rx_error_o,   // one clock: a byte came without its stop bit
	input  wire        tx_valid_i,
	input  wire [7:0]  tx_data_i,
	output wire        tx_ready_o    // with tx_valid_i: taken
);

reg [2:0]  line;                     // synchroniser, and the value before
reg        rx_busy;
reg [15:0] rx_wait;
reg [3:0]  rx_bit;
reg [7:0]  rx_byte;
assign rx_data_o = rx_byte;

always @(posedge clk_i) begin
	line       <= {line[1:0], rx_i};
	rx_valid_o <= 1'b0;
	rx_error_o <= 1'b0;
	if (~rx_busy) begin
		rx_busy <= line[2] & ~line[1];
		rx_wait <= {1'b0, div_i[15:1]};
		rx_bit  <= 4'd0;
	end else if (rx_wait != 16'd1)
		rx_wait <= rx_wait - 16'd1;
	else begin
		rx_wait <= div_i;
		rx_bit  <= rx_bit + 4'd1;
		if (rx_bit == 4'd9) begin
			rx_busy    <= 1'b0;
			rx_valid_o <= line[1];
			rx_error_o <= ~line[1];
		end else if (rx_bit == 4'd0)
			rx_busy <= ~line[1];     // a spike was no start bit
		else
			rx_byte <= {line[1], rx_byte[7:1]};
	end
	if (rst_i) begin
		line       <= 3'b111;
		rx_busy    <= 1'b0;
		rx_valid_o <= 1'b0;
		rx_error_o <= 1'b0;
	end
end

reg [15:0] tx_wait;
reg [3:0]  tx_left;                  // bits that are still to go, the one on the line included
reg [8:0]  tx_bits;
assign tx_ready_o = tx_left == 4'd0;

always @(posedge clk_i) begin
	if (tx_ready_o) begin
		if (tx_valid_i) begin
			{tx_bits, tx_o} <= {1'b1, tx_data_i, 1'b0};
			tx_left <= 4'd10;
			tx_wait <= div_i;
		end
	end else if (tx_wait != 16'd1)
		tx_wait <= tx_wait - 16'd1;
	else begin
		{tx_bits, tx_o} <= {1'b1, tx_bits};
		tx_left <= tx_left - 4'd1;
		tx_wait <= div_i;
	end
	if (rst_i) begin
		tx_o    <= 1'b1;
		tx_left <= 4'd0;
	end
end

endmodule

`default_nettype wire
