// SPDX-License-Identifier: ISC
// binmem_hostile.v - in place of rtl/tally_binmem.v: a word that is read in the
// clock in which it is written comes out wrong, as block RAM may do. The unit
// must not care; some builds of lockstep have this memory.

`default_nettype none

module tally_binmem #(
	parameter BINS_LOG2 = 12
) (
	input  wire                 clk_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	input  wire                 read_i,
	output reg  [31:0]          read_data_o,
	input  wire [1:0]           write_i,
	input  wire [BINS_LOG2-1:0] write_word_i,
	input  wire [31:0]          write_data_i
);

reg [31:0] words [0:(1 << BINS_LOG2) - 1];
reg [31:0] fetched;

integer i;
initial
	for (i = 0; i < (1 << BINS_LOG2); i = i + 1)
		words[i] = 32'd0;

always @(posedge clk_i) begin
	if (read_i)
		fetched <= |write_i & read_word_i == write_word_i ? ~words[read_word_i] ^ {write_data_i[15:0], 16'hA5A5}
		                                                  : words[read_word_i];
	read_data_o <= fetched;
	if (write_i[0])
		words[write_word_i][15:0] <= write_data_i[15:0];
	if (write_i[1])
		words[write_word_i][31:16] <= write_data_i[31:16];
end

endmodule

`default_nettype wire
