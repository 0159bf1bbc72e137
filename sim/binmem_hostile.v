// SPDX-License-Identifier: ISC
// binmem_hostile.v - in place of rtl/tally_binmem.v: a word that is read in the
// clock in which it is written comes out wrong, as block RAM may do. The unit
// must not care; some builds of lockstep have this memory. It begins empty only
// in Verilator: nothing here makes Yosys unroll an initial block.

`default_nettype none

module tally_binmem #(
	parameter BINS_LOG2 = 12
) (
	input  wire                 clk_i,
	input  wire                 read_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	output reg  [31:0]          read_data_o,
	input  wire                 write_i,
	input  wire [BINS_LOG2-1:0] write_word_i,
	input  wire [31:0]          write_data_i
);

reg [15:0] high [0:(1 << BINS_LOG2) - 1];
reg [15:0] low  [0:(1 << BINS_LOG2) - 1];
reg [31:0] fetched;
wire [31:0] stored = {high[read_word_i], low[read_word_i]};

always @(posedge clk_i) begin
	if (read_i)
		fetched <= write_i & read_word_i == write_word_i ? ~stored ^ {write_data_i[15:0], 16'hA5A5} : stored;
	read_data_o <= fetched;
	if (write_i) begin
		high[write_word_i] <= write_data_i[31:16];
		low[write_word_i]  <= write_data_i[15:0];
	end
end

endmodule

`default_nettype wire
