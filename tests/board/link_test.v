/* SPDX-License-Identifier: ISC
 * link_test.v - a board's serial link as a master on the core's bus (rtl/board/soc.v, whole). The testbench drives the
 * core. No request of either master is lost, answered twice or answered with the other's data. tests/link/test.c tests
 * the link's protocol; here a deposit starts its accesses, in any cycle.
 * - The core reads a word of the unit while a sample comes in each cycle, so the read finds no slot for longer than the
 *   link's patience. The link's request stays pending at each phase of that. Its writes are in RAM when it says so, its
 *   reads are right, a device is asked once, a register of the unit is written once.
 * - The link reads such a word by the core's bus, beyond its patience; the core fetches back to back.
 * - Random traffic of both: RAM, unit, console, unmapped addresses. The devices count their requests.
 * - The same core on a board without a unit.
 */
`default_nettype none

// A board core (rtl/soc/cores) that does what it is told; accesses called in one cycle follow back to back. It retires
// an instruction in each cycle.
module core (
	input  wire        clk_i, rst_i, timer_irq_i, soft_irq_i, wb_ack_i, wb_err_i,
	input  wire [1:0]  ext_irq_i,
	input  wire [31:0] wb_dat_i,
	output reg         wb_stb_o, wb_we_o,
	output reg  [3:0]  wb_sel_o,
	output reg  [31:0] wb_adr_o, wb_dat_o,
	output wire [2:0]  wb_cti_o,
	output wire [1:0]  wb_bte_o, tap_priv_o,
	output wire        tap_valid_o, tap_sleep_o,
	output wire [31:0] tap_pc_o
);
	reg  [31:0] got;
	reg         refused;
	integer     stray = 0;			// answers without a request, or double answers
	initial wb_stb_o = 0;
	assign {wb_cti_o, wb_bte_o, tap_sleep_o, tap_priv_o} = 0;
	assign {tap_valid_o, tap_pc_o} = {1'b1, 32'h8000_0000};

	task access(input we, input [3:0] sel, input [31:0] adr, input [31:0] dat);
		begin
			wb_stb_o <= 1;
			{wb_we_o, wb_sel_o, wb_adr_o, wb_dat_o} <= {we, sel, adr, dat};
			@(posedge clk_i);
			while (~(wb_ack_i | wb_err_i)) @(posedge clk_i);
			{got, refused} = {wb_dat_i, wb_err_i};
			wb_stb_o <= 0;
		end
	endtask

	always @(posedge clk_i) if (~rst_i)
		stray <= stray + (wb_ack_i & wb_err_i | ~wb_stb_o & (wb_ack_i | wb_err_i));
endmodule

`define LINK dut.soc_unit.g_link.uartbone.u_link
`define REGISTERS dut.soc_unit.g_unit.tally.u_registers
`define RAM  dut.g_ram.ram.mem

module board_link_test;
`include "tally_regs.vh"
	localparam [31:0] RAM = 32'h8000_0000, UNIT = 32'hf400_0000, CONSOLE = 32'h1000_0004, NOTHING = 32'h2000_0000,
		WORD = UNIT + 32'h0800 + 32'h0100,
		WORD_AGAIN = WORD + 32'h1000;		// the link does not take this for the unit's own port, so it uses the core's bus
	localparam HALF = 64, TRAFFIC = 2000,		// words of RAM: HALF the link's, HALF the core's; accesses of the core
		MOST = 16 * 256,			// cycles that an access of the link may take
		FIRST = 14, LAST = 24;			// the link starts so many cycles after the core's long access; its patience ends 120 later
	localparam [7:0] LSR = 8'h60;			// the transmitter is idle
	reg  [31:0] want [0:2*HALF-1];			// expected RAM
	reg  [31:0] l_got, size = 0;
	reg  [7:0]  l_done, l_bad, scratch = 0;
	reg         clk = 0, rst = 1, l_refused, traffic = 0;
	integer     errors = 0, seed = 1, i, j, delay, kind, clocks, word;
	integer     link_writes = 0, outlasted = 0, late = 0, console_due = 0, unit_due = 0, console_acks = 0, unit_acks = 0;

	soc #(.RAM_LOG2(10), .MAPPER(2), .BINS_LOG2(9)) dut (.clk_i (clk), .rst_i (rst), .rx_i (1'b1), .link_rx_i (1'b1), .flash_miso_i (1'b0));
	soc #(.RAM_LOG2(10), .UNIT(0)) bare (.clk_i (clk), .rst_i (rst), .rx_i (1'b1), .link_rx_i (1'b1), .flash_miso_i (1'b0));

	function integer pick(input integer n);
		pick = $unsigned($random(seed)) % n;
	endfunction

	always #1 clk = ~clk;
	always @(posedge clk) if (~rst) begin
		outlasted     <= outlasted + (`LINK.b_stb_o & `LINK.spent & ~`LINK.acked);
		late         <= late + (dut.link_ack & ~`LINK.b_stb_o);
		link_writes  <= link_writes + `REGISTERS.status_valid;
		console_acks <= console_acks + dut.uart_ack;
		unit_acks    <= unit_acks + (traffic & dut.unit_ack);
		check({dut.core_ack, dut.core_err} === {dut.shared_ack, dut.shared_err},
			"core: answered otherwise than the bus says");
	end

	task check(input ok, input [8*48-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("kind %0d, phase %0d, clock %0d: %0s", kind, delay, $time / 2, what);
		end
	endtask

	// ---- the link: a write from its mailbox, or a read of one word (tally_link.v)
	task link(input we, input [31:0] adr, input [31:0] dat);
		begin
			@(negedge clk);
			{l_done, l_bad} = {`LINK.serial_w, `LINK.bad};
			{`LINK.unlocked, `LINK.addr, `LINK.data, `LINK.left} = {1'b1, adr >> 2, we ? dat : 32'd0, 8'd1};
			{`LINK.writes, `LINK.boxed, `LINK.fixed, `LINK.tail, `LINK.refused, `LINK.missed} = {we, we, 4'd0};
			{`LINK.tries, `LINK.sub} = 0;
			`LINK.state = we ? `LINK.WRITE : `LINK.READ;
			for (clocks = 0; `LINK.state == (we ? `LINK.WRITE : `LINK.READ) & clocks < 2 * MOST; clocks = clocks + 1)
				@(negedge clk);
			{l_got, l_refused} = {`LINK.data, we ? `LINK.bad != l_bad : `LINK.refused};
			check(clocks < MOST & ~`LINK.missed & `LINK.serial_w == l_done + (we & ~l_refused), "link: an access is not done");
			`LINK.state = `LINK.CMD;	// nothing goes onto the line
		end
	endtask

	task link_reads(input [31:0] adr, input [31:0] mask, input [31:0] expected, input [8*48-1:0] what);
		begin
			link(0, adr, 0);
			check(~l_refused & (l_got & mask) === expected, what);
		end
	endtask

	task link_ram(input we, input integer l_word, input [31:0] dat);
		if (we) begin
			link(1, RAM + 4 * l_word, dat);
			want[l_word] = dat;
			check(~l_refused & `RAM[l_word] === dat, "link: a write said to be done is not in RAM");
			`RAM[l_word] = dat;
		end else
			link_reads(RAM + 4 * l_word, 32'hffff_ffff, want[l_word], "link: data read of RAM");
	endtask

	task link_any;
		begin
			repeat (pick(6)) @(negedge clk);
			case (pick(8))
			0: link_reads(UNIT + TALLY_ID, 32'hffff_ffff, TALLY_ID_ID_RESET, "link: the unit's ID, by its own port");
			1: begin
				console_due = console_due + 1;
				link_reads(CONSOLE, 32'hffff, {LSR, 8'd0}, "link: the console's status");
			end
			2: begin
				link(pick(2), NOTHING + 4 * pick(64), 32'hbad);
				check(l_refused, "link: an address where nothing is");
			end
			default: link_ram(pick(2), pick(HALF), $random(seed));
			endcase
		end
	endtask

	// ---- the core
	task core_reads(input [31:0] adr, input [31:0] expected, input [8*48-1:0] what);
		begin
			dut.core.access(0, 4'b1111, adr, 32'hdead_beef);
			check(~dut.core.refused & dut.core.got === expected, what);
		end
	endtask

	task core_ram;
		reg [3:0]  sel;
		reg [31:0] dat;
		begin
			word = HALF + pick(HALF);
			{sel, dat} = {$random(seed), $random(seed)};
			if (sel[0] ^ sel[1]) begin
				dut.core.access(1, sel, RAM + 4 * word, dat);
				for (j = 0; j < 4; j = j + 1)
					want[word][8*j +: 8] = sel[j] ? dat[8*j +: 8] : want[word][8*j +: 8];
			end else
				core_reads(RAM + 4 * word, want[word], "core: data read of RAM");
		end
	endtask

	task core_any;
		begin
			repeat (pick(4) == 0 ? pick(5) : 0) @(posedge clk);
			i = pick(10);
			unit_due    = unit_due + (i <= 2);
			console_due = console_due + (i == 3 | i == 4);
			case (i)
			0: core_reads(UNIT + TALLY_ID, TALLY_ID_ID_RESET, "core: the unit's ID");
			1: core_reads(UNIT + TALLY_SIZE, size, "core: data read of the unit");
			2: begin
				size = pick(512);
				dut.core.access(1, 4'b1111, UNIT + TALLY_SIZE, size);
			end
			3: core_reads(CONSOLE, {scratch, 8'd0, LSR, 8'd0}, "core: the console's status");
			4: begin
				scratch = $random(seed);
				dut.core.access(1, 4'b1000, CONSOLE, {scratch, 24'hbadbad});
			end
			5: begin
				dut.core.access(pick(2), 4'b1111, NOTHING + 4 * i, 32'hbad);
				check(dut.core.refused & dut.core.got === 0, "core: an address where nothing is");
			end
			default: core_ram;
			endcase
		end
	endtask

	task unit_register(input [31:0] at, input [31:0] dat);
		dut.core.access(1, 4'b1111, UNIT + at, dat);
	endtask

	task long;				// a read that begins now finds no slot for about 250 cycles: TICKS passes 128 twice
		while (`REGISTERS.ticks[6:0] != 0) @(posedge clk);
	endtask

	initial begin
		for (i = 0; i < 2 * HALF; i = i + 1) {want[i], `RAM[i]} = {2{32'hc0de_0000 + i}};
		#10 rst = 0;
		#8 unit_register(TALLY_PERIOD, 0);
		unit_register(TALLY_SETUP, TALLY_SETUP_PRIVILEGES_MASK);
		unit_register(TALLY_CTRL, TALLY_CTRL_START_MASK);
		core_reads(UNIT + TALLY_STATUS, TALLY_STATUS_RUNNING_MASK | TALLY_STATUS_BUSY_MASK, "it does not count");

		// kind 0 .. 3: the core stops after its long access or goes on, the link reads or writes; 4: the link makes the long
		// access; 5: the link reads a device; 6: it writes a register of the unit by its own port
		for (kind = 0; kind <= 6; kind = kind + 1)
			for (delay = FIRST; delay <= LAST; delay = delay + 1) begin
				long;
				fork
					begin
						if (kind != 4) core_reads(WORD, 0, "core: a word");
						repeat (kind == 4 ? 200 : kind[0] ? 60 : 0) core_ram;
					end
					begin
						repeat (delay) @(negedge clk);
						if (kind == 4) link_reads(WORD_AGAIN, 32'hffff_ffff, 0, "link: a word by the core's bus");
						else if (kind == 5) begin
							console_due = console_due + 1;
							link_reads(CONSOLE, 32'hffff, {LSR, 8'd0}, "link: the console's status, late");
						end else if (kind == 6) begin
							link(1, UNIT + TALLY_STATUS, 0);
							check(~l_refused & link_writes == delay - FIRST + 1, "the unit: a register of the link's is not written once");
						end else link_ram(kind[1], delay, $random(seed));
						link_ram(0, delay, 0);
					end
				join
				check(console_acks == console_due, "a device is asked twice");
			end

		unit_register(TALLY_CTRL, TALLY_CTRL_STOP_MASK);
		repeat (20) @(posedge clk);
		unit_register(TALLY_SIZE, 0);
		traffic = 1;
		fork
			repeat (TRAFFIC) core_any;
			repeat (TRAFFIC / 4) link_any;
		join
		#16 check(console_acks == console_due & unit_acks == unit_due, "a device is not asked once for each access");
		for (i = 0; i < 2 * HALF; i = i + 1) check(`RAM[i] === want[i], "RAM at the end");

		for (i = 0; i < 32; i = i + 1) begin
			bare.core.access(1, 4'b1111, RAM + 4 * i, 32'hfeed_0000 + i);
			bare.core.access(i[0], 4'b1111, UNIT + 4 * i, 32'hbad);
			check(~bare.core.refused & (i[0] | bare.core.got === 0), "no unit: its registers");
			bare.core.access(0, 4'b1111, RAM + 4 * i, 0);
			check(bare.core.got === 32'hfeed_0000 + i, "no unit: data read of RAM");
		end
		check(dut.core.stray + bare.core.stray == 0, "core: answers to nothing");
		$display("%0d accesses of the link outlast its patience, %0d answered to nobody, %0d + %0d accesses of console and unit: %0d errors",
			outlasted, late, console_due, unit_due, errors);
		if (errors != 0 | outlasted < 30 | late != 0 | console_due < 300 | unit_due < 300)
			$fatal(1, "FAILED");
		$finish;
	end

	initial #4000000 $fatal(1, "FAILED: an access has no end");
endmodule

`default_nettype wire
