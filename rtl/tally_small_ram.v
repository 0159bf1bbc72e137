// SPDX-License-Identifier: ISC
// tally_small_ram.v - registers, the engine's own words, and 1,024 bins of 16 bits: one port.
//
// Words 0..511 are the registers' halves (offset / 2; 256..511 read 0), 512..1023 the engine's, 1024.. the bins.
// A word read in the clock in which it is written is not used.

`default_nettype none

module tally_small_ram #(
	parameter [31:0] PC_BASE = 32'h8000_0000
) (
	input  wire        clk_i,
	input  wire [10:0] adr_i,
	input  wire        we_i,
	input  wire [15:0] data_i,
	output reg  [15:0] data_o
);

`include "tally_regs.vh"

localparam [31:0] CAPS = (32'd1 << TALLY_CAPS_CHANNELS_LSB) | (32'd1 << TALLY_CAPS_MAPPER_LSB) | TALLY_CAPS_PRIVATE_MASK
	| TALLY_CAPS_SLEEP_MASK | TALLY_CAPS_NO_WIDE_MASK | TALLY_CAPS_NO_LAST_MASK | TALLY_CAPS_NO_JITTER_MASK
	| TALLY_CAPS_NO_RETIRE_MASK | TALLY_CAPS_NO_COUNT_IDLE_MASK | TALLY_CAPS_NO_IRQ_MASK | TALLY_CAPS_WRAP_ONLY_MASK
	| TALLY_CAPS_NO_FAR_OFFSET_MASK;
localparam [31:0] WIDTHS = (32'd17 << TALLY_WIDTHS_PC_BITS_LSB) | (32'd24 << TALLY_WIDTHS_PERIOD_BITS_LSB)
	| (32'd1 << TALLY_WIDTHS_WEIGHT_BITS_LSB) | (32'd32 << TALLY_WIDTHS_COUNT_BITS_LSB);
localparam [31:0] VERSION = TALLY_VERSION_PATCH_RESET | (TALLY_VERSION_MINOR_RESET << TALLY_VERSION_MINOR_LSB)
	| (TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB);

(* no_rw_check *) reg [15:0] ram [0:2047];
integer i;

initial begin
	for (i = 0; i < 2048; i = i + 1)
		ram[i] = 16'd0;
	{ram[TALLY_ID / 2 + 1], ram[TALLY_ID / 2]} = TALLY_ID_ID_RESET;
	{ram[TALLY_VERSION / 2 + 1], ram[TALLY_VERSION / 2]} = VERSION;
	{ram[TALLY_CAPS / 2 + 1], ram[TALLY_CAPS / 2]} = CAPS;
	{ram[TALLY_WIDTHS / 2 + 1], ram[TALLY_WIDTHS / 2]} = WIDTHS;
	ram[TALLY_BIN_BYTES / 2] = 16'd2048;
	ram[TALLY_WINDOW / 2] = 16'd4096;
	ram[TALLY_MIN_PERIOD / 2] = 16'd256;
	{ram[TALLY_PC_BASE / 2 + 1], ram[TALLY_PC_BASE / 2]} = PC_BASE;
	ram[TALLY_STATUS / 2] = TALLY_STATUS_DRAINED_MASK[15:0];
	ram[TALLY_PERIOD / 2] = TALLY_PERIOD_PERIOD_RESET[15:0];
	ram[TALLY_SEED / 2] = TALLY_SEED_SEED_RESET[15:0];
	ram[TALLY_FILTER / 2] = TALLY_FILTER_PRIV_MASK_RESET[15:0];
	ram[TALLY_MAPPING / 2] = TALLY_MAPPING_WIDTH_MASK[15:0];
`include "tally_small_words.vh"
end

`ifndef SYNTHESIS
initial data_o = 16'd0;
`endif

always @(posedge clk_i) begin
	if (we_i)
		ram[adr_i] <= data_i;
	data_o <= ram[adr_i];
end

endmodule

`default_nettype wire
