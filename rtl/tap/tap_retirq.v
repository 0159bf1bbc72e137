// SPDX-License-Identifier: ISC
// tap_retirq.v - PicoRV32's own return from an interrupt (retirq, custom-0 with funct7 2) as the
// mret by which tally_context knows one.

`default_nettype none

module tap_retirq (
	input  wire [31:0] insn_i,
	output wire [31:0] insn_o
);

wire returns = insn_i[31:25] == 7'd2 & insn_i[6:0] == 7'b0001011;
assign insn_o = returns ? 32'h3020_0073 : insn_i;

endmodule

`default_nettype wire
