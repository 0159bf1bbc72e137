/* SPDX-License-Identifier: ISC
 * unit.v - the unit of the machine with FULL_UNIT, which has all that it can have: its registers and bins behind two
 * ports (the core's bus, and the testbench's host port that takes no cycle of the core), and its bus master.
 */
`default_nettype none

module unit #(
	parameter MAPPER    = 0,	// the unit's; see rtl/CONTRACT.md
	parameter BINS_LOG2 = 20	// its bin memory: 2^BINS_LOG2 words; at most 20
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,

	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        event_i,
	input  wire        ext_i,

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
	output wire [31:0] dat_o,		// of the port that is acknowledged
	output wire        irq_o,

	output wire        sys_cyc_o,		// Wishbone master
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [3:0]  sys_sel_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire [31:0] sys_dat_i,
	input  wire        sys_ack_i,
	input  wire        sys_err_i,
	input  wire        stolen_i		// the core waits in this cycle because the unit has the bus
);
	wire        stb, we, ack, err;
	wire [3:0]  sel;
	wire [22:0] adr;
	wire [31:0] wdat, req_addr, req_wdat, req_rdat;
	wire [3:0]  req_sel;
	wire        req, req_lock, req_we, req_done, req_err;

	tally_port #(.AW(23)) port (
		.clk_i   (clk_i),
		.rst_i   (rst_i),
		.a_stb_i (bus_stb_i),
		.a_we_i  (bus_we_i),
		.a_sel_i (bus_sel_i),
		.a_adr_i (bus_adr_i),
		.a_dat_i (bus_dat_i),
		.a_ack_o (bus_ack_o),
		.b_stb_i (host_stb_i),
		.b_we_i  (host_we_i),
		.b_adr_i (host_adr_i),
		.b_dat_i (host_dat_i),
		.b_ack_o (host_ack_o),
		.u_stb_o (stb),
		.u_we_o  (we),
		.u_sel_o (sel),
		.u_adr_o (adr),
		.u_dat_o (wdat),
		.u_ack_i (ack)
	);

	tally_wb #(
		.CHANNELS  (2),
		.SNAPSHOT  (1),
		.TAG       (1),
		.EVENT     (1),
		.EXT       (1),
		.SYSTEM    (1),
		.INTERVAL  (1),
		.SYMBOL    (1),
		.RING      (1),
		.MAPPER    (MAPPER),
		.BINS_LOG2 (BINS_LOG2)
	) tally (
		.clk_i       (clk_i),
		.rst_i       (rst_i),
		.run_i       (run_i),
		.tap_valid_i (tap_valid_i),
		.tap_pc_i    (tap_pc_i),
		.tap_priv_i  (tap_priv_i),
		.tap_sleep_i (tap_sleep_i),
		.tap_tag_i   (32'd0),
		.event_i     (event_i),
		.ext_i       (ext_i),
		.wb_cyc_i    (stb),
		.wb_stb_i    (stb),
		.wb_we_i     (we),
		.wb_sel_i    (sel),
		.wb_adr_i    (adr[(BINS_LOG2 > 10 ? BINS_LOG2 + 2 : 12):0]),
		.wb_dat_i    (wdat),
		.wb_dat_o    (dat_o),
		.wb_ack_o    (ack),
		.wb_err_o    (err),
		.irq_o       (irq_o),
		.sys_req_o   (req),
		.sys_lock_o  (req_lock),
		.sys_we_o    (req_we),
		.sys_sel_o   (req_sel),
		.sys_addr_o  (req_addr),
		.sys_data_o  (req_wdat),
		.sys_done_i  (req_done),
		.sys_err_i   (req_err),
		.sys_data_i  (req_rdat),
		.sys_stolen_i(stolen_i)
	);
	tally_wb_master tally_wb_master (
		.req_i    (req),
		.lock_i   (req_lock),
		.we_i     (req_we),
		.sel_i    (req_sel),
		.addr_i   (req_addr),
		.data_i   (req_wdat),
		.done_o   (req_done),
		.err_o    (req_err),
		.data_o   (req_rdat),
		.wb_cyc_o (sys_cyc_o),
		.wb_stb_o (sys_stb_o),
		.wb_we_o  (sys_we_o),
		.wb_sel_o (sys_sel_o),
		.wb_adr_o (sys_adr_o),
		.wb_dat_o (sys_dat_o),
		.wb_dat_i (sys_dat_i),
		.wb_ack_i (sys_ack_i),
		.wb_err_i (sys_err_i),
		.wb_rty_i (1'b0)
	);
	wire unused = &{1'b0, err, adr};
endmodule

`default_nettype wire
