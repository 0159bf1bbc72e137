// SPDX-License-Identifier: ISC
// timing.v - what the timing diagrams of the datasheet show, as a waveform: `diagram` is the number
// of the one that a cycle belongs to (sw/package/waves.py), 0 of none.

`default_nettype none

module timing;

`include "tally_regs.vh"
localparam BINS_LOG2 = 9, WINDOW = 1 << (BINS_LOG2 + 2);
localparam [31:0] CODE = 32'h1000;                     // its first instruction has bin 0

reg         clk = 0, rst = 1, valid = 0, stb = 0, we = 0;
reg  [31:0] pc = CODE, wdata = 0;
reg  [BINS_LOG2+2:0] adr = 0;
reg  [2:0]  diagram = 0;
wire [31:0] rdata;
wire        ack;
wire        write = stb & we, answer = ack & ~we;      // when wdata and rdata mean something

tally_simple #(.MAPPER(0), .BINS_LOG2(BINS_LOG2)) tally (
	.clk_i(clk), .rst_i(rst), .tap_valid_i(valid), .tap_pc_i(pc), .tap_priv_i(2'd3),
	.tap_sleep_i(1'b0), .event_i(8'd0), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(4'hf),
	.wb_adr_i(adr), .wb_dat_i(wdata), .wb_dat_o(rdata), .wb_ack_o(ack), .irq_o());

always #5 clk = ~clk;

task wait_for(input integer cycles);
	repeat (cycles) @(posedge clk);
endtask

task access(input writes, input integer at, input [31:0] data);
	begin
		{stb, we, adr, wdata} <= {1'b1, writes, at[BINS_LOG2+2:0], data};
		@(posedge clk);
		@(posedge clk) while (!ack) @(posedge clk);
		{stb, we} <= 2'd0;
	end
endtask

task retire(input [31:0] at);
	begin
		{valid, pc} <= {1'b1, at};
		@(posedge clk) valid <= 0;
	end
endtask

initial begin
	$dumpfile("timing.vcd");
	$dumpvars(0, timing);
	wait_for(4);
	rst <= 0;
	access(1, TALLY_OFFSET, CODE);
	access(1, TALLY_SCALE, 32'h1_0000);
	access(1, TALLY_SIZE, WINDOW / 4 - 16);
	access(1, TALLY_SETUP, 32'hf << TALLY_SETUP_PRIVILEGES_LSB);
	access(1, TALLY_CTRL, TALLY_CTRL_START_MASK);
	retire(CODE + 8);
	wait_for(12);

	// the second instruction takes four cycles
	diagram <= 1;
	wait_for(1);
	retire(CODE + 6);
	wait_for(3);
	retire(CODE + 8);
	wait_for(10);
	diagram <= 0;
	wait_for(8);

	// a loop of one instruction: its word is not yet written when it is read again
	diagram <= 2;
	wait_for(1);
	retire(CODE + 12);
	retire(CODE + 12);
	wait_for(9);
	diagram <= 0;
	wait_for(8);

	// STOP, while an instruction of the core is under way
	diagram <= 4;
	wait_for(1);
	access(1, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	wait_for(3);
	retire(CODE + 8);
	wait_for(10);
	diagram <= 0;
	wait_for(8);

	// a register written and read; a bin
	diagram <= 3;
	wait_for(1);
	access(1, TALLY_PERIOD, 999);
	wait_for(1);
	access(0, TALLY_PERIOD, 0);
	wait_for(1);
	access(0, WINDOW + 4 * 4, 0);
	wait_for(1);
	diagram <= 0;
	wait_for(1);
	$finish;
end

endmodule

`default_nettype wire
