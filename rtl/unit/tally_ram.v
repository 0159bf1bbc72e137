// SPDX-License-Identifier: ISC
// tally_ram.v - a block RAM, of words of 32 bits or another WIDTH: one read and one written in
// each cycle.
//
// What is read of a word in the cycle in which it is written is undefined, for block RAMs differ.

`default_nettype none

module tally_ram #(
	parameter LOG2   = 9,                      // 2^LOG2 words
	parameter CYCLES = 1,                      // from address to word: 1 or 2
	parameter WIDTH  = 32,
	parameter [127:0] FIRST = 128'd0           // words 3 to 0 at power-up (WIDTH 32); else 0
) (
	input  wire            clk_i,
	input  wire [LOG2-1:0] read_at_i,
	input  wire            zero_i,             // CYCLES 2: 0 for what was asked a cycle before
	output wire [WIDTH-1:0] data_o,
	input  wire            we_i,
	input  wire [LOG2-1:0] write_at_i,
	input  wire [WIDTH-1:0] data_i
);

(* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)
reg [WIDTH-1:0] words [0:(1<<LOG2)-1];
reg [WIDTH-1:0] word, late_word;
localparam [WIDTH+127:0] FIRST_WORDS = {{WIDTH{1'b0}}, FIRST};
integer i;

initial
	for (i = 0; i < (1 << LOG2); i = i + 1)
		words[i] = i < 4 ? FIRST_WORDS[32 * (i & 3) +: WIDTH] : {WIDTH{1'b0}};

always @(posedge clk_i) begin
	word      <= words[read_at_i];
	late_word <= zero_i ? {WIDTH{1'b0}} : word;
	if (we_i) words[write_at_i] <= data_i;
end
assign data_o = CYCLES == 2 ? late_word : word;

endmodule

`default_nettype wire
