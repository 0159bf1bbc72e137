// SPDX-License-Identifier: ISC
// cells_unit.v - memories and products whose ECP5 netlist is compared with this
// source by cells_test.v: each shape of block RAM, contents at the start, enables of
// halves and of bytes, products with and without sign. It has nothing of the unit in it.

`default_nettype none

// 2^DEPTH_LOG2 words of WIDTH bits with an enable for each BYTE bits
module cells_memory #(
	parameter DEPTH_LOG2 = 9,
	parameter WIDTH      = 36,
	parameter BYTE       = 9,
	parameter START      = "start36.hex"        // file of what it holds at the start
) (
	input  wire                  clk_i,
	input  wire                  read_i,
	input  wire [DEPTH_LOG2-1:0] read_word_i,
	output reg  [WIDTH-1:0]      data_o,
	input  wire [WIDTH/BYTE-1:0] write_i,
	input  wire [DEPTH_LOG2-1:0] write_word_i,
	input  wire [WIDTH-1:0]      data_i
);

(* no_rw_check, ram_style = "block" *) reg [WIDTH-1:0] words [0:(1 << DEPTH_LOG2) - 1];

initial
	$readmemh(START, words);

integer k;
always @(posedge clk_i) begin
	if (read_i)
		data_o <= words[read_word_i];
	for (k = 0; k < WIDTH / BYTE; k = k + 1)
		if (write_i[k])
			words[write_word_i][BYTE*k +: BYTE] <= data_i[BYTE*k +: BYTE];
end

endmodule

module cells_unit (
	input  wire         clk_i,
	input  wire         read_i,
	input  wire [12:0]  read_word_i,
	input  wire [3:0]   write_i,
	input  wire [12:0]  write_word_i,
	input  wire [35:0]  data_i,
	output wire [35:0]  m36_o, m18_o, m9_o, m4_o, m2_o, tall_o,
	input  wire [17:0]  a_i, b_i,
	output wire [35:0]  unsigned_o, signed_o, mixed_o,
	output wire [33:0]  narrow_o
);

assign m18_o[35:18] = 18'd0;
assign m9_o[35:9]   = 27'd0;
assign m4_o[35:4]   = 32'd0;
assign m2_o[35:2]   = 34'd0;
assign tall_o[35:16] = 20'd0;

cells_memory #(.DEPTH_LOG2(9), .WIDTH(36), .BYTE(9), .START("start36.hex")) m36 (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i[8:0]),
	.data_o(m36_o), .write_i(write_i), .write_word_i(write_word_i[8:0]), .data_i(data_i));
cells_memory #(.DEPTH_LOG2(10), .WIDTH(18), .BYTE(9), .START("start18.hex")) m18 (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i[9:0]),
	.data_o(m18_o[17:0]), .write_i(write_i[1:0]), .write_word_i(write_word_i[9:0]),
	.data_i(data_i[17:0]));
cells_memory #(.DEPTH_LOG2(11), .WIDTH(9), .BYTE(9), .START("start9.hex")) m9 (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i[10:0]),
	.data_o(m9_o[8:0]), .write_i(write_i[0]), .write_word_i(write_word_i[10:0]),
	.data_i(data_i[8:0]));
cells_memory #(.DEPTH_LOG2(12), .WIDTH(4), .BYTE(4), .START("start4.hex")) m4 (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i[11:0]),
	.data_o(m4_o[3:0]), .write_i(write_i[0]), .write_word_i(write_word_i[11:0]),
	.data_i(data_i[3:0]));
cells_memory #(.DEPTH_LOG2(13), .WIDTH(2), .BYTE(2), .START("start2.hex")) m2 (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i),
	.data_o(m2_o[1:0]), .write_i(write_i[0]), .write_word_i(write_word_i),
	.data_i(data_i[1:0]));
// two blocks one above the other, as private memory of that size is
cells_memory #(.DEPTH_LOG2(11), .WIDTH(16), .BYTE(16), .START("start16.hex")) tall (
	.clk_i(clk_i), .read_i(read_i), .read_word_i(read_word_i[10:0]),
	.data_o(tall_o[15:0]), .write_i(write_i[0]), .write_word_i(write_word_i[10:0]),
	.data_i(data_i[15:0]));

assign unsigned_o = {18'd0, a_i} * {18'd0, b_i};
assign signed_o   = $signed({{18{a_i[17]}}, a_i}) * $signed({{18{b_i[17]}}, b_i});
assign mixed_o    = $signed({{18{a_i[17]}}, a_i}) * $signed({19'd0, b_i[16:0]});
assign narrow_o   = {18'd0, a_i[15:0]} * {17'd0, b_i[16:0]};   // tally_mapper_mul.v's

endmodule

`default_nettype wire
