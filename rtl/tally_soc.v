// SPDX-License-Identifier: ISC
// tally_soc.v - what a SoC instantiates: a unit on the core's tap, a second one if it is asked for,
// and the ways to them: the core's bus, two pins, or both. rtl/INTEGRATE.md shows it in a SoC.
// tally_live.v is the same with nothing but tap and pins.
//
// An input that a parameter leaves out is not read. With bus and pins each of the core's accesses
// takes a clock more.

`default_nettype none

module tally_soc #(
	parameter MAPPER    = 0,            // these six: tally_params.vh
	parameter BINS_LOG2 = 9,            // with pins from 8 on
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter EVENT     = 0,
	parameter SYSTEM    = 0,
	// the second unit, behind the first: 0 none, 1 loads and stores, 2 who called
	// (tally_context.v), 3 another one like the first
	parameter SECOND    = 0,
	parameter NODES     = 11,           // SECOND 2: 2^NODES rows of the call tree; 6 .. 15
	parameter XLEN      = 32,           // of the core, 32 or 64; SECOND 2 must know
	parameter BUS       = 1,            // 0: no wb_*
	// bits of wb_adr_i: without a second unit at least BINS_LOG2 + 3, with one a bit more; with
	// SECOND 2 at least NODES + 6, too. 32 at most
	parameter ADR_W     = 12,
	// pins: clocks a bit of the line, clock / baud, 4 .. 65535; 0: no pins
	parameter [31:0] BIT = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,           // synchronous
	input  wire        run_i,           // 1, or "the core is not halted"
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        tap_data_i,      // SECOND 1: what retires is a load or store
	input  wire [31:0] tap_data_adr_i,  // of this address
	input  wire [31:0] tap_insn_i,      // SECOND 2: tally_context.v
	input  wire        tap_handler_i,
	input  wire [7:0]  event_i,
	input  wire        wb_stb_i,        // CYC and STB
	input  wire        wb_we_i,
	input  wire [3:0]  wb_sel_i,        // writes: all four
	input  wire [ADR_W-1:0] wb_adr_i,   // in bytes; the units repeat in what it has more
	input  wire [31:0] wb_dat_i,
	output wire [31:0] wb_dat_o,
	output wire        wb_ack_o,
	output wire        irq_o,
	output wire        sys_cyc_o,       // SYSTEM: Wishbone master, as tally.v's
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [3:0]  sys_sel_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire [31:0] sys_dat_i,
	input  wire        sys_ack_i,
	input  wire        sys_err_i,
	input  wire        sys_stolen_i,
	input  wire        rx_i,            // pins; asynchronous
	output wire        tx_o
);

// Words of each unit's half of the addresses, and of both.
localparam HALF  = SECOND == 2 && NODES + 3 > BINS_LOG2 + 1 ? NODES + 3 : BINS_LOG2 + 1;
localparam AW    = SECOND != 0 ? HALF + 1 : HALF;
localparam PINS  = BIT != 0;
localparam UNITS = SECOND == 1 || SECOND == 3 ? 2 : 1;  // that are a tally

generate
if (SECOND < 0 || SECOND > 3 || BUS < 0 || BUS > 1 || BUS == 0 && !PINS
	|| BUS == 1 && (ADR_W < AW + 2 || ADR_W > 32)) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

// ---- who asks
wire          link_stb, link_we, link_ack, stb, we, ack;
wire [AW-1:0] link_adr, adr;
wire [31:0]   link_dat, dat;
wire [3:0]    sel;

generate
if (PINS) begin : g_pins
	tally_bridge #(.AW(AW), .BIT(BIT)) u_bridge (
		.clk_i(clk_i), .rst_i(rst_i), .rx_i(rx_i), .tx_o(tx_o), .bus_stb_o(link_stb),
		.bus_we_o(link_we), .bus_adr_o(link_adr), .bus_dat_o(link_dat),
		.bus_dat_i(wb_dat_o), .bus_ack_i(link_ack));
end else begin : g_no_pins
	assign {tx_o, link_stb, link_we, link_adr, link_dat} = {1'b1, {AW+34{1'b0}}};
	wire unused = &{1'b0, rx_i, link_stb, link_we, link_adr, link_dat, link_ack};
end

if (BUS != 0 && PINS) begin : g_both
	wire whole;
	assign sel = {4{whole}};
	tally_port #(.AW(AW)) u_port (
		.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(wb_stb_i), .core_we_i(wb_we_i),
		.core_whole_i(&wb_sel_i), .core_adr_i(wb_adr_i[AW+1:2]), .core_dat_i(wb_dat_i),
		.core_ack_o(wb_ack_o), .bus_stb_i(link_stb), .bus_we_i(link_we),
		.bus_adr_i(link_adr), .bus_dat_i(link_dat), .bus_ack_o(link_ack), .unit_stb_o(stb),
		.unit_we_o(we), .unit_whole_o(whole), .unit_adr_o(adr), .unit_dat_o(dat),
		.unit_ack_i(ack));
end else if (BUS != 0) begin : g_bus
	assign {stb, we, sel, adr, dat} = {wb_stb_i, wb_we_i, wb_sel_i, wb_adr_i[AW+1:2], wb_dat_i};
	assign {wb_ack_o, link_ack} = {ack, 1'b0};
end else begin : g_link
	assign {stb, we, sel, adr, dat} = {link_stb, link_we, 4'b1111, link_adr, link_dat};
	assign {wb_ack_o, link_ack} = {1'b0, ack};
	wire unused = &{1'b0, wb_stb_i, wb_we_i, wb_sel_i, wb_dat_i};
end
endgenerate

// ---- the units; of all that both have the first has the lower bits
wire [1:0]  acks, irqs, m_cyc, m_stb, m_we, m_ack, m_err, m_stolen;
wire [7:0]  m_sel;
wire [63:0] dats, m_adr, m_dat;
wire        second = SECOND != 0 & adr[AW-1];
assign ack      = |acks;
assign irq_o    = |irqs;
assign wb_dat_o = second ? dats[63:32] : dats[31:0];

genvar u;
generate
for (u = 0; u < UNITS; u = u + 1) begin : g_unit
	localparam DATA = SECOND == 1 && u == 1 ? 1 : 0;
	tally #(
		.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .PC_HIGH(PC_HIGH),
		.EVENT(EVENT), .KIND(DATA), .SYSTEM(SYSTEM)
	) u_tally (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
		.tap_valid_i(tap_valid_i & (DATA == 0 | tap_data_i)),
		.tap_pc_i(DATA != 0 ? tap_data_adr_i : tap_pc_i), .tap_priv_i(tap_priv_i),
		.tap_sleep_i(tap_sleep_i), .event_i(event_i), .wb_cyc_i(stb),
		.wb_stb_i(stb & second == u), .wb_we_i(we), .wb_sel_i(sel),
		.wb_adr_i({adr[BINS_LOG2:0], 2'b00}), .wb_dat_i(dat), .wb_dat_o(dats[32*u+:32]),
		.wb_ack_o(acks[u]), .irq_o(irqs[u]), .sys_cyc_o(m_cyc[u]), .sys_stb_o(m_stb[u]),
		.sys_we_o(m_we[u]), .sys_sel_o(m_sel[4*u+:4]), .sys_adr_o(m_adr[32*u+:32]),
		.sys_dat_o(m_dat[32*u+:32]), .sys_dat_i(sys_dat_i), .sys_ack_i(m_ack[u]),
		.sys_err_i(m_err[u]), .sys_stolen_i(m_stolen[u]));
end

if (SECOND == 2) begin : g_calls
	localparam CALLS_PC_W = PC_W < 32 - NODES ? PC_W : 32 - NODES;
	tally_context #(
		.NODES(NODES), .PC_W(CALLS_PC_W), .PC_HIGH(PC_HIGH), .PLACES(10), .EVENT(EVENT),
		.XLEN(XLEN)
	) u_calls (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i),
		.tap_pc_i(tap_pc_i), .tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i),
		.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .event_i(event_i),
		.wb_cyc_i(stb), .wb_stb_i(stb & second), .wb_we_i(we), .wb_sel_i(sel),
		.wb_adr_i({adr[NODES+2:0], 2'b00}), .wb_dat_i(dat), .wb_dat_o(dats[63:32]),
		.wb_ack_o(acks[1]), .irq_o(irqs[1]));
end else if (UNITS == 1) begin : g_alone
	assign {acks[1], irqs[1], dats[63:32]} = 34'd0;
end

// ---- the master of their counters
if (UNITS == 2 && SYSTEM != 0) begin : g_masters
	tally_arbiter u_arbiter (
		.clk_i(clk_i), .unit_cyc_i(m_cyc), .unit_stb_i(m_stb), .unit_we_i(m_we),
		.unit_sel_i(m_sel), .unit_adr_i(m_adr), .unit_dat_i(m_dat), .unit_ack_o(m_ack),
		.unit_err_o(m_err), .unit_stolen_o(m_stolen), .sys_cyc_o(sys_cyc_o),
		.sys_stb_o(sys_stb_o), .sys_we_o(sys_we_o), .sys_sel_o(sys_sel_o),
		.sys_adr_o(sys_adr_o), .sys_dat_o(sys_dat_o), .sys_ack_i(sys_ack_i),
		.sys_err_i(sys_err_i), .sys_stolen_i(sys_stolen_i));
end else begin : g_master
	assign {sys_cyc_o, sys_stb_o, sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o}
		= {m_cyc[0], m_stb[0], m_we[0], m_sel[3:0], m_adr[31:0], m_dat[31:0]};
	assign {m_ack, m_err, m_stolen} = {1'b0, sys_ack_i, 1'b0, sys_err_i, 1'b0, sys_stolen_i};
	if (UNITS == 1) assign {m_cyc[1], m_stb[1], m_we[1], m_sel[7:4], m_adr[63:32], m_dat[63:32]}
		= 71'd0;
end
endgenerate

wire unused = &{1'b0, wb_adr_i, adr, tap_data_i, tap_data_adr_i, tap_insn_i, tap_handler_i, m_cyc,
	m_stb, m_we, m_sel, m_adr, m_dat, m_ack, m_err, m_stolen, NODES != 0, XLEN != 0};
endmodule

`default_nettype wire
