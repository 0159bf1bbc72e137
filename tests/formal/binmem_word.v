// SPDX-License-Identifier: ISC
// binmem_word.v - replaces rtl/tally_binmem.v in the proofs: one word, at any address.
//
// `here` is an arbitrary constant address; its word starts with any value. All other words read as garbage, and so does
// a word that is read in the cycle in which it is written. Whatever holds for `here` in this memory holds for every
// word of the real one.

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

wire [BINS_LOG2-1:0] here    = $anyconst;
wire [31:0]          garbage = $anyseq;
reg  [31:0]          stored, fetched;
wire                 writes_here = write_i && write_word_i == here;

always @(posedge clk_i) begin
	if (read_i)
		fetched <= read_word_i == here && !writes_here ? stored : garbage;
	read_data_o <= fetched;
	if (writes_here)
		stored <= write_data_i;
end

endmodule

`default_nettype wire
