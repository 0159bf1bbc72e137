// SPDX-License-Identifier: ISC
// tally_rows.v - 32 rows of 32 bits in a block RAM, for what would take more logic in flip-flops: what was written to
// the registers, to be read; samples that wait.
//
// Rows 32 to 63 are never written and read 0: the registers read them where another source answers. What is read of a
// row in the cycle in which it is written is undefined.

`default_nettype none

module tally_rows #(
	parameter [127:0] FIRST = 128'd0,      // rows 3 to 0 before they are written; the others are 0
	parameter CYCLES = 1,                  // from address to word: 1 or 2; ECP5: 2, and the address stays meanwhile
	parameter ECP5   = 0
) (
	input  wire        clk_i,
	input  wire        we_i,
	input  wire [4:0]  write_at_i,
	input  wire [31:0] data_i,
	input  wire [5:0]  read_at_i,
	output wire [31:0] data_o
);

generate
if (ECP5 != 0) begin : g_ecp5
	// 16 of the 18 bits of each half word
	wire [35:0] data;
	ecp5_ram #(.WIDTH(36), .FIRST({160'd0,
		4'd0, FIRST[127:112], 4'd0, FIRST[111:96], 4'd0, FIRST[95:80], 4'd0, FIRST[79:64],
		4'd0, FIRST[63:48], 4'd0, FIRST[47:32], 4'd0, FIRST[31:16], 4'd0, FIRST[15:0]})) u_ram (
		.clk_i(clk_i), .we_i(we_i), .write_at_i({4'd0, write_at_i, 5'h1f}),
		.data_i({2'd0, data_i[31:16], 2'd0, data_i[15:0]}), .read_at_i({3'd0, read_at_i, 5'h1f}), .data_o(data));
	assign data_o = {data[33:18], data[15:0]};
	wire unused = &{1'b0, data};
end else begin : g_any
	(* ram_style = "block", no_rw_check *) reg [31:0] copy [0:63];
	reg  [31:0] fetched;
	integer i;
	initial
		for (i = 0; i < 64; i = i + 1)
			copy[i] = i < 4 ? FIRST[32 * (i & 3) +: 32] : 32'd0;
	always @(posedge clk_i) begin
		fetched <= copy[read_at_i];
		if (we_i) copy[{1'b0, write_at_i}] <= data_i;
	end
	if (CYCLES == 2) begin : g_register
		reg [31:0] data;
		always @(posedge clk_i) data <= fetched;
		assign data_o = data;
	end else begin : g_no_register
		assign data_o = fetched;
	end
end
endgenerate

endmodule

`default_nettype wire
