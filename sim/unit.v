/* SPDX-License-Identifier: ISC
 * unit.v - the unit of the simulated machine: its registers and words behind two ports, the core's bus and the
 * testbench's, which takes no cycle of the core. FULL_UNIT: two units with counters in system memory, as bus master.
 * LINK: the serial bridge beside it, by a third port and as bus master.
 */
`default_nettype none

module unit #(
	parameter MAPPER    = 0,	// the unit's; see rtl/unit/tally_params.vh
	parameter BINS_LOG2 = 20	// its memory: 2^BINS_LOG2 words, at most 20; FULL_UNIT: half of them in each unit
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,

	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        event_i,

	input  wire        bus_stb_i,		// until bus_ack_o
	input  wire        bus_we_i,
	input  wire [3:0]  bus_sel_i,
	input  wire [22:0] bus_adr_i,
	input  wire [31:0] bus_dat_i,
	output wire        bus_ack_o,
	input  wire        host_stb_i,		// until host_ack_o
	input  wire        host_we_i,
	input  wire [22:0] host_adr_i,
	input  wire [31:0] host_dat_i,
	output wire        host_ack_o,
`ifdef LINK
	input  wire        poke_i,		// as in machine.v
	input  wire [63:0] link_pin,
	output wire [31:0] link_o,
	output wire        c_shared_o,		// the console has no line but the bridge's
	output wire        c_rx_valid_o,
	output wire [7:0]  c_rx_data_o,
	input  wire        c_tx_valid_i,
	input  wire [7:0]  c_tx_data_i,
	output wire        c_tx_ready_o,
`endif
	output wire [31:0] dat_o,		// of the port that is acknowledged
	output wire        irq_o,

	output wire        sys_cyc_o,		// Wishbone master: the unit's or the bridge's
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [3:0]  sys_sel_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire [31:0] sys_dat_i,
	input  wire        sys_ack_i,
	input  wire        sys_err_i,
	input  wire        stolen_i
);
	wire        stb, we, ack;
	wire [3:0]  sel;
	wire [22:0] adr;
	wire [31:0] wdat;

	// the core's bus goes first, as if it were alone: the host waits, and so does the bridge
	wire        side_stb, side_we, side_ack;
	wire [22:0] side_adr;
	wire [31:0] side_dat;
`ifdef LINK
	wire        link_stb, link_we, link_ack;
	wire [22:0] link_adr;
	wire [31:0] link_dat;

	bridge #(.BINS_LOG2(BINS_LOG2)) bridge (
		.clk_i        (clk_i),
		.rst_i        (rst_i),
		.poke_i       (poke_i),
		.link_pin     (link_pin),
		.link_o       (link_o),
		.c_shared_o   (c_shared_o),
		.c_rx_valid_o (c_rx_valid_o),
		.c_rx_data_o  (c_rx_data_o),
		.c_tx_valid_i (c_tx_valid_i),
		.c_tx_data_i  (c_tx_data_i),
		.c_tx_ready_o (c_tx_ready_o),
		.unit_stb_o   (link_stb),
		.unit_we_o    (link_we),
		.unit_adr_o   (link_adr),
		.unit_dat_o   (link_dat),
		.unit_dat_i   (dat_o),
		.unit_ack_i   (link_ack),
		.sys_stb_o    (sys_stb_o),
		.sys_we_o     (sys_we_o),
		.sys_adr_o    (sys_adr_o),
		.sys_dat_o    (sys_dat_o),
		.sys_dat_i    (sys_dat_i),
		.sys_ack_i    (sys_ack_i),
		.sys_err_i    (sys_err_i)
	);
	assign sys_cyc_o = sys_stb_o;
	assign sys_sel_o = 4'b1111;

	wire [3:0]  side_sel;

	tally_port #(.AW(23)) link_port (
		.clk_i   (clk_i),
		.rst_i   (rst_i),
		.a_stb_i (host_stb_i),
		.a_we_i  (host_we_i),
		.a_sel_i (4'b1111),
		.a_adr_i (host_adr_i),
		.a_dat_i (host_dat_i),
		.a_ack_o (host_ack_o),
		.b_stb_i (link_stb),
		.b_we_i  (link_we),
		.b_adr_i (link_adr),
		.b_dat_i (link_dat),
		.b_ack_o (link_ack),
		.u_stb_o (side_stb),
		.u_we_o  (side_we),
		.u_sel_o (side_sel),
		.u_adr_o (side_adr),
		.u_dat_o (side_dat),
		.u_ack_i (side_ack)
	);
	wire unused_side = &{1'b0, side_sel};
`else
	assign {side_stb, side_we, side_adr, side_dat, host_ack_o} = {host_stb_i, host_we_i, host_adr_i, host_dat_i, side_ack};
`endif

	tally_port #(.AW(23)) core_port (
		.clk_i   (clk_i),
		.rst_i   (rst_i),
		.a_stb_i (bus_stb_i),
		.a_we_i  (bus_we_i),
		.a_sel_i (bus_sel_i),
		.a_adr_i (bus_adr_i),
		.a_dat_i (bus_dat_i),
		.a_ack_o (bus_ack_o),
		.b_stb_i (side_stb),
		.b_we_i  (side_we),
		.b_adr_i (side_adr),
		.b_dat_i (side_dat),
		.b_ack_o (side_ack),
		.u_stb_o (stb),
		.u_we_o  (we),
		.u_sel_o (sel),
		.u_adr_o (adr),
		.u_dat_o (wdat),
		.u_ack_i (ack)
	);

	wire        m_cyc, m_stb, m_we;
	wire [3:0]  m_sel;
	wire [31:0] m_adr, m_dat;

`ifdef FULL_UNIT
	two_units #(.BINS_LOG2(BINS_LOG2 - 1), .TAG(1), .EVENT(1)) tally (
`else
	tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2)) tally (
`endif
		.clk_i       (clk_i),
		.rst_i       (rst_i),
		.run_i       (run_i),
		.tap_valid_i (tap_valid_i),
		.tap_pc_i    (tap_pc_i),
		.tap_priv_i  (tap_priv_i),
		.tap_sleep_i (tap_sleep_i),
		.tap_tag_i   (32'd0),
		.event_i     (event_i),
		.wb_cyc_i    (stb),
		.wb_stb_i    (stb),
		.wb_we_i     (we),
		.wb_sel_i    (sel),
		.wb_adr_i    (adr[BINS_LOG2+2:0]),
		.wb_dat_i    (wdat),
		.wb_dat_o    (dat_o),
		.wb_ack_o    (ack),
		.irq_o       (irq_o),
		.sys_cyc_o   (m_cyc),
		.sys_stb_o   (m_stb),
		.sys_we_o    (m_we),
		.sys_sel_o   (m_sel),
		.sys_adr_o   (m_adr),
		.sys_dat_o   (m_dat),
		.sys_dat_i   (sys_dat_i),
		.sys_ack_i   (sys_ack_i),
		.sys_err_i   (sys_err_i),
		.sys_stolen_i(stolen_i)
	);

	wire unused = &{1'b0, adr, MAPPER != 0};
`ifdef LINK
	wire unused_master = &{1'b0, m_cyc, m_stb, m_we, m_sel, m_adr, m_dat};	// the bridge is the master
`else
	assign {sys_cyc_o, sys_stb_o, sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o} = {m_cyc, m_stb, m_we, m_sel, m_adr, m_dat};
`endif
endmodule

`default_nettype wire
