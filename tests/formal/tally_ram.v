// SPDX-License-Identifier: ISC
// tally_ram.v - stands for rtl/unit/tally_ram.v in the proofs: one word, `here`, of any address.
//
// All others read as anything, and so does a word in the cycle in which it is written. What holds
// for `here` holds for every word of the real memory.

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

(* anyconst *) reg [LOG2-1:0]  here;
(* anyseq *)   reg [WIDTH-1:0] anything;
wire [WIDTH-1:0] first = here < 4 ? FIRST >> {here[1:0], 5'd0} : {WIDTH{1'b0}};    // at power-up
wire        writes = we_i && write_at_i == here;
reg  [WIDTH-1:0] stored, read, late;
reg         known = 1'b0;                          // `here` was read a cycle ago

always @(posedge clk_i) begin
	known <= read_at_i == here && !writes;
	read  <= read_at_i == here && !writes ? stored : anything;
	late  <= zero_i ? {WIDTH{1'b0}} : read;
	if (writes) stored <= data_i;
end
assign data_o = CYCLES == 2 ? late : read;

always @* if ($initstate) assume (stored == first);
else KNOWN: assert (!known || read == stored);

endmodule

`default_nettype wire
