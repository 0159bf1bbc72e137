// SPDX-License-Identifier: ISC
// soc.v - what a board carries: core, bus, RAM, console, timer, the unit and its serial link
// (rtl/tally_soc.v), in the order in which an instruction's cycle travels. The memory map is that
// of the simulated machines (rtl/soc/bus.v); RAM repeats up to the end of its window, so that a
// stack at the end of a larger RAM works.
// A store to the finisher ends the run: the core stays in reset and the unit keeps its counts.

`default_nettype none

module soc #(
	parameter CLOCK_HZ   = 12000000,
	parameter BAUD       = 115200,		// of the console
	parameter LINK_BAUD  = 1000000,		// of the unit's serial link
	parameter RAM_LOG2   = 11,		// RAM: 2^RAM_LOG2 words; 10 .. 25
	// 1: RAM is the UP5K's SPRAM, filled from the flash; requires RAM_LOG2 15
	parameter SPRAM      = 0,
	parameter RAM_INIT   = "",		// otherwise: $readmemh file of RAM at power-up
	// 0: no unit; 1: one; 2: a second one that counts loads and stores; 3: who called; 4: the
	// kernel's two, whose counters are in RAM
	parameter UNIT       = 1,
	parameter MAPPER     = 1,		// the unit's; see rtl/unit/tally_params.vh
	parameter BINS_LOG2  = 10,
	parameter NODES      = 11		// UNIT 3: 2^NODES of the call tree
) (
	input  wire clk_i,
	input  wire rst_i,
	input  wire rx_i,			// console
	output wire tx_o,
	input  wire link_rx_i,			// the unit's, for `tally top` (rtl/link/LINK.md)
	output wire link_tx_o,
	output wire flash_cs_n_o,
	output wire flash_clk_o,
	output wire flash_mosi_o,
	input  wire flash_miso_i,
	output wire run_o,			// the core runs
	output wire failed_o			// the flash holds no program
);
localparam [31:0] RAM_END = 32'h8000_0000 + (32'd4 << RAM_LOG2);

reg         done;			// the firmware said so
wire        loaded;
wire        run = loaded & ~done & ~rst_i;
assign run_o = run;

// ---- core
wire        timer_irq, soft_irq, uart_irq, unit_irq;
wire        core_stb, core_we, core_ack, core_err;
wire [3:0]  core_sel;
wire [31:0] core_adr, core_dat, bus_rdat;
wire [2:0]  core_cti;
wire [1:0]  core_bte;
wire        tap_valid, tap_sleep;
wire [4:0]  tap_causes;
wire [31:0] tap_pc;
wire [1:0]  tap_priv;
wire        tap_data;
wire [31:0] tap_data_adr, tap_insn;
wire        tap_handler;

core core (
	.clk_i       (clk_i),
	.rst_i       (~run),
	.timer_irq_i (timer_irq),
	.soft_irq_i  (soft_irq),
	.ext_irq_i   ({unit_irq, uart_irq}),
	.wb_stb_o    (core_stb),
	.wb_we_o     (core_we),
	.wb_sel_o    (core_sel),
	.wb_adr_o    (core_adr),
	.wb_dat_o    (core_dat),
	.wb_cti_o    (core_cti),
	.wb_bte_o    (core_bte),
	.wb_dat_i    (bus_rdat),
	.wb_ack_i    (core_ack),
	.wb_err_i    (core_err),
	.tap_valid_o (tap_valid),
	.tap_pc_o    (tap_pc),
	.tap_priv_o  (tap_priv),
	.tap_sleep_o (tap_sleep),
	.tap_causes_o (tap_causes),
	.tap_data_o  (tap_data),
	.tap_data_adr_o (tap_data_adr),
	.tap_insn_o  (tap_insn),
	.tap_handler_o (tap_handler)
);

// ---- bus: the core's; with UNIT 4 the units', too, when the core leaves it free
wire        sys_cyc, sys_stb, sys_we, sys_ack, sys_err, core_waits;
wire [3:0]  sys_sel;
wire [31:0] sys_adr, sys_wdat;
wire        m_stb, m_we;		// of whoever has it
wire [3:0]  m_sel;
wire [31:0] m_adr, m_wdat;
wire [2:0]  m_cti;
wire [1:0]  m_bte;
reg         m_ack, m_err;
generate
	if (UNIT == 4) begin : g_share
		wire unit_has;
		share #(.REGISTERED(1)) share (
			.clk_i(clk_i), .rst_i(rst_i), .block_i(1'b0), .core_stb_i(core_stb & run),
			.core_we_i(core_we), .core_sel_i(core_sel), .core_adr_i(core_adr),
			.core_dat_i(core_dat), .core_cti_i(core_cti), .core_bte_i(core_bte),
			.core_ack_o(core_ack), .core_err_o(core_err), .core_waits_o(core_waits),
			.unit_cyc_i(sys_cyc), .unit_stb_i(sys_stb), .unit_we_i(sys_we),
			.unit_sel_i(sys_sel), .unit_adr_i(sys_adr), .unit_dat_i(sys_wdat),
			.unit_ack_o(sys_ack), .unit_err_o(sys_err), .unit_has_o(unit_has),
			.wb_stb_o(m_stb), .wb_we_o(m_we), .wb_sel_o(m_sel), .wb_adr_o(m_adr),
			.wb_dat_o(m_wdat), .wb_cti_o(m_cti), .wb_bte_o(m_bte), .wb_ack_i(m_ack),
			.wb_err_i(m_err));
		wire unused = &{1'b0, unit_has};
	end else begin : g_core_alone
		assign {m_stb, m_we, m_sel, m_adr, m_wdat} = {core_stb & run, core_we, core_sel,
			core_adr, core_dat};
		assign {m_cti, m_bte} = {core_cti, core_bte};
		assign {core_ack, core_err, sys_ack, sys_err, core_waits} = {m_ack, m_err, 3'd0};
		wire unused = &{1'b0, sys_cyc, sys_stb, sys_we, sys_sel, sys_adr, sys_wdat};
	end
endgenerate

wire        bus_ack, bus_err;
wire        ram_soon, device_soon, err_soon;
wire        ram_stb, uart_stb, clint_stb, finisher_stb, boot_stb, unit_stb;
wire        ram_ack, uart_ack, clint_ack, finisher_ack, boot_ack, unit_ack;
wire [31:0] ram_dat, uart_dat, clint_dat, boot_dat, unit_dat;

bus #(.REGISTERED(1)) bus (
	.clk_i          (clk_i),
	.rst_i          (rst_i),
	.stb_i          (m_stb),
	.adr_i          (m_adr[31:8]),
	.dat_o          (bus_rdat),
	.ack_o          (bus_ack),
	.device_soon_o  (device_soon),
	.err_soon_o     (err_soon),
	.err_o          (bus_err),
	.ram_stb_o      (ram_stb),
	.uart_stb_o     (uart_stb),
	.clint_stb_o    (clint_stb),
	.finisher_stb_o (finisher_stb),
	.stub_stb_o     (boot_stb),
	.unit_stb_o     (unit_stb),
	.ram_dat_i      (ram_dat),
	.uart_dat_i     (uart_dat),
	.clint_dat_i    (clint_dat),
	.stub_dat_i     (boot_dat),
	.unit_dat_i     (unit_dat),
	.ram_ack_i      (ram_ack),
	.uart_ack_i     (uart_ack),
	.clint_ack_i    (clint_ack),
	.finisher_ack_i (finisher_ack),
	.stub_ack_i     (boot_ack),
	.unit_ack_i     (unit_ack)
);

// The bus's answers, bus_ack and bus_err, are registers, decided a clock ahead.
always @(posedge clk_i)
	{m_ack, m_err} <= {ram_soon | device_soon, err_soon};

// ---- RAM
generate
	if (SPRAM != 0) begin : g_spram
		wire        load;
		wire [14:0] load_adr;
		wire [31:0] load_dat;
		flash_loader flash_loader (
			.clk_i        (clk_i),
			.rst_i        (rst_i),
			.flash_cs_n_o (flash_cs_n_o),
			.flash_clk_o  (flash_clk_o),
			.flash_mosi_o (flash_mosi_o),
			.flash_miso_i (flash_miso_i),
			.load_o       (load),
			.load_adr_o   (load_adr),
			.load_dat_o   (load_dat),
			.ready_o      (loaded),
			.failed_o     (failed_o)
		);
		spram ram (
			.clk_i      (clk_i),
			.rst_i      (rst_i),
			.stb_i      (ram_stb),
			.we_i       (m_we),
			.sel_i      (m_sel),
			.adr_i      (m_adr[16:2]),
			.dat_i      (m_wdat),
			.dat_o      (ram_dat),
			.ack_o      (ram_ack),
			.soon_o     (ram_soon),
			.load_i     (load),
			.load_adr_i (load_adr),
			.load_dat_i (load_dat)
		);
		wire unused_ram = &{1'b0, m_cti, m_bte, m_adr[27:17]};
	end else begin : g_ram
		ram #(.WORDS_LOG2(RAM_LOG2), .INIT(RAM_INIT)) ram (
			.clk_i (clk_i),
			.rst_i (rst_i),
			.stb_i (ram_stb),
			.we_i  (m_we),
			.sel_i (m_sel),
			.adr_i (m_adr[RAM_LOG2+1:2]),
			.dat_i (m_wdat),
			.cti_i (m_cti),
			.bte_i (m_bte),
			.dat_o (ram_dat),
			.ack_o (ram_ack),
			.soon_o (ram_soon)
		);
		assign loaded = 1'b1;
		assign failed_o = 1'b0;
		assign {flash_cs_n_o, flash_clk_o, flash_mosi_o} = 3'b100;
		wire unused_ram = &{1'b0, flash_miso_i, m_adr[27:RAM_LOG2+2]};
	end
endgenerate

// What is not RAM sees the bus as it was a clock ago (bus.v).
reg         dev_we;
reg  [3:0]  dev_sel;
reg  [18:0] dev_adr;
reg  [31:0] dev_wdat;
always @(posedge clk_i)
	{dev_we, dev_sel, dev_adr, dev_wdat} <= {m_we, m_sel, m_adr[18:0], m_wdat};

boot #(.RAM_END(RAM_END)) boot (
	.clk_i (clk_i),
	.rst_i (rst_i),
	.stb_i (boot_stb),
	.adr_i (dev_adr[4:2]),
	.dat_o (boot_dat),
	.ack_o (boot_ack)
);

// ---- devices
console #(.DIVISOR((CLOCK_HZ + BAUD / 2) / BAUD)) console (
	.clk_i (clk_i),
	.rst_i (rst_i),
	.stb_i (uart_stb),
	.we_i  (dev_we),
	.sel_i (dev_sel),
	.adr_i (dev_adr[2]),
	.dat_i (dev_wdat),
	.dat_o (uart_dat),
	.ack_o (uart_ack),
	.irq_o (uart_irq),
	.rx_i  (rx_i),
	.tx_o  (tx_o)
);

wire timer_may;
clint clint (
	.clk_i       (clk_i),
	.rst_i       (rst_i),
	.run_i       (run),
	.stb_i       (clint_stb),
	.we_i        (dev_we),
	.sel_i       (dev_sel),
	.adr_i       (dev_adr[15:0]),
	.dat_i       (dev_wdat),
	.dat_o       (clint_dat),
	.ack_o       (clint_ack),
	.soft_irq_o  (soft_irq),
	.timer_irq_o (timer_irq),
	.timer_may_o (timer_may)
);

wire        finish;
wire [31:0] finish_code;
finisher finisher (
	.clk_i  (clk_i),
	.rst_i  (rst_i),
	.stb_i  (finisher_stb),
	.we_i   (dev_we),
	.sel_i  (dev_sel),
	.adr_i  (dev_adr[11:0]),
	.dat_i  (dev_wdat),
	.ack_o  (finisher_ack),
	.done_o (finish),
	.code_o (finish_code)
);
always @(posedge clk_i)
	done <= ~rst_i & (done | finish);

// ---- the unit, and the link to it (rtl/link/LINK.md). Without one registers read 0, so that
// firmware finds none.
generate
	if (UNIT != 0) begin : g_unit
		tally_soc #(
			.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .NODES(NODES), .SECOND(UNIT - 1),
			.SYSTEM(UNIT == 4 ? 2 : 0), .PC_HIGH(32'h8000_0000), .EVENT(6),
			.PC_W(UNIT == 4 ? 32 : RAM_LOG2 < 14 ? 16 : RAM_LOG2 + 2),
			.ADR_W(19), .BIT((CLOCK_HZ + LINK_BAUD / 2) / LINK_BAUD)
		) tally (
			.clk_i(clk_i), .rst_i(rst_i), .run_i(run), .tap_valid_i(tap_valid),
			.tap_pc_i(tap_pc), .tap_priv_i(tap_priv), .tap_sleep_i(tap_sleep),
			.tap_data_i(tap_data), .tap_data_adr_i(tap_data_adr),
			.tap_insn_i(tap_insn), .tap_handler_i(tap_handler),
			.event_i({2'd0, timer_irq, tap_causes}), .wb_stb_i(unit_stb),
			.wb_we_i(dev_we), .wb_sel_i(dev_sel), .wb_adr_i(dev_adr),
			.wb_dat_i(dev_wdat), .wb_dat_o(unit_dat), .wb_ack_o(unit_ack),
			.irq_o(unit_irq), .sys_cyc_o(sys_cyc), .sys_stb_o(sys_stb),
			.sys_we_o(sys_we), .sys_sel_o(sys_sel), .sys_adr_o(sys_adr),
			.sys_dat_o(sys_wdat), .sys_dat_i(bus_rdat), .sys_ack_i(sys_ack),
			.sys_err_i(sys_err), .sys_stolen_i(core_waits), .rx_i(link_rx_i),
			.tx_o(link_tx_o));
	end else begin : g_no_unit
		reg ack;
		always @(posedge clk_i)
			ack <= unit_stb & ~ack & ~rst_i;
		assign {unit_ack, unit_dat, unit_irq, link_tx_o} = {ack, 32'd0, 1'b0, 1'b1};
		assign {sys_cyc, sys_stb, sys_we, sys_sel, sys_adr, sys_wdat} = 71'd0;
		wire unused = &{1'b0, tap_valid, tap_pc, tap_priv, tap_sleep, tap_causes, tap_data,
			tap_data_adr, tap_insn, tap_handler, link_rx_i, dev_adr, MAPPER != 0,
			BINS_LOG2 != 0, NODES != 0, LINK_BAUD != 0, sys_ack, sys_err, core_waits};
	end
endgenerate

wire unused = &{1'b0, bus_ack, bus_err, timer_may, finish_code, dev_adr[1:0], m_adr[1:0]};
endmodule

`default_nettype wire
