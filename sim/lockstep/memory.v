// SPDX-License-Identifier: ISC
// memory.v - in place of rtl/unit/tally_words.v: a word that is read in the cycle in which it is written comes out
// wrong, as block RAM may do. With PRELOADED most words are about to pass 2^31 and some are about to wrap.

`default_nettype none

module tally_words #(
	parameter BINS_LOG2 = 9,
	parameter CYCLES    = 1,
	parameter ECP5      = 0
) (
	input  wire                 clk_i,
	input  wire [BINS_LOG2-1:0] read_at_i,
	input  wire                 clear_i,
	output wire [31:0]          data_o,
	input  wire                 we_i,
	input  wire [BINS_LOG2-1:0] write_at_i,
	input  wire [31:0]          data_i
);

reg [31:0] words [0:(1<<BINS_LOG2)-1];
reg [31:0] fetched, again;
wire [31:0] stored = words[read_at_i];

always @(posedge clk_i) begin
	fetched <= we_i & read_at_i == write_at_i ? ~stored ^ {data_i[15:0], 16'hA5A5} : stored;
	again <= clear_i ? 32'd0 : fetched;
	if (we_i)
		words[write_at_i] <= data_i;
end

assign data_o = CYCLES == 2 ? again : fetched;

`ifdef PRELOADED
integer i;
initial
	for (i = 0; i < 1 << BINS_LOG2; i = i + 1)
		words[i] = i % 8 == 7 ? 32'hffffffff - 3 * i : 32'h7fffffff - 29 * i;
`endif

endmodule

`default_nettype wire
