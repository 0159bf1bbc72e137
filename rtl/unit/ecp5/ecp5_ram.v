// SPDX-License-Identifier: ISC
// ecp5_ram.v - a block RAM of the ECP5 with its output register: what is read stands two cycles after the address.
// By name, for tools leave that register out. What is read while it is written is undefined.
//
// Its resets stay off: one clears the latch too, and with it the word that is under way.

`default_nettype none

module ecp5_ram #(
	parameter WIDTH = 36,              // of a word: 1, 2, 4, 9, 18, 36; there are 2^14, 2^13, 2^12, 2^11, 2^10, 2^9
	parameter [319:0] FIRST = 320'd0   // what it holds at first: sixteen times 18 of 20 bits, the rest is 0
) (
	input  wire        clk_i,
	input  wire        we_i,
	input  wire [13:0] write_at_i,     // in bits; the lowest are 1 as far as a word is wide
	input  wire [35:0] data_i,
	input  wire [13:0] read_at_i,
	output wire [35:0] data_o
);

wire [17:0] a, b;
// a word of 36 bits is written by both ports and read by both
assign data_o = WIDTH == 36 ? {b, a} : {18'd0, b};

DP16KD #(.DATA_WIDTH_A(WIDTH), .DATA_WIDTH_B(WIDTH), .REGMODE_A("OUTREG"), .REGMODE_B("OUTREG"),
	.RESETMODE("SYNC"), .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .CSDECODE_A("0b000"), .CSDECODE_B("0b000"),
	.GSR("DISABLED"), .INITVAL_00(FIRST)) u_ram (
		.CLKA(clk_i), .CEA(we_i), .OCEA(1'b1), .WEA(1'b1), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0), .RSTA(1'b0),
		.CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0), .RSTB(1'b0),
		.ADA0(write_at_i[0]), .ADA1(write_at_i[1]), .ADA2(write_at_i[2]), .ADA3(write_at_i[3]), .ADA4(write_at_i[4]),
		.ADA5(write_at_i[5]), .ADA6(write_at_i[6]), .ADA7(write_at_i[7]), .ADA8(write_at_i[8]), .ADA9(write_at_i[9]),
		.ADA10(write_at_i[10]), .ADA11(write_at_i[11]), .ADA12(write_at_i[12]), .ADA13(write_at_i[13]),
		.ADB0(read_at_i[0]), .ADB1(read_at_i[1]), .ADB2(read_at_i[2]), .ADB3(read_at_i[3]), .ADB4(read_at_i[4]),
		.ADB5(read_at_i[5]), .ADB6(read_at_i[6]), .ADB7(read_at_i[7]), .ADB8(read_at_i[8]), .ADB9(read_at_i[9]),
		.ADB10(read_at_i[10]), .ADB11(read_at_i[11]), .ADB12(read_at_i[12]), .ADB13(read_at_i[13]), .DIA0(data_i[0]),
		.DIA1(data_i[1]), .DIA2(data_i[2]), .DIA3(data_i[3]), .DIA4(data_i[4]), .DIA5(data_i[5]), .DIA6(data_i[6]),
		.DIA7(data_i[7]), .DIA8(data_i[8]), .DIA9(data_i[9]), .DIA10(data_i[10]), .DIA11(data_i[11]),
		.DIA12(data_i[12]), .DIA13(data_i[13]), .DIA14(data_i[14]), .DIA15(data_i[15]), .DIA16(data_i[16]),
		.DIA17(data_i[17]), .DIB0(data_i[18]), .DIB1(data_i[19]), .DIB2(data_i[20]), .DIB3(data_i[21]),
		.DIB4(data_i[22]), .DIB5(data_i[23]), .DIB6(data_i[24]), .DIB7(data_i[25]), .DIB8(data_i[26]),
		.DIB9(data_i[27]), .DIB10(data_i[28]), .DIB11(data_i[29]), .DIB12(data_i[30]), .DIB13(data_i[31]),
		.DIB14(data_i[32]), .DIB15(data_i[33]), .DIB16(data_i[34]), .DIB17(data_i[35]), .DOA0(a[0]), .DOA1(a[1]),
		.DOA2(a[2]), .DOA3(a[3]), .DOA4(a[4]), .DOA5(a[5]), .DOA6(a[6]), .DOA7(a[7]), .DOA8(a[8]), .DOA9(a[9]),
		.DOA10(a[10]), .DOA11(a[11]), .DOA12(a[12]), .DOA13(a[13]), .DOA14(a[14]), .DOA15(a[15]), .DOA16(a[16]),
		.DOA17(a[17]), .DOB0(b[0]), .DOB1(b[1]), .DOB2(b[2]), .DOB3(b[3]), .DOB4(b[4]), .DOB5(b[5]), .DOB6(b[6]),
		.DOB7(b[7]), .DOB8(b[8]), .DOB9(b[9]), .DOB10(b[10]), .DOB11(b[11]), .DOB12(b[12]), .DOB13(b[13]),
		.DOB14(b[14]), .DOB15(b[15]), .DOB16(b[16]), .DOB17(b[17]));

endmodule

`default_nettype wire
