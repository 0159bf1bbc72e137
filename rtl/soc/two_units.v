// SPDX-License-Identifier: ISC
// two_units.v - two units that watch one core, as the kernel needs them: one for the running
// process, one for itself.
//
// They stand one behind the other: unit 1 at 2^(BINS_LOG2 + 3). Nothing is shared but the buses, so
// no unit can delay a sample of the other, except by its accesses to the system's memory.

`default_nettype none

module two_units #(
	parameter BINS_LOG2 = 9,            // of each; as TAG and EVENT: rtl/unit/tally_params.vh
	parameter TAG       = 0,
	parameter EVENT     = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	// tap: as of tally.v
	input  wire                 run_i,
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [31:0]          tap_tag_i,
	input  wire [7:0]           event_i,
	// Wishbone classic, byte addresses
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+3:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o,
	// Wishbone master, classic
	output wire                 sys_cyc_o,
	output wire                 sys_stb_o,
	output wire                 sys_we_o,
	output wire [3:0]           sys_sel_o,
	output wire [31:0]          sys_adr_o,
	output wire [31:0]          sys_dat_o,
	input  wire [31:0]          sys_dat_i,
	input  wire                 sys_ack_i,
	input  wire                 sys_err_i,
	input  wire                 sys_stolen_i
);

wire [1:0]  ack, irq, m_cyc, m_stb, m_we, m_ack, m_err, m_stolen;
wire [7:0]  m_sel;
wire [63:0] read, m_adr, m_dat;
wire        at = wb_adr_i[BINS_LOG2+3];

genvar u;
generate for (u = 0; u < 2; u = u + 1) begin : g_unit
	tally #(.BINS_LOG2(BINS_LOG2), .TAG(TAG), .EVENT(EVENT), .SYSTEM(2)) u_tally (
		.clk_i        (clk_i),
		.rst_i        (rst_i),
		.run_i        (run_i),
		.tap_valid_i  (tap_valid_i),
		.tap_pc_i     (tap_pc_i),
		.tap_priv_i   (tap_priv_i),
		.tap_sleep_i  (tap_sleep_i),
		.tap_tag_i    (tap_tag_i),
		.event_i      (event_i),
		.wb_cyc_i     (wb_cyc_i),
		.wb_stb_i     (wb_stb_i & at == u),
		.wb_we_i      (wb_we_i),
		.wb_sel_i     (wb_sel_i),
		.wb_adr_i     (wb_adr_i[BINS_LOG2+2:0]),
		.wb_dat_i     (wb_dat_i),
		.wb_dat_o     (read[32*u+:32]),
		.wb_ack_o     (ack[u]),
		.irq_o        (irq[u]),
		.sys_cyc_o    (m_cyc[u]),
		.sys_stb_o    (m_stb[u]),
		.sys_we_o     (m_we[u]),
		.sys_sel_o    (m_sel[4*u+:4]),
		.sys_adr_o    (m_adr[32*u+:32]),
		.sys_dat_o    (m_dat[32*u+:32]),
		.sys_dat_i    (sys_dat_i),
		.sys_ack_i    (m_ack[u]),
		.sys_err_i    (m_err[u]),
		.sys_stolen_i (m_stolen[u])
	);
end endgenerate

assign wb_ack_o = |ack;
assign wb_dat_o = at ? read[63:32] : read[31:0];
assign irq_o    = |irq;

tally_arbiter u_arbiter (
	.clk_i         (clk_i),
	.unit_cyc_i    (m_cyc),
	.unit_stb_i    (m_stb),
	.unit_we_i     (m_we),
	.unit_sel_i    (m_sel),
	.unit_adr_i    (m_adr),
	.unit_dat_i    (m_dat),
	.unit_ack_o    (m_ack),
	.unit_err_o    (m_err),
	.unit_stolen_o (m_stolen),
	.sys_cyc_o     (sys_cyc_o),
	.sys_stb_o     (sys_stb_o),
	.sys_we_o      (sys_we_o),
	.sys_sel_o     (sys_sel_o),
	.sys_adr_o     (sys_adr_o),
	.sys_dat_o     (sys_dat_o),
	.sys_ack_i     (sys_ack_i),
	.sys_err_i     (sys_err_i),
	.sys_stolen_i  (sys_stolen_i)
);

endmodule

`default_nettype wire
