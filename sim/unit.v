/* SPDX-License-Identifier: ISC
 * unit.v - the unit of the simulated machine: its registers and words behind two ports, the core's
 * bus and the testbench's, which takes no cycle of the core. FULL_UNIT: two units with counters in
 * system memory, as bus master. LINK: behind it one that counts who called, and beside both the
 * serial bridge, by a third port.
 */
`default_nettype none

module unit #(
	parameter MAPPER    = 0,	// the unit's; see rtl/unit/tally_params.vh
	// its memory: 2^BINS_LOG2 words, at most 20; FULL_UNIT: half of them in each unit
	parameter BINS_LOG2 = 20
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,

	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire [31:0] tap_insn_i,		// these two: LINK
	input  wire        tap_handler_i,
	input  wire [7:0]  event_i,

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
	input  wire [31:0] link_pin,
	output wire [31:0] link_o,
`endif
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
	input  wire        stolen_i
);
	wire        stb, we, whole, ack;
	wire [20:0] adr;
	wire [31:0] wdat;

	// the core's bus goes first, as if it were alone: the host waits, and so does the bridge
	wire        side_stb, side_we, side_ack;
	wire [20:0] side_adr;
	wire [31:0] side_dat;
`ifdef LINK
	localparam NODES = 11, HALF = BINS_LOG2 + 1 > NODES + 3 ? BINS_LOG2 + 1 : NODES + 3;
	wire                 link_stb, link_we, link_ack, side_whole;
	wire [HALF:0]        link_adr;
	wire [31:0]          link_dat;
	wire                 unused_side = &{1'b0, side_whole};

	bridge #(.AW(HALF + 1)) bridge (
		.clk_i(clk_i), .rst_i(rst_i), .poke_i(poke_i), .link_pin(link_pin), .link_o(link_o),
		.bus_stb_o(link_stb), .bus_we_o(link_we), .bus_adr_o(link_adr),
		.bus_dat_o(link_dat), .bus_dat_i(dat_o), .bus_ack_i(link_ack));

	tally_port #(.AW(21)) link_port (
		.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(host_stb_i), .core_we_i(host_we_i),
		.core_whole_i(1'b1), .core_adr_i(host_adr_i[22:2]), .core_dat_i(host_dat_i),
		.core_ack_o(host_ack_o), .bus_stb_i(link_stb), .bus_we_i(link_we),
		.bus_adr_i({{20-HALF{1'b0}}, link_adr}), .bus_dat_i(link_dat),
		.bus_ack_o(link_ack), .unit_stb_o(side_stb), .unit_we_o(side_we),
		.unit_whole_o(side_whole), .unit_adr_o(side_adr), .unit_dat_o(side_dat),
		.unit_ack_i(side_ack));
`else
	assign {side_stb, side_we, side_adr, side_dat, host_ack_o}
		= {host_stb_i, host_we_i, host_adr_i[22:2], host_dat_i, side_ack};
`endif
	wire unused_low = &{1'b0, host_adr_i[1:0], bus_adr_i[1:0]};

	tally_port #(.AW(21)) core_port (
		.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(bus_stb_i), .core_we_i(bus_we_i),
		.core_whole_i(&bus_sel_i), .core_adr_i(bus_adr_i[22:2]), .core_dat_i(bus_dat_i),
		.core_ack_o(bus_ack_o), .bus_stb_i(side_stb), .bus_we_i(side_we),
		.bus_adr_i(side_adr), .bus_dat_i(side_dat), .bus_ack_o(side_ack), .unit_stb_o(stb),
		.unit_we_o(we), .unit_whole_o(whole), .unit_adr_o(adr), .unit_dat_o(wdat),
		.unit_ack_i(ack));

	wire tx;
	tally_soc #(
`ifdef LINK
		.SECOND(2), .NODES(NODES), .BINS_LOG2(BINS_LOG2),
`elsif FULL_UNIT
		.SECOND(3), .SYSTEM(2), .BINS_LOG2(BINS_LOG2 - 1),
`else
		.BINS_LOG2(BINS_LOG2),
`endif
		.MAPPER(MAPPER), .EVENT(8), .ADR_W(23)
	) tally (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i),
		.tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
		.tap_data_i(1'b0), .tap_data_adr_i(32'd0),
		.tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i), .event_i(event_i),
		.wb_stb_i(stb), .wb_we_i(we), .wb_sel_i({4{whole}}), .wb_adr_i({adr, 2'b00}),
		.wb_dat_i(wdat), .wb_dat_o(dat_o), .wb_ack_o(ack), .irq_o(irq_o),
		.sys_cyc_o(sys_cyc_o), .sys_stb_o(sys_stb_o), .sys_we_o(sys_we_o),
		.sys_sel_o(sys_sel_o), .sys_adr_o(sys_adr_o), .sys_dat_o(sys_dat_o),
		.sys_dat_i(sys_dat_i), .sys_ack_i(sys_ack_i), .sys_err_i(sys_err_i),
		.sys_stolen_i(stolen_i), .rx_i(1'b1), .tx_o(tx));
	wire unused = &{1'b0, tx};
endmodule

`default_nettype wire
