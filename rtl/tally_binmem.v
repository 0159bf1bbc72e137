// SPDX-License-Identifier: ISC
// tally_binmem.v - the private bin memory: block RAM, one read and one write port,
// in halves of 16 bits that are written apart.
//
// Two clocks from read_word_i to read_data_o (the block RAM's own output and its
// output register). A word read in the clock in which it is written is undefined
// in hardware: the updater forwards over it, the bus never asks for it.

`default_nettype none

module tally_binmem #(
	parameter BINS_LOG2 = 12         // 2^BINS_LOG2 words of 32 bits
) (
	input  wire                 clk_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	input  wire                 read_i,
	output reg  [31:0]          read_data_o,
	input  wire [1:0]           write_i,       // upper, lower 16 bits
	input  wire [BINS_LOG2-1:0] write_word_i,
	input  wire [31:0]          write_data_i
);

(* no_rw_check *) reg [15:0] high [0:(1 << BINS_LOG2) - 1];
(* no_rw_check *) reg [15:0] low  [0:(1 << BINS_LOG2) - 1];
reg [31:0] fetched;

integer i;
initial
	for (i = 0; i < (1 << BINS_LOG2); i = i + 1) begin
		high[i] = 16'd0;
		low[i]  = 16'd0;
	end

always @(posedge clk_i) begin
	if (read_i)
		fetched <= {high[read_word_i], low[read_word_i]};
	read_data_o <= fetched;
	if (write_i[1])
		high[write_word_i] <= write_data_i[31:16];
	if (write_i[0])
		low[write_word_i] <= write_data_i[15:0];
end

endmodule

`default_nettype wire
