// SPDX-License-Identifier: ISC
// tally_small_tap.v - the smallest unit's tap: when a tick falls, and the instruction charged.
//
// The microcode loads the divider's rest once a frame; a tick falls so many clocks later, one a
// frame at most. One sample at a time: a tick while another waits or is not taken yet is lost.
// The pc register follows the tap until it holds a sample; serial_i then shifts it out, less
// OFFSET, whose bits come from memory one after another.

`default_nettype none

module tally_small_tap #(
	parameter [31:0] PC_BASE = 32'h8000_0000
) (
	input  wire        clk_i,
	input  wire        run_i,
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        running_i,
	input  wire        load_i,        // count_i clocks from the fourth next on a tick falls, if on_i; count_i stays a clock
	input  wire        on_i,
	input  wire [7:0]  count_i,
	input  wire        snap_i,        // *_o hold what the tick of the last frame was; wait for the next
	input  wire        take_i,        // the sample has been shifted out
	input  wire        kill_i,        // what waits is gone
	input  wire        serial_i,
	input  wire        begin_i,       // no borrow yet
	input  wire        offset_i,
	output wire        pend_o,
	output wire        ready_o,       // a sample, whose tick snap_i has seen
	output reg         wait_o,
	output reg         lost_o,
	output reg         sleep_o,
	output reg  [1:0]  priv_o,        // of the instruction charged
	output wire        low_o,         // it lies below OFFSET or outside of the 2^17 bytes
	output reg         dq_o           // the bit of pc - OFFSET that serial_i shifted out in the clock before
);

reg  [7:0]  count = 8'd0;
reg         aim = 1'b0, load = 1'b0, falls = 1'b0, take = 1'b0;
reg         valid = 1'b0, awake = 1'b0, asleep = 1'b0;   // a tick falls, if running
reg  [16:0] pc = 17'd0;
reg         home = 1'b0, borrow = 1'b0, armed = 1'b0;
reg         waits = 1'b0, loses = 1'b0, sleeps = 1'b0;

initial {wait_o, lost_o, sleep_o, priv_o, dq_o} = 6'd0;

wire [8:0] next = {1'b0, count} + {1'b0, {8{~load}}};
reg         have = 1'b0;            // never while armed
reg         locked = 1'b0;          // have & ~take: pc is of the sample
wire idle   = asleep & running_i;
wire lost   = awake & running_i & (armed | have);
wire begins = awake & running_i & ~armed & ~have;
wire charge = valid & (armed | begins);

assign ready_o = have & ~waits;
wire follow = ~locked & ~(valid & (armed | (awake & running_i)));

assign pend_o = armed | have;
assign low_o  = borrow | ~home;

always @(posedge clk_i) begin
	load  <= load_i;
	take  <= take_i;
	count <= load ? count_i : next[7:0];
	falls <= aim & ~next[8];        // at load aim still set means 255 clocks, which are over
	aim   <= load ? on_i : aim & next[8];
	valid  <= tap_valid_i & run_i;
	awake  <= falls & run_i & ~tap_sleep_i;
	asleep <= falls & run_i & tap_sleep_i;
	armed  <= (armed | begins) & ~valid & ~kill_i;
	have <= ((have & ~take) | charge) & ~kill_i;
	locked <= (locked | charge) & ~take_i & ~kill_i;
	waits  <= begins | (waits & ~snap_i);
	loses  <= lost | (loses & ~snap_i);
	sleeps <= idle | (sleeps & ~snap_i);
	if (snap_i) begin
		wait_o  <= waits;
		lost_o  <= loses;
		sleep_o <= sleeps;
	end
	if (serial_i | follow)
		pc <= serial_i ? {1'b0, pc[16:1]} : tap_pc_i[16:0];
	if (follow) begin
		home <= tap_pc_i[31:17] == PC_BASE[31:17];
		priv_o <= tap_priv_i;
	end
	dq_o <= pc[0] ^ offset_i ^ borrow;
	if (serial_i)
		borrow <= (~pc[0] & (offset_i | borrow)) | (offset_i & borrow);
	else if (begin_i)
		borrow <= 1'b0;
end

endmodule

`default_nettype wire
