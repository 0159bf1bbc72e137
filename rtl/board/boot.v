// SPDX-License-Identifier: ISC
// boot.v - boot ROM of the boards: a0 = 0 (hart), a1 = 0 (no device tree), then a jump to the
// address in RAM's last word, where the image builder (and the flash loader) put the ELF's entry
// point. Uses t0.

`default_nettype none

module boot #(
	// address after RAM's last word; a multiple of 4096
	parameter [31:0] RAM_END = 32'h8000_2000
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        stb_i,
	input  wire [2:0]  adr_i,	// of a word
	output reg  [31:0] dat_o,
	output reg         ack_o
);
always @(posedge clk_i) begin
	ack_o <= stb_i & ~ack_o & ~rst_i;
	case (adr_i)
		3'd0:    dat_o <= 32'h0000_0513;		// li   a0, 0
		3'd1:    dat_o <= 32'h0000_0593;		// li   a1, 0
		3'd2:    dat_o <= {RAM_END[31:12], 12'h2b7};	// lui  t0, RAM_END
		3'd3:    dat_o <= 32'hffc2_a283;		// lw   t0, -4(t0)
		3'd4:    dat_o <= 32'h0002_8067;		// jr   t0
		default: dat_o <= 32'h0000_006f;		// j    .
	endcase
end

wire unused = &{1'b0, RAM_END[11:0]};
endmodule

`default_nettype wire
