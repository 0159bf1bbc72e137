// SPDX-License-Identifier: ISC
// unit_memory.vh - stands for tally_words.v: one word, at any address; the others read as garbage, and so does a word
// that is read while it is written. What holds for `here` holds for every word of the real memory.

wire [BINS_LOG2-1:0] here    = $anyconst;
wire [31:0]          garbage = $anyseq;
reg  [31:0]          stored, fetched;
wire                 writes_here = we_i && write_at_i == here;

always @(posedge clk_i) begin
	fetched <= read_at_i == here && !writes_here ? stored : garbage;
	if (writes_here) stored <= data_i;
end

generate if (CYCLES == 2) begin : g_register
	reg [31:0] data;
	always @(posedge clk_i) data <= clear_i ? 32'd0 : fetched;
	assign data_o = data;
end else begin : g_no_register
	assign data_o = fetched;
end endgenerate
