// SPDX-License-Identifier: ISC
// tally_regs.v - the registers: shadows, the two banks of the mapping, sticky bits.
//
// Addresses come from tally_regs.vh, which `make regs` writes from
// tally_regs.rdl. A value that does not fit its register is kept as an illegal one (PERIOD 0,
// SCALE 0x1FFFF), so that COMMIT refuses it. CONTRACT.md section 7.

`default_nettype none

module tally_regs #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 12,
	parameter WEIGHT_W  = 16,
	parameter PERIOD_W  = 24,
	parameter CNT_W     = 32,
	parameter WINDOW    = 32'h4000
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // something besides samples and ticks may happen in this clock
	input  wire [11:0]         addr_i,
	input  wire                we_i,
	input  wire [31:0]         data_i,
	input  wire                re_i,
	output reg  [31:0]         data_o,         // while re_i, else 0
	// commands
	output wire                ctrl_we_o,
	output wire                legal_o,        // the shadows may be committed
	input  wire                apply_i,        // COMMIT: shadows become active
	input  wire                apply_bank_i,   // into this bank
	input  wire                reset_i,        // RESET
	// STATUS and the events of STICKY and ERRORS
	input  wire [5:0]          status_i,
	input  wire                full_i,
	input  wire                lost_grew_i,
	input  wire                cfg_err_i,
	input  wire                cmd_err_i,
	input  wire                bin_miss_i,
	input  wire                bin_write_i,
	input  wire                partial_i,
	output wire                irq_o,
	// active configuration of clock and sampler
	output reg                 restart_o,      // the clock after: RESET, or a COMMIT that follows a write to PERIOD or SEED
	output reg  [PERIOD_W-1:0] period_o,
	output reg  [15:0]         seed_o,
	output reg                 source_o,
	output reg  [4:0]          jitter_o,
	output reg                 last_o,
	output reg                 count_idle_o,
	output reg  [3:0]          priv_mask_o,
	// active mapping: bank 1, bank 0
	output reg  [63:0]         offset_o,
	output reg  [33:0]         scale_o,
	output reg  [1:0]          round_o,
	output reg  [1:0]          wide_o,
	output reg  [3:0]          policy_o,
	output reg  [2*(BINS_LOG2+2)-1:0] base_o,
	output reg  [2*(BINS_LOG2+3)-1:0] size_o,
	// the counts
	input  wire [CNT_W-1:0]    ticks_i, hits_i, outside_i, filtered_i, idle_i,
	input  wire [CNT_W-1:0]    lost_i, pending_i, user_i, system_i, idle_class_i
);

`include "tally_regs.vh"

localparam ADDR_W = BINS_LOG2 + 2;
localparam [31:0] BIN_BYTES = 32'd1 << ADDR_W;

// ---- shadows ----
reg [PERIOD_W-1:0] period;
reg [1:0]          source;
reg [4:0]          jitter;
reg                last, count_idle;
reg [15:0]         seed;
reg [3:0]          priv_mask;
reg [31:0]         offset, base, size, limit;
reg [16:0]         scale;
reg                round, wide, ring_wrap, sink;
reg [1:0]          policy, mode;
reg                restarts;                    // PERIOD or SEED was written since the last COMMIT
reg [4:0]          sticky, irq_enable;
reg [2:0]          errors;

wire [31:0] addr = {20'd0, addr_i};
assign ctrl_we_o = we_i & addr == TALLY_CTRL;

// ---- what COMMIT accepts ----
reg [16:0] half_span;
reg        legal_clock, legal_map;
always @* begin
	half_span   = 17'd0;
	legal_clock = 1'b0;
	legal_map   = 1'b0;
	if (ctrl_we_o) begin                    // the only clock in which it matters
		half_span   = 17'd1 << (jitter - 5'd1);
		legal_clock = period != {PERIOD_W{1'b0}} & ~source[1]
			& (jitter == 5'd0 | (jitter <= 5'd16 & {{(PERIOD_W-17){1'b0}}, half_span} < period));
		legal_map   = mode == 2'd0 & ~sink & policy != 2'd3 & (~scale[16] | scale[15:0] == 16'd0)
			& (MAPPER != 2 | (scale & (scale - 17'd1)) == 17'd0) & ~base[0] & ~(wide & base[1])
			& {1'b0, base} + {1'b0, size} <= {1'b0, BIN_BYTES};
	end
end
assign legal_o = legal_clock & legal_map;

assign irq_o = |(sticky & irq_enable);

always @(posedge clk_i) begin
	if (stir_i | lost_grew_i) begin
		if (we_i & addr == TALLY_STICKY)
			sticky <= sticky & ~data_i[4:0];
		if (reset_i)
			sticky <= 5'd0;
		if (cfg_err_i)
			sticky[3] <= 1'b1;
		if (cmd_err_i)
			sticky[4] <= 1'b1;
		if (full_i)
			sticky[0] <= 1'b1;              // bit 1, FAULT: system memory only
		if (lost_grew_i)
			sticky[2] <= 1'b1;
		if (rst_i)
			sticky <= 5'd0;
	end
end

always @(posedge clk_i)
	if (stir_i)
		restart_o <= ~rst_i & (reset_i | (apply_i & restarts));

always @(posedge clk_i) if (stir_i) begin
	if (we_i & addr == TALLY_ERRORS)
		errors <= errors & ~data_i[2:0];
	if (bin_miss_i)
		errors[0] <= 1'b1;
	if (bin_write_i)
		errors[1] <= 1'b1;
	if (partial_i)
		errors[2] <= 1'b1;
	if (apply_i) begin
		period_o     <= period;
		seed_o       <= seed;
		source_o     <= source[0];
		jitter_o     <= jitter;
		last_o       <= last;
		count_idle_o <= count_idle;
		priv_mask_o  <= priv_mask;
		restarts     <= 1'b0;
		offset_o[32*apply_bank_i +: 32]           <= offset;
		scale_o[17*apply_bank_i +: 17]            <= scale;
		round_o[apply_bank_i]                     <= round;
		wide_o[apply_bank_i]                      <= wide;
		policy_o[2*apply_bank_i +: 2]             <= policy;
		base_o[ADDR_W*apply_bank_i +: ADDR_W]     <= base[ADDR_W-1:0];
		size_o[(ADDR_W+1)*apply_bank_i +: ADDR_W+1] <= size[ADDR_W:0];
	end
	if (we_i)
		case (addr)
		TALLY_IRQ_ENABLE: irq_enable <= data_i[4:0];
		TALLY_PERIOD: begin
			period   <= |data_i[31:PERIOD_W] ? {PERIOD_W{1'b0}} : data_i[PERIOD_W-1:0];
			restarts <= 1'b1;
		end
		TALLY_SAMPLER: {count_idle, last, jitter, source} <= {data_i[13:12], data_i[8:4], data_i[1:0]};
		TALLY_SEED: begin
			seed     <= data_i[15:0];
			restarts <= 1'b1;
		end
		TALLY_FILTER:  priv_mask <= data_i[3:0];
		TALLY_OFFSET:  offset <= data_i;
		TALLY_SCALE:   scale <= |data_i[31:17] ? 17'h1FFFF : data_i[16:0];
		TALLY_MAPPING: {sink, ring_wrap, mode, policy, wide, round} <=
			{data_i[12], data_i[10:8], data_i[5:4], data_i[1:0]};
		TALLY_BASE:    base <= data_i;
		TALLY_SIZE:    size <= data_i;
		TALLY_LIMIT:   limit <= data_i;
		default: ;
		endcase
	if (rst_i) begin
		period       <= {{(PERIOD_W-1){1'b0}}, 1'b1};
		period_o     <= {{(PERIOD_W-1){1'b0}}, 1'b1};
		{count_idle, last, jitter, source} <= 9'd0;
		{count_idle_o, last_o, jitter_o, source_o} <= 8'd0;
		seed         <= 16'd1;
		seed_o       <= 16'd1;
		priv_mask    <= 4'hF;
		priv_mask_o  <= 4'hF;
		offset       <= 32'd0;
		scale        <= 17'd0;
		{sink, ring_wrap, mode, policy, wide, round} <= 8'b0000_0010;
		base         <= 32'd0;
		size         <= 32'd0;
		limit        <= 32'd0;
		restarts     <= 1'b0;
		irq_enable   <= 5'd0;
		errors       <= 3'd0;
		offset_o     <= 64'd0;
		scale_o      <= 34'd0;
		round_o      <= 2'b00;
		wide_o       <= 2'b11;
		policy_o     <= 4'd0;
		base_o       <= {(2*ADDR_W){1'b0}};
		size_o       <= {(2*ADDR_W+2){1'b0}};
	end
end

// ---- reading ----
function [31:0] zext(input [CNT_W-1:0] count);
	begin
		zext = 32'd0;
		zext[CNT_W-1:0] = count;
	end
endfunction

localparam [31:0] CAPS = (MAPPER << TALLY_CAPS_MAPPER_LSB) | TALLY_CAPS_PRIVATE_MASK
	| TALLY_CAPS_SLEEP_MASK | (32'd1 << TALLY_CAPS_CHANNELS_LSB);
localparam [31:0] WIDTHS = (32'd32 << TALLY_WIDTHS_PC_BITS_LSB) | (PERIOD_W << TALLY_WIDTHS_PERIOD_BITS_LSB)
	| (WEIGHT_W << TALLY_WIDTHS_WEIGHT_BITS_LSB) | (CNT_W << TALLY_WIDTHS_COUNT_BITS_LSB);
localparam [31:0] VERSION = TALLY_VERSION_PATCH_RESET | (TALLY_VERSION_MINOR_RESET << TALLY_VERSION_MINOR_LSB)
	| (TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB);

always @* begin
	data_o = 32'd0;
	if (re_i)
	case (addr)
	TALLY_ID:          data_o = TALLY_ID_ID_RESET;
	TALLY_VERSION:     data_o = VERSION;
	TALLY_CAPS:        data_o = CAPS;
	TALLY_WIDTHS:      data_o = WIDTHS;
	TALLY_BIN_BYTES:   data_o = BIN_BYTES;
	TALLY_WINDOW:      data_o = WINDOW;
	TALLY_IRQ_PENDING: data_o = {31'd0, irq_o};
	TALLY_ERRORS:      data_o = {29'd0, errors};
	TALLY_STATUS:      data_o = {26'd0, status_i};
	TALLY_STICKY:      data_o = {27'd0, sticky};
	TALLY_IRQ_ENABLE:  data_o = {27'd0, irq_enable};
	TALLY_PERIOD:      data_o = {{(32-PERIOD_W){1'b0}}, period};
	TALLY_SAMPLER:     data_o = {18'd0, count_idle, last, 3'd0, jitter, 2'd0, source};
	TALLY_SEED:        data_o = {16'd0, seed};
	TALLY_FILTER:      data_o = {28'd0, priv_mask};
	TALLY_OFFSET:      data_o = offset;
	TALLY_SCALE:       data_o = {15'd0, scale};
	TALLY_MAPPING:     data_o = {19'd0, sink, 1'b0, ring_wrap, mode, 2'd0, policy, 2'd0, wide, round};
	TALLY_BASE:        data_o = base;
	TALLY_SIZE:        data_o = size;
	TALLY_LIMIT:       data_o = limit;
	TALLY_TICKS:       data_o = zext(ticks_i);
	TALLY_HITS:        data_o = zext(hits_i);
	TALLY_OUTSIDE:     data_o = zext(outside_i);
	TALLY_FILTERED:    data_o = zext(filtered_i);
	TALLY_IDLE:        data_o = zext(idle_i);
	TALLY_LOST:        data_o = zext(lost_i);
	TALLY_PENDING:     data_o = zext(pending_i);
	TALLY_USER:        data_o = zext(user_i);
	TALLY_SYSTEM:      data_o = zext(system_i);
	TALLY_IDLE_CLASS:  data_o = zext(idle_class_i);
	default:           data_o = 32'd0;
	endcase
end

endmodule

`default_nettype wire
