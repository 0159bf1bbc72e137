// SPDX-License-Identifier: ISC
// power_up.v - in a simulator of four states a unit knows all that it shows after four cycles of
// reset, which came some clocks late: STATUS, and each word, the sum of which is TICKS.

`default_nettype none

module power_up ;

`include "tally_regs.vh"
localparam BINS_LOG2 = 5, WINDOW = 1 << (BINS_LOG2 + 2), WORDS = 1 << BINS_LOG2, SIZE = 16;
localparam CYCLES = 2000;
localparam [31:0] BASE = 32'h8000_0000;

reg         clk = 0, rst = 0, valid = 0, stb = 0, we = 0;
reg  [BINS_LOG2+2:0] adr = 0;
reg  [31:0] pc = BASE, wdata = 0, sum = 0, mapped = 0, ticks;
wire [31:0] rdata;
wire        ack;
integer     k;

tally_soc #(.BINS_LOG2(BINS_LOG2), .ADR_W(BINS_LOG2 + 3)) tally (
	.run_i(1'b1), .clk_i(clk), .rst_i(rst), .tap_valid_i(valid),
	.tap_pc_i(pc), .tap_priv_i(2'd3),
	.tap_sleep_i(1'b0), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(4'hf), .wb_adr_i(adr),
	.wb_dat_i(wdata), .wb_dat_o(rdata), .wb_ack_o(ack), .irq_o());

always #5 clk = ~clk;
always @(negedge clk) begin
	valid <= ~valid & ~rst;                // an instruction in every other cycle
	if (valid) pc <= pc == BASE + 36 ? BASE : pc + 4;
end

task access(input write, input [31:0] at, input [31:0] value);
	begin
		@(negedge clk) {stb, we, adr, wdata} = {1'b1, write, at[BINS_LOG2+2:0], value};
		@(negedge clk) while (ack !== 1'b1) @(negedge clk);
		stb = 0;
	end
endtask

task known;
	if (^rdata === 1'bx) begin
		$display("power_up: address %h reads %h", adr, rdata);
		$fatal(1);
	end
endtask

task drain;
	begin
		access(0, TALLY_STATUS, 0);
		while (rdata[TALLY_STATUS_DRAINED_LSB] === 1'b0)
			access(0, TALLY_STATUS, 0);
		known;
	end
endtask

initial begin
	repeat (3) @(negedge clk);
	rst = 1;
	repeat (4) @(negedge clk);
	rst = 0;
	drain;
	access(1, TALLY_SETUP, 32'hf << TALLY_SETUP_PRIVILEGES_LSB);
	access(1, TALLY_OFFSET, BASE);
	access(1, TALLY_SCALE, 32'h4000);
	access(1, TALLY_SIZE, SIZE);
	access(1, TALLY_CTRL, TALLY_CTRL_START_MASK);
	repeat (CYCLES) @(negedge clk);
	access(1, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	drain;
	access(0, TALLY_TICKS, 0);
	known;
	ticks = rdata;
	for (k = 0; k < WORDS; k = k + 1) begin
		access(0, WINDOW + 4 * k, 0);
		known;
		sum = sum + rdata;
		if (k < SIZE) mapped = mapped + rdata;
	end
	if (sum !== ticks || mapped < CYCLES) begin
		$display("power_up: TICKS %0d, the words %0d, the program's %0d",
			ticks, sum, mapped);
		$fatal(1);
	end
	$write("power_up: each word is known, their sum is TICKS, %0d; ",
		ticks);
	$display("%0d of the program", mapped);
	$finish;
end

endmodule

`default_nettype wire
