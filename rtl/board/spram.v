// SPDX-License-Identifier: ISC
// spram.v - RAM of the UP5K's four single-port blocks: 128 KiB of 32-bit words on Wishbone B4, two
// cycles an access, no bursts (each beat by itself). A second port for the flash loader, which goes
// first: an access waits.
// The content is unknown at power-up.

`default_nettype none

module spram (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,	// cyc & stb & selected
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [14:0] adr_i,	// of a word
	input  wire [31:0] dat_i,
	output wire [31:0] dat_o,
	output reg         ack_o,
	output wire        soon_o,	// ack_o of the next clock
	input  wire        load_i,	// one cycle: write load_dat_i
	input  wire [14:0] load_adr_i,
	input  wire [31:0] load_dat_i
);
wire        write = load_i | (stb_i & we_i & ~ack_o);
wire [14:0] adr   = load_i ? load_adr_i : adr_i;
wire [31:0] wdat  = load_i ? load_dat_i : dat_i;
wire [3:0]  sel   = load_i ? 4'b1111 : sel_i;
wire [31:0] low, high;
reg         upper;		// the word read is of the upper half

assign soon_o = stb_i & ~ack_o & ~load_i & ~rst_i;
always @(posedge clk_i) begin
	ack_o <= soon_o;
	upper <= adr[14];
end
assign dat_o = upper ? high : low;

genvar i;
generate
	for (i = 0; i < 2; i = i + 1) begin : g_half
		SB_SPRAM256KA low_ram (
			.ADDRESS    (adr[13:0]),
			.DATAIN     (wdat[16 * i +: 16]),
			.MASKWREN   ({{2{sel[2 * i + 1]}}, {2{sel[2 * i]}}}),
			.WREN       (write & ~adr[14]),
			.CHIPSELECT (1'b1),
			.CLOCK      (clk_i),
			.STANDBY    (1'b0),
			.SLEEP      (1'b0),
			.POWEROFF   (1'b1),
			.DATAOUT    (low[16 * i +: 16])
		);
		SB_SPRAM256KA high_ram (
			.ADDRESS    (adr[13:0]),
			.DATAIN     (wdat[16 * i +: 16]),
			.MASKWREN   ({{2{sel[2 * i + 1]}}, {2{sel[2 * i]}}}),
			.WREN       (write & adr[14]),
			.CHIPSELECT (1'b1),
			.CLOCK      (clk_i),
			.STANDBY    (1'b0),
			.SLEEP      (1'b0),
			.POWEROFF   (1'b1),
			.DATAOUT    (high[16 * i +: 16])
		);
	end
endgenerate
endmodule

`default_nettype wire
