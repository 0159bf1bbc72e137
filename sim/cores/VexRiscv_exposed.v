/* SPDX-License-Identifier: ISC
 * VexRiscv_exposed.v - the packaged VexRiscv with signals inside it as ports, for simulators; in
 * synthesis Yosys makes this module (sim/cores.list). Define VEXRISCV_DATA_CACHE for a variant that
 * has one, VEXRISCV_SUPERVISOR for the one with an MMU.
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
	output wire        decode_arbitration_isValid,
	output wire        decode_arbitration_removeIt,
	output wire        execute_arbitration_isValid,
	output wire        execute_arbitration_isStuck,
	output wire        execute_arbitration_removeIt,
	output wire        memory_arbitration_isValid,
	output wire        memory_arbitration_isStuck,
	output wire        memory_arbitration_removeIt,
	output wire        writeBack_arbitration_isValid,
	output wire        writeBack_arbitration_isStuck,
	output wire        writeBack_arbitration_removeIt,
	output wire        writeBack_MEMORY_ENABLE,
	output wire [31:0] writeBack_REGFILE_WRITE_DATA,
	output wire        HazardSimplePlugin_src0Hazard,
	output wire        HazardSimplePlugin_src1Hazard,
	output wire        execute_IS_CSR,
	output wire        execute_MEMORY_ENABLE,
	output wire        memory_MEMORY_ENABLE,
	output wire        IBusCachedPlugin_externalFlush,
	output wire        IBusCachedPlugin_iBusRsp_redoFetch,
	output wire        IBusCachedPlugin_cache_io_cpu_prefetch_haltIt,
`ifdef VEXRISCV_SUPERVISOR
	output wire        MmuPlugin_dBusAccess_cmd_valid,
`endif
`ifdef VEXRISCV_DATA_CACHE
	output wire        DBusCachedPlugin_redoBranch_valid,
	output wire        DBusCachedPlugin_mmuBus_busy,
	output wire        dBus_cmd_payload_uncached,
	output wire [3:0]  dBus_cmd_payload_mask,
`else
	output wire [3:0]  _zz_dBusWishbone_SEL,
	output wire [31:0] dBus_cmd_rData_address,
`endif
`ifdef TAP_CALLS
	output wire [31:0] lastStageInstruction,
	output wire        CsrPlugin_hadException,
	output wire        CsrPlugin_interruptJump,
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
	assign decode_arbitration_isValid = packaged.decode_arbitration_isValid;
	assign decode_arbitration_removeIt = packaged.decode_arbitration_removeIt;
	assign execute_arbitration_isValid = packaged.execute_arbitration_isValid;
	assign execute_arbitration_isStuck = packaged.execute_arbitration_isStuck;
	assign execute_arbitration_removeIt = packaged.execute_arbitration_removeIt;
	assign memory_arbitration_isValid = packaged.memory_arbitration_isValid;
	assign memory_arbitration_isStuck = packaged.memory_arbitration_isStuck;
	assign memory_arbitration_removeIt = packaged.memory_arbitration_removeIt;
	assign writeBack_arbitration_isValid = packaged.writeBack_arbitration_isValid;
	assign writeBack_arbitration_isStuck = packaged.writeBack_arbitration_isStuck;
	assign writeBack_arbitration_removeIt = packaged.writeBack_arbitration_removeIt;
	assign writeBack_MEMORY_ENABLE = packaged.writeBack_MEMORY_ENABLE;
	assign writeBack_REGFILE_WRITE_DATA = packaged.writeBack_REGFILE_WRITE_DATA;
	assign HazardSimplePlugin_src0Hazard = packaged.HazardSimplePlugin_src0Hazard;
	assign HazardSimplePlugin_src1Hazard = packaged.HazardSimplePlugin_src1Hazard;
	assign execute_IS_CSR = packaged.execute_IS_CSR;
	assign execute_MEMORY_ENABLE = packaged.execute_MEMORY_ENABLE;
	assign memory_MEMORY_ENABLE = packaged.memory_MEMORY_ENABLE;
	assign IBusCachedPlugin_externalFlush = packaged.IBusCachedPlugin_externalFlush;
	assign IBusCachedPlugin_iBusRsp_redoFetch = packaged.IBusCachedPlugin_iBusRsp_redoFetch;
	assign IBusCachedPlugin_cache_io_cpu_prefetch_haltIt =
		packaged.IBusCachedPlugin_cache_io_cpu_prefetch_haltIt;
`ifdef TAP_CALLS
	assign lastStageInstruction = packaged.lastStageInstruction;
	assign CsrPlugin_hadException = packaged.CsrPlugin_hadException;
	assign CsrPlugin_interruptJump = packaged.CsrPlugin_interruptJump;
`endif
`ifdef VEXRISCV_SUPERVISOR
	assign MmuPlugin_dBusAccess_cmd_valid = packaged.MmuPlugin_dBusAccess_cmd_valid;
`endif
`ifdef VEXRISCV_DATA_CACHE
	assign DBusCachedPlugin_redoBranch_valid = packaged.DBusCachedPlugin_redoBranch_valid;
	assign DBusCachedPlugin_mmuBus_busy = packaged.DBusCachedPlugin_mmuBus_busy;
	assign dBus_cmd_payload_uncached = packaged.dBus_cmd_payload_uncached;
	assign dBus_cmd_payload_mask     = packaged.dBus_cmd_payload_mask;
`else
	assign _zz_dBusWishbone_SEL      = packaged._zz_dBusWishbone_SEL;
	assign dBus_cmd_rData_address    = packaged.dBus_cmd_rData_address;
`endif
endmodule

`default_nettype wire
