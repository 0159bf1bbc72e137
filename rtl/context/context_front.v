// SPDX-License-Identifier: ISC
// context_front.v - finds the events of the call tree among what retires: calls, returns, traps,
// and beginnings of functions that nobody called.
//
//   0: the core's signals -> 1: in registers -> 2: decoded -> 3: an event -> held -> queue
//
// An event leaves with the ticks that waited until it, and is held until the next instruction
// retires, whose pc is its target; its ticks do not wait for that if there may be none for long.
// x1 and x5 are link registers, and `jalr x1, x5` is a call (RISC-V ELF psABI). A handler's first
// instruction is an event of its own; its ticks, and those of the trap's latency, count for what
// was interrupted.

`default_nettype none

module context_front #(
	parameter HALF_W = 20,                     // bits of the pc that are kept, from bit 1 up
	parameter PLACES = 0,                      // 2^PLACES beginnings of functions; 0: none
	parameter XLEN   = 32                      // the core's: of 64 c.addiw has c.jal's code
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire              run_i,
	input  wire              tap_valid_i,
	input  wire [31:0]       tap_pc_i,
	input  wire [31:0]       tap_insn_i,
	input  wire              tap_handler_i,    // the first instruction since a trap was taken
	input  wire [1:0]        tap_priv_i,
	input  wire              tap_sleep_i,
	input  wire              tap_event_i,      // source EVENT, a cycle late
	// a function's address; bit 0: it is no beginning any more
	input  wire              entry_we_i,
	input  wire [31:0]       entry_i,
	// what the sampler sees
	output reg               fro_run_o,
	output reg               fro_retires_o,    // source RETIRE
	output wire              fro_leaves_o,     // an event leaves
	output reg               fro_sleep_o,
	output wire [1:0]        fro_priv_o,
	output reg               fro_event_o,
	input  wire              urgent_i,         // many ticks wait: they leave without an event
	input  wire              clearing_i,       // no event leaves, none is held
	input  wire              smp_sample_i,     // ticks leave, of this category
	input  wire [2:0]        smp_code_i,
	input  wire [17:0]       smp_weight_i,
	input  wire              flush_i,          // nothing may retire for long: ticks leave
	input  wire              mark_i,           // changes after each so many ticks
	output wire              fro_busy_o,       // ticks are held
	output wire              fro_dropped_o,    // events were dropped since the last one
	// the queue's first event, which stays for a cycle after pop_i
	input  wire              pop_i,
	output reg               que_empty_o,
	output wire [2:0]        que_kind_o,
	output wire              que_trapped_o,    // a trap came before the target
	output wire              que_hot_o,
	output wire [2:0]        que_code_o,
	output wire [17:0]       que_weight_o,
	output wire [HALF_W-1:0] que_target_o,
	// the address of return; of a beginning itself
	output wire [HALF_W-1:0] que_link_o
);

`include "context_kinds.vh"

// ---- 1, 2: what retires ----
reg               valid1, handler1, run1, run2, sleep1, sleep2, event2;
reg  [1:0]        priv1, priv2;
reg  [31:0]       insn;
reg  [HALF_W-1:0] half1, half2, half3;
reg               retires2, valid2, valid3, wide2, wide3, begins3;
reg  [2:0]        kind2, kind3;
reg               unwinds;             // sp has been set to a constant since the last trap

wire wide       = &insn[1:0];
wire rd_links   = insn[11:7] == 5'd1 | insn[11:7] == 5'd5;
wire rs1_links  = insn[19:15] == 5'd1 | insn[19:15] == 5'd5;
wire jal        = wide & insn[6:2] == 5'b11011;
wire jalr       = wide & insn[6:2] == 5'b11001;
wire c_jal      = XLEN == 32 & insn[1:0] == 2'b01 & insn[15:13] == 3'b001;
wire c_jr       = insn[1:0] == 2'b10 & insn[15:13] == 3'b100 & insn[6:2] == 5'd0
	& insn[11:7] != 5'd0;                  // and c.jalr, which has bit 12
wire calls      = (jal | jalr) & rd_links | c_jal | c_jr & insn[12];
wire returns    = jalr & rs1_links & insn[11:7] == 5'd0 | c_jr & ~insn[12] & rd_links;
wire trap_ends  = wide & insn[6:2] == 5'b11100 & insn[14:12] == 3'd0 & insn[24:20] == 5'd2
	& ~insn[25];                           // mret, sret
// A handler that leads to another stack, or to the begin of this one, sets sp to a constant. One
// that has a stack of its own does so, too, but reads the old sp from somewhere before it ends.
wire to_sp      = insn[11:7] == 5'd2;
wire computes   = ~insn[6] & insn[4] & ~insn[2];               // addi, add, addiw ...
wire from_low   = insn[19:17] == 3'd0;                         // from x0 to x3, of which x2 is sp
wire sp_fixed   = wide & to_sp & (~insn[6] & insn[4:2] == 3'b101       // lui, auipc
	| computes & from_low & insn[16:15] != 2'd2);
wire sp_read    = to_sp & (wide ? insn[6:2] == 5'b00000 | insn[6:2] == 5'b11100
	| computes & ~from_low : insn[1:0] == 2'b10
	& (insn[15:14] == 2'b01 | insn[15:12] == 4'b1000));    // c.lwsp, c.mv

always @(posedge clk_i) begin
	{run1, run2, fro_run_o}       <= {run_i, run1, run2};
	{sleep1, sleep2, fro_sleep_o} <= {tap_sleep_i, sleep1, sleep2};
	{priv1, priv2}                <= {tap_priv_i, priv1};
	{event2, fro_event_o}         <= {tap_event_i, event2};
	valid1   <= run_i & tap_valid_i;
	handler1 <= tap_handler_i;
	insn     <= tap_insn_i;
	half1    <= tap_pc_i[HALF_W:1];

	valid2   <= valid1 & ~(handler1 & trap_ends);      // such a handler is as if it were not
	wide2    <= wide;
	half2    <= half1;
	kind2    <= handler1 ? TRAP
		: {trap_ends & unwinds, returns | trap_ends, calls | trap_ends};
	if (valid1) unwinds <= sp_fixed | unwinds & ~(sp_read | trap_ends | handler1);

	valid3 <= valid2;
	{retires2, fro_retires_o} <= {valid1, retires2};
	wide3    <= wide2;
	half3    <= half2;
	kind3    <= kind2;
	if (rst_i) begin
		{run1, run2, fro_run_o, valid1, valid2, valid3} <= 6'd0;
		{event2, fro_event_o, retires2, fro_retires_o, unwinds} <= 5'd0;
	end
end

// ---- beginnings of functions: each has one place, by the low bits of its address ----
generate
if (PLACES != 0) begin : g_beginnings
	localparam TAG_W = HALF_W - PLACES + 1;
	wire [TAG_W-1:0] entry;
	tally_ram #(.LOG2(PLACES), .CYCLES(2), .WIDTH(TAG_W)) u_entries (
		.clk_i      (clk_i),
		.read_at_i  (tap_pc_i[PLACES+1:2]),
		.zero_i     (1'b0),
		.data_o     (entry),
		.we_i       (entry_we_i),
		.write_at_i (entry_i[PLACES+1:2]),
		.data_i     ({~entry_i[0], entry_i[HALF_W:PLACES+2], entry_i[1]})
	);
	always @(posedge clk_i)
		begins3 <= entry == {1'b1, half2[HALF_W-1:PLACES+1], half2[0]};
	wire unused = &{1'b0, entry_i};
end else begin : g_none
	always @(posedge clk_i)
		begins3 <= 1'b0;
	wire unused = &{1'b0, entry_we_i, entry_i};
end
endgenerate

// ---- 3: the event ----
reg        held, called, loaded, late, dropped, marked, hot, full;    // loaded: it has ticks
reg  [1:0] priv3, priv_before;
reg  [2:0] kind, code;
reg  [17:0] weight;
reg  [HALF_W-1:0] link;
// Nobody called it. One whose first instruction is a call, that of a prologue, is a TAIL, too.
wire       alone3 = PLACES != 0 & begins3 & ~called;
wire       tail3  = alone3 & ~kind3[2] & ~kind3[1];
wire [2:0] what3  = tail3 ? TAIL : kind3;
wire       trap3  = kind3[2] & ~kind3[1];
wire       event3 = valid3 & (what3 != TIME | urgent_i) & ~clearing_i;
wire       loads  = fro_leaves_o | smp_sample_i;

assign fro_leaves_o  = event3 & ~full;
assign fro_dropped_o = dropped;
// The ticks before a trap are those of the mode that it interrupted.
assign fro_priv_o    = trap3 ? priv_before : priv3;

initial {held, called, loaded, late, dropped, priv_before, unwinds} = 8'd0;
always @(posedge clk_i) begin
	priv3 <= priv2;
	if (valid3) priv_before <= priv3;
	held   <= loads | held & ~valid3;
	loaded <= smp_sample_i | loaded & ~valid3 & ~flush_i;
	// While nothing retires an event keeps its kind, though its ticks have left.
	if (valid3 | ~held) begin
		kind       <= fro_leaves_o ? what3 : TIME;
		called     <= fro_leaves_o & kind3 == CALL & ~tail3;
		link       <= half3 + {{(HALF_W-2){1'b0}}, wide3 & ~alone3, ~wide3 & ~alone3};
	end
	if (loads | flush_i) begin
		weight <= smp_sample_i ? smp_weight_i : 18'd0;
		// LOST has two counters: what passes by the queue counts in the other one.
		code   <= dropped | smp_code_i[2] ? 3'd5 : smp_code_i;
		hot    <= mark_i ^ marked;
	end
	if (smp_sample_i) marked <= mark_i;
	dropped <= event3 & full | dropped & ~fro_leaves_o;
	late    <= loaded;
	if (rst_i | clearing_i) {held, called, loaded, dropped} <= 4'd0;
	if (rst_i) priv_before <= 2'd0;
end

assign fro_busy_o = loaded | late;

// ---- the queue: 511 events, at the states of an LFSR, which is smaller than a counter ----
function [8:0] after(input [8:0] at);
	after = {at[7:0], at[8] ^ at[4]};      // x^9 + x^5 + 1
endfunction
localparam [8:0] FIRST = 9'd1, AHEAD = 9'd40;

reg  [8:0] head, tail, ahead;                      // of tail, by 63 events
wire       push = held & valid3 | loaded & flush_i;
wire       none = rst_i | clearing_i;

initial {head, tail, ahead, que_empty_o, full} = {FIRST, FIRST, AHEAD, 2'b10};
always @(posedge clk_i) begin
	if (push) {tail, ahead} <= {after(tail), after(ahead)};
	if (pop_i) head <= after(head);
	que_empty_o <= head == tail | none;
	// Almost full it takes no events until it is empty, so that a gap is one, not many. What
	// 63 RESETs make LOST still fits.
	full <= (head == ahead | full & ~que_empty_o) & ~none;
	if (none) {head, tail, ahead} <= {FIRST, FIRST, AHEAD};
end

tally_ram #(.LOG2(9), .WIDTH(26 + 2 * HALF_W)) u_events (
	.clk_i      (clk_i),
	.read_at_i  (head),
	.zero_i     (1'b0),
	.data_o     ({que_kind_o, que_trapped_o, que_hot_o, que_code_o, que_weight_o, que_target_o,
		que_link_o}),
	.we_i       (push),
	.write_at_i (tail),
	.data_i     ({valid3 ? kind : TIME, trap3, hot, code, weight, half3, link})
);

wire unused = &{1'b0, tap_pc_i, insn[31:26]};

endmodule

`default_nettype wire
