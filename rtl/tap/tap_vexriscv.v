// SPDX-License-Identifier: ISC
// tap_vexriscv.v - from VexRiscv's last pipeline stage to the unit's tap.
//
// The signals are inside the core: the SoC makes them ports (Yosys `expose`)
// or, in simulation, reads them by name. A trapping instruction never fires.
// Cores without user mode tie privilege_i to 3; VexRiscv variants whose WFI
// is a nop have in_wfi_i 0 for ever.

`default_nettype none

module tap_vexriscv (
	input  wire        last_stage_is_firing_i,	// lastStageIsFiring
	input  wire [31:0] last_stage_pc_i,		// lastStagePc
	input  wire [1:0]  privilege_i,			// CsrPlugin_privilege
	input  wire        in_wfi_i,			// CsrPlugin_inWfi
	input  wire        wfi_wake_i,			// execute_CsrPlugin_wfiWake
	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o
);

assign tap_valid_o = last_stage_is_firing_i;
assign tap_pc_o    = last_stage_pc_i;
assign tap_priv_o  = privilege_i;
assign tap_sleep_o = in_wfi_i & ~wfi_wake_i;

endmodule

`default_nettype wire
