// SPDX-License-Identifier: ISC
// link_line.v - the other end of the bridge's serial line: bytes of the
// testbench to bits at div_i clocks a bit, and back. A byte is asked for when the line is
// free, and then, while none comes, every 1,024 clocks; the machine hears of valid_o before want_o.

`default_nettype none

module link_line (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire [15:0] div_i,
	input  wire        toggle_i,		// a change brings data_i
	input  wire [7:0]  data_i,
	output reg         want_o,		// one cycle: give a byte if there is one
	output wire        valid_o,		// one cycle: data_o came
	output wire [7:0]  data_o,
	input  wire        line_i,
	output wire        line_o
);
reg       seen, free;
reg [9:0] pace;
wire      ready, error;
wire      come = toggle_i != seen;

uart_line uart_line (
	.clk_i      (clk_i),
	.rst_i      (rst_i),
	.div_i      (div_i),
	.rx_i       (line_i),
	.tx_o       (line_o),
	.rx_valid_o (valid_o),
	.rx_data_o  (data_o),
	.rx_error_o (error),
	.tx_valid_i (come),
	.tx_data_i  (data_i),
	.tx_ready_o (ready)
);

always @(posedge clk_i) begin
	if (ready)
		seen <= toggle_i;
	free   <= ready & ~come;
	pace   <= ready & ~come & free ? pace + 10'd1 : 10'd0;
	want_o <= ready & ~come & (~free | pace == 10'd1023);
	if (rst_i) begin
		seen   <= toggle_i;
		free   <= 1'b0;
		pace   <= 10'd0;
		want_o <= 1'b0;
	end
end

wire unused = &{1'b0, error};
endmodule

`default_nettype wire
