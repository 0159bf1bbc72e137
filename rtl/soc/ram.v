// SPDX-License-Identifier: ISC
// ram.v - RAM of 32-bit words on Wishbone B4.
// A first beat takes two cycles; linear bursts (CTI 010, BTE 00) then pass one
// beat a cycle. Wrapping bursts and constant addresses go beat by beat.

`default_nettype none

module ram #(
	parameter WORDS_LOG2 = 25,		// 2^WORDS_LOG2 words; at most 30
	// $readmemh file of its content at power-up; none: unknown
	parameter INIT       = ""
) (
	input  wire                   clk_i,
	input  wire                   rst_i,
	input  wire                   stb_i,	// cyc & stb & selected
	input  wire                   we_i,
	input  wire [3:0]             sel_i,
	input  wire [WORDS_LOG2-1:0]  adr_i,	// of a word
	input  wire [31:0]            dat_i,
	input  wire [2:0]             cti_i,
	input  wire [1:0]             bte_i,
	output reg  [31:0]            dat_o,
	output reg                    ack_o,
	output wire                   soon_o	// ack_o of the next clock
);
reg [31:0] mem [0:(1 << WORDS_LOG2) - 1];
generate
	if (INIT != "") begin : g_init
		initial $readmemh(INIT, mem);
	end
endgenerate

// The address on the bus is still that of the beat being acknowledged:
// a burst's next word is fetched one ahead.
wire more = ack_o & (cti_i == 3'b010) & (bte_i == 2'b00);
wire [WORDS_LOG2-1:0] fetch = ack_o ? adr_i + 1'b1 : adr_i;

assign soon_o = stb_i & (~ack_o | more) & ~rst_i;
always @(posedge clk_i) begin
	ack_o <= soon_o;
	if (stb_i & (~ack_o | more))
		dat_o <= mem[fetch];
	// Writing at the acknowledge serves bursts too: only then is
	// the data on the bus that of this beat.
	if (stb_i & we_i & ack_o) begin
		if (sel_i[0]) mem[adr_i][7:0]   <= dat_i[7:0];
		if (sel_i[1]) mem[adr_i][15:8]  <= dat_i[15:8];
		if (sel_i[2]) mem[adr_i][23:16] <= dat_i[23:16];
		if (sel_i[3]) mem[adr_i][31:24] <= dat_i[31:24];
	end
end
endmodule

`default_nettype wire
