// SPDX-License-Identifier: ISC
// clint.v - timer and software interrupt of hart 0, at SiFive's offsets: msip 0x0000, mtimecmp
// 0x4000, mtime 0xBFF8. mtime counts clock cycles while the core runs; of a write of some of its
// bytes while it runs, the others count on. After reset mtimecmp is all ones: no interrupt.

`default_nettype none

module clint (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,		// mtime counts
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [15:0] adr_i,
	input  wire [31:0] dat_i,
	output reg  [31:0] dat_o,
	output reg         ack_o,
	output wire        soft_irq_o,
	output reg         timer_irq_o,
	output wire        timer_may_o		// a timer interrupt lies ahead
);
reg        msip;
reg [63:0] mtime;
reg [63:0] mtimecmp;
integer    b;

wire        write = stb_i & we_i & ~ack_o;
wire [13:0] word  = adr_i[15:2];

assign soft_irq_o  = msip;
// Firmware that wants no timer sets the high word to all ones first.
assign timer_may_o = ~&mtimecmp[63:32];

always @(posedge clk_i) begin
	ack_o <= stb_i & ~ack_o;
	timer_irq_o <= mtime >= mtimecmp;
	if (run_i)
		mtime <= mtime + 64'd1;

	case (word)
		14'h0000: dat_o <= {31'd0, msip};
		14'h1000: dat_o <= mtimecmp[31:0];
		14'h1001: dat_o <= mtimecmp[63:32];
		14'h2ffe: dat_o <= mtime[31:0];
		14'h2fff: dat_o <= mtime[63:32];
		default:  dat_o <= 32'd0;
	endcase
	if (write & word == 14'h0000 & sel_i[0])
		msip <= dat_i[0];
	for (b = 0; b < 8; b = b + 1)
		if (write & sel_i[b % 4]) begin
			if (word == (b < 4 ? 14'h1000 : 14'h1001))
				mtimecmp[8*b +: 8] <= dat_i[8*(b%4) +: 8];
			if (word == (b < 4 ? 14'h2ffe : 14'h2fff))
				mtime[8*b +: 8]    <= dat_i[8*(b%4) +: 8];
		end
	if (rst_i) begin
		ack_o       <= 1'b0;
		timer_irq_o <= 1'b0;
		msip        <= 1'b0;
		mtime       <= 64'd0;
		mtimecmp    <= {64{1'b1}};
	end
end

wire unused = &{1'b0, adr_i[1:0]};
endmodule

`default_nettype wire
