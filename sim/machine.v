// SPDX-License-Identifier: ISC
// machine.v - the simulated machine: core, bus, RAM, devices, unit, in the order in which an
// instruction's cycle travels. Top module for Verilator; the C side is machine_core.c. One `core`
// module (sim/cores) is built in.
//
// Counting: run is 1 from the cycle in which hold falls (cycle 0, the first
// the core sees out of reset) to the cycle in which the end shows, both
// included; hold raised between two edges ends it with the edge before.

`default_nettype none

module machine #(
	parameter BINS_LOG2 = 20,	// these three: tally_soc's
	parameter SECOND    = 0,
	parameter SYSTEM    = 0,	// not 0: the unit has a place on the core's bus
	parameter BIT       = 0		// not 0: with line_pin a board's unit, of this BIT
) (
	// In this order Verilator's C interface has them: narrow ports first.
	input  wire        clk_i,
	input  wire        poke_i,		// all inputs below count from its rising edge on
	// clk_i where line_pin is 1, else still; a clock of the C interface in each build
	input  wire        line_clk_i /* verilator clocker */,

	input  wire        rst_pin,
	input  wire        hold_pin,		// core in reset, unit still; the bus is the host's
	input  wire        host_stb_pin,	// until host_ack or host_err
	input  wire        host_we_pin,
	input  wire        rx_toggle_pin,	// a change brings rx_data_pin to the UART
	input  wire        event_pin,		// line 5 of source EVENT
	// SYSTEM: if no access is under way, the core waits for the bus while block_pin is set,
	// the unit while late_pin is
	input  wire        block_pin,
	input  wire        late_pin,
	input  wire        absent_pin,		// the unit is in reset, its registers read 0
	// the unit counts accesses, by their addresses; TAP_PAIRS: all that retire, one a cycle
	input  wire        data_pin,
	input  wire        line_pin,		// BIT: the unit is a board's; constant
	input  wire [7:0]  rx_data_pin,
	input  wire [31:0] entry_pin,		// where the boot stub jumps
	input  wire [31:0] host_adr_pin,	// while the core runs: only the unit's
	input  wire [31:0] host_dat_pin,
	// a change of bit 24 brings bits 23:16 to the unit's line, at bits 15:0 clocks a bit
	input  wire [31:0] link_pin,

	// Few and packed, for every output is copied at every edge: see the
	// STATE_ masks of machine_impl.h. pc_o, insn_o: of the core in this
	// cycle; after an end, its pc and its value.
	output wire [31:0] host_dat_o,
	output wire [31:0] state_o,
	output wire [31:0] pc_o,
	output wire [31:0] insn_o,
	output wire [31:0] sp_o,
	output wire [31:0] space_o,
	output wire [31:0] data_adr_o,
	// TAP_PAIRS: what retires after pc_o's in the same cycle, if bit 0 of its pc is set
	output wire [31:0] younger_pc_o,
	output wire [31:0] younger_insn_o,
	output wire [31:0] younger_sp_o
);
wire        rst_i, hold_i, host_stb_i, host_we_i, rx_toggle_i, event_i, block_i, late_i, absent_i;
wire        data_i, line_i;
wire [7:0]  rx_data_i;
wire [31:0] entry_i, host_adr_i, host_dat_i, link_i;

pins #(.W(147)) pins (
	.poke_i (poke_i),
	.pins_i ({rst_pin, hold_pin, host_stb_pin, host_we_pin, rx_toggle_pin, event_pin, block_pin,
		late_pin, absent_pin, data_pin, line_pin, rx_data_pin, entry_pin, host_adr_pin,
		host_dat_pin, link_pin}),
	.pins_o ({rst_i, hold_i, host_stb_i, host_we_i, rx_toggle_i, event_i, block_i,
		late_i, absent_i, data_i, line_i, rx_data_i, entry_i, host_adr_i, host_dat_i,
		link_i})
);

wire        done;
wire        run = ~hold_i & ~done;

// ---- core
wire        timer_irq, soft_irq, uart_irq, unit_irq, timer_may, uart_may;
wire        core_stb, core_we, core_ack, core_err;
wire [3:0]  core_sel;
wire [31:0] core_adr, core_dat, bus_rdat;
wire [2:0]  core_cti;
wire [1:0]  core_bte;
wire        raw_retire, raw_sleep, raw_trap, raw_trap_super, raw_halt, irq_may;
wire [31:0] raw_pc, raw_insn, raw_cause;
wire        raw_handler;
wire [31:0] space;
wire [1:0]  raw_priv;
wire        younger, serial_waits;
wire [31:0] younger_pc;
wire        tap_valid, tap_sleep;
wire [31:0] tap_pc;
wire [1:0]  tap_priv;
wire [4:0]  tap_causes;
wire        tap_data, tap_handler;
wire [31:0] tap_insn;

core core (
	.clk_i            (clk_i),
	.rst_i            (~run),
	.timer_irq_i      (timer_irq),
	.soft_irq_i       (soft_irq),
	.ext_irq_i        ({unit_irq, uart_irq}),
`ifdef TAP_PAIRS
	.serial_i(data_i), .serial_waits_o(serial_waits),
`endif
	.wb_stb_o         (core_stb),
	.wb_we_o          (core_we),
	.wb_sel_o         (core_sel),
	.wb_adr_o         (core_adr),
	.wb_dat_o         (core_dat),
	.wb_cti_o         (core_cti),
	.wb_bte_o         (core_bte),
	.wb_dat_i         (bus_rdat),
	.wb_ack_i         (core_ack),
	.wb_err_i         (core_err),
	.tap_valid_o      (tap_valid),
	.tap_pc_o         (tap_pc),
	.tap_priv_o       (tap_priv),
	.tap_sleep_o      (tap_sleep),
	.tap_causes_o     (tap_causes),
	.tap_data_o       (tap_data),
	.tap_data_adr_o   (data_adr_o),
	.tap_insn_o(tap_insn), .tap_handler_o(tap_handler)
);

core_raw core_raw (
	.clk_i            (clk_i),
	.soft_irq_i       (soft_irq),
	.timer_may_i      (timer_may),
	.ext_may_i        ({~absent_i, uart_may | uart_irq}),
	.raw_retire_o     (raw_retire),
	.raw_pc_o         (raw_pc),
	.raw_insn_o       (raw_insn),
	.raw_priv_o       (raw_priv),
	.raw_sleep_o      (raw_sleep),
	.raw_trap_o       (raw_trap),
	.raw_trap_super_o (raw_trap_super),
	.raw_halt_o       (raw_halt),
	.raw_cause_o      (raw_cause),
	.raw_handler_o    (raw_handler),
	.raw_sp_o         (sp_o),
	.raw_space_o      (space),
`ifdef TAP_PAIRS
	.raw_younger_o(younger), .raw_younger_pc_o(younger_pc),
	.raw_younger_insn_o(younger_insn_o), .raw_younger_sp_o(younger_sp_o),
`endif
	.irq_may_o        (irq_may)
);
`ifdef TAP_PAIRS
wire by_data = 1'b0;
`else
wire by_data = data_i;
assign {younger, younger_pc, younger_insn_o, younger_sp_o, serial_waits} = 98'd0;
`endif

// ---- bus: the core's while it runs, else the host's; the host always
// reaches the unit by a port of its own. And the unit's, where it has counters
// in system memory
wire        host_to_unit = host_adr_i[31:23] == 9'b1111_0100_0;
wire        bus_host_ack, bus_host_err;
wire        bus_stb, bus_we, bus_ack, bus_err;
wire [3:0]  bus_sel;
wire [31:0] bus_adr, bus_wdat;
wire [2:0]  bus_cti;
wire [1:0]  bus_bte;
wire        sys_cyc, sys_stb, sys_we, sys_ack, sys_err, sys_has, waits;
wire [3:0]  sys_sel;
wire [31:0] sys_adr, sys_wdat;
wire        stolen = run & waits;
wire        live   = run | sys_has;		// devices that the host does not reach

masters #(.SYSTEM(SYSTEM)) masters (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run), .block_i(block_i & run), .late_i(late_i),
	.host_stb_i(host_stb_i & ~host_to_unit), .host_we_i(host_we_i), .host_adr_i(host_adr_i),
	.host_dat_i(host_dat_i), .host_ack_o(bus_host_ack), .host_err_o(bus_host_err),
	.core_stb_i(core_stb), .core_we_i(core_we), .core_sel_i(core_sel), .core_adr_i(core_adr),
	.core_dat_i(core_dat), .core_cti_i(core_cti), .core_bte_i(core_bte),
	.core_ack_o(core_ack), .core_err_o(core_err), .waits_o(waits), .sys_cyc_i(sys_cyc),
	.sys_stb_i(sys_stb), .sys_we_i(sys_we), .sys_sel_i(sys_sel), .sys_adr_i(sys_adr),
	.sys_dat_i(sys_wdat), .sys_ack_o(sys_ack), .sys_err_o(sys_err), .sys_has_o(sys_has),
	.wb_stb_o(bus_stb), .wb_we_o(bus_we), .wb_sel_o(bus_sel), .wb_adr_o(bus_adr),
	.wb_dat_o(bus_wdat), .wb_cti_o(bus_cti), .wb_bte_o(bus_bte), .wb_ack_i(bus_ack),
	.wb_err_i(bus_err)
);

wire        ram_stb, uart_stb, clint_stb, finisher_stb, stub_stb, unit_stb;
wire        device_soon, err_soon, ram_soon;
wire        ram_ack, uart_ack, clint_ack, finisher_ack, stub_ack, unit_ack, host_unit_ack;
wire [31:0] ram_dat, uart_dat, clint_dat, stub_dat, unit_dat;

bus bus (
	.clk_i(clk_i), .rst_i(rst_i), .stb_i(bus_stb), .adr_i(bus_adr[31:8]), .dat_o(bus_rdat),
	.ack_o(bus_ack), .device_soon_o(device_soon), .err_soon_o (err_soon), .err_o(bus_err),
	.ram_stb_o(ram_stb), .uart_stb_o(uart_stb), .clint_stb_o(clint_stb),
	.finisher_stb_o(finisher_stb), .stub_stb_o(stub_stb), .unit_stb_o(unit_stb),
	.ram_dat_i(ram_dat), .uart_dat_i(uart_dat), .clint_dat_i(clint_dat),
	.stub_dat_i(stub_dat), .unit_dat_i(unit_dat), .ram_ack_i(ram_ack), .uart_ack_i(uart_ack),
	.clint_ack_i(clint_ack), .finisher_ack_i(finisher_ack), .stub_ack_i(stub_ack),
	.unit_ack_i(unit_ack)
);
wire unused_bus = &{1'b0, device_soon, err_soon, ram_soon, space[31:22]};

// ---- RAM and devices
ram #(.WORDS_LOG2(25)) ram (
	.clk_i (clk_i),
	.rst_i (rst_i),
	.stb_i (ram_stb),
	.we_i  (bus_we),
	.sel_i (bus_sel),
	.adr_i (bus_adr[26:2]),
	.dat_i (bus_wdat),
	.cti_i (bus_cti),
	.bte_i (bus_bte),
	.dat_o (ram_dat),
	.ack_o (ram_ack), .soon_o (ram_soon)
);

wire       tx_valid, rx_want;
wire [7:0] tx_data;

uart uart (
	.clk_i       (clk_i),
	.rst_i       (rst_i),
	.stb_i       (uart_stb),
	.we_i        (bus_we),
	.sel_i       (bus_sel),
	.adr_i       (bus_adr[2]),
	.dat_i       (bus_wdat),
	.dat_o       (uart_dat),
	.ack_o       (uart_ack),
	.irq_o       (uart_irq),
	.rx_irq_on_o (uart_may),
	.tx_valid_o  (tx_valid),
	.tx_data_o   (tx_data),
	.rx_want_o   (rx_want),
	.rx_toggle_i (rx_toggle_i),
	.rx_data_i   (rx_data_i)
);

clint clint (
	.clk_i       (clk_i),
	.rst_i       (rst_i),
	.run_i       (run),
	.stb_i       (clint_stb),
	.we_i        (bus_we),
	.sel_i       (bus_sel),
	.adr_i       (bus_adr[15:0]),
	.dat_i       (bus_wdat),
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
	.stb_i  (finisher_stb & live),
	.we_i   (bus_we),
	.sel_i  (bus_sel),
	.adr_i  (bus_adr[11:0]),
	.dat_i  (bus_wdat),
	.ack_o  (finisher_ack),
	.done_o (finish),
	.code_o (finish_code)
);

wire        asked;
wire [1:0]  asked_which;
wire [31:0] host_back, host_answer;

host host (
	.clk_i(clk_i), .poke_i(poke_i), .back_pin(host_we_pin & ~host_stb_pin),
	.adr_pin(host_adr_pin), .dat_pin(host_dat_pin), .dat_o(host_back), .answer(host_answer),
	.run_i(run), .stb_i(bus_stb), .ack_i(bus_ack), .we_i(bus_we), .sel_i(bus_sel),
	.adr_i(bus_adr[31:2]), .dat_i(bus_wdat), .asked_o(asked), .which_o(asked_which)
);

stub stub (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.stb_i    (stub_stb),
	.adr_i    (bus_adr[5:2]),
	.entry_i  (entry_i),
	.answer_i (host_answer),
	.dat_o    (stub_dat),
	.ack_o    (stub_ack)
);

// ---- the unit, on the core's bus and at the testbench's port
wire       line_came, line_want;
wire [7:0] line_byte;

units #(.BINS_LOG2(BINS_LOG2), .SECOND(SECOND), .SYSTEM(SYSTEM), .BIT(BIT)) units (
	.clk_i(clk_i), .line_clk_i(line_clk_i), .rst_i(rst_i),
	.run_i(run | data_i & serial_waits), .absent_i(absent_i), .data_i(by_data),
	.line_i(line_i), .link_i(link_i), .tap_valid_i(tap_valid),
	.tap_pc_i(tap_pc), .tap_priv_i(tap_priv), .tap_sleep_i(tap_sleep), .tap_data_i(tap_data),
	.tap_data_adr_i(data_adr_o), .tap_insn_i(tap_insn), .tap_handler_i(tap_handler),
	.event_i({1'b0, timer_irq, event_i, tap_causes}), .core_stb_i(unit_stb & live),
	.core_we_i(bus_we), .core_whole_i(&bus_sel), .core_adr_i(bus_adr[22:2]),
	.core_dat_i(bus_wdat), .core_ack_o(unit_ack), .host_stb_i(host_stb_i & host_to_unit),
	.host_we_i(host_we_i), .host_adr_i(host_adr_i[22:2]), .host_dat_i(host_dat_i),
	.host_ack_o(host_unit_ack), .dat_o(unit_dat), .irq_o(unit_irq), .sys_cyc_o(sys_cyc),
	.sys_stb_o(sys_stb), .sys_we_o(sys_we), .sys_sel_o(sys_sel), .sys_adr_o(sys_adr),
	.sys_dat_o(sys_wdat), .sys_dat_i(bus_rdat), .sys_ack_i(sys_ack), .sys_err_i(sys_err),
	.sys_stolen_i(stolen), .line_want_o(line_want), .line_came_o(line_came),
	.line_byte_o(line_byte)
);

// ---- the end of the run, and what the testbench sees
wire [2:0]  end_code;
wire [31:0] end_pc, end_value;

ends ends (
	.clk_i         (clk_i),
	.rst_i         (rst_i),
	.run_i         (run),
	.finish_i      (finish),
	.finish_code_i (finish_code),
	.retire_i      (raw_retire),
	.trap_i        (raw_trap),
	.trap_super_i  (raw_trap_super),
	.halt_i        (raw_halt),
	.cause_i       (raw_cause),
	.pc_i          (raw_pc),
	.insn_i        (raw_insn),
	// two instructions that retire as one are no jump to itself
	.irq_may_i     (irq_may | younger & younger_pc != raw_pc),
	.done_o        (done),
	.end_o         (end_code),
	.end_pc_o      (end_pc),
	.end_value_o   (end_value)
);

wire host_ack = host_stb_i & (host_to_unit ? host_unit_ack : bus_host_ack);
wire host_err = host_stb_i & ~host_to_unit & bus_host_err;
assign host_dat_o = host_to_unit ? unit_dat : run ? host_back : bus_rdat;
assign pc_o       = done ? end_pc : raw_pc;
assign younger_pc_o = {younger_pc[31:1], run & younger};
assign insn_o     = done ? end_value : raw_insn;
assign space_o    = {timer_irq | soft_irq | uart_irq | unit_irq, line_came, line_byte, space[21:0]};
assign state_o    = {tap_data, asked_which, asked, raw_handler, line_came | line_want, stolen,
	host_err, host_ack, end_code, raw_priv, raw_sleep, tx_data, tap_causes,
	run & raw_retire, rx_want, tx_valid, ~run};
endmodule

`default_nettype wire
