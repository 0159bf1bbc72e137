// SPDX-License-Identifier: ISC
// tally_words.v - the memory: 2^BINS_LOG2 words, a read and a write each cycle.
//
// What is read in the cycle in which it is written is undefined.

`default_nettype none

module tally_words #(
	parameter BINS_LOG2 = 9,
	parameter CYCLES    = 1,               // from address to word: 1 or 2
	parameter ECP5      = 0
) (
	input  wire                 clk_i,
	input  wire [BINS_LOG2-1:0] read_at_i,
	input  wire                 clear_i,   // CYCLES 2, ECP5 0: the word is given as 0, asked for a cycle before
	output wire [31:0]          data_o,
	input  wire                 we_i,
	input  wire [BINS_LOG2-1:0] write_at_i,
	input  wire [31:0]          data_i
);

generate
if (ECP5 != 0 && BINS_LOG2 <= 14) begin : g_ecp5
	localparam WIDTH = BINS_LOG2 <= 10 ? 18 : BINS_LOG2 == 11 ? 9 : 1 << (14 - BINS_LOG2);
	localparam BITS  = BINS_LOG2 <= 10 ? 16 : BINS_LOG2 == 11 ? 8 : WIDTH;     // of them used
	localparam LOG2  = BINS_LOG2 <= 10 ? 10 : BINS_LOG2;
	wire [LOG2:0] read_at = {{(LOG2+1-BINS_LOG2){1'b0}}, read_at_i};
	wire [LOG2:0] write_at = {{(LOG2+1-BINS_LOG2){1'b0}}, write_at_i};
	wire [17:0] ones = 18'h3ffff;
	wire unused = &{1'b0, clear_i, read_at[LOG2], write_at[LOG2]};
	genvar k;
	for (k = 0; k < 32 / BITS; k = k + 1) begin : g_block
		wire [13:0] ra, wa;
		if (LOG2 == 14) begin : g_all
			assign ra = read_at[13:0];
			assign wa = write_at[13:0];
		end else begin : g_some
			assign ra = {read_at[LOG2-1:0], ones[13-LOG2:0]};
			assign wa = {write_at[LOG2-1:0], ones[13-LOG2:0]};
		end
		wire [35:0] q;
		ecp5_ram #(.WIDTH(WIDTH)) u_ram (.clk_i(clk_i), .we_i(we_i), .write_at_i(wa),
			.data_i({{(36-BITS){1'b0}}, data_i[BITS*k +: BITS]}), .read_at_i(ra), .data_o(q));
		assign data_o[BITS*k +: BITS] = q[BITS-1:0];
		wire unused_q = &{1'b0, q};
	end
end else begin : g_any
	(* no_rw_check *) reg [31:0] words [0:(1<<BINS_LOG2)-1];
	reg  [31:0] fetched;
	integer i;
	initial
		for (i = 0; i < (1 << BINS_LOG2); i = i + 1)
			words[i] = 32'd0;
	always @(posedge clk_i) begin
		fetched <= words[read_at_i];
		if (we_i) words[write_at_i] <= data_i;
	end
	if (CYCLES == 2) begin : g_register
		reg [31:0] data;
		always @(posedge clk_i) data <= clear_i ? 32'd0 : fetched;
		assign data_o = data;
	end else begin : g_no_register
		wire unused = clear_i;
		assign data_o = fetched;
	end
end
endgenerate

endmodule

`default_nettype wire
