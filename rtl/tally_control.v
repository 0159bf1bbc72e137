// SPDX-License-Identifier: ISC
// tally_control.v - commands of a channel: start, stop, reset, clear, commit.
//
// COMMIT asks for the walk that copies the shadows to the mapping bank that is not in use (tally_config.v), as soon
// as no sample under that bank is under way; its verdict makes that bank the current one; samples carry the bank they were charged under. Ticks never pause for
// it. Refusals set a sticky bit and change nothing that shows. CONTRACT.md section 7.

`default_nettype none
`include "tally_gate.vh"

module tally_control #(
	parameter BINS_LOG2 = 12,
	parameter CNT_W     = 32,
	parameter SNAPSHOT  = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 stir_i,         // something besides samples and ticks may happen in this clock
	input  wire                 ctrl_we_i,
	input  wire [7:0]           ctrl_i,
	input  wire                 ctrl_high_i,    // a bit above these is 1: no command
	input  wire                 apply_i,        // the walk's verdict: the COMMIT takes effect at the end of this clock,
	input  wire                 refuse_i,       // or it does not
	input  wire                 halt_i,         // the channel dies: a counter is full, or FAULT
	input  wire [CNT_W-1:0]     pending_i,
	// samples, by bank: the one that left the sampler in the clock before, that goes on in this one, and what is resolved
	input  wire                 out_i,
	input  wire                 out_bank_i,
	input  wire                 enters_i,       // only with out_i
	input  wire                 end_i,
	input  wire                 end_bank_i,
	// the mapping for CLEAR: bank 1, bank 0
	input  wire [2*(BINS_LOG2+2)-1:0] base_i,
	input  wire [2*(BINS_LOG2+3)-1:0] size_i,
	input  wire [1:0]           wide_i,
	input  wire [1:0]           sink_i,
	output reg                  running_o,
	output reg                  dead_o,
	output reg                  bank_o,
	output reg                  busy_o,         // a COMMIT waits
	output wire                 old_o,          // samples of the other bank are under way
	output reg                  free_o,         // none was in the clock before, so none is: only the current bank gets new ones
	output wire                 drained_o,
	output reg                  clearing_o,
	output wire                 reset_o,        // RESET, in this clock
	output wire                 clear_o,        // CLEAR, in this clock
	output wire                 snapshot_o,     // SNAPSHOT, in this clock
	output wire                 cfg_err_o,
	output wire                 cmd_err_o,
	// the sweep of CLEAR: a word a clock, as the updater takes them
	output wire                 sweep_o,
	output wire [BINS_LOG2-1:0] sweep_word_o,
	output wire [1:0]           sweep_how_o,    // whole word, upper 16 bits
	input  wire                 sweep_taken_i
);

`include "tally_regs.vh"

localparam ADDR_W = BINS_LOG2 + 2;

reg  [5:0] inside0, inside1;                    // samples under way behind the sampler's register, by bank
wire [5:0] flying0 = inside0 + {5'd0, out_i & ~out_bank_i}, flying1 = inside1 + {5'd0, out_i & out_bank_i};     // all of them
reg       old, drained;
reg       empty;                                // in the clock before nothing was pending, as is whatever is under way, and no tick fell
always @* begin
	old     = 1'b0;
	drained = 1'b0;
	if (`GATE(stir_i)) begin
		old     = bank_o ? inside0 != 6'd0 | out_i & ~out_bank_i : inside1 != 6'd0 | out_i & out_bank_i;
		drained = ~running_o & empty;
	end
end
assign old_o     = old;
assign drained_o = drained;

// ---- the command, and whether it may be ----
localparam [31:0] START = TALLY_CTRL_START_MASK, STOP = TALLY_CTRL_STOP_MASK, COMMIT = TALLY_CTRL_COMMIT_MASK,
	CLEAR = TALLY_CTRL_CLEAR_MASK, RESET = TALLY_CTRL_RESET_MASK,
	SNAP = TALLY_CTRL_SNAPSHOT_MASK;
wire [31:0] ctrl = {23'd0, ctrl_high_i, ctrl_i};
reg [7:0] act;
wire do_start = act[0], do_stop = act[1], do_commit = act[2], do_clear = act[3], do_reset = act[4],
	cfg_err = act[5], cmd_err = act[6], snap = act[7];
always @* begin
	act = 8'd0;
	if (`GATE(stir_i)) if (ctrl_we_i)
		case (ctrl)
		START:   act = clearing_o | (dead_o & ~drained_o) ? 8'h40 : 8'h01;
		STOP:    act = 8'h02;
		COMMIT:  act = clearing_o ? 8'h20 : 8'h04;
		CLEAR:   act = clearing_o | busy_o | ~drained_o ? 8'h40 : 8'h08;
		RESET:   act = 8'h10;
		SNAP:    act = SNAPSHOT != 0 ? 8'h80 : 8'h40;
		default: act = 8'h40;
		endcase
end
assign reset_o   = do_reset;
assign clear_o   = do_clear;
assign snapshot_o = snap;
assign cfg_err_o = cfg_err | refuse_i;
assign cmd_err_o = cmd_err;

// the sweep: from the word of BASE to the one that ends at or behind top; the edges may be half inside
reg  [BINS_LOG2:0] sweep;

function [ADDR_W-1:0] base(input bank);
	base = bank ? {base_i[2*ADDR_W-1:ADDR_W+1], 1'b0} : {base_i[ADDR_W-1:1], 1'b0};    // COMMIT saw that bit 0 is 0
endfunction
function [ADDR_W:0] size(input bank);
	size = bank ? {size_i[2*ADDR_W+1:ADDR_W+3], size_i[ADDR_W+2] & ~wide_i[1], 1'b0}
		: {size_i[ADDR_W:2], size_i[1] & ~wide_i[0], 1'b0};
endfunction

function [BINS_LOG2-1:0] first(input bank);
	first = bank ? base_i[2*ADDR_W-1:ADDR_W+2] : base_i[ADDR_W-1:2];
endfunction

reg [ADDR_W:0]     from, top;                   // the region of the current bank, which stays the same from CLEAR on
reg [BINS_LOG2:0]  sweep_next;
reg [1:0]          how;                         // the halves inside
always @* begin
	sweep_next = {(BINS_LOG2+1){1'b0}};
	how        = 2'b00;
	if (`GATE(stir_i)) begin
		sweep_next = sweep + {{BINS_LOG2{1'b0}}, 1'b1};
		how        = {{sweep, 2'b00} >= from, {sweep, 2'b10} < top};
	end
end
assign sweep_o      = clearing_o;
assign sweep_how_o  = {&how, how[0]};
assign sweep_word_o = sweep[BINS_LOG2-1:0];

always @(posedge clk_i) begin
	if (enters_i | end_i) begin
		inside0 <= inside0 + {5'd0, enters_i & ~out_bank_i} - {5'd0, end_i & ~end_bank_i};
		inside1 <= inside1 + {5'd0, enters_i & out_bank_i} - {5'd0, end_i & end_bank_i};
	end
	if (`GATE(~running_o | empty))
		empty <= ~running_o & pending_i == {CNT_W{1'b0}};
	if (`GATE(stir_i)) begin
		free_o <= ~old;
		from <= {1'b0, base(bank_o)};
		top  <= {1'b0, base(bank_o)} + size(bank_o);    // COMMIT saw that this is at most the memory's size
		if (do_start) begin
			running_o <= 1'b1;
			dead_o    <= 1'b0;
		end
		if (do_stop | do_reset | halt_i)
			running_o <= 1'b0;
		if (do_reset | halt_i)
			dead_o    <= 1'b1;
		if (do_commit)
			busy_o    <= 1'b1;
		if (apply_i | refuse_i)
			busy_o    <= 1'b0;
		if (sweep_taken_i) begin
			sweep     <= sweep_next;
			if ({sweep_next, 2'b00} >= top)
				clearing_o <= 1'b0;
		end
		if (ctrl_we_i & ctrl == CLEAR & ~clearing_o)  // counts only if that is obeyed: no other condition on its way
			sweep      <= {1'b0, first(bank_o)};
		if (do_clear)
			clearing_o <= size(bank_o) != {(ADDR_W+1){1'b0}} & ~sink_i[bank_o];
		if (rst_i) begin
			running_o  <= 1'b0;
			dead_o     <= 1'b0;
			busy_o     <= 1'b0;
			clearing_o <= 1'b0;
			sweep      <= {(BINS_LOG2+1){1'b0}};
		end
		bank_o <= ~rst_i & (bank_o ^ apply_i);
	end
	if (rst_i) begin
		inside0    <= 6'd0;
		inside1    <= 6'd0;
		empty      <= 1'b1;
	end
end

wire _unused = &{1'b0, base_i, size_i, flying0, flying1};

endmodule

`default_nettype wire
