/* SPDX-License-Identifier: ISC
 * bus_test.v - a board's SoC (rtl/board/soc.v, whole) on two sides: the core's bus, and the link's
 * pins. The testbench is the core, which makes accesses and bursts of every kind, random and back
 * to back, and the link's host, which reads and writes the unit all the while. Each read returns
 * the last write, each access is answered once, each device is asked once for each access, and the
 * bus's answer, which soc.v decides a cycle ahead, is right. The unit is bus master, too: the
 * testbench takes its place and counts words of RAM, and the core gives up accesses, as one does
 * that is reset.
 */
`default_nettype none

// A board core (rtl/soc/cores) with random requests, mostly back to back.
module core (
	input  wire        clk_i, rst_i, timer_irq_i, soft_irq_i, wb_ack_i, wb_err_i,
	input  wire [1:0]  ext_irq_i,
	input  wire [31:0] wb_dat_i,
	output reg         wb_stb_o, wb_we_o,
	output reg  [3:0]  wb_sel_o,
	output reg  [31:0] wb_adr_o, wb_dat_o,
	output reg  [2:0]  wb_cti_o,
	output reg  [1:0]  wb_bte_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_valid_o, tap_sleep_o,
	output wire [4:0]  tap_causes_o,
	output wire        tap_data_o,
	output wire [31:0] tap_pc_o, tap_data_adr_o, tap_insn_o,
	output wire        tap_handler_o
);
`include "tally_regs.vh"
	localparam ACCESSES = 12000, WORDS = 64;
	localparam [31:0] RAM = 32'h8000_1000, NOTHING = 32'h2000_0000, UNIT = 32'hf400_0000,
		CONSOLE = 32'h1000_0004, BOOT = 32'hffff_0000, BOOT_FIRST = 32'h0000_0513;
	integer     errors = 0, accesses = 0, of_unit = 0, of_console = 0, seed = 7;
	integer     i, k, n, waited;
	reg         over = 0, gives_up = 0, we;
	reg  [31:0] want [0:WORDS-1];
	reg  [31:0] at, got, size = 0;
	reg  [7:0]  scratch = 0;
	assign {tap_valid_o, tap_sleep_o, tap_causes_o, tap_data_o, tap_data_adr_o,
		tap_insn_o, tap_handler_o} = 0;
	assign {tap_pc_o, tap_priv_o} = 0;
	initial {wb_stb_o, wb_cti_o, wb_bte_o} = 0;

	function integer pick(input integer n);
		pick = $unsigned($random(seed)) % n;
	endfunction

	task check(input ok, input [8*40-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10)
				$display("core, access %0d, address %h, CTI %b: %0s",
					accesses, wb_adr_o, wb_cti_o, what);
		end
	endtask

	task access(input we, input [3:0] sel, input [31:0] adr, input [31:0] dat, input [2:0] cti,
			input [1:0] bte);
		begin
			wb_stb_o <= 1;
			{wb_we_o, wb_sel_o, wb_adr_o, wb_dat_o, wb_cti_o, wb_bte_o}
				<= {we, sel, adr, dat, cti, bte};
			@(posedge clk_i);
			for (waited = 0; ~(wb_ack_i | wb_err_i) & waited < 2000;
				waited = waited + 1)
				@(posedge clk_i);
			got        = wb_dat_i;
			accesses   = accesses + 1;
			of_unit    = of_unit + (adr[31:20] == UNIT[31:20]);
			of_console = of_console + (adr == CONSOLE);
			check(waited < 2000, "no answer");
			check(wb_err_i === (adr[31:28] == NOTHING[31:28]), "an error, or none");
			wb_stb_o <= 0;
		end
	endtask

	task reads(input [31:0] adr, input [31:0] expected, input [8*40-1:0] what);
		begin
			access(0, 4'hf, adr, 32'hdead_beef, 3'b000, 0);
			check(got === expected, what);
		end
	endtask

	task ram(input we, input [31:0] adr, input [2:0] cti, input [1:0] bte);
		reg [31:0] dat;
		reg [3:0]  sel;
		begin
			{sel, dat} = {we ? $random(seed) : 32'hf, $random(seed)};
			access(we, sel, adr, dat, cti, bte);
			for (k = 0; k < 4; k = k + 1)
				if (we & sel[k]) want[adr[7:2]][8*k +: 8] = dat[8*k +: 8];
			check(we | got === want[adr[7:2]], "RAM's word");
		end
	endtask

	// BTE: linear, or within 4, 8, 16 words
	task burst(input we, input [31:0] adr, input integer n, input [1:0] bte);
		reg [31:0] wraps;
		begin
			wraps = bte == 0 ? 32'hffff_ffff : (32'd8 << bte) - 1;
			for (i = 0; i < n; i = i + 1)
				ram(we, adr & ~wraps | adr + 4 * i & wraps,
					i == n - 1 ? 3'b111 : 3'b010, bte);
		end
	endtask

	task devices;
		case (pick(5))
		0: reads(UNIT + TALLY_ID, TALLY_ID_ID_RESET, "the unit's ID");
		1: reads(UNIT + TALLY_SIZE, size, "the unit's SIZE");
		2: begin
			size = pick(512);
			access(1, 4'hf, UNIT + TALLY_SIZE, size, 3'b000, 0);
		end
		3: reads(CONSOLE, {scratch, 24'h006000}, "the console's status");
		default: begin
			scratch = $random(seed);
			access(1, 4'b1000, CONSOLE, {scratch, 24'hbadbad}, 3'b000, 0);
		end
		endcase
	endtask

	task give_up;
		begin
			at = pick(3) ? pick(2) ? BOOT : NOTHING : RAM;
			wb_stb_o <= 1;
			{wb_we_o, wb_sel_o, wb_adr_o, wb_cti_o, wb_bte_o} <= {5'h0f, at, 5'd0};
			gives_up = 1;
			repeat (1 + pick(3)) @(posedge clk_i);
			wb_stb_o <= 0;
			repeat (4) @(posedge clk_i);
			gives_up = 0;
		end
	endtask

	always @(posedge clk_i) if (~rst_i & (wb_ack_i | wb_err_i) & ~gives_up)
		check(wb_stb_o & ~(wb_ack_i & wb_err_i), "answered unasked, or twofold");

	initial begin
		wait (rst_i === 1);
		wait (rst_i === 0);
		@(posedge clk_i);
		for (i = 0; i < WORDS; i = i + 1) begin
			want[i] = $random(seed);
			access(1, 4'hf, RAM + 4 * i, want[i], 3'b000, 0);
		end
		while (accesses < ACCESSES) begin
			if (pick(4) == 0) repeat (pick(40) == 0 ? 60 : pick(4)) @(posedge clk_i);
			we = pick(2);
			n  = 2 + pick(7);
			at = RAM + 4 * pick(WORDS - 8);
			case (pick(9))
			0, 1, 2: ram(we, RAM + 4 * pick(WORDS), 3'b000, 0);
			3, 4:    burst(we, at, n, pick(3) ? 2'b00 : pick(4));
			5:       reads(BOOT, BOOT_FIRST, "the boot ROM's word");
			6:       repeat (n) access(0, 4'hf, NOTHING, 0, 3'b000, 0);
			default: if (pick(4) == 0) give_up;
				else devices;
			endcase
		end
		over = 1;
	end
endmodule

// The unit as bus master: it reads a word of RAM, at either address, and writes it one larger,
// without a break; or it meets an error.
module master (
	input  wire        clk_i, rst_i, ack_i, err_i,
	input  wire [31:0] dat_i,
	output reg         cyc_o, stb_o, we_o,
	output reg  [31:0] adr_o, dat_o
);
	localparam WORDS = 64;
	localparam [31:0] RAM = 32'h8000_0800, ALIAS = 32'hb000_0800, NOTHING = 32'h2000_0000;
	integer    errors = 0, accesses = 0, longest = 0, seed = 11, waited, k;
	reg [31:0] want [0:WORDS-1], got;
	initial {cyc_o, stb_o} = 0;

	task check(input ok, input [8*40-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("master, access %0d: %0s", accesses, what);
		end
	endtask

	task access(input we, input [31:0] adr, input [31:0] dat, input keeps);
		begin
			{cyc_o, stb_o, we_o, adr_o, dat_o} <= {2'b11, we, adr, dat};
			@(posedge clk_i);
			for (waited = 0; ~(ack_i | err_i) & waited < 2000; waited = waited + 1)
				@(posedge clk_i);
			got      = dat_i;
			accesses = accesses + 1;
			longest  = waited > longest ? waited : longest;
			check(err_i === (adr == NOTHING) & ack_i === ~err_i,
				"no answer, or another");
			{cyc_o, stb_o} <= {keeps, 1'b0};
		end
	endtask

	always @(posedge clk_i) if (~rst_i & (ack_i | err_i))
		check(stb_o, "answered unasked");

	initial begin
		wait (rst_i === 1);
		wait (rst_i === 0);
		@(posedge clk_i);
		for (k = 0; k < WORDS; k = k + 1) begin
			want[k] = $random(seed);
			access(1, RAM + 4 * k, want[k], 0);
		end
		forever begin
			k = $unsigned($random(seed)) % WORDS;
			repeat (k % 8) @(posedge clk_i);
			if (k % 8 == 7) access(0, NOTHING, 0, 0);
			access(0, (k & 8 ? RAM : ALIAS) + 4 * k, 0, 1);
			check(got === want[k], "RAM's word");
			repeat (k % 3) @(posedge clk_i);
			want[k] = want[k] + 1;
			access(1, RAM + 4 * k, want[k], 0);
		end
	end
endmodule

module board_bus_test;
`include "tally_regs.vh"
	// clocks of a bit; the link's answer begins within
	localparam BIT = 4, LONGEST = 100 * BIT;
	reg         clk = 0, rst = 1, line = 1, turn = 0;
	wire        answer;
	integer     errors = 0, asked = 0, seed = 3, k, clocks;
	reg         over = 0;
	integer     unit_acks = 0, console_acks = 0;
	reg  [31:0] offset = 0, crc, got, seal;

	soc #(.CLOCK_HZ(BIT * 1000000), .RAM_LOG2(11), .UNIT(4), .MAPPER(0), .BINS_LOG2(9)) dut (
		.clk_i (clk), .rst_i (rst), .rx_i (1'b1), .link_rx_i (line),
		.link_tx_o (answer), .flash_cs_n_o (), .flash_clk_o (), .flash_mosi_o (),
		.flash_miso_i (1'b0));
	always #1 clk = ~clk;

	wire        cyc, stb, we;
	wire [31:0] adr, dat;
	master master (.clk_i(clk), .rst_i(rst), .ack_i(dut.sys_ack), .err_i(dut.sys_err),
		.dat_i(dut.bus_rdat), .cyc_o(cyc), .stb_o(stb), .we_o(we), .adr_o(adr),
		.dat_o(dat));
	always @(cyc, stb, we, adr, dat) begin
		force dut.sys_cyc  = cyc;
		force dut.sys_stb  = stb;
		force dut.sys_we   = we;
		force dut.sys_sel  = 4'hf;
		force dut.sys_adr  = adr;
		force dut.sys_wdat = dat;
	end
	initial begin
		// the unit itself has asked for nothing, and takes nothing from the core
		force dut.g_unit.tally.m_ack = 2'b00;
		force dut.g_unit.tally.m_err = 2'b00;
		force dut.g_unit.tally.m_stolen = 2'b00;
		wait (over);
		$write("board-bus: %0d accesses of the unit, %0d clocks at most; ",
			master.accesses, master.longest);
		check(master.accesses > 1000, "the unit has no turn");
		errors = errors + master.errors;
	end

	task check(input ok, input [8*40-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("clock %0d: %0s", $time / 2, what);
		end
	endtask

	always @(posedge clk) if (~rst) begin
		unit_acks    <= unit_acks + dut.unit_ack;
		console_acks <= console_acks + dut.uart_ack;
		check({dut.m_ack, dut.m_err} === {dut.bus_ack, dut.bus_err},
			"answered otherwise than the bus says");
	end

	// ---- the link's host (rtl/link/LINK.md)
	task add_to_crc(input [31:0] word);
		for (k = 0; k < 32; k = k + 1)
			crc = crc >> 1 ^ (crc[0] ^ word[k] ? 32'hedb8_8320 : 0);
	endtask

	task send(input [31:0] word);
		for (k = 0; k < 40; k = k + 1) begin
			line = k % 10 == 9 | k % 10 != 0 & word[k / 10 * 8 + k % 10 - 1];
			repeat (BIT) @(negedge clk);
		end
	endtask

	task receive(output [31:0] word);
		for (k = 0; k < 40; k = k + 1) begin
			if (k % 10 == 0) begin
				for (clocks = 0; answer & clocks < LONGEST; clocks = clocks + 1)
					@(negedge clk);
				check(clocks < LONGEST, "link: no answer");
				repeat (BIT / 2) @(negedge clk);
			end
			if (k % 10 == 9) check(answer, "link: no stop bit");
			else if (k % 10 != 0) word[k / 10 * 8 + k % 10 - 1] = answer;
			if (k % 10 != 9) repeat (BIT) @(negedge clk);
		end
	endtask

	task link(input [31:0] head, input [31:0] dat);
		begin
			crc = 32'hffff_ffff;
			add_to_crc(head);
			add_to_crc(dat);
			send(head);
			send(dat);
			send(~crc);
			receive(got);
			receive(seal);
			add_to_crc(got);
			check(seal === ~crc, "link: the answer's CRC");
			asked = asked + 1;
			repeat ($unsigned($random(seed)) % 40) @(negedge clk);
		end
	endtask

	task random_link;
		case ($unsigned($random(seed)) % 3)
		0: begin
			turn   = ~turn;
			offset = $random(seed) & 32'h0000_fffc;
			link({1'b1, turn, 30'd0} | TALLY_OFFSET / 4, offset);
		end
		1: begin
			link({1'b0, turn, 30'd0} | TALLY_OFFSET / 4, 0);
			check(got === offset, "link: the unit's OFFSET");
		end
		default: begin
			link({1'b0, turn, 30'd0} | TALLY_ID / 4, 0);
			check(got === TALLY_ID_ID_RESET, "link: the unit's ID");
		end
		endcase
	endtask

	initial begin
		#20 rst = 0;
		while (~dut.core.over) random_link;
		#8 check(console_acks == dut.core.of_console,
			"the console is not asked once an access");
		check(unit_acks == dut.core.of_unit, "the unit is not asked once an access");
		errors = errors + dut.core.errors;
		over = 1;
		#1;
		$display("board-bus: %0d accesses of the core, %0d of them to devices; ",
			dut.core.accesses, unit_acks + console_acks,
			"%0d of the link: %0d errors", asked, errors);
		if (errors != 0 | unit_acks < 500 | console_acks < 300 | asked < 30)
			$fatal(1);
		$finish;
	end
endmodule

`default_nettype wire
