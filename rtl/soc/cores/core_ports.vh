// SPDX-License-Identifier: ISC
// core_ports.vh - the ports of each adapter's module `core`.
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        timer_irq_i,
	input  wire        soft_irq_i,
	input  wire [1:0]  ext_irq_i,		// the UART's, the unit's

	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,
	output wire [31:0] wb_dat_o,
	output wire [2:0]  wb_cti_o,
	output wire [1:0]  wb_bte_o,
	input  wire [31:0] wb_dat_i,
	input  wire        wb_ack_i,
	input  wire        wb_err_i,

`ifdef TAP_PAIRS
	input  wire        serial_i,		// constant: the tap is tap_serial.v
	output wire        serial_waits_o,	// it has more
`endif
	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o,
	output wire [4:0]  tap_causes_o,	// EXEC, HAZARD, DATA, FETCH, FLOW (rtl/tap)
	output wire        tap_data_o,		// with tap_valid_o: a load, a store or an atomic
	output wire [31:0] tap_data_adr_o,	// access, at this address
	output wire [31:0] tap_insn_o,		// these two: tally_context.v's; 0 without TAP_CALLS
	output wire        tap_handler_o
