// SPDX-License-Identifier: ISC
// binmem_word.v - in place of rtl/tally_binmem.v, for the proofs: one word, anywhere.
//
// `here` is any address, the same for ever; its word begins as anything. All other words read as anything, so
// does every word that is read in the clock in which it is written. Whatever holds with this memory for `here`
// holds for every word of the real one.

`default_nettype none

module tally_binmem #(
	parameter BINS_LOG2 = 12
) (
	input  wire                 clk_i,
	input  wire                 read_i,
	input  wire [BINS_LOG2-1:0] read_word_i,
	input  wire                 bus_read_i,
	input  wire [BINS_LOG2-1:0] bus_word_i,
	output reg  [31:0]          read_data_o,
	input  wire [1:0]           write_i,
	input  wire [BINS_LOG2-1:0] write_word_i,
	input  wire [31:0]          write_data_i,
	input  wire                 poke_i,
	input  wire [BINS_LOG2-1:0] poke_word_i,
	input  wire [31:0]          poke_data_i
);

wire [BINS_LOG2-1:0] here    = $anyconst;
wire [31:0]          garbage = $anyseq;
reg  [31:0]          stored, fetched;
wire [BINS_LOG2-1:0] read_at  = read_i ? read_word_i : bus_word_i;
wire [BINS_LOG2-1:0] write_at = poke_i ? poke_word_i : write_word_i;
wire [31:0]          data     = poke_i ? poke_data_i : write_data_i;

always @(posedge clk_i) begin
	if (read_i | bus_read_i)
		fetched <= read_at == here && !(|write_i && write_at == here) ? stored : garbage;
	read_data_o <= fetched;
	if (write_i[1] && write_at == here)
		stored[31:16] <= data[31:16];
	if (write_i[0] && write_at == here)
		stored[15:0]  <= data[15:0];
end

endmodule

`default_nettype wire
