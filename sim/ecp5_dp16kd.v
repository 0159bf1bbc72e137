// SPDX-License-Identifier: ISC
// ecp5_dp16kd.v - the ECP5's block RAM for netlist simulation: 1,024 words of 18 bits,
// two ports of 1 to 18 bits, or one of 36 to write and one to read.
//
// After Lattice's description (FPGA-TN-02204) as far as Yosys uses the cell: both
// ports on one clock, with or without output registers; a reset of the outputs lasts over an edge,
// and clears latch and register. Anything else is an error when the model is built. Bits that one
// port reads in the clock in which the other one writes them come out wrong, as in
// lockstep/memory.v.

`default_nettype none

module DP16KD #(
	parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
	parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG",
	parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC",
	parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000",
	parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL",
	parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB", GSR = "ENABLED",
	parameter INIT_DATA = "STATIC", WID = 0,
	parameter [319:0]
		INITVAL_00 = 320'd0, INITVAL_01 = 320'd0, INITVAL_02 = 320'd0, INITVAL_03 = 320'd0,
		INITVAL_04 = 320'd0, INITVAL_05 = 320'd0, INITVAL_06 = 320'd0, INITVAL_07 = 320'd0,
		INITVAL_08 = 320'd0, INITVAL_09 = 320'd0, INITVAL_0A = 320'd0, INITVAL_0B = 320'd0,
		INITVAL_0C = 320'd0, INITVAL_0D = 320'd0, INITVAL_0E = 320'd0, INITVAL_0F = 320'd0,
		INITVAL_10 = 320'd0, INITVAL_11 = 320'd0, INITVAL_12 = 320'd0, INITVAL_13 = 320'd0,
		INITVAL_14 = 320'd0, INITVAL_15 = 320'd0, INITVAL_16 = 320'd0, INITVAL_17 = 320'd0,
		INITVAL_18 = 320'd0, INITVAL_19 = 320'd0, INITVAL_1A = 320'd0, INITVAL_1B = 320'd0,
		INITVAL_1C = 320'd0, INITVAL_1D = 320'd0, INITVAL_1E = 320'd0, INITVAL_1F = 320'd0,
		INITVAL_20 = 320'd0, INITVAL_21 = 320'd0, INITVAL_22 = 320'd0, INITVAL_23 = 320'd0,
		INITVAL_24 = 320'd0, INITVAL_25 = 320'd0, INITVAL_26 = 320'd0, INITVAL_27 = 320'd0,
		INITVAL_28 = 320'd0, INITVAL_29 = 320'd0, INITVAL_2A = 320'd0, INITVAL_2B = 320'd0,
		INITVAL_2C = 320'd0, INITVAL_2D = 320'd0, INITVAL_2E = 320'd0, INITVAL_2F = 320'd0,
		INITVAL_30 = 320'd0, INITVAL_31 = 320'd0, INITVAL_32 = 320'd0, INITVAL_33 = 320'd0,
		INITVAL_34 = 320'd0, INITVAL_35 = 320'd0, INITVAL_36 = 320'd0, INITVAL_37 = 320'd0,
		INITVAL_38 = 320'd0, INITVAL_39 = 320'd0, INITVAL_3A = 320'd0, INITVAL_3B = 320'd0,
		INITVAL_3C = 320'd0, INITVAL_3D = 320'd0, INITVAL_3E = 320'd0, INITVAL_3F = 320'd0
) (
	input wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
		DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
	input wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6,
		ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
	input wire CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
	output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
		DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
	input wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
		DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
	input wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6,
		ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
	input wire CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
	output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
		DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);

generate
if (REGMODE_A != REGMODE_B || REGMODE_A != "NOREG" && REGMODE_A != "OUTREG"
	|| CSDECODE_A != "0b000" || CSDECODE_B != "0b000"
	|| CLKAMUX != "CLKA" || CLKBMUX != "CLKB"
	|| (WRITEMODE_A != "NORMAL" && WRITEMODE_A != "READBEFOREWRITE")
	|| (WRITEMODE_B != "NORMAL" && WRITEMODE_B != "READBEFOREWRITE")) begin : g_error
	DP16KD_mode_is_not_modelled error();
end
endgenerate

reg [17:0] mem [0:1023];

integer i;
initial
	for (i = 0; i < 16; i = i + 1) begin
		mem[   0 + i] = INITVAL_00[20*i +: 18]; mem[  16 + i] = INITVAL_01[20*i +: 18];
		mem[  32 + i] = INITVAL_02[20*i +: 18]; mem[  48 + i] = INITVAL_03[20*i +: 18];
		mem[  64 + i] = INITVAL_04[20*i +: 18]; mem[  80 + i] = INITVAL_05[20*i +: 18];
		mem[  96 + i] = INITVAL_06[20*i +: 18]; mem[ 112 + i] = INITVAL_07[20*i +: 18];
		mem[ 128 + i] = INITVAL_08[20*i +: 18]; mem[ 144 + i] = INITVAL_09[20*i +: 18];
		mem[ 160 + i] = INITVAL_0A[20*i +: 18]; mem[ 176 + i] = INITVAL_0B[20*i +: 18];
		mem[ 192 + i] = INITVAL_0C[20*i +: 18]; mem[ 208 + i] = INITVAL_0D[20*i +: 18];
		mem[ 224 + i] = INITVAL_0E[20*i +: 18]; mem[ 240 + i] = INITVAL_0F[20*i +: 18];
		mem[ 256 + i] = INITVAL_10[20*i +: 18]; mem[ 272 + i] = INITVAL_11[20*i +: 18];
		mem[ 288 + i] = INITVAL_12[20*i +: 18]; mem[ 304 + i] = INITVAL_13[20*i +: 18];
		mem[ 320 + i] = INITVAL_14[20*i +: 18]; mem[ 336 + i] = INITVAL_15[20*i +: 18];
		mem[ 352 + i] = INITVAL_16[20*i +: 18]; mem[ 368 + i] = INITVAL_17[20*i +: 18];
		mem[ 384 + i] = INITVAL_18[20*i +: 18]; mem[ 400 + i] = INITVAL_19[20*i +: 18];
		mem[ 416 + i] = INITVAL_1A[20*i +: 18]; mem[ 432 + i] = INITVAL_1B[20*i +: 18];
		mem[ 448 + i] = INITVAL_1C[20*i +: 18]; mem[ 464 + i] = INITVAL_1D[20*i +: 18];
		mem[ 480 + i] = INITVAL_1E[20*i +: 18]; mem[ 496 + i] = INITVAL_1F[20*i +: 18];
		mem[ 512 + i] = INITVAL_20[20*i +: 18]; mem[ 528 + i] = INITVAL_21[20*i +: 18];
		mem[ 544 + i] = INITVAL_22[20*i +: 18]; mem[ 560 + i] = INITVAL_23[20*i +: 18];
		mem[ 576 + i] = INITVAL_24[20*i +: 18]; mem[ 592 + i] = INITVAL_25[20*i +: 18];
		mem[ 608 + i] = INITVAL_26[20*i +: 18]; mem[ 624 + i] = INITVAL_27[20*i +: 18];
		mem[ 640 + i] = INITVAL_28[20*i +: 18]; mem[ 656 + i] = INITVAL_29[20*i +: 18];
		mem[ 672 + i] = INITVAL_2A[20*i +: 18]; mem[ 688 + i] = INITVAL_2B[20*i +: 18];
		mem[ 704 + i] = INITVAL_2C[20*i +: 18]; mem[ 720 + i] = INITVAL_2D[20*i +: 18];
		mem[ 736 + i] = INITVAL_2E[20*i +: 18]; mem[ 752 + i] = INITVAL_2F[20*i +: 18];
		mem[ 768 + i] = INITVAL_30[20*i +: 18]; mem[ 784 + i] = INITVAL_31[20*i +: 18];
		mem[ 800 + i] = INITVAL_32[20*i +: 18]; mem[ 816 + i] = INITVAL_33[20*i +: 18];
		mem[ 832 + i] = INITVAL_34[20*i +: 18]; mem[ 848 + i] = INITVAL_35[20*i +: 18];
		mem[ 864 + i] = INITVAL_36[20*i +: 18]; mem[ 880 + i] = INITVAL_37[20*i +: 18];
		mem[ 896 + i] = INITVAL_38[20*i +: 18]; mem[ 912 + i] = INITVAL_39[20*i +: 18];
		mem[ 928 + i] = INITVAL_3A[20*i +: 18]; mem[ 944 + i] = INITVAL_3B[20*i +: 18];
		mem[ 960 + i] = INITVAL_3C[20*i +: 18]; mem[ 976 + i] = INITVAL_3D[20*i +: 18];
		mem[ 992 + i] = INITVAL_3E[20*i +: 18]; mem[1008 + i] = INITVAL_3F[20*i +: 18];
	end

wire [13:0] ada = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6,
		ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
wire [13:0] adb = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6,
		ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
wire [35:0] di = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
		DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
	DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
		DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
wire ona = CEA & ~(CSA2 | CSA1 | CSA0), onb = CEB & ~(CSB2 | CSB1 | CSB0);

// A port sees a line of two words, 36 bits. Where its bits are in it: a nibble, pair or bit lies in
// the lower 8 of 9 bits.
function [5:0] place(input integer width, input [4:0] ad);
	case (width)
	1:       place = 9 * ad[4:3] + {3'd0, ad[2:0]};
	2:       place = 9 * ad[4:3] + {3'd0, ad[2:1], 1'b0};
	4:       place = 9 * ad[4:3] + {3'd0, ad[2], 2'b00};
	9:       place = 9 * ad[4:3];
	18:      place = ad[4] ? 6'd18 : 6'd0;
	default: place = 6'd0;
	endcase
endfunction

// Bits of the line that a write changes: the lowest address bits are byte enables from 18 bits on.
function [35:0] written(input integer width, input [4:0] ad);
	reg [35:0] part;
	begin
		part = width >= 36 ? {{9{ad[3]}}, {9{ad[2]}}, {9{ad[1]}}, {9{ad[0]}}}
			: width == 18 ? {18'd0, {9{ad[1]}}, {9{ad[0]}}} : (36'd1 << width) - 36'd1;
		written = part << place(width, ad);
	end
endfunction

wire [8:0]  linea = ada[13:5], lineb = adb[13:5];
wire [35:0] olda = {mem[{linea, 1'b1}], mem[{linea, 1'b0}]};
wire [35:0] oldb = {mem[{lineb, 1'b1}], mem[{lineb, 1'b0}]};
wire [35:0] maska = ona & WEA ? written(DATA_WIDTH_A, ada[4:0]) : 36'd0;
wire [35:0] maskb = onb & WEB ? written(DATA_WIDTH_B, adb[4:0]) : 36'd0;
wire [35:0] newa = (DATA_WIDTH_A >= 36 ? di : {18'd0, di[17:0]}) << place(DATA_WIDTH_A, ada[4:0]);
wire [35:0] newb = {18'd0, di[35:18]} << place(DATA_WIDTH_B, adb[4:0]);
wire        meet = linea == lineb;
wire [35:0] wronga = olda ^ (meet ? maskb : 36'd0), wrongb = oldb ^ (meet ? maska : 36'd0);

reg [35:0] outa, outb;
always @(posedge CLKA) begin
	if (|maska[17:0])
		mem[{linea, 1'b0}] <= (olda[17:0] & ~maska[17:0]) | (newa[17:0] & maska[17:0]);
	if (|maska[35:18])
		mem[{linea, 1'b1}] <= (olda[35:18] & ~maska[35:18]) | (newa[35:18] & maska[35:18]);
	if (|maskb[17:0])
		mem[{lineb, 1'b0}] <= (oldb[17:0] & ~maskb[17:0]) | (newb[17:0] & maskb[17:0]);
	if (|maskb[35:18])
		mem[{lineb, 1'b1}] <= (oldb[35:18] & ~maskb[35:18]) | (newb[35:18] & maskb[35:18]);
	if (RSTA)
		outa <= 36'd0;
	else if (ona & (~WEA | WRITEMODE_A == "READBEFOREWRITE"))
		outa <= wronga >> place(DATA_WIDTH_A, ada[4:0]);
	if (RSTB)
		outb <= 36'd0;
	else if (onb & (~WEB | WRITEMODE_B == "READBEFOREWRITE"))
		outb <= wrongb >> place(DATA_WIDTH_B, adb[4:0]);
end

reg [35:0] rega, regb;
always @(posedge CLKA) begin
	if (RSTA | OCEA) rega <= RSTA ? 36'd0 : outa;
	if (RSTB | OCEB) regb <= RSTB ? 36'd0 : outb;
end

wire [35:0] seena = RESETMODE == "ASYNC" && RSTA ? 36'd0 : REGMODE_A == "OUTREG" ? rega : outa;
wire [35:0] seenb = RESETMODE == "ASYNC" && RSTB ? 36'd0 : REGMODE_B == "OUTREG" ? regb : outb;
assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
		DOA5, DOA4, DOA3, DOA2, DOA1, DOA0}
	= DATA_WIDTH_B >= 36 ? seenb[17:0] : seena[17:0];
assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
		DOB5, DOB4, DOB3, DOB2, DOB1, DOB0}
	= DATA_WIDTH_B >= 36 ? seenb[35:18] : seenb[17:0];

wire _unused = &{1'b0, CLKB};

endmodule

`default_nettype wire
