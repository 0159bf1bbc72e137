// SPDX-License-Identifier: ISC
// tally_link_crc.v - CRC-32 (IEEE 802.3, reflected, as zlib's) of bytes, a bit a clock.
//
// A byte is taken in the clock of valid_i and busy_o is 1 for the eight that follow: no
// byte meanwhile. Of a message with its own CRC behind it, lowest byte first, good_o is 1.

`default_nettype none

module tally_link_crc (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        begin_i,      // with valid_i: the message's first byte
	input  wire        valid_i,
	input  wire [7:0]  data_i,
	output wire        busy_o,
	output wire [31:0] crc_o,
	output wire        good_o
);

reg [31:0] crc;
reg [7:0]  bits;
reg [3:0]  left;
wire       feed = crc[0] ^ bits[0];

assign busy_o = left != 4'd0;
assign crc_o  = ~crc;
assign good_o = crc == 32'hdebb20e3;

always @(posedge clk_i) begin
	if (valid_i) begin
		bits <= data_i;
		left <= 4'd8;
		if (begin_i)
			crc <= 32'hffffffff;
	end else if (busy_o) begin
		bits <= {1'b0, bits[7:1]};
		left <= left - 4'd1;
		crc  <= {1'b0, crc[31:1]} ^ (feed ? 32'hedb88320 : 32'd0);
	end
	if (rst_i)
		left <= 4'd0;
end

endmodule

`default_nettype wire
