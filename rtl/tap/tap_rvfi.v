// SPDX-License-Identifier: ISC
// tap_rvfi.v - from a RISC-V Formal Interface port to the unit's tap.
//
// One retirement channel, combinational. A core that reports an instruction hit by a trap with
// rvfi_trap has not retired it (SERV and PicoRV32 would count it twice, or once too often); for one
// that has, rvfi_trap_i is 0. RVFI has no word for sleep: sleep_i comes from the core's own signal,
// or is 0. Between retirements rvfi_mode must keep its value, for weight that is lost is classed by
// it.

`default_nettype none

module tap_rvfi (
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

assign tap_valid_o = rvfi_valid_i & ~rvfi_trap_i;
assign tap_pc_o    = rvfi_pc_rdata_i;
assign tap_priv_o  = rvfi_mode_i;
assign tap_sleep_o = sleep_i;

endmodule

`default_nettype wire
