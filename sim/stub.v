// SPDX-License-Identifier: ISC
// stub.v - boot ROM outside RAM: a0 = 0 (hart), a1 = 0 (no device tree), then a jump to entry_i.
// Uses t0. Read only: a write is acknowledged and ignored. Its word 12 is the host's answer
// (host.v). From word 4 on it is code for a core of 64 bits, where lui extends the sign.

`default_nettype none

module stub (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,
	input  wire [3:0]  adr_i,	// of a word
	input  wire [31:0] entry_i,	// steady while the core runs
	input  wire [31:0] answer_i,
	output reg  [31:0] dat_o,
	output reg         ack_o
);
// jalr adds a signed 12-bit offset: lui makes up for a negative one.
wire [19:0] high = entry_i[31:12] + {19'd0, entry_i[11]};
wire [19:0] half = {1'b0, entry_i[31:13]} + {19'd0, entry_i[12]};

always @(posedge clk_i) begin
	ack_o <= stb_i & ~ack_o & ~rst_i;
	case (adr_i)
		4'd0:    dat_o <= 32'h0000_0513;				// li   a0, 0
		4'd1:    dat_o <= 32'h0000_0593;				// li   a1, 0
		4'd2:    dat_o <= {high, 12'h2b7};				// lui  t0, high
		4'd3:    dat_o <= {entry_i[11:0], 5'd5, 3'd0, 5'd0, 7'h67};	// jalr x0, low(t0)
		4'd4:    dat_o <= 32'h0000_0593;				// li   a1, 0
		4'd5:    dat_o <= {half, 12'h2b7};				// lui  t0, half
		4'd6:    dat_o <= {entry_i[12:1], 20'h28293};			// addi t0, t0, low
		4'd7:    dat_o <= 32'h0012_9293;				// slli t0, t0, 1
		4'd8:    dat_o <= 32'h0002_8067;				// jr   t0
		4'd12:   dat_o <= answer_i;
		default: dat_o <= 32'h0000_006f;				// j    .
	endcase
end
endmodule

`default_nettype wire
