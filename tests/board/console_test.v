/* SPDX-License-Identifier: ISC
 * console_test.v - rtl/board/console.v against another serial port. Unread bytes keep their order
 * up to the buffer's room; LSR reports the next one lost, and no other. What is written is said.
 */
`default_nettype none

module console_test;
	parameter RX_LOG2 = 4;
	localparam ROOM = (1 << RX_LOG2) + 1, BYTES = 300;
	localparam DATA = 0, IER = 1, LSR = 5, SCR = 7;

	reg        clk = 0, rst = 1, stb = 0, we = 0, adr = 0, send = 0;
	reg  [3:0] sel = 0;
	reg [31:0] dat = 0;
	reg  [7:0] byte_in = 0, got;
	wire[31:0] rdat;
	wire       ack, irq, to_board, from_board, ready, valid;
	wire [7:0] byte_out;
	integer    errors = 0, said = 0, i;

	console #(.DIVISOR(4), .RX_LOG2(RX_LOG2)) dut (
		.clk_i (clk), .rst_i (rst), .stb_i (stb), .we_i (we), .sel_i (sel), .adr_i (adr),
		.dat_i (dat), .dat_o (rdat), .ack_o (ack), .irq_o (irq), .rx_i (to_board),
		.tx_o (from_board));
	uart_line host (
		.clk_i (clk), .rst_i (rst), .div_i (16'd4), .rx_i (from_board), .tx_o (to_board),
		.rx_valid_o (valid), .rx_data_o (byte_out), .rx_error_o (), .tx_valid_i (send),
		.tx_data_i (byte_in), .tx_ready_o (ready));

	always #1 clk = ~clk;

	task check(input ok, input [8*48-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("clock %0d: %0s", $time / 2, what);
		end
	endtask

	function [7:0] text(input integer n);	// the n-th byte, either way
		text = (n * 167 + (n >> 8)) & 255;
	endfunction

	task access(input write, input [2:0] at, input [7:0] value);
		begin
			stb <= 1;
			{we, adr, sel, dat} <= {write, at[2], 4'b0001 << at[1:0], {4{value}}};
			@(posedge clk);
			while (~ack) @(posedge clk);
			got = rdat >> 8 * at[1:0];
			stb <= 0;
			@(posedge clk);
		end
	endtask

	task key_in(input [7:0] value);
		begin
			send <= 1;
			byte_in <= value;
			@(posedge clk);
			while (~ready) @(posedge clk);
			send <= 0;
		end
	endtask

	always @(posedge clk) if (~rst & valid) begin
		check(byte_out === text(said), "what the board says is not what was written");
		said <= said + 1;
	end

	initial begin
		repeat (4) @(posedge clk);
		rst <= 0;
		@(posedge clk);
		access(1, IER, 1);
		check(~irq, "an interrupt for nothing");
		for (i = 0; i < ROOM; i = i + 1) key_in(text(i));
		repeat (60) @(posedge clk);
		access(0, LSR, 0);
		check(got[1:0] === 2'b01 & irq, "a byte lost that has room");
		key_in(8'h55);
		repeat (60) @(posedge clk);
		access(0, LSR, 0);
		check(got[1:0] === 2'b11, "a byte lost in silence");
		access(0, LSR, 0);
		check(got[1:0] === 2'b01, "overrun said twice");
		for (i = 0; i < ROOM; i = i + 1) begin
			check(irq, "no interrupt while bytes wait");
			access(0, SCR, 0);		// another byte of the word: takes nothing
			access(0, DATA, 0);
			check(got === text(i), "not the byte that was typed");
		end
		access(0, LSR, 0);
		check(got[1:0] === 2'b00 & ~irq, "a byte more than was typed");

		for (i = 0; i < BYTES; i = i + 1) begin
			access(0, LSR, 0);
			while (~got[5]) access(0, LSR, 0);
			access(1, DATA, text(i));
		end
		repeat (100) @(posedge clk);
		check(said === BYTES, "not all is said");
		$display("%0d bytes kept unread, %0d said, %0d errors", ROOM, said, errors);
		if (errors != 0) $fatal(1, "console_test: failed");
		$finish;
	end

	initial begin
		#400000 $display("console_test: %0d of %0d said", said, BYTES);
		$fatal(1, "console_test: failed");
	end
endmodule

`default_nettype wire
