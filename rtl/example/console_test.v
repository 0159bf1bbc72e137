// SPDX-License-Identifier: ISC
// console_test.v - own_soc in a simulator, its console on standard output.

`default_nettype none

module console_test #(parameter PROGRAM = "program.hex");

reg         clk = 0, rst = 1;
wire        valid, tx;
wire [7:0]  data;
integer     cycles, cycle = 0;

own_soc #(.PROGRAM(PROGRAM)) soc (
	.clk(clk), .rst(rst), .rx(1'b1), .tx(tx), .out_valid(valid), .out_data(data));

initial if (!$value$plusargs("CYCLES=%d", cycles)) cycles = 1000000;
always #5 clk = ~clk;
always @(negedge clk) begin
	rst <= cycle < 4;
	if (valid === 1'b1) $write("%c", data);
	cycle = cycle + 1;
	if (cycle == cycles) $finish;
end

endmodule

`default_nettype wire
