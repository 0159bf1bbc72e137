// SPDX-License-Identifier: ISC
// tally_regs.v - which register an address is; those that belong to no channel; what a read gives.
//
// Addresses come from tally_regs.vh, which `make regs` writes from
// tally_regs.rdl. A read takes two clocks: what is asked in one is there in the next. CONTRACT.md section 7.

`default_nettype none
`include "tally_gate.vh"

module tally_regs #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 12,
	parameter WEIGHT_W  = 16,
	parameter PERIOD_W  = 24,
	parameter CNT_W     = 32,
	parameter WINDOW    = 32'h4000,
	parameter CHANNELS  = 1,
	parameter SNAPSHOT  = 0,
	parameter TAG       = 0,
	parameter EVENT     = 0,
	parameter EXT       = 0,
	parameter SYSTEM    = 0,
	parameter INTERVAL  = 0,
	parameter SYMBOL    = 0,
	parameter RING      = 0,
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // 1 whenever rst_i is, or an access of the bus is under way
	input  wire                we_i,
	input  wire [11:0]         we_addr_i,
	input  wire [31:0]         data_i,
	input  wire                re_i,
	input  wire [11:0]         re_addr_i,
	output wire [31:0]         data_o,         // in the clock after re_i
	// channels
	output reg  [CHANNELS-1:0] writes_o,       // a register of this channel is written
	output reg  [CHANNELS-1:0] chosen_o,       // re_addr_i is this channel's
	input  wire [32*CHANNELS-1:0] channels_i,  // what each reads, 0 where not asked
	output reg                 config_we_o,    // a word in the shadows' RAM
	output reg                 config_re_o,
	input  wire [31:0]         config_i,       // in the clock after config_re_o
	input  wire [CHANNELS-1:0] busy_i,         // a COMMIT waits: the channel's shadows stay as they are
	input  wire [CHANNELS-1:0] irq_i,
	// the events of ERRORS
	input  wire                bin_miss_i,
	input  wire                bin_write_i,
	input  wire                partial_i,
	output wire [31:0]         tag_o           // TAG 1
);

`include "tally_regs.vh"

reg  [2:0]  errors;
wire [31:0] addr = {20'd0, re_addr_i}, we_addr = {20'd0, we_addr_i};

reg [CHANNELS-1:0] written;                     // the channel that we_addr_i is of
reg in_config, we_config, kept;
always @* begin
	chosen_o  = {CHANNELS{1'b0}};
	in_config = 1'b0;
	we_config = 1'b0;
	kept      = 1'b0;
	written   = {CHANNELS{1'b0}};
	config_we_o = 1'b0;
	config_re_o = 1'b0;
	writes_o    = {CHANNELS{1'b0}};
	if (`GATE(stir_i)) begin
		chosen_o  = which(re_addr_i[11:8]);
		written   = which(we_addr_i[11:8]);
		in_config = |chosen_o & is_config(re_addr_i[7:2]);
		we_config = |written & is_config(we_addr_i[7:2]);
		kept      = |(written & busy_i);
		config_we_o = we_i & we_config & ~kept;
		config_re_o = re_i & in_config;
		writes_o    = written & {CHANNELS{we_i}};
	end
end

function [CHANNELS-1:0] which(input [3:0] page);
	integer i;
	for (i = 0; i < CHANNELS; i = i + 1)
		which[i] = {28'd0, page} == i + 1;
endfunction

function is_config(input [5:0] word);
	is_config = {word, 2'b00} >= TALLY_PERIOD[7:0] & {word, 2'b00} <= TALLY_ENTRIES[7:0];
endfunction

always @(posedge clk_i) if (`GATE(stir_i)) begin
	if (we_i & we_addr == TALLY_ERRORS)
		errors <= errors & ~data_i[2:0];
	if (bin_miss_i)
		errors[0] <= 1'b1;
	if (bin_write_i)
		errors[1] <= 1'b1;
	if (partial_i | (we_i & we_config & kept))
		errors[2] <= 1'b1;
	if (rst_i)
		errors <= 3'd0;
end

generate
if (TAG == 1) begin : g_tag
	reg [31:0] tag;
	always @(posedge clk_i) if (`GATE(stir_i)) begin
		if (we_i & we_addr == TALLY_TAG)
			tag <= data_i;
		if (rst_i)
			tag <= 32'd0;
	end
	assign tag_o = tag;
end else begin : g_no_tag
	assign tag_o = 32'd0;
end
endgenerate

// ---- reading ----
localparam [31:0] CAPS = (CHANNELS << TALLY_CAPS_CHANNELS_LSB) | (MAPPER << TALLY_CAPS_MAPPER_LSB)
	| TALLY_CAPS_PRIVATE_MASK | TALLY_CAPS_SLEEP_MASK
	| (SYSTEM != 0 ? TALLY_CAPS_SYSTEM_MASK : 32'd0) | (INTERVAL != 0 ? TALLY_CAPS_INTERVAL_MASK : 32'd0)
	| (SYMBOL != 0 ? TALLY_CAPS_SYMBOL_MASK : 32'd0) | (RING != 0 ? TALLY_CAPS_RING_MASK : 32'd0)
	| (TAG != 0 ? TALLY_CAPS_TAG_MASK : 32'd0) | (EVENT != 0 ? TALLY_CAPS_EVENT_MASK : 32'd0)
	| (EXT != 0 ? TALLY_CAPS_EXT_MASK : 32'd0) | (SNAPSHOT != 0 ? TALLY_CAPS_SNAPSHOT_MASK : 32'd0);
localparam [31:0] WIDTHS = (PC_W << TALLY_WIDTHS_PC_BITS_LSB) | (PERIOD_W << TALLY_WIDTHS_PERIOD_BITS_LSB)
	| (WEIGHT_W << TALLY_WIDTHS_WEIGHT_BITS_LSB) | (CNT_W << TALLY_WIDTHS_COUNT_BITS_LSB);
localparam [31:0] VERSION = TALLY_VERSION_PATCH_RESET | (TALLY_VERSION_MINOR_RESET << TALLY_VERSION_MINOR_LSB)
	| (TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB);
localparam [31:0] PC_BASE = (PC_HIGH >> PC_W) << PC_W;
localparam [31:0] BIN_BYTES = 32'd4 << BINS_LOG2;

reg [31:0] now, was;
reg        was_config;
always @* begin
	now = 32'd0;
	if (`GATE(stir_i)) if (`GATE(re_i)) begin
		case (addr)
		TALLY_ID:          now = TALLY_ID_ID_RESET;
		TALLY_VERSION:     now = VERSION;
		TALLY_CAPS:        now = CAPS;
		TALLY_WIDTHS:      now = WIDTHS;
		TALLY_BIN_BYTES:   now = BIN_BYTES;
		TALLY_WINDOW:      now = WINDOW;
		TALLY_IRQ_PENDING: now[CHANNELS-1:0] = irq_i;
		TALLY_ERRORS:      now = {29'd0, errors};
		TALLY_TAG:         now = tag_o;
		TALLY_PC_BASE:     now = PC_BASE;
		default:           now = 32'd0;
		endcase
		now = now | any(channels_i);
	end
end

function [31:0] any(input [32*CHANNELS-1:0] of);
	integer i;
	begin
		any = 32'd0;
		for (i = 0; i < CHANNELS; i = i + 1)
			any = any | of[32*i +: 32];
	end
endfunction

always @(posedge clk_i)
	if (`GATE(stir_i)) if (re_i) begin
		was        <= now;
		was_config <= in_config;
	end
assign data_o = was_config ? config_i : was;

wire _unused = &{1'b0, data_i};

endmodule

`default_nettype wire
