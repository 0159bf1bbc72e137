/* SPDX-License-Identifier: ISC
 * VexRiscv_exposed.v - the packaged VexRiscv with signals inside it as ports, for simulators; in
 * synthesis Yosys makes this module (sim/cores.list). Define VEXRISCV_DATA_CACHE for a variant that
 * has one.
 */
`ifdef SYNTHESIS
`error_for_simulators_only	// Yosys would take the names inside the core for new wires
`endif
`default_nettype none

module VexRiscv_exposed (
	input  wire        clk,
	input  wire        reset,
	input  wire [31:0] externalResetVector,
	input  wire        timerInterrupt,
	input  wire        softwareInterrupt,
	input  wire [31:0] externalInterruptArray,
	output wire        lastStageIsFiring,
	output wire [31:0] lastStagePc,
	output wire [1:0]  CsrPlugin_privilege,
	output wire        CsrPlugin_inWfi,
	output wire        execute_CsrPlugin_wfiWake,
`ifdef VEXRISCV_DATA_CACHE
	output wire        dBus_cmd_payload_uncached,
	output wire [3:0]  dBus_cmd_payload_mask,
`else
	output wire [3:0]  _zz_dBusWishbone_SEL,
	output wire [31:0] dBus_cmd_rData_address,
`endif
	output wire        iBusWishbone_CYC,
	output wire        iBusWishbone_STB,
	input  wire        iBusWishbone_ACK,
	output wire        iBusWishbone_WE,
	output wire [29:0] iBusWishbone_ADR,
	input  wire [31:0] iBusWishbone_DAT_MISO,
	output wire [31:0] iBusWishbone_DAT_MOSI,
	output wire [3:0]  iBusWishbone_SEL,
	input  wire        iBusWishbone_ERR,
	output wire [2:0]  iBusWishbone_CTI,
	output wire [1:0]  iBusWishbone_BTE,
	output wire        dBusWishbone_CYC,
	output wire        dBusWishbone_STB,
	input  wire        dBusWishbone_ACK,
	output wire        dBusWishbone_WE,
	output wire [29:0] dBusWishbone_ADR,
	input  wire [31:0] dBusWishbone_DAT_MISO,
	output wire [31:0] dBusWishbone_DAT_MOSI,
	output wire [3:0]  dBusWishbone_SEL,
	input  wire        dBusWishbone_ERR,
	output wire [2:0]  dBusWishbone_CTI,
	output wire [1:0]  dBusWishbone_BTE
);
	VexRiscv packaged (
		.clk                    (clk),
		.reset                  (reset),
		.externalResetVector    (externalResetVector),
		.timerInterrupt         (timerInterrupt),
		.softwareInterrupt      (softwareInterrupt),
		.externalInterruptArray (externalInterruptArray),
		.iBusWishbone_CYC       (iBusWishbone_CYC),
		.iBusWishbone_STB       (iBusWishbone_STB),
		.iBusWishbone_ACK       (iBusWishbone_ACK),
		.iBusWishbone_WE        (iBusWishbone_WE),
		.iBusWishbone_ADR       (iBusWishbone_ADR),
		.iBusWishbone_DAT_MISO  (iBusWishbone_DAT_MISO),
		.iBusWishbone_DAT_MOSI  (iBusWishbone_DAT_MOSI),
		.iBusWishbone_SEL       (iBusWishbone_SEL),
		.iBusWishbone_ERR       (iBusWishbone_ERR),
		.iBusWishbone_CTI       (iBusWishbone_CTI),
		.iBusWishbone_BTE       (iBusWishbone_BTE),
		.dBusWishbone_CYC       (dBusWishbone_CYC),
		.dBusWishbone_STB       (dBusWishbone_STB),
		.dBusWishbone_ACK       (dBusWishbone_ACK),
		.dBusWishbone_WE        (dBusWishbone_WE),
		.dBusWishbone_ADR       (dBusWishbone_ADR),
		.dBusWishbone_DAT_MISO  (dBusWishbone_DAT_MISO),
		.dBusWishbone_DAT_MOSI  (dBusWishbone_DAT_MOSI),
		.dBusWishbone_SEL       (dBusWishbone_SEL),
		.dBusWishbone_ERR       (dBusWishbone_ERR),
		.dBusWishbone_CTI       (dBusWishbone_CTI),
		.dBusWishbone_BTE       (dBusWishbone_BTE)
	);

	assign lastStageIsFiring         = packaged.lastStageIsFiring;
	assign lastStagePc               = packaged.lastStagePc;
	assign CsrPlugin_privilege       = packaged.CsrPlugin_privilege;
	assign CsrPlugin_inWfi           = packaged.CsrPlugin_inWfi;
	assign execute_CsrPlugin_wfiWake = packaged.execute_CsrPlugin_wfiWake;
`ifdef VEXRISCV_DATA_CACHE
	assign dBus_cmd_payload_uncached = packaged.dBus_cmd_payload_uncached;
	assign dBus_cmd_payload_mask     = packaged.dBus_cmd_payload_mask;
`else
	assign _zz_dBusWishbone_SEL      = packaged._zz_dBusWishbone_SEL;
	assign dBus_cmd_rData_address    = packaged.dBus_cmd_rData_address;
`endif
endmodule

`default_nettype wire
