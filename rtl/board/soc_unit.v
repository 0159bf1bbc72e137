// SPDX-License-Identifier: ISC
// soc_unit.v - the unit of a board's SoC behind the core's bus and its serial bridge
// (rtl/link/LINK.md). UNIT 0: neither; registers read 0, so firmware's probe finds no unit. UNIT 2:
// a second unit stands behind the first, at 2^(BINS_LOG2 + 3), and counts what loads and stores
// reach. UNIT 3: the second counts who called (tally_calls.v).

`default_nettype none

module soc_unit #(
	parameter UNIT         = 1,         // 0 .. 3
	parameter MAPPER       = 2,         // the unit's; see rtl/unit/tally_params.vh
	parameter BINS_LOG2    = 10,        // its memory; 8 .. 16, UNIT 2: 8 .. 15
	parameter NODES        = 11,        // UNIT 3: 2^NODES of the call tree; 6 .. 13
	parameter RAM_LOG2     = 11,        // of the SoC's words: the unit keeps those pc bits
	parameter [31:0] LINK_DIVISOR = 12  // clocks a bit of the link; 4 .. 65535
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        tap_data_i,      // with tap_valid_i: a load or store of
	input  wire [31:0] tap_data_adr_i,  // this address
	input  wire [31:0] tap_insn_i,      // these two: UNIT 3, as of tally_context.v
	input  wire        tap_handler_i,
	input  wire [7:0]  event_i,
	input  wire        bus_stb_i,       // the core's bus; until bus_ack_o
	input  wire        bus_we_i,
	input  wire [3:0]  bus_sel_i,
	input  wire [18:0] bus_adr_i,
	input  wire [31:0] bus_dat_i,
	output wire [31:0] bus_dat_o,
	output wire        bus_ack_o,
	output wire        irq_o,
	input  wire        link_rx_i,
	output wire        link_tx_o
);

generate
if (UNIT < 0 || UNIT > 3 || BINS_LOG2 > 16 || UNIT >= 2 && BINS_LOG2 > 15
	|| UNIT == 3 && NODES > 13) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end

if (UNIT != 0) begin : g_unit
	localparam HALF = BINS_LOG2 + 1 > NODES + 3 ? BINS_LOG2 + 1 : NODES + 3;
	localparam AW   = UNIT == 3 ? HALF + 1 : BINS_LOG2 + UNIT;
	localparam PC_W = RAM_LOG2 < 14 ? 16 : RAM_LOG2 + 2;
	wire          link_stb, link_we, link_ack, stb, we, whole, ack;
	wire [AW-1:0] link_adr, adr;
	wire [31:0]   link_dat, dat;

	tally_bridge #(.AW(AW), .BIT(LINK_DIVISOR)) bridge (
		.clk_i(clk_i), .rst_i(rst_i), .rx_i(link_rx_i), .tx_o(link_tx_o),
		.bus_stb_o(link_stb), .bus_we_o(link_we), .bus_adr_o(link_adr),
		.bus_dat_o(link_dat), .bus_dat_i(bus_dat_o), .bus_ack_i(link_ack));

	tally_port #(.AW(AW)) port (
		.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(bus_stb_i), .core_we_i(bus_we_i),
		.core_whole_i(&bus_sel_i), .core_adr_i(bus_adr_i[AW+1:2]), .core_dat_i(bus_dat_i),
		.core_ack_o(bus_ack_o), .bus_stb_i(link_stb), .bus_we_i(link_we),
		.bus_adr_i(link_adr), .bus_dat_i(link_dat), .bus_ack_o(link_ack), .unit_stb_o(stb),
		.unit_we_o(we), .unit_whole_o(whole), .unit_adr_o(adr), .unit_dat_o(dat),
		.unit_ack_i(ack));

	if (UNIT == 3) begin : g_calls
		tally_calls #(
			.NODES(NODES), .MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .EVENT(6),
			.PC_W(PC_W), .PC_HIGH(32'h8000_0000)
		) units (
			.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i),
			.tap_pc_i(tap_pc_i), .tap_insn_i(tap_insn_i),
			.tap_handler_i(tap_handler_i), .tap_priv_i(tap_priv_i),
			.tap_sleep_i(tap_sleep_i), .tap_tag_i(32'd0), .event_i(event_i),
			.wb_stb_i(stb), .wb_we_i(we), .wb_sel_i({4{whole}}),
			.wb_adr_i({adr, 2'b00}), .wb_dat_i(dat), .wb_dat_o(bus_dat_o),
			.wb_ack_o(ack), .irq_o(irq_o));
		wire unused_data = &{1'b0, tap_data_i, tap_data_adr_i};
	end else begin : g_pcs
		wire [UNIT-1:0]    acks, irqs;
		wire [32*UNIT-1:0] dats;
		wire               second = UNIT == 2 && adr[AW-1];
		wire [1:0]         at = {second, ~second};
		assign ack       = |acks;
		assign irq_o     = |irqs;
		assign bus_dat_o = at[0] ? dats[31:0] : dats[32*UNIT-1-:32];
		wire unused_taps = &{1'b0, tap_insn_i, tap_handler_i, tap_data_i, tap_data_adr_i,
			at};

		genvar u;
		for (u = 0; u < UNIT; u = u + 1) begin : g_tap
			wire        sys_cyc, sys_stb, sys_we;
			wire [3:0]  sys_sel;
			wire [31:0] sys_adr, sys_dat;
			tally #(
				.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .EVENT(6), .DATA(u),
				.PC_W(PC_W), .PC_HIGH(32'h8000_0000)
			) tally (
				.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
				.tap_valid_i(tap_valid_i & (u == 0 | tap_data_i)),
				.tap_pc_i(u == 0 ? tap_pc_i : tap_data_adr_i),
				.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
				.tap_tag_i(32'd0), .event_i(event_i), .wb_cyc_i(stb),
				.wb_stb_i(stb & at[u]), .wb_we_i(we), .wb_sel_i({4{whole}}),
				.wb_adr_i({adr[BINS_LOG2:0], 2'b00}), .wb_dat_i(dat),
				.wb_dat_o(dats[32*u+:32]), .wb_ack_o(acks[u]), .irq_o(irqs[u]),
				.sys_cyc_o(sys_cyc), .sys_stb_o(sys_stb), .sys_we_o(sys_we),
				.sys_sel_o(sys_sel), .sys_adr_o(sys_adr), .sys_dat_o(sys_dat),
				.sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0),
				.sys_stolen_i(1'b0));
			wire unused_sys = &{1'b0, sys_cyc, sys_stb, sys_we, sys_sel, sys_adr,
				sys_dat};
		end
	end
	wire unused = &{1'b0, bus_adr_i};
end else begin : g_none
	reg ack;
	always @(posedge clk_i)
		ack <= bus_stb_i & ~ack & ~rst_i;
	assign {bus_ack_o, bus_dat_o, irq_o, link_tx_o} = {ack, 32'd0, 1'b0, 1'b1};
	wire unused = &{1'b0, run_i, tap_valid_i, tap_pc_i, tap_priv_i, tap_sleep_i, event_i,
		tap_data_i, tap_data_adr_i, tap_insn_i, tap_handler_i, bus_we_i, bus_sel_i,
		bus_adr_i, bus_dat_i, link_rx_i, MAPPER != 0, NODES != 0, RAM_LOG2 != 0,
		LINK_DIVISOR != 0};
end
endgenerate

endmodule

`default_nettype wire
