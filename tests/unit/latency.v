// SPDX-License-Identifier: ISC
// latency.v - random starts and ends through tap_latency into a unit: each bin is how often that
// many cycles passed, by a model that notes the cycle of the start; the longest are in one bin.

`default_nettype none

module latency ;

`include "tally_regs.vh"
localparam BINS_LOG2 = 8, WINDOW = 1 << (BINS_LOG2 + 2), WIDTH = 7, LONGEST = 1 << (WIDTH - 1);
localparam CYCLES = 60000;

reg         clk = 0, rst = 1, starts = 0, ends = 0, stb = 0, we = 0, busy = 0;
reg  [BINS_LOG2+2:0] adr = 0;
reg  [31:0] wdata = 0;
wire [31:0] rdata, value;
wire        valid, ack;
integer     now = 0, since = -1, rarely = 1, taken, k, wrong = 0, times = 0, differ = 0;
integer     expected [0:LONGEST];

tap_latency #(.WIDTH(WIDTH)) tap (.clk_i(clk), .rst_i(rst), .start_i(starts), .end_i(ends),
	.tap_valid_o(valid), .tap_pc_o(value));
tally_soc #(.BINS_LOG2(BINS_LOG2), .ADR_W(BINS_LOG2 + 3)) tally (
	.run_i(1'b1), .clk_i(clk), .rst_i(rst), .tap_valid_i(valid),
	.tap_pc_i(value), .tap_priv_i(2'd3),
	.tap_sleep_i(1'b0), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(4'hf), .wb_adr_i(adr),
	.wb_dat_i(wdata), .wb_dat_o(rdata), .wb_ack_o(ack), .irq_o());

always #5 clk = ~clk;

// from time to time both become more or less frequent: an end in 1 .. 100 cycles, on average
always @(negedge clk) begin
	if ($urandom % 200 == 0) rarely = 1 + $urandom % 100;
	starts = busy && $urandom % (1 + rarely / 4) == 0;
	ends = busy && $urandom % rarely == 0;
end

always @(posedge clk) begin
	if (ends && since >= 0) begin
		taken = now - since > LONGEST ? LONGEST : now - since;
		expected[taken] = expected[taken] + 1;
		since = -1;
	end
	if (starts && since < 0) since = now;
	now = now + 1;
end

task access(input write, input [31:0] at, input [31:0] data);
	begin
		@(negedge clk) {stb, we, adr, wdata} = {1'b1, write, at[BINS_LOG2+2:0], data};
		@(negedge clk) while (ack !== 1'b1) @(negedge clk);
		stb = 0;
	end
endtask

initial begin
	for (k = 0; k <= LONGEST; k = k + 1) expected[k] = 0;
	repeat (4) @(negedge clk);
	rst = 0;
	access(1, TALLY_SETUP, 32'hf << TALLY_SETUP_PRIVILEGES_LSB | 1 << TALLY_SETUP_SOURCE_LSB);
	access(1, TALLY_OFFSET, 0);
	access(1, TALLY_SCALE, 32'h10000);
	access(1, TALLY_SIZE, LONGEST + 1);
	access(1, TALLY_CTRL, TALLY_CTRL_START_MASK);
	busy = 1;
	repeat (CYCLES) @(negedge clk);
	busy = 0;
	@(negedge clk) access(1, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	access(0, TALLY_STATUS, 0);
	while (!rdata[TALLY_STATUS_DRAINED_LSB]) access(0, TALLY_STATUS, 0);
	for (k = 0; k <= LONGEST; k = k + 1) begin
		access(0, WINDOW + 4 * k, 0);
		times = times + rdata;
		differ = differ + (rdata != 0);
		if (rdata !== expected[k]) begin
			wrong = wrong + 1;
			$display("latency: %0d times %0d cycles, not %0d", rdata, k, expected[k]);
		end
	end
	access(0, TALLY_TICKS, 0);
	$display("latency: %0d times in %0d bins, %0d bins are wrong", times,
		differ, wrong);
	if (wrong != 0 || rdata !== times || differ != LONGEST || times < CYCLES / 100) $fatal(1);
	$finish;
end


endmodule

`default_nettype wire
