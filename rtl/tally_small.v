// SPDX-License-Identifier: ISC
// tally_small.v - the smallest unit: tally_wb.v's registers and Wishbone port, a few of its abilities.
//
// A fixed loop of 256 clocks, the frame: 128 clocks of every frame alike, then 128 of what is to be done
// (a sample, a command, a COMMIT, ...). Registers, counts, the active configuration and the bins live in
// one RAM; the microcode (tally_small_segments.py) has no jump, so that its clock is the tick's time base.
// Limits: CONTRACT.md, "Smallest"; irq_o is 0. No tap_tag_i, event_i, ext_i, sys_*. Requires PC_BASE a multiple of 2^17.

`default_nettype none

module tally_small #(
	parameter [31:0] PC_BASE = 32'h8000_0000   // bits 31:17 that every counted pc and OFFSET have
) (
	input  wire        clk_i,
	input  wire        rst_i,         // synchronous; acts as the RESET command, memory keeps its content
	input  wire        run_i,         // 0: no tick is taken, no retirement seen; the divider runs on
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        wb_cyc_i,
	input  wire        wb_stb_i,
	input  wire        wb_we_i,
	input  wire [3:0]  wb_sel_i,
	input  wire [12:0] wb_adr_i,      // byte address
	input  wire [31:0] wb_dat_i,
	output wire [31:0] wb_dat_o,
	output wire        wb_ack_o,
	output wire        wb_err_o,
	output wire        irq_o
);

`include "tally_small_fields.vh"

assign wb_err_o = 1'b0;
assign irq_o    = 1'b0;

// ---- sequencer: 7 bits of position, 3 of what is being done ----
reg  [6:0]  at  = 7'd0;
reg  [2:0]  seg = 3'd0;
reg         last = 1'b0;           // of this half of the frame
wire [2:0]  dispatch;
wire [31:0] u;

always @(posedge clk_i) begin
	at <= at + 7'd1;
	last <= u[U_ACT] & u[A_END];
	if (last)
		seg <= seg == 3'd0 ? dispatch : 3'd0;
end

tally_small_rom u_rom (.clk_i(clk_i), .at_i({seg, at}), .u_o(u));

// ---- arithmetic: 17 bits, of which memory sees 16 ----
reg  [16:0] acc = 17'd0;
reg         c = 1'b0, d = 1'b0;
reg         test;
reg  [3:0]  which = 4'd0;          // test: the instruction before the last chose it
wire [15:0] mem;
reg         g = 1'b0;              // may this instruction act? Taken in the one before,
reg         cin = 1'b0;            // ... and so are its carry
reg         we = 1'b0, wbus = 1'b0;    // ... and that it writes, acc or the bus's data

function [15:0] operand(input [1:0] kind, input [15:0] m, input [15:0] a);
	case (kind)
	2'd0:    operand = 16'd0;
	2'd1:    operand = m;
	2'd2:    operand = ~m;
	default: operand = ~(m & a);       // with a carry: a and not m
	endcase
endfunction

reg  [15:0] op = 16'd0;            // ... and what it adds
wire [17:0] sum = {1'b0, acc} + {2'b0, op} + {17'd0, cin};

always @(posedge clk_i) begin
	op <= operand(u[U_P1:U_P0], mem, acc[15:0]);
	if (u[U_ACLR])
		acc <= 17'd0;
	else if (u[U_ACE] & g)
		acc <= u[U_SHR] ? sum[17:1] : sum[16:0];
	if (u[U_SETC] & g)
		c <= acc[16] | (c & u[U_ORC]);
	if (u[U_ACT] & u[A_SETD])
		d <= u[U_ORC] ? acc[16] : acc[0];
end

// ---- what may be tested, and the requests of the bus ----
wire pend, ready, take_sleep, take_lost, take_wait, low, dq, pr0, pr1, bin, bad, isctrl, want;
wire drained = ~running & ~pend;
reg  running = 1'b0, clr = 1'b0, cm = 1'b0, ap = 1'b0, rk = 1'b0;

always @*
	case (which)
	T_C:       test = c;
	T_HIT:     test = d & ~c;
	T_D:       test = d;
	T_DQ:      test = dq;
	T_LOW:     test = low;
	T_ES:      test = take_wait;
	T_EL:      test = take_lost;
	T_EI:      test = take_sleep;
	T_PEND:    test = pend;
	T_DRAINED: test = drained;
	T_CLR:     test = clr;
	T_PR0:     test = pr0;
	T_PR1:     test = pr1;
	T_USER:    test = ~pr0 & ~pr1;
	T_BAD:     test = bad;
	default:   test = seg[0] ? isctrl : bin;
	endcase

always @(posedge clk_i) begin
	we   <= u[U_WR] & ((test ^ u[U_TINV]) | ~u[U_COND]);
	wbus <= u[U_WBUS];
	cin  <= u[U_CIN1] & (u[U_CIN0] | (test ^ u[U_TINV]));
	which <= u[U_T3:U_T0];
	g    <= (test ^ u[U_TINV]) | ~u[U_COND];
end

wire actb = u[U_ACTB];
always @(posedge clk_i) begin
	if (actb) begin
		running <= (running | (u[B_RUNS] & g)) & ~(u[B_RUNC] & g);
		clr     <= (clr | (u[B_CLRS] & g)) & ~(u[B_CLRC] & g);
		cm      <= (cm | (u[B_CM] & g)) & ~(u[B_OVER] & g);
		ap      <= (ap | (u[B_AP] & g)) & ~(u[B_OVER] & g);
		rk      <= (rk | (u[B_RK] & g)) & ~u[B_KILL];
	end
	if (rst_i) begin
		running <= 1'b0;
		rk      <= 1'b1;
	end
end

// samples and commands take turns
reg  waited = 1'b0, half_done = 1'b0;
wire due = cm | ap | half_done | want;
assign dispatch = rk ? 3'd5 : ready & ~(due & waited) ? 3'd1 : ap ? 3'd6 : cm ? 3'd4 : half_done ? 3'd7 : want ? 3'd3 : 3'd2;
always @(posedge clk_i)
	if (last) begin
		if (seg == 3'd0)
			waited <= due & ready & ~waited;
		if (seg[1:0] == 2'd3)
			half_done <= ~seg[2];
	end

// ---- the memory: one address, one word a clock ----
wire [10:0] bus_word;
wire        bus_write;
wire        half = u[0];
reg  [10:0] ar = 11'd0;
integer     i;

always @(posedge clk_i)
	if (u[U_ARCE]) begin
		ar[0] <= u[U_ARSEL] & ~u[8] ? acc[0] : half;
		for (i = 1; i < 8; i = i + 1)
			ar[i] <= u[U_ARSEL] ? (u[i] ? bus_word[i] : acc[i]) : u[i];
		ar[8]  <= u[U_ARSEL] & (u[8] ? bus_word[8] : acc[8]);
		ar[9]  <= u[U_ARSEL] ? (u[8] ? bus_word[9] : acc[9]) : u[8];
		ar[10] <= u[U_ARSEL] & (u[8] ? bus_word[10] : acc[10]);
	end

// all ones in acc choose the upper half of a word from the bus
wire [15:0] data = {16{wbus}} & ((acc[15:0] & wb_dat_i[31:16]) | (~acc[15:0] & wb_dat_i[15:0]))
	| {16{~wbus}} & acc[15:0];

tally_small_ram #(.PC_BASE(PC_BASE)) u_ram (
	.clk_i(clk_i), .adr_i(ar), .we_i(we | (bus_write & wb_cyc_i & wb_stb_i)), .data_i(data), .data_o(mem));

// ---- bus ----
wire bins_open = drained & ~clr;
tally_small_bus u_bus (
	.clk_i(clk_i), .req_i(wb_cyc_i & wb_stb_i), .we_i(wb_we_i), .sel_i(wb_sel_i), .adr_i(wb_adr_i),
	.slot_i(u[U_ACT] & u[A_SLOT]), .rdack_i(u[U_ACT] & u[A_RDACK]), .wack_i(u[U_ACT] & u[A_WACK]),
	.dack_i(u[U_ACT] & u[A_DACK]), .done_i(u[U_DONE]), .write_i(u[U_WBUS]),
	.bins_open_i(bins_open), .hold_i(cm | ap | rk | half_done),
	.word_o(bus_word), .write_o(bus_write), .bad_o(bad), .bin_o(bin), .isctrl_o(isctrl), .want_o(want), .ack_o(wb_ack_o));
assign wb_dat_o = {acc[15:0], mem};

// ---- tap and tick ----
tally_small_tap #(.PC_BASE(PC_BASE)) u_tap (
	.clk_i(clk_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i),
	.tap_sleep_i(tap_sleep_i), .running_i(running),
	.load_i(u[U_ACT] & u[A_LDCNT]), .on_i(~c), .count_i(acc[7:0]),
	.snap_i(u[U_ACT] & u[A_SNAP]), .take_i(u[U_ACT] & u[A_TAKE]), .kill_i(actb & u[B_KILL]),
	.serial_i(u[U_SER]), .begin_i(last), .offset_i(mem[0]),
	.pend_o(pend), .ready_o(ready), .wait_o(take_wait), .lost_o(take_lost), .sleep_o(take_sleep),
	.priv_o({pr1, pr0}), .low_o(low), .dq_o(dq));

endmodule

`default_nettype wire
