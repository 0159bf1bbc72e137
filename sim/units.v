// SPDX-License-Identifier: ISC
// units.v - the unit of a simulated machine: that of BINS_LOG2, SECOND and SYSTEM or, with line_i,
// a board's with its serial line. Its registers and counters are behind two ports: the core's bus,
// which goes first, as if it were alone, and the testbench's, which takes no cycle of the core.

`default_nettype none

module units #(
	parameter BINS_LOG2 = 20,	// these three: tally_soc's
	parameter SECOND    = 0,
	parameter SYSTEM    = 0,
	parameter BIT       = 0		// not 0: with line_i a board's unit, of this BIT
) (
	input  wire        clk_i,
	input  wire        line_clk_i,		// where line_i is 1, else still
	input  wire        rst_i,
	input  wire        run_i,
	input  wire        absent_i,		// the unit is in reset, its registers read 0
	input  wire        data_i,		// it counts accesses, by their addresses
	input  wire        line_i,
	input  wire [31:0] link_i,		// machine.v's link_pin
	// the core's tap
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        tap_data_i,
	input  wire [31:0] tap_data_adr_i,
	input  wire [31:0] tap_insn_i,
	input  wire        tap_handler_i,
	input  wire [7:0]  event_i,
	// the core's bus
	input  wire        core_stb_i,
	input  wire        core_we_i,
	input  wire        core_whole_i,
	input  wire [20:0] core_adr_i,
	input  wire [31:0] core_dat_i,
	output wire        core_ack_o,
	// the testbench
	input  wire        host_stb_i,
	input  wire        host_we_i,
	input  wire [20:0] host_adr_i,
	input  wire [31:0] host_dat_i,
	output wire        host_ack_o,
	output wire [31:0] dat_o,		// of both
	output wire        irq_o,
	// SYSTEM: counters in memory
	output wire        sys_cyc_o,
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [3:0]  sys_sel_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire [31:0] sys_dat_i,
	input  wire        sys_ack_i,
	input  wire        sys_err_i,
	input  wire        sys_stolen_i,
	// the line's other end: it wants a byte; one has come
	output wire        line_want_o,
	output wire        line_came_o,
	output wire [7:0]  line_byte_o
);
wire        stb, we, whole, ack, port_ack;
wire [20:0] adr;
wire [31:0] wdat, shown;
// A unit in reset still shows ID and what else stands at the address that it sees.
assign dat_o = absent_i ? 32'd0 : shown;
reg         absent_ack;
always @(posedge clk_i)
	absent_ack <= absent_i & core_stb_i & ~absent_ack & ~rst_i;
assign core_ack_o = port_ack | absent_ack;

tally_port #(.AW(21)) port (
	.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(core_stb_i & ~absent_i), .core_we_i(core_we_i),
	.core_whole_i(core_whole_i), .core_adr_i(core_adr_i), .core_dat_i(core_dat_i),
	.core_ack_o(port_ack), .bus_stb_i(host_stb_i), .bus_we_i(host_we_i),
	.bus_adr_i(host_adr_i), .bus_dat_i(host_dat_i), .bus_ack_o(host_ack_o),
	.unit_stb_o(stb), .unit_we_o(we), .unit_whole_o(whole), .unit_adr_o(adr),
	.unit_dat_o(wdat), .unit_ack_i(ack)
);

wire        tap_shown = tap_valid_i & (tap_data_i | ~data_i);
wire [31:0] tap_shows = data_i ? tap_data_adr_i : tap_pc_i;
wire        own_ack, own_irq;
wire [31:0] own_dat;

tally_soc #(
	.BINS_LOG2(BINS_LOG2), .SECOND(SECOND), .SYSTEM(SYSTEM), .EVENT(8), .ADR_W(23)
) tally (
	.clk_i(clk_i), .rst_i(rst_i | absent_i | line_i), .run_i(run_i),
	.tap_valid_i(tap_shown), .tap_pc_i(tap_shows),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_data_i(1'b0),
	.tap_data_adr_i(32'd0), .tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i),
	.event_i(event_i), .wb_stb_i(stb), .wb_we_i(we),
	.wb_sel_i({4{whole}}), .wb_adr_i({adr, 2'b00}), .wb_dat_i(wdat), .wb_dat_o(own_dat),
	.wb_ack_o(own_ack), .irq_o(own_irq), .sys_cyc_o(sys_cyc_o), .sys_stb_o(sys_stb_o),
	.sys_we_o(sys_we_o), .sys_sel_o(sys_sel_o), .sys_adr_o(sys_adr_o), .sys_dat_o(sys_dat_o),
	.sys_dat_i(sys_dat_i), .sys_ack_i(sys_ack_i), .sys_err_i(sys_err_i),
	.sys_stolen_i(sys_stolen_i), .rx_i(1'b1), .tx_o()
);

generate
if (BIT != 0) begin : g_line
	// Where the line is not used, its unit has no clock, and costs no time.
	wire        tx, rx, line_ack, line_irq;
	wire [31:0] line_dat;
	assign {ack, irq_o, shown} = line_i ? {line_ack, line_irq, line_dat}
		: {own_ack, own_irq, own_dat};

	tally_soc #(
		.BINS_LOG2(12), .SECOND(2), .BIT(BIT), .EVENT(8), .ADR_W(23)
	) board (
		.clk_i(line_clk_i), .rst_i(rst_i | absent_i), .run_i(run_i),
		.tap_valid_i(tap_shown), .tap_pc_i(tap_shows), .tap_priv_i(tap_priv_i),
		.tap_sleep_i(tap_sleep_i), .tap_data_i(1'b0), .tap_data_adr_i(32'd0),
		.tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i), .event_i(event_i),
		.wb_stb_i(stb), .wb_we_i(we), .wb_sel_i({4{whole}}), .wb_adr_i({adr, 2'b00}),
		.wb_dat_i(wdat), .wb_dat_o(line_dat), .wb_ack_o(line_ack), .irq_o(line_irq),
		.sys_cyc_o(), .sys_stb_o(), .sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(),
		.sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0),
		.rx_i(rx), .tx_o(tx)
	);

	link_line link_line (
		.clk_i(line_clk_i), .rst_i(rst_i), .div_i(link_i[15:0]), .toggle_i(link_i[24]),
		.data_i(link_i[23:16]), .want_o(line_want_o), .valid_o(line_came_o),
		.data_o(line_byte_o), .line_i(tx), .line_o(rx)
	);
	wire unused = &{1'b0, link_i[31:25]};
end else begin : g_no_line
	assign {ack, irq_o, shown} = {own_ack, own_irq, own_dat};
	assign {line_came_o, line_want_o, line_byte_o} = 10'd0;
	wire unused = &{1'b0, link_i, line_i, line_clk_i};
end
endgenerate
endmodule

`default_nettype wire
