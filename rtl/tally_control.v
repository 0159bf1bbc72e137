// SPDX-License-Identifier: ISC
// tally_control.v - commands of a channel: start, stop, reset, clear, commit.
//
// COMMIT copies the shadows to the mapping bank that is not in use, at the
// first edge at which no sample under that bank is under way, and makes it the
// current one; samples carry the bank they were charged under. Ticks never pause for
// it. Refusals set a sticky bit and change nothing. CONTRACT.md section 7.

`default_nettype none

module tally_control #(
	parameter BINS_LOG2 = 12,
	parameter CNT_W     = 32
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 access_i,       // an access is under way: old_o, drained_o are asked for
	// CTRL is written; legal_i: the shadows are a configuration this unit can run
	input  wire                 ctrl_we_i,
	input  wire [31:0]          ctrl_i,
	input  wire                 legal_i,
	input  wire                 full_i,         // updater: stop, a counter is full
	input  wire [CNT_W-1:0]     pending_i,
	// samples entering and leaving, by bank
	input  wire                 emit_i,
	input  wire                 front_i,
	input  wire                 front_bank_i,
	input  wire                 end_i,
	input  wire                 end_bank_i,
	// the mapping for CLEAR: bank 1, bank 0
	input  wire [2*(BINS_LOG2+2)-1:0] base_i,
	input  wire [2*(BINS_LOG2+3)-1:0] size_i,
	input  wire [1:0]           wide_i,
	output reg                  running_o,
	output reg                  dead_o,
	output reg                  bank_o,
	output reg                  busy_o,         // a COMMIT waits
	output wire                 old_o,          // samples of the other bank are under way
	output wire                 drained_o,
	output reg                  clearing_o,
	output wire                 apply_o,        // COMMIT takes effect at the end of this clock
	output wire                 reset_o,        // RESET, in this clock
	output wire                 clear_o,        // CLEAR, in this clock
	output wire                 cfg_err_o,
	output wire                 cmd_err_o,
	// the sweep of CLEAR
	output wire [1:0]           sweep_o,        // upper, lower 16 bits
	output wire [BINS_LOG2-1:0] sweep_word_o
);

`include "tally_regs.vh"

localparam ADDR_W = BINS_LOG2 + 2;

reg [5:0] flying0, flying1;                     // samples under way, by bank
reg       old, drained;
always @* begin
	old     = 1'b0;
	drained = 1'b0;
	if (access_i | busy_o) begin
		old     = bank_o ? flying0 != 6'd0 : flying1 != 6'd0;
		drained = ~running_o & pending_i == {CNT_W{1'b0}} & flying0 == 6'd0 & flying1 == 6'd0;
	end
end
assign old_o     = old;
assign drained_o = drained;
assign apply_o   = busy_o & ~old;

// ---- the command, and whether it may be ----
localparam [31:0] START = TALLY_CTRL_START_MASK, STOP = TALLY_CTRL_STOP_MASK, COMMIT = TALLY_CTRL_COMMIT_MASK,
	CLEAR = TALLY_CTRL_CLEAR_MASK, RESET = TALLY_CTRL_RESET_MASK;
reg do_start, do_stop, do_commit, do_clear, do_reset, cfg_err, cmd_err;
always @* begin
	{do_start, do_stop, do_commit, do_clear, do_reset, cfg_err, cmd_err} = 7'd0;
	if (ctrl_we_i)
		case (ctrl_i)
		START: begin
			do_start = ~clearing_o & ~(dead_o & pending_i != {CNT_W{1'b0}});
			cmd_err  = ~do_start;
		end
		STOP:   do_stop = 1'b1;
		COMMIT: begin
			do_commit = ~clearing_o & legal_i;
			cfg_err   = ~do_commit;
		end
		CLEAR: begin
			do_clear = ~clearing_o & drained_o;
			cmd_err  = ~do_clear;
		end
		RESET:  do_reset = 1'b1;
		default: cmd_err = 1'b1;
		endcase
end
assign reset_o   = do_reset;
assign clear_o   = do_clear;
assign cfg_err_o = cfg_err;
assign cmd_err_o = cmd_err;

// the sweep: from the word of BASE to the one that ends at or behind top; the edges may be half inside
reg  [ADDR_W:0]    base, size, bytes, top;
reg  [BINS_LOG2:0] sweep, sweep_next;
reg  [1:0]         strobes;
always @* begin
	{base, size, bytes, top} = {(4*(ADDR_W+1)){1'b0}};
	sweep_next = {(BINS_LOG2+1){1'b0}};
	strobes    = 2'b00;
	if (clearing_o | do_clear) begin
		base  = {1'b0, bank_o ? base_i[2*ADDR_W-1:ADDR_W] : base_i[ADDR_W-1:0]};
		size  = bank_o ? size_i[2*ADDR_W+1:ADDR_W+1] : size_i[ADDR_W:0];
		bytes = {size[ADDR_W:2], size[1] & ~wide_i[bank_o], 1'b0};
		top   = base + bytes;               // COMMIT saw that this is at most the memory's size
		sweep_next = sweep + {{BINS_LOG2{1'b0}}, 1'b1};
		strobes[0] = clearing_o & {sweep, 2'b00} >= base;
		strobes[1] = clearing_o & {sweep, 2'b10} < top;
	end
end
assign sweep_o      = strobes;
assign sweep_word_o = sweep[BINS_LOG2-1:0];

function [5:0] count(input [5:0] flying, input in, input out0, input out1);
	count = flying + {5'd0, in} - {5'd0, out0} - {5'd0, out1};
endfunction

always @(posedge clk_i) begin
	if (emit_i | front_i | end_i) begin
		flying0 <= count(flying0, emit_i & ~bank_o, front_i & ~front_bank_i, end_i & ~end_bank_i);
		flying1 <= count(flying1, emit_i & bank_o, front_i & front_bank_i, end_i & end_bank_i);
	end
	if (ctrl_we_i) begin
		if (do_start) begin
			running_o <= 1'b1;
			dead_o    <= 1'b0;
		end
		if (do_stop | do_reset)
			running_o <= 1'b0;
		if (do_reset)
			dead_o    <= 1'b1;
		if (do_commit)
			busy_o    <= 1'b1;
		if (do_clear) begin
			clearing_o <= bytes != {(ADDR_W+1){1'b0}};
			sweep      <= {1'b0, base[ADDR_W-1:2]};
		end
	end
	if (full_i) begin
		running_o <= 1'b0;
		dead_o    <= 1'b1;
	end
	if (apply_o) begin
		busy_o <= 1'b0;
		bank_o <= ~bank_o;
	end
	if (clearing_o) begin
		sweep <= sweep_next;
		if ({sweep_next, 2'b00} >= top)
			clearing_o <= 1'b0;
	end
	if (rst_i) begin
		flying0    <= 6'd0;
		flying1    <= 6'd0;
		running_o  <= 1'b0;
		dead_o     <= 1'b0;
		bank_o     <= 1'b0;
		busy_o     <= 1'b0;
		clearing_o <= 1'b0;
		sweep      <= {(BINS_LOG2+1){1'b0}};
	end
end

wire _unused = &{1'b0, size[0]};         // an odd last byte holds no counter

endmodule

`default_nettype wire
