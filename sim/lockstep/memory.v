// SPDX-License-Identifier: ISC
// memory.v - in place of rtl/unit/tally_ram.v: a word that is read in the cycle in which it is
// written comes out wrong, as of a block RAM. With PRELOADED most words of the unit's memory, which
// has no FIRST and more than 32 words, of 32 bits, are about to pass 2^31, and some are about to
// wrap.

`default_nettype none

module tally_ram #(
	parameter LOG2   = 9,
	parameter CYCLES = 1,
	parameter WIDTH  = 32,
	parameter [127:0] FIRST = 128'd0
) (
	input  wire             clk_i,
	input  wire [LOG2-1:0]  read_at_i,
	input  wire             zero_i,
	output wire [WIDTH-1:0] data_o,
	input  wire             we_i,
	input  wire [LOG2-1:0]  write_at_i,
	input  wire [WIDTH-1:0] data_i
);

`ifdef PRELOADED
localparam FULL = FIRST == 128'd0 && WIDTH == 32 && LOG2 > 5;
`else
localparam FULL = 0;
`endif
reg [WIDTH-1:0] words [0:(1<<LOG2)-1];
reg [WIDTH-1:0] word, late_word;
wire [WIDTH-1:0] stored = words[read_at_i];
wire [WIDTH-1:0] noise = {data_i, 16'hA5A5};
integer i;

always @(posedge clk_i) begin
	word <= we_i & read_at_i == write_at_i ? ~stored ^ noise : stored;
	late_word <= zero_i ? {WIDTH{1'b0}} : word;
	if (we_i)
		words[write_at_i] <= data_i;
end
assign data_o = CYCLES == 2 ? late_word : word;

initial
	for (i = 0; i < 1 << LOG2; i = i + 1)
		words[i] = FULL ? (i % 8 == 7 ? 32'hffffffff - 3 * i : 32'h7fffffff - 29 * i)
			: i < 4 ? FIRST[32 * (i & 3) +: 32] : 32'd0;

endmodule

`default_nettype wire
