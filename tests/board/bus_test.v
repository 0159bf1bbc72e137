/* SPDX-License-Identifier: ISC
 * bus_test.v - a board's RAM on the core's bus (rtl/board/soc.v, whole). Bursts of every kind, unmapped addresses,
 * devices, random and back to back, beside an unlocked link and, with SPRAM (-DSPRAM), while the flash loader still
 * fills RAM. Each read returns the last write, each access is answered once, and the core's answer, which soc.v decides
 * a cycle ahead, matches the bus's.
 */
`default_nettype none

// The UP5K's RAM: a write leaves its output undefined.
module SB_SPRAM256KA (
	input  wire [13:0] ADDRESS,
	input  wire [15:0] DATAIN,
	input  wire [3:0]  MASKWREN,
	input  wire        WREN, CHIPSELECT, CLOCK, STANDBY, SLEEP, POWEROFF,
	output reg  [15:0] DATAOUT
);
	reg [15:0] mem [0:16383];
	integer    i;
	always @(posedge CLOCK) if (CHIPSELECT) begin
		DATAOUT <= WREN ? 16'hx : mem[ADDRESS];
		for (i = 0; i < 4; i = i + 1)
			if (WREN & MASKWREN[i])
				mem[ADDRESS][4*i +: 4] <= DATAIN[4*i +: 4];
	end
endmodule

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
	output wire [31:0] tap_pc_o
);
	localparam ACCESSES = 6000, WORDS = 64;
	localparam [31:0] RAM = 32'h8000_1000, NOTHING = 32'h2000_0000, UNIT = 32'hf400_0000, BOOT = 32'hffff_0000, BOOT_FIRST = 32'h0000_0513;
	integer     errors = 0, accesses = 0, seed = 7, i, n, wait_for;
	reg         over = 0, we;
	reg  [31:0] want [0:WORDS-1];
	reg  [31:0] at;
	reg  [1:0]  kind_of_burst;
	assign {tap_valid_o, tap_sleep_o, tap_pc_o, tap_priv_o} = 0;
	initial {wb_stb_o, wb_cti_o, wb_bte_o} = 0;

	function integer pick(input integer n);
		pick = $unsigned($random(seed)) % n;
	endfunction

	task check(input ok, input [8*40-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("core, access %0d, address %h, CTI %b: %0s", accesses, wb_adr_o, wb_cti_o, what);
		end
	endtask

	task access(input we, input [3:0] sel, input [31:0] adr, input [2:0] cti, input [1:0] bte);
		reg [31:0] dat;
		integer    k;
		begin
			dat = $random(seed);
			wb_stb_o <= 1;
			{wb_we_o, wb_sel_o, wb_adr_o, wb_dat_o, wb_cti_o, wb_bte_o} <= {we, sel, adr, dat, cti, bte};
			@(posedge clk_i);
			for (wait_for = 0; ~(wb_ack_i | wb_err_i) & wait_for < 2000; wait_for = wait_for + 1) @(posedge clk_i);
			accesses = accesses + 1;
			check(wait_for < 2000, "no answer");
			check(wb_err_i === (adr[31:28] == NOTHING[31:28]), "an error, or none");
			if (adr[31:12] == RAM[31:12] & we)
				for (k = 0; k < 4; k = k + 1) if (sel[k]) want[adr[7:2]][8*k +: 8] = dat[8*k +: 8];
			if (adr[31:12] == RAM[31:12] & ~we)
				check(wb_dat_i === want[adr[7:2]], "RAM's word");
			if (adr == BOOT & ~we)
				check(wb_dat_i === BOOT_FIRST, "the boot ROM's word");
			if (adr == UNIT)
				check(wb_dat_i === 32'h5441_4c59, "the unit's ID");
			wb_stb_o <= 0;
		end
	endtask

	// BTE: linear, or within 4, 8, 16 words
	task burst(input we, input [31:0] adr, input integer n, input [1:0] bte);
		reg [31:0] wraps;
		begin
			wraps = bte == 0 ? 32'hffff_ffff : (32'd8 << bte) - 1;
			for (i = 0; i < n; i = i + 1)
				access(we, we ? $random(seed) : 4'hf, adr & ~wraps | adr + 4 * i & wraps, i == n - 1 ? 3'b111 : 3'b010, bte);
		end
	endtask

	always @(posedge clk_i) if (~rst_i & (wb_ack_i | wb_err_i))
		check(wb_stb_o & ~(wb_ack_i & wb_err_i), "answered unasked, or twofold");

	initial begin
		wait (rst_i === 1);
		wait (rst_i === 0);
		@(posedge clk_i);
		for (i = 0; i < WORDS; i = i + 1)
			access(1, 4'hf, RAM + 4 * i, 3'b000, 0);
		while (accesses < ACCESSES) begin
			if (pick(4) == 0) repeat (pick(40) == 0 ? 60 : pick(4)) @(posedge clk_i);
			we = pick(2);
			n  = 2 + pick(7);
			at = RAM + 4 * pick(WORDS - 8);
			kind_of_burst = pick(3) ? 2'b00 : pick(4);		// linear, or any
			case (pick(8))
			0, 1, 2: access(we, we ? $random(seed) : 4'hf, RAM + 4 * pick(WORDS), 3'b000, 0);
			3, 4:    burst(we, at, n, kind_of_burst);
			5:       burst(0, BOOT, n, 0);
			6:       burst(0, NOTHING, n - 1, 0);
			default: access(0, 4'hf, UNIT, 3'b000, 0);
			endcase
		end
		over = 1;
	end
endmodule

`define LINK dut.soc_unit.g_link.uartbone.u_link

module board_bus_test;
`ifdef SPRAM
	localparam SPRAM = 1, RAM_LOG2 = 15;
`else
	localparam SPRAM = 0, RAM_LOG2 = 11;
`endif
	localparam [31:0] SCRATCH = 32'h8000_1800, NOTHING = 32'h2000_0000;	// the link's words; the image ends before them
	localparam WORDS = 16, MOST = 9000;
	reg         clk = 0, rst = 1, miso;
	wire        flash_cs_n, flash_clk, flash_mosi;
	integer     errors = 0, accesses = 0, loading = 0, seed = 3, k, clocks, bits;
	reg  [31:0] want [0:WORDS-1];
	reg  [31:0] value, got;
	reg         refused;

	soc #(.RAM_LOG2(RAM_LOG2), .SPRAM(SPRAM), .MAPPER(2), .BINS_LOG2(9)) dut (.clk_i (clk), .rst_i (rst), .rx_i (1'b1), .link_rx_i (1'b1),
		.flash_cs_n_o (flash_cs_n), .flash_clk_o (flash_clk), .flash_mosi_o (flash_mosi), .flash_miso_i (miso));
	always #1 clk = ~clk;

	task check(input ok, input [8*40-1:0] what);
		if (ok !== 1'b1) begin
			errors = errors + 1;
			if (errors <= 10) $display("clock %0d: %0s", $time / 2, what);
		end
	endtask

	always @(posedge clk) if (~rst)
		check({dut.core_ack, dut.core_err} === {dut.shared_ack, dut.shared_err}, "core: answered otherwise than the bus says");

	// ---- the flash: an image of 200 words (rtl/board/flash_loader.v)
	localparam LOADED = 200;
	reg [31:0] flash [0:LOADED+3];
	initial begin
		{flash[0], flash[1], flash[2], flash[LOADED+3]} = {32'h594c_4154, LOADED, 32'h8000_0000, -32'h8000_0000};
		for (k = 0; k < LOADED; k = k + 1) begin
			flash[3+k] = $random(seed);
			flash[LOADED+3] = flash[LOADED+3] - flash[3+k];
		end
	end
	always @(negedge flash_clk or posedge flash_cs_n)
		if (flash_cs_n)
			bits = 0;
		else begin
			bits = bits + 1;
			if (bits >= 32)
				miso <= flash[(bits - 32) / 32][8 * ((bits - 32) / 8 % 4) + 7 - (bits - 32) % 8];
		end

	// ---- the link: a write from its mailbox, or a read of one word (tally_link.v)
	task link(input we, input [31:0] adr, input [31:0] dat);
		begin
			@(negedge clk);
			{`LINK.unlocked, `LINK.addr, `LINK.data, `LINK.left} = {1'b1, adr >> 2, we ? dat : 32'd0, 8'd1};
			{`LINK.writes, `LINK.boxed, `LINK.fixed, `LINK.tail, `LINK.refused, `LINK.missed} = {we, we, 4'd0};
			{`LINK.tries, `LINK.sub} = 0;
			`LINK.state = we ? `LINK.WRITE : `LINK.READ;
			for (clocks = 0; `LINK.state == (we ? `LINK.WRITE : `LINK.READ) & clocks < MOST; clocks = clocks + 1) @(negedge clk);
			{got, refused} = {`LINK.data, `LINK.refused};
			check(clocks < MOST & ~`LINK.missed, "link: no answer");
			`LINK.state = `LINK.CMD;
			accesses = accesses + 1;
		end
	endtask

	task random_link;
		begin
			repeat ($unsigned($random(seed)) % 12) @(negedge clk);
			k = $unsigned($random(seed)) % WORDS;
			case ($unsigned($random(seed)) % 5)
			0, 1: begin
				value = $random(seed);
				link(1, SCRATCH + 4 * k, value);
				want[k] = value;
			end
			2, 3: begin
				link(0, SCRATCH + 4 * k, 0);
				check(got === want[k], "link: RAM's word");
			end
			default: begin
				link(0, NOTHING, 0);
				check(refused, "link: no error where nothing is");
			end
			endcase
		end
	endtask

	initial begin
		#20 rst = 0;
		for (k = 0; k < WORDS; k = k + 1) begin
			want[k] = $random(seed);
			link(1, SCRATCH + 4 * k, want[k]);
		end
		while (~dut.loaded & ~dut.failed_o) begin
			random_link;
			loading = loading + 1;
		end
		check(dut.loaded, "the image was not loaded");
		while (~dut.core.over) random_link;
		errors = errors + dut.core.errors;
		if (SPRAM != 0)
			for (k = 0; k < LOADED; k = k + 1) begin
				link(0, 32'h8000_0000 + 4 * k, 0);
				check(got === flash[3+k], "the image");
			end
		$display("board-bus: %0d accesses of the core, %0d of the link, %0d of them while RAM was loaded: %0d errors", dut.core.accesses, accesses, loading, errors);
		if (errors != 0) $fatal(1);
		$finish;
	end
endmodule

`default_nettype wire
