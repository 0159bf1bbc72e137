// SPDX-License-Identifier: ISC
// tap_rvfi.v - from a RISC-V Formal Interface port to the unit's tap.
//
// One retirement channel, combinational. A core that reports an instruction
// hit by a trap with rvfi_trap has not retired it (SERV and PicoRV32 would
// count it twice, or once too often). RVFI has no word for sleep: sleep_i
// comes from the core's own signal, or is 0. Between retirements rvfi_mode
// must keep its value, for weight that is lost is classed by it.

`default_nettype none

module tap_rvfi #(
	parameter TRAP_RETIRES = 0	// 1: an entry with rvfi_trap is a retirement too; 0 or 1
) (
	input  wire        rvfi_valid_i,
	input  wire        rvfi_trap_i,
	input  wire [1:0]  rvfi_mode_i,
	input  wire [31:0] rvfi_pc_rdata_i,
	input  wire        sleep_i,	// the core waits for an interrupt
	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o
);

generate
if (TRAP_RETIRES < 0 || TRAP_RETIRES > 1) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

assign tap_valid_o = rvfi_valid_i & (~rvfi_trap_i | (TRAP_RETIRES != 0));
assign tap_pc_o    = rvfi_pc_rdata_i;
assign tap_priv_o  = rvfi_mode_i;
assign tap_sleep_o = sleep_i;

endmodule

`default_nettype wire
