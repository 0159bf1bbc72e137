// SPDX-License-Identifier: ISC
// soc_unit.v - the unit of a board's SoC with its serial link (rtl/link/LINK.md) and the port that both it and the core's bus have
// to it. UNIT 0: neither; registers read 0, so that firmware's probe finds no unit.
// What the link asks and is answered passes registers, so that it is not on the core's way; the unit and its memory are behind the bus' (bus.v).

`default_nettype none

module soc_unit #(
	parameter UNIT         = 1,		// 0: none
	parameter MAPPER       = 2,		// the unit's; see rtl/unit/tally_params.vh
	parameter BINS_LOG2    = 10,		// its memory; at most 16
	parameter RAM_LOG2     = 11,		// of the SoC's words: the unit keeps those bits of the pc
	parameter [31:0] LINK_DIVISOR = 12,	// clocks a bit of the link; 4 .. 65535
	parameter SHARED       = 0		// 1: the console is on the link's pins, by c_*
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire        event_i,

	input  wire        bus_stb_i,		// the core's bus; until bus_ack_o
	input  wire        bus_we_i,
	input  wire [3:0]  bus_sel_i,
	input  wire [18:0] bus_adr_i,
	input  wire [31:0] bus_dat_i,
	output wire [31:0] bus_dat_o,
	output wire        bus_ack_o,
	output wire        irq_o,

	input  wire        link_rx_i,
	output wire        link_tx_o,
	output wire        c_rx_valid_o,
	output wire [7:0]  c_rx_data_o,
	output wire        c_rx_error_o,
	input  wire        c_tx_valid_i,
	input  wire [7:0]  c_tx_data_i,
	output wire        c_tx_ready_o,

	output wire        b_stb_o,		// the link as a master of the core's bus, once unlocked
	output wire        b_we_o,
	output wire [31:0] b_adr_o,
	output wire [31:0] b_dat_o,
	input  wire [31:0] b_dat_i,
	input  wire        b_ack_i,
	input  wire        b_err_i
);
generate
if (UNIT < 0 || UNIT > 1 || BINS_LOG2 > 16 || LINK_DIVISOR < 4 || LINK_DIVISOR > 65535 || SHARED < 0 || SHARED > UNIT) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

localparam BINS_AT = BINS_LOG2 + 2;	// log2 of the window's offset
wire             stb, we, ack, side_stb, side_we, side_ack;
wire [3:0]       sel;
wire [BINS_AT:0] adr, side_adr;
wire [31:0]      wdat, side_dat, rdat;
// An access of the link begins a clock after it is asked for and is answered a clock late; given up, it is answered to nobody. The link
// gives up readings of the unit, whose registers and bins do not mind, and after 16 times its patience anything (tally_link.v): what it then
// gave up may still be done, once, a clock later; its answer is nobody's.
wire             b_stb, b_we;		// the link asks the core's bus
reg              side_asks, side_answered, b_asks, b_writes, b_answered, b_refused;
reg  [31:0]      answer;		// of either: it has one access under way
assign b_stb_o   = b_asks;
assign b_we_o    = b_writes;
assign bus_dat_o = rdat;
always @(posedge clk_i) begin
	side_asks     <= side_stb & ~side_ack & ~side_answered & ~rst_i;
	side_answered <= side_stb & side_asks & side_ack & ~rst_i;
	b_asks        <= b_stb & ~b_ack_i & ~b_err_i & ~b_answered & ~b_refused & ~rst_i;
	b_writes      <= b_we;
	b_answered    <= b_stb & b_asks & b_ack_i & ~rst_i;
	b_refused     <= b_stb & b_asks & b_err_i & ~rst_i;
	answer        <= b_asks ? b_dat_i : rdat;
end

generate
	if (UNIT != 0) begin : g_link
		tally_uartbone #(.UNIT_BASE(32'hf400_0000), .UNIT_LOG2(BINS_AT + 1), .BINS(1 << BINS_AT),
			.PATIENCE(120)) uartbone (
			.clk_i        (clk_i),
			.rst_i        (rst_i),
			.div_i        (LINK_DIVISOR[15:0]),
			.rx_i         (link_rx_i),
			.tx_o         (link_tx_o),
			.shared_i     (SHARED != 0),
			.c_rx_valid_o (c_rx_valid_o),
			.c_rx_data_o  (c_rx_data_o),
			.c_rx_error_o (c_rx_error_o),
			.c_tx_valid_i (c_tx_valid_i),
			.c_tx_data_i  (c_tx_data_i),
			.c_tx_ready_o (c_tx_ready_o),
			.u_stb_o      (side_stb),
			.u_we_o       (side_we),
			.u_adr_o      (side_adr),
			.u_dat_o      (side_dat),
			.u_dat_i      (answer),
			.u_ack_i      (side_answered),
			.b_stb_o      (b_stb),
			.b_we_o       (b_we),
			.b_adr_o      (b_adr_o),
			.b_dat_o      (b_dat_o),
			.b_dat_i      (answer),
			.b_ack_i      (b_answered),
			.b_err_i      (b_refused)
		);
		tally_port #(.AW(BINS_AT + 1)) port (
			.clk_i   (clk_i),
			.rst_i   (rst_i),
			.a_stb_i (bus_stb_i),
			.a_we_i  (bus_we_i),
			.a_sel_i (bus_sel_i),
			.a_adr_i (bus_adr_i[BINS_AT:0]),
			.a_dat_i (bus_dat_i),
			.a_ack_o (bus_ack_o),
			.b_stb_i (side_asks),
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
	end else begin : g_link
		assign {link_tx_o, b_stb, b_we, b_adr_o, b_dat_o} = {1'b1, 66'd0};
		assign {c_rx_valid_o, c_rx_data_o, c_rx_error_o, c_tx_ready_o} = 0;
		assign {side_stb, side_we, side_adr, side_dat, side_ack} = 0;
		assign {stb, we, sel, adr, wdat} = {bus_stb_i, bus_we_i, bus_sel_i, bus_adr_i[BINS_AT:0], bus_dat_i};
		assign bus_ack_o = ack;
		wire unused_link = &{1'b0, link_rx_i, c_tx_valid_i, c_tx_data_i, side_stb, side_we, side_adr, side_dat, answer, side_asks, side_answered, b_answered, b_refused,
			LINK_DIVISOR != 0, SHARED != 0};
	end
endgenerate

generate
	if (UNIT != 0) begin : g_unit
		wire        sys_cyc, sys_stb, sys_we;
		wire [3:0]  sys_sel;
		wire [31:0] sys_adr, sys_dat;
		tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .EVENT(1), .PC_W(RAM_LOG2 < 14 ? 16 : RAM_LOG2 + 2),
			.PC_HIGH(32'h8000_0000)) tally (
			.clk_i        (clk_i),
			.rst_i        (rst_i),
			.run_i        (run_i),
			.tap_valid_i  (tap_valid_i),
			.tap_pc_i     (tap_pc_i),
			.tap_priv_i   (tap_priv_i),
			.tap_sleep_i  (tap_sleep_i),
			.tap_tag_i    (32'd0),
			.event_i      (event_i),
			.wb_cyc_i     (stb),
			.wb_stb_i     (stb),
			.wb_we_i      (we),
			.wb_sel_i     (sel),
			.wb_adr_i     (adr),
			.wb_dat_i     (wdat),
			.wb_dat_o     (rdat),
			.wb_ack_o     (ack),
			.irq_o        (irq_o),
			.sys_cyc_o    (sys_cyc),
			.sys_stb_o    (sys_stb),
			.sys_we_o     (sys_we),
			.sys_sel_o    (sys_sel),
			.sys_adr_o    (sys_adr),
			.sys_dat_o    (sys_dat),
			.sys_dat_i    (32'd0),
			.sys_ack_i    (1'b0),
			.sys_err_i    (1'b0),
			.sys_stolen_i (1'b0)
		);
		wire unused_unit = &{1'b0, sys_cyc, sys_stb, sys_we, sys_sel, sys_adr, sys_dat};
	end else begin : g_unit
		reg absent_ack;
		always @(posedge clk_i)
			absent_ack <= stb & ~absent_ack & ~rst_i;
		assign ack   = absent_ack;
		assign rdat  = 32'd0;
		assign irq_o = 1'b0;
		wire unused_unit = &{1'b0, run_i, tap_valid_i, tap_pc_i, tap_priv_i, tap_sleep_i, event_i, we, sel, adr, wdat,
			MAPPER != 0, BINS_LOG2 != 0, RAM_LOG2 != 0};
	end
endgenerate

generate
	if (BINS_AT < 18) begin : g_address
		wire unused_address = &{1'b0, bus_adr_i[18:BINS_AT+1]};
	end
endgenerate
endmodule

`default_nettype wire
