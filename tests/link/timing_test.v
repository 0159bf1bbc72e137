// SPDX-License-Identifier: ISC
// timing_test.v - the frame of rtl/link/LINK.md's example, drawn: two columns a byte of the line.

`default_nettype none

module timing_test;
localparam BIT = 12, COLUMN = 5 * BIT, COLUMNS = 52;

reg          clk = 1'b0, rst = 1'b1, rx = 1'b1, ack = 1'b0;
wire         tx, stb, we;
wire  [9:0]  adr;
wire  [31:0] dat;
wire  [95:0] request = {32'hdd9eb80c, 32'd1, 32'd0};    // the first byte is the lowest
always #1 clk = ~clk;
always @(posedge clk) ack <= stb & ~ack;

tally_bridge #(.AW(10), .BIT(BIT)) dut (
	.clk_i(clk), .rst_i(rst), .rx_i(rx), .tx_o(tx), .bus_stb_o(stb), .bus_we_o(we),
	.bus_adr_o(adr), .bus_dat_o(dat), .bus_dat_i(32'h54414c59), .bus_ack_i(ack));

// a row of text a signal
reg  [7:0]  host [0:COLUMNS-1], bridge [0:COLUMNS-1], bus [0:COLUMNS-1], state [0:COLUMNS-1];
wire [47:0] name = dut.state == 0 ? "HEAD  " : dut.state == 1 ? "DATA  " : dut.state == 2 ? "CHECK "
	: dut.state == 4 ? "|     " : dut.state == 5 ? "WORD  " : "SEAL  ";
reg  [2:0]  was = 3'd7;
integer     clock = 0, i, j, k, letter, bit_out, row, column;
function [7:0] hex(input [3:0] digit);
	hex = digit < 10 ? "0" + digit : "A" - 10 + digit;
endfunction

initial begin
	for (i = 0; i < COLUMNS; i = i + 1) begin
		{host[i], bridge[i]} = "--";
		{bus[i], state[i]}   = "_ ";
	end
	repeat (4) @(negedge clk);
	rst = 1'b0;
	clock = 0;
	repeat (4 * COLUMN) @(negedge clk);
	for (i = 0; i < 12; i = i + 1) begin
		{host[clock/COLUMN], host[clock/COLUMN+1]}
			= {hex(request[8*i+4 +: 4]), hex(request[8*i +: 4])};
		for (j = 0; j < 10; j = j + 1) begin
			rx = j == 0 ? 1'b0 : j == 9 ? 1'b1 : request[8*i+j-1];
			repeat (BIT) @(negedge clk);
		end
	end
end

always @(negedge clk) begin
	clock <= clock + 1;
	if (stb) bus[clock/COLUMN] = "A";
	if (dut.state != was) begin
		was <= dut.state;
		letter = dut.state == 5 ? clock / COLUMN + 1 : clock / COLUMN;    // not over FETCH
		for (k = 0; k < 6; k = k + 1)
			if (letter + k < COLUMNS) state[letter+k] = name[8*(5-k) +: 8];
	end
end

reg [7:0] byte_out;
integer   at;
always @(negedge tx) begin
	at = (clock + BIT) / COLUMN;
	#(3*BIT) for (bit_out = 0; bit_out < 8; bit_out = bit_out + 1) begin
		byte_out[bit_out] = tx;
		#(2*BIT) ;
	end
	{bridge[at], bridge[at+1]} = {hex(byte_out[7:4]), hex(byte_out[3:0])};
end

initial begin
	#(2 * COLUMNS * COLUMN);
	for (row = 0; row < 4; row = row + 1) begin
		$write("    %s ", row == 0 ? "rx_i     " : row == 1 ? "tx_o     "
			: row == 2 ? "state    " : "bus_stb_o");
		for (column = 0; column < COLUMNS; column = column + 1)
			$write("%c", row == 0 ? host[column] : row == 1 ? bridge[column]
				: row == 2 ? state[column] : bus[column]);
		$write("\n");
	end
	$finish;
end
endmodule

`default_nettype wire
