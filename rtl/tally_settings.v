// SPDX-License-Identifier: ISC
// tally_settings.v - a channel's active configuration: the sampler's, and two banks of mappings.
//
// The walk of COMMIT (tally_config.v) loads the words of the mapping into the bank that is not
// in use while it reads them; its verdict makes that bank the current one (tally_control.v) and the
// sampler's configuration active. CONTRACT.md section 7.

`default_nettype none
`include "tally_gate.vh"

module tally_settings #(
	parameter BINS_LOG2 = 12,
	parameter PERIOD_W  = 24,
	parameter TAG       = 0
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // something besides samples and ticks may happen in this clock
	input  wire                bank_i,         // the bank in use
	input  wire                load_i,         // the walk has a word of this channel
	input  wire [4:0]          index_i,        // which: (address & 0x7F) / 4
	input  wire [31:0]         word_i,
	input  wire                apply_i,        // the sampler's configuration becomes active
	input  wire [PERIOD_W-1:0] period_i,
	input  wire [31:0]         sampler_i,
	input  wire [15:0]         seed_i,
	input  wire [3:0]          priv_mask_i,
	input  wire [31:0]         tag_value_i,
	input  wire [31:0]         tag_mask_i,
	input  wire                touch_i,        // PERIOD or SEED is written
	input  wire                reset_i,        // RESET
	output reg                 restart_o,      // the clock after: RESET, or a COMMIT that follows a write to PERIOD or SEED
	output reg  [PERIOD_W:0]   period_o,       // PERIOD - 2, as the clock wants it
	output reg  [15:0]         seed_o,
	output reg  [1:0]          source_o,
	output reg  [15:0]         jitter_o,       // as many of its low bits are 1 as JITTER says
	output reg                 last_o,
	output reg                 count_idle_o,
	output reg  [3:0]          priv_mask_o,
	output wire [31:0]         tag_value_o,
	output wire [31:0]         tag_mask_o,
	// mapping: bank 1, bank 0
	output reg  [63:0]         offset_o,
	output reg  [33:0]         scale_o,
	output reg  [1:0]          round_o,
	output reg  [1:0]          wide_o,
	output reg  [3:0]          policy_o,
	output reg  [3:0]          mode_o,
	output reg  [1:0]          ring_wrap_o,
	output reg  [1:0]          sink_o,
	output reg  [2*(BINS_LOG2+2)-1:0] base_o,
	output reg  [2*(BINS_LOG2+3)-1:0] size_o
);

`include "tally_regs.vh"

localparam ADDR_W = BINS_LOG2 + 2;

reg         restarts;                           // PERIOD or SEED was written since the last COMMIT that was applied
wire        to   = ~bank_i;
wire [31:0] addr = {25'd2, index_i, 2'b00};

always @(posedge clk_i) if (`GATE(stir_i)) begin
	restart_o <= ~rst_i & (reset_i | (apply_i & restarts));
	if (touch_i)
		restarts <= 1'b1;
	if (apply_i) begin
		restarts     <= 1'b0;
		period_o     <= {1'b0, period_i} - {{(PERIOD_W-1){1'b0}}, 2'd2};
		seed_o       <= seed_i;
		source_o     <= sampler_i[TALLY_SAMPLER_SOURCE_LSB +: 2];
		jitter_o     <= ~(16'hFFFF << sampler_i[TALLY_SAMPLER_JITTER_LSB +: 5]);
		last_o       <= sampler_i[TALLY_SAMPLER_ATTRIBUTION_LSB];
		count_idle_o <= sampler_i[TALLY_SAMPLER_COUNT_IDLE_LSB];
		priv_mask_o  <= priv_mask_i;
	end
	// each bank by itself, so that it is an enable of its registers
	if (load_i & to)
		case (addr)
		TALLY_OFFSET: offset_o[63:32] <= word_i;
		TALLY_SCALE:  scale_o[33:17] <= word_i[16:0];
		TALLY_MAPPING: begin
			round_o[1]     <= word_i[TALLY_MAPPING_ROUND_LSB];
			wide_o[1]      <= word_i[TALLY_MAPPING_WIDTH_LSB];
			policy_o[3:2]  <= word_i[TALLY_MAPPING_POLICY_LSB +: 2];
			mode_o[3:2]    <= word_i[TALLY_MAPPING_MODE_LSB +: 2];
			ring_wrap_o[1] <= word_i[TALLY_MAPPING_RING_WRAP_LSB];
			sink_o[1]      <= word_i[TALLY_MAPPING_SINK_LSB];
		end
		TALLY_BASE:   base_o[2*ADDR_W-1:ADDR_W] <= word_i[ADDR_W-1:0];
		TALLY_SIZE:   size_o[2*ADDR_W+1:ADDR_W+1] <= word_i[ADDR_W:0];
		default: ;
		endcase
	if (load_i & ~to)
		case (addr)
		TALLY_OFFSET: offset_o[31:0] <= word_i;
		TALLY_SCALE:  scale_o[16:0] <= word_i[16:0];
		TALLY_MAPPING: begin
			round_o[0]     <= word_i[TALLY_MAPPING_ROUND_LSB];
			wide_o[0]      <= word_i[TALLY_MAPPING_WIDTH_LSB];
			policy_o[1:0]  <= word_i[TALLY_MAPPING_POLICY_LSB +: 2];
			mode_o[1:0]    <= word_i[TALLY_MAPPING_MODE_LSB +: 2];
			ring_wrap_o[0] <= word_i[TALLY_MAPPING_RING_WRAP_LSB];
			sink_o[0]      <= word_i[TALLY_MAPPING_SINK_LSB];
		end
		TALLY_BASE:   base_o[ADDR_W-1:0] <= word_i[ADDR_W-1:0];
		TALLY_SIZE:   size_o[ADDR_W:0] <= word_i[ADDR_W:0];
		default: ;
		endcase
	if (rst_i) begin
		restarts     <= 1'b0;
		period_o     <= {(PERIOD_W+1){1'b1}};
		seed_o       <= 16'd1;
		{count_idle_o, last_o, jitter_o, source_o} <= 20'd0;
		priv_mask_o  <= 4'hF;
		offset_o     <= 64'd0;
		scale_o      <= 34'd0;
		round_o      <= 2'b00;
		wide_o       <= 2'b11;
		policy_o     <= 4'd0;
		mode_o       <= 4'd0;
		ring_wrap_o  <= 2'b00;
		sink_o       <= 2'b00;
		base_o       <= {(2*ADDR_W){1'b0}};
		size_o       <= {(2*ADDR_W+2){1'b0}};
	end
end

generate
if (TAG != 0) begin : g_tag
	reg [31:0] value, mask;
	always @(posedge clk_i) if (`GATE(stir_i)) begin
		if (apply_i) begin
			value <= tag_value_i;
			mask  <= tag_mask_i;
		end
		if (rst_i) begin
			value <= 32'd0;
			mask  <= 32'd0;
		end
	end
	assign tag_value_o = value;
	assign tag_mask_o  = mask;
end else begin : g_no_tag
	assign tag_value_o = 32'd0;
	assign tag_mask_o  = 32'd0;
	wire _unused = &{1'b0, tag_value_i, tag_mask_i};
end
endgenerate

wire _unused = &{1'b0, sampler_i};

endmodule

`default_nettype wire
