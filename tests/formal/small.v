// SPDX-License-Identifier: ISC
// small.v - the smallest unit: its bus and its tap, with the real microcode. The memory's
// output and the sums take any value (small_ram.vh, a cut at `acc`).
//
// rst_i is the RESET command and may come at any time.

`default_nettype none

module small (
	input wire        clk_i,
	input wire        rst_i,
	input wire        run_i,
	input wire        tap_valid_i,
	input wire [31:0] tap_pc_i,
	input wire [1:0]  tap_priv_i,
	input wire        tap_sleep_i,
	input wire        wb_cyc_i,
	input wire        wb_stb_i,
	input wire        wb_we_i,
	input wire [3:0]  wb_sel_i,
	input wire [12:0] wb_adr_i,
	input wire [31:0] wb_dat_i
);

localparam [2:0] COMMON = 3'd0, SAMPLE = 3'd1, RESET = 3'd5;

`include "tally_regs.vh"
`include "tally_small_fields.vh"

wire ack, err, irq;
reg  begun = 1'b0;
tally_small dut (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i),
	.tap_sleep_i(tap_sleep_i), .wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i), .wb_dat_i(wb_dat_i), .wb_dat_o(), .wb_ack_o(ack), .wb_err_o(err), .irq_o(irq));

// the random test shows how long an access takes (sim/small_bench.h)
wire [15:0] waited;
rules_wb #(.PROVE(0), .ADR_W(13), .MAX_WAIT(65536), .ABANDON(1)) rules (
	.clk_i(clk_i), .rst_i(~begun), .cyc_i(wb_cyc_i), .stb_i(wb_stb_i), .we_i(wb_we_i), .sel_i(wb_sel_i),
	.adr_i(wb_adr_i), .dat_m_i(wb_dat_i), .ack_i(ack), .err_i(err), .rty_i(1'b0), .waited_o(waited));

// ---- probes_small.list ----
wire [31:0] u;
wire [10:0] address;
wire [15:0] data;
wire [16:0] pc;
wire [6:0]  at;
wire [2:0]  seg;
wire        last, writes, by_bus, running, clr;
wire        armed, have, locked, take, awake, asleep, valid, waits, loses, sleeps, served;

wire asks    = wb_cyc_i & wb_stb_i;
wire pend    = armed | have;
wire drained = ~running & ~pend;
wire bin     = address[10];

// in the previous cycle
reg        was_begun = 1'b0, was_asking, was_drained, was_running, was_ack, was_waits, was_loses, was_sleeps, was_idle, was_lost, was_begin, was_snap;
reg        could_write;
reg [31:0] pc_was;
reg        shifted;                  // since the sample was charged

wire snap = u[U_ACT] & u[A_SNAP];
wire starts = awake & running & ~pend;
wire charge = valid & (armed | starts);

always @(posedge clk_i) begin
	begun       <= 1'b1;
	was_begun   <= begun;
	was_asking  <= asks & ~ack;
	was_ack     <= ack;
	was_drained <= drained;
	was_running <= running;
	could_write <= asks & served & wb_we_i & &wb_sel_i & (~wb_adr_i[12] | (drained & ~clr));
	was_waits   <= waits;
	was_loses   <= loses;
	was_sleeps  <= sleeps;
	was_begin   <= starts;
	was_lost    <= awake & running & pend;
	was_idle    <= asleep & running;
	was_snap    <= snap;
	pc_was <= charge ? {15'd0, pc} : pc_was;
	shifted <= ~charge & (shifted | u[U_SER]);
end

// ---- the frame ----
always @* if (was_begun)
	assert (last == (at == 7'd127));
always @* if (was_begun & ~at[6] & at == 7'd0)
	assert (u == 32'd0);

// ---- the bus ----
wire [31:0] register = {22'd0, address[8:1], 2'b00};      // of the low 1,024 words: the register's offset, or its mirror's
wire        acts     = register == TALLY_CTRL | register == TALLY_STICKY | register == TALLY_ERRORS;
wire        counts   = register >= TALLY_TICKS & register <= TALLY_IDLE_CLASS;

always @* if (was_begun) begin
	// one answer per access, to one that was already held in the previous cycle
	assert (~ack | (was_asking & ~was_ack));
	assert (~err & ~irq);
	// a word is written only for a permitted access that was held all the time, at its address and with its data
	if (by_bus & asks) begin
		assert (seg == COMMON & ~writes);
		assert (could_write & was_asking & served);
		assert (((data ^ wb_dat_i[31:16]) & (data ^ wb_dat_i[15:0])) == 16'd0);    // which half: `acc` decides
		assert (bin == wb_adr_i[12] & address[7:1] == wb_adr_i[8:2]);
		assert (bin ? address[9:8] == wb_adr_i[10:9] & ~running & ~clr : wb_adr_i[11:9] == 3'd0);
		assert (bin | (address[9] ? acts : register >= TALLY_PERIOD & register <= TALLY_LIMIT & ~counts));
	end
end

// ---- the tap: one sample at a time, one outcome per tick, and nothing begins while stopped ----
always @* begin
	assert (~(armed & have));
	assert (locked == (have & ~take));
	assert (seg != SAMPLE | at > 7'd87 | (have & ~waits));
	assert (~waits | pend | (~running & (seg == RESET | (seg == COMMON & at <= 7'd1))));
end
always @* if (was_begun) begin
	assert (~was_drained | drained | (~was_running & running));
	// the engine sees each tick: it waits, or is lost, or idle, until the engine has looked
	assert (waits == (was_begin | (was_waits & ~was_snap)));
	assert (loses == (was_lost | (was_loses & ~was_snap)));
	assert (sleeps == (was_idle | (was_sleeps & ~was_snap)));
	// its pc is that of the charged instruction
	assert (~have | take | shifted | pc == pc_was[16:0]);
end

endmodule

`default_nettype wire
