// SPDX-License-Identifier: ISC
// tally_registers.v - the bus, the registers, the commands.
//
// An access: a write acts at once, a command a cycle later; it is answered in the next cycle, a read in the one after
// that. A read of the window waits for a slot in the updater, and then as long as the word takes.

`default_nettype none

module tally_registers #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PERIOD_W  = 24,
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter JITTER    = 1,
	parameter TAG       = 0,
	parameter EVENT     = 0,
	parameter SYSTEM    = 0,
	parameter INTERVAL  = 0,
	parameter SYMBOL    = 0,
	parameter RING      = 0,
	parameter ECP5      = 0,
	parameter CHANNELS  = 1
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+2:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output reg                  wb_ack_o,
	output wire                 irq_o,
	// configuration
	output reg  [PERIOD_W-1:0]  period_o,
	output reg  [15:0]          jitter_o,
	output reg                  seed_we_o,
	output reg                  seed_o,
	output reg  [1:0]           source_o,
	output reg                  round_o,
	output reg  [3:0]           privileges_o,
	output reg  [PC_W-1:0]      offset_o,
	output reg  [16:0]          scale_o,
	output reg  [BINS_LOG2:0]   size_o,        // its highest bit: more than the memory holds
	output reg  [31:0]          tag_o,
	output reg  [31:0]          tag_value_o,
	output reg  [31:0]          tag_mask_o,
	output reg                  system_o,      // the rest is of SYSTEM
	output reg                  wide_o,
	output reg  [1:0]           mode_o,
	output reg  [1:0]           policy_o,      // 1: stop at FULL
	output reg                  ring_wrap_o,
	input  wire [4:0]           field_at_i,    // a register: what was written to it, two cycles later
	output wire [31:0]          field_o,
	input  wire                 pos_we_i,      // RING_POS becomes pos_i, with pos_done_o
	input  wire [31:0]          pos_i,
	output wire                 pos_done_o,
	input  wire                 turn_offset_i, // its next bit to the right
	input  wire                 turn_size_i,
	// commands
	output wire                 restart_o,     // the divider begins again
	output wire                 reseed_o,      // and the LFSR
	output reg                  running_o,
	output reg                  start_o,
	output reg                  discard_o,     // RESET
	// what goes on
	input  wire                 tick_i,
	input  wire                 waits_i,       // pending_i is not 0, or a tick is held
	input  wire [WEIGHT_W:0]    pending_i,
	input  wire                 enters_i,      // a sample has left the sampler, or a tick is held
	input  wire                 busy_i,        // one is further on, or a word is to be written
	input  wire                 full_i,
	input  wire                 counter_full_i, // of the engine: either stops the unit
	input  wire                 fault_i,
	// the window, and CLEAR
	input  wire                 free_i,
	input  wire [31:0]          word_i,
	output reg                  clearing_o,
	output wire [BINS_LOG2-1:0] sweep_at_o
);

`include "tally_regs.vh"

localparam READ = MAPPER == 0 ? 4 : 2;         // cycles from a slot in the updater to its word
localparam [31:0] KEPT_HIGH = PC_W < 32 ? (PC_HIGH >> (PC_W & 31)) << (PC_W & 31) : 32'd0;
localparam [31:0] OTHERS = CHANNELS - 1, HOW = MAPPER;
localparam [31:0] CAPS = {KEPT_HIGH[31:16], 4'd0, JITTER != 0, EVENT != 0, TAG == 1, TAG != 0,
	RING != 0, SYMBOL != 0, INTERVAL != 0, SYSTEM != 0, OTHERS[1:0], HOW[1:0]};
localparam [31:0] VERSION = TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB
	| TALLY_VERSION_MINOR_RESET << TALLY_VERSION_MINOR_LSB | TALLY_VERSION_PATCH_RESET;
localparam [31:0] WIDTHS = WEIGHT_W << TALLY_WIDTHS_WEIGHT_BITS_LSB | PERIOD_W << TALLY_WIDTHS_PERIOD_BITS_LSB
	| PC_W << TALLY_WIDTHS_PC_BITS_LSB | BINS_LOG2;

// ---- the access ----
reg  late;                                     // it is not in its first cycle
wire strobe = wb_cyc_i & wb_stb_i & ~wb_ack_o & ~rst_i;
wire window = wb_adr_i[BINS_LOG2+2];
wire [4:0] at = wb_adr_i[6:2];
(* keep *) wire whole;                         // kept, else tools decode it several times over
assign whole = strobe & wb_we_i & &wb_sel_i & ~window;

reg  drained;
wire settings = |at[4:3];                       // PERIOD .. TAG
wire settled = drained | at == TALLY_TAG[6:2];
wire sets    = whole & settings & settled;
wire configures = whole & drained & at[4:3] == TALLY_PERIOD[6:5];      // PERIOD .. TAG_VALUE
wire command = whole & at == TALLY_CTRL[6:2];
wire starts  = wb_dat_i[TALLY_CTRL_CLEAR_LSB:TALLY_CTRL_START_LSB] == 4'd1;       // START is the weakest
wire status = whole & at == TALLY_STATUS[6:2];    // a write of STATUS
wire refused = strobe & wb_we_i & ~whole | whole & settings & ~settled
	| command & (wb_dat_i[TALLY_CTRL_CLEAR_LSB] & ~drained | starts & clearing_o);

// ---- commands ----
reg  [31:0] ticks;
wire [31:0] ticks_next;
tally_add #(.WIDTH(32), .KIND(0), .ECP5(ECP5)) u_ticks (
	.a_i(ticks), .b_i(32'd0), .c_i(32'd0), .d_i(1'b0), .carry_i(tick_i | clearing_o), .s_o(ticks_next));
reg  full, fault, miss, error;
reg  [3:0]  irq;
reg  stop, clear, wrong;                       // as start_o and discard_o a cycle after the write
wire swept = clearing_o & ticks[BINS_LOG2];
reg  restarts;              // PERIOD and SEED set the clock a cycle late: the bus's longest paths would end there
assign reseed_o  = rst_i | discard_o;
assign restart_o = reseed_o | restarts;

// ---- window ----
reg  asked, marked, mark;                      // marked: TICKS has passed a multiple of 128
reg  [READ:0] flight;                          // what is asked for is under way; its last bit: it is there
wire asks   = strobe & ~wb_we_i & window & ~asked;
wire grant  = asks & ~clearing_o & free_i;
wire passed = mark ^ ticks[7];
wire missed = asks & late & (clearing_o | marked & passed);
reg  further;                                  // a sample is behind the sampler, or a word is cleared
wire busy = enters_i | further;

// MAPPER 2 keeps of SCALE 16 less the place of its highest bit
reg  [4:0] distance;
integer i;
always @* begin
	distance = 5'd16;
	for (i = 1; i < 17; i = i + 1)
		if (wb_dat_i[i]) distance = 5'd16 - i[4:0];
end

initial begin
	{period_o, jitter_o, source_o, round_o, policy_o, privileges_o, irq, running_o, start_o, stop} = 0;
	{system_o, wide_o, mode_o, ring_wrap_o, offset_o, size_o, tag_o, tag_value_o, tag_mask_o} = 0;
	scale_o = MAPPER == 2 ? 17'd16 : 17'd0;       // SCALE 0 is as 1
end

always @(posedge clk_i) begin
	if (configures)
		case (at[2:0])
		TALLY_PERIOD[4:2]: period_o <= wb_dat_i[PERIOD_W-1:0];
		TALLY_JITTER[4:2]: jitter_o <= wb_dat_i[15:0];
		TALLY_SETUP[4:2]: begin
			source_o     <= wb_dat_i[1:0];
			round_o      <= wb_dat_i[2];
			policy_o     <= wb_dat_i[4:3];
			privileges_o <= wb_dat_i[11:8];
			irq          <= wb_dat_i[15:12];
			system_o     <= SYSTEM != 0 & wb_dat_i[16];
			wide_o       <= wb_dat_i[17];
			mode_o       <= wb_dat_i[19:18];
			ring_wrap_o  <= wb_dat_i[20];
		end
		TALLY_OFFSET[4:2]: offset_o <= wb_dat_i[PC_W-1:0];
		TALLY_SCALE[4:2]:  scale_o  <= MAPPER == 2 ? {12'd0, distance} : wb_dat_i[16:0];
		TALLY_SIZE[4:2]:   size_o   <= {|wb_dat_i[31:BINS_LOG2], wb_dat_i[BINS_LOG2-1:0]};
		TALLY_TAG_VALUE[4:2]: tag_value_o <= wb_dat_i;
		default: ;
		endcase
	if (sets & at == TALLY_TAG_MASK[6:2]) tag_mask_o <= wb_dat_i;
	if (sets & at == TALLY_TAG[6:2]) tag_o <= wb_dat_i;
	if (turn_offset_i) offset_o <= {offset_o[0], offset_o[PC_W-1:1]};
	if (turn_size_i) size_o[BINS_LOG2-1:0] <= {size_o[0], size_o[BINS_LOG2-1:1]};

	start_o    <= command & starts & ~clearing_o;
	stop       <= command & |wb_dat_i[TALLY_CTRL_RESET_LSB:TALLY_CTRL_STOP_LSB];
	clear      <= command & wb_dat_i[TALLY_CTRL_CLEAR_LSB] & drained;
	discard_o  <= command & wb_dat_i[TALLY_CTRL_RESET_LSB];
	wrong      <= refused;

	running_o  <= (running_o | start_o) & ~stop & ~(full_i & policy_o == 2'd1 | SYSTEM != 0 & (counter_full_i | fault_i));
	seed_we_o  <= configures & at[2:0] == TALLY_SEED[4:2];
	seed_o     <= wb_dat_i[0];
	restarts   <= configures & (at[2:0] == TALLY_PERIOD[4:2] | at[2:0] == TALLY_SEED[4:2]);
	clearing_o <= (clearing_o | clear) & ~swept;
	ticks <= ticks_next;
	if (clear | swept) ticks <= 32'd0;

	further <= enters_i | busy_i | clearing_o;
	drained <= ~(running_o | waits_i | busy | clearing_o | start_o | clear);

	full  <= full & ~(status & wb_dat_i[4]) | full_i | SYSTEM != 0 & counter_full_i;
	fault <= SYSTEM != 0 & (fault & ~(status & wb_dat_i[5]) | fault_i);
	miss  <= miss & ~(status & wb_dat_i[6]) | missed;
	error <= error & ~(status & wb_dat_i[7]) | wrong;

	late   <= strobe;
	asked  <= strobe & window & (asked | grant);
	flight <= {flight[READ-1:0], grant} & {(READ+1){strobe}};
	mark   <= ticks[7];
	marked <= asks & (marked | late & passed);
	wb_ack_o <= strobe & (wb_we_i | late & ~window | flight[READ-1]) | missed;
	if (rst_i) {running_o, clearing_o, full, fault, miss, error, ticks} <= 38'd0;
end
assign sweep_at_o = ticks[BINS_LOG2-1:0];
assign irq_o      = |({error, miss, fault, full} & irq);

// ---- what a read gives ----
reg  [31:0] live;
wire [31:0] copy;
always @(posedge clk_i) begin : answer
	live <= 32'd0;
	if (~window)
		case (at)
		TALLY_STATUS[6:2]:  live[7:0] <= {error, miss, fault, full, busy, clearing_o, drained, running_o};
		TALLY_TICKS[6:2]:   live <= ticks;
		TALLY_PENDING[6:2]: live[WEIGHT_W:0] <= pending_i;
		default: ;
		endcase
end
// The engine writes RING_POS where the bus neither writes nor has begun to read.
assign pos_done_o = RING != 0 & pos_we_i & ~strobe;
wire        copies = sets | pos_done_o;
wire [4:0]  copy_at = pos_done_o ? TALLY_RING_POS[6:2] : at;
wire [31:0] copy_data = pos_done_o ? pos_i : wb_dat_i;
tally_rows #(.FIRST({WIDTHS, CAPS, VERSION, TALLY_ID_ID_RESET}), .CYCLES(MAPPER == 0 ? 2 : 1),
	.ECP5(ECP5)) u_readback (.clk_i(clk_i), .we_i(copies), .write_at_i(copy_at), .data_i(copy_data),
	.read_at_i({window, at}), .data_o(copy));
generate
if (SYSTEM != 0) begin : g_fields
	tally_rows #(.CYCLES(2), .ECP5(ECP5)) u_fields (
		.clk_i(clk_i), .we_i(copies), .write_at_i(copy_at), .data_i(copy_data), .read_at_i({1'b0, field_at_i}),
		.data_o(field_o));
end else begin : g_no_fields
	assign field_o = 32'd0;
	wire   unused  = &{1'b0, field_at_i, pos_i, pos_we_i, counter_full_i, fault_i};
end
endgenerate
assign wb_dat_o = flight[READ] ? word_i : live | copy;

endmodule

`default_nettype wire
