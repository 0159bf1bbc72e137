// SPDX-License-Identifier: ISC
// pads_soc.v - a LiteX SoC of soc.py with pads, as sim/harness takes it: its UART is the console,
// `line` Tally's.

module pads_soc(input wire clk, input wire rst, input wire rx, output wire tx,
	output wire out_valid, output wire [7:0] out_data);

wire unused = rst;                         // it resets itself at power-up

sim soc (.sys_clk(clk), .line_rx(rx), .line_tx(tx),
	.serial_source_valid(out_valid), .serial_source_data(out_data),
	.serial_source_ready(1'b1), .serial_sink_valid(1'b0), .serial_sink_data(8'd0),
	.serial1_source_ready(1'b1), .serial1_sink_valid(1'b0), .serial1_sink_data(8'd0));

endmodule
