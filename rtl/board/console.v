// SPDX-License-Identifier: ISC
// console.v - a 16550 on a real line: the transmitter holds one byte beside the one that is being
// sent; the receiver keeps 2^RX_LOG2 (a block RAM) behind the one that RBR shows, without being
// asked to: FCR is not there, and IIR says so. RBR means nothing before the first byte. Interrupts:
// received data, transmitter empty. The rate is fixed by DIVISOR: the divisor latch can be written
// and read and changes nothing. No loopback, no modem lines; a byte for which there is no room is
// lost and shows in LSR as overrun.

`default_nettype none

module console #(
	parameter [31:0] DIVISOR = 104,	// clocks a bit; 4 .. 65535
	parameter RX_LOG2 = 9		// 1 .. 16
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,	// reads too: only the bytes named have side effects
	input  wire        adr_i,	// of a word
	input  wire [31:0] dat_i,
	output reg  [31:0] dat_o,
	output reg         ack_o,
	output wire        irq_o,
	input  wire        rx_i,
	output wire        tx_o
);
generate
if (DIVISOR < 4 || DIVISOR > 65535 || RX_LOG2 < 1 || RX_LOG2 > 16) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

reg [7:0] rbr, thr, dll, dlm, lcr, scr;
reg [1:0] ier;
reg       ready, overrun, framing, full, thre;
(* no_rw_check *)			// a byte is read a clock after it was written, or later
reg [7:0] queue [0:(1 << RX_LOG2)-1];
reg [RX_LOG2:0] arrived, shown;		// counts

wire       dlab   = lcr[7];
wire       access = stb_i & ~ack_o;
wire       read   = access & ~we_i;
wire       pop    = read & ~adr_i & sel_i[0] & ~dlab;
wire       send   = access & we_i & ~adr_i & sel_i[0] & ~dlab;
wire       waits  = arrived != shown;
wire       room   = arrived != {~shown[RX_LOG2], shown[RX_LOG2-1:0]};
wire       rx_irq = ier[0] & ready;
wire       tx_irq = ier[1] & thre;
wire [7:0] iir    = {4'h0, rx_irq ? 4'h4 : tx_irq ? 4'h2 : 4'h1};

wire       tx_ready, rx_valid, rx_broken;
wire [7:0] rx_data;
wire [7:0] lsr    = {1'b0, ~full & tx_ready, ~full, 1'b0, framing, 1'b0, overrun, ready};

assign irq_o = rx_irq | tx_irq;

uart_line serial (
	.clk_i      (clk_i),
	.rst_i      (rst_i),
	.div_i      (DIVISOR[15:0]),
	.rx_i       (rx_i),
	.tx_o       (tx_o),
	.rx_valid_o (rx_valid),
	.rx_data_o  (rx_data),
	.rx_error_o (rx_broken),
	.tx_valid_i (full),
	.tx_data_i  (thr),
	.tx_ready_o (tx_ready)
);

always @(posedge clk_i) begin
	ack_o <= access;

	if (full & tx_ready) begin
		full <= 1'b0;
		thre <= 1'b1;
	end
	if (read & ~adr_i & sel_i[2] & ~rx_irq)
		thre <= 1'b0;
	if (access & we_i & ~adr_i & sel_i[1] & ~dlab & dat_i[9] & ~ier[1] & ~full)
		thre <= 1'b1;
	if (send) begin
		thr  <= dat_i[7:0];
		full <= 1'b1;
		thre <= 1'b0;
	end

	if (read & adr_i & sel_i[1])
		{overrun, framing} <= 2'b00;
	if (rx_broken)
		framing <= 1'b1;
	if (rx_valid & room) begin
		queue[arrived[RX_LOG2-1:0]] <= rx_data;
		arrived <= arrived + 1'b1;
	end
	if (rx_valid & ~room)
		overrun <= 1'b1;
	if (waits & ~ready) begin
		rbr   <= queue[shown[RX_LOG2-1:0]];
		shown <= shown + 1'b1;
		ready <= 1'b1;
	end else if (pop)
		ready <= 1'b0;

	dat_o <= adr_i ? {scr, 8'h00, lsr, 8'h00}
		: {lcr, iir, dlab ? dlm : {6'd0, ier}, dlab ? dll : rbr};
	if (access & we_i & ~adr_i) begin
		if (sel_i[0] & dlab)  dll <= dat_i[7:0];
		if (sel_i[1] & dlab)  dlm <= dat_i[15:8];
		if (sel_i[1] & ~dlab) ier <= dat_i[9:8];
		if (sel_i[3])         lcr <= dat_i[31:24];
	end
	if (access & we_i & adr_i & sel_i[3])
		scr <= dat_i[31:24];

	if (rst_i) begin
		ack_o   <= 1'b0;
		arrived <= {RX_LOG2+1{1'b0}};
		shown   <= {RX_LOG2+1{1'b0}};
		dll     <= 8'd0;
		dlm     <= 8'd0;
		lcr     <= 8'd0;
		scr     <= 8'd0;
		ier     <= 2'd0;
		ready   <= 1'b0;
		overrun <= 1'b0;
		framing <= 1'b0;
		full    <= 1'b0;
		thre    <= 1'b0;
	end
end

wire unused = &{1'b0, dat_i[23:16]};
endmodule

`default_nettype wire
