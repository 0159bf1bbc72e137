// SPDX-License-Identifier: ISC
// tally_binmem.v - the private bin memory: block RAM, one read and one write port.
//
// Two clocks from a word's address to read_data_o (the block RAM's own output and its
// output register). A word read in the clock in which it is written is undefined
// in hardware: the updater forwards over it.

`default_nettype none

module tally_binmem #(
	parameter BINS_LOG2 = 12         // 2^BINS_LOG2 words of 32 bits
) (
	input  wire                 clk_i,
	input  wire                 read_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	output reg  [31:0]          read_data_o,
	input  wire                 write_i,
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
	if (write_i) begin
		high[write_word_i] <= write_data_i[31:16];
		low[write_word_i]  <= write_data_i[15:0];
	end
end

endmodule

`default_nettype wire
