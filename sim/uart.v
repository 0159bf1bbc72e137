// SPDX-License-Identifier: ISC
// uart.v - a 16550 byte by byte, without a line: what is sent arrives at once
// (LSR always THRE and TEMT), what is received comes from the testbench when
// firmware looks. Interrupts: receive data, transmitter empty. No baud rate,
// no loopback, no modem lines; a receive buffer of one byte.

`default_nettype none

module uart (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,		// reads too: only the bytes named have side effects
	input  wire        adr_i,		// of a word
	input  wire [31:0] dat_i,
	output reg  [31:0] dat_o,
	output reg         ack_o,
	output wire        irq_o,
	output wire        rx_irq_on_o,		// a received byte would interrupt
	output reg         tx_valid_o,		// one cycle: a byte was sent
	output reg  [7:0]  tx_data_o,
	output reg         rx_want_o,		// one cycle: give a byte if there is one
	input  wire        rx_toggle_i,		// a change brings rx_data_i
	input  wire [7:0]  rx_data_i
);
reg [7:0] rbr, scr, dll, dlm, lcr;
reg [4:0] mcr;
reg [3:0] ier;
reg       fifo, ready, thre, seen;
reg [9:0] pace;

wire       dlab   = lcr[7];
wire       access = stb_i & ~ack_o;
wire       rx_irq = ier[0] & ready;
wire       tx_irq = ier[1] & thre;
wire [7:0] iir    = {{2{fifo}}, 2'b00, rx_irq ? 4'h4 : tx_irq ? 4'h2 : 4'h1};

wire pop      = access & ~we_i & ~adr_i & sel_i[0] & ~dlab;
wire read_iir = access & ~we_i & ~adr_i & sel_i[2];
wire read_lsr = access & ~we_i &  adr_i & sel_i[1];
wire send     = access &  we_i & ~adr_i & sel_i[0] & ~dlab;
wire set_ier  = access &  we_i & ~adr_i & sel_i[1] & ~dlab;

assign irq_o       = rx_irq | tx_irq;
assign rx_irq_on_o = ier[0];

always @(posedge clk_i) begin
	ack_o      <= access;
	tx_valid_o <= send;
	if (send)
		tx_data_o <= dat_i[7:0];

	// With the interrupt on nobody polls: ask now and then.
	pace      <= pace + 10'd1;
	rx_want_o <= ~ready & (read_lsr | pop | (ier[0] & (pace == 10'd0)));
	seen      <= rx_toggle_i;
	if (rx_toggle_i != seen) begin
		rbr   <= rx_data_i;
		ready <= 1'b1;
	end else if (pop)
		ready <= 1'b0;

	if (send | (set_ier & dat_i[9] & ~ier[1]))
		thre <= 1'b1;
	else if (read_iir & ~rx_irq)
		thre <= 1'b0;

	dat_o <= adr_i ? {scr, 8'hb0, {3'b011, 4'd0, ready}, {3'd0, mcr}}
		: {lcr, iir, dlab ? dlm : {4'd0, ier}, dlab ? dll : rbr};
	if (access & we_i & ~adr_i) begin
		if (sel_i[0] & dlab) dll <= dat_i[7:0];
		if (sel_i[1] & dlab) dlm <= dat_i[15:8];
		if (set_ier)         ier <= dat_i[11:8];
		if (sel_i[2]) begin
			fifo <= dat_i[16];
			if (dat_i[17]) ready <= 1'b0;
		end
		if (sel_i[3])        lcr <= dat_i[31:24];
	end
	if (access & we_i & adr_i) begin
		if (sel_i[0]) mcr <= dat_i[4:0];
		if (sel_i[3]) scr <= dat_i[31:24];
	end

	if (rst_i) begin
		ack_o      <= 1'b0;
		tx_valid_o <= 1'b0;
		rx_want_o  <= 1'b0;
		rbr        <= 8'd0;
		scr        <= 8'd0;
		dll        <= 8'd0;
		dlm        <= 8'd0;
		lcr        <= 8'd0;
		mcr        <= 5'd0;
		ier        <= 4'd0;
		fifo       <= 1'b0;
		ready      <= 1'b0;
		thre       <= 1'b0;
		pace       <= 10'd0;
	end
end

wire unused = &{1'b0, dat_i[23:18], dat_i[15:12]};
endmodule

`default_nettype wire
