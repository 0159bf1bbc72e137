// SPDX-License-Identifier: ISC
// vexriscv.v - adapter of the VexRiscv variants with Wishbone buses: both buses on one, the last
// pipeline stage to the tap. Define VEXRISCV_DATA_CACHE for a variant that has one. External
// interrupts: bit 0 of externalInterruptArray is the UART, bit 1 the unit (mask: CSR 0xBC0, and
// 0x9C0 for the supervisor). Ports tally_NAME are signals inside the core, in a copy of it
// (rtl/litex/netlist.py).

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        i_cyc, i_stb, i_ack, d_cyc, d_stb, d_we, d_ack;
wire [29:0] i_adr, d_adr;
wire [31:0] d_dat;
wire [3:0]  d_sel, read_sel;
wire [2:0]  i_cti, d_cti;
wire [1:0]  i_bte, d_bte;
wire        firing, in_wfi, wfi_wake;
wire [31:0] last_pc;
wire [1:0]  privilege;
wire        decode_valid, decode_removed, execute_valid, execute_stuck, execute_removed;
wire        memory_valid, memory_stuck, memory_removed, last_valid, last_stuck, last_removed;
wire        hazard0, hazard1, execute_csr, execute_data, memory_data, flush, miss, refill;
wire        again, mmu_busy, walks;
`ifdef TAP_CALLS
wire        exception, interrupt;
`endif
`ifdef VEXRISCV_DATA_CACHE
wire        uncached;
wire [3:0]  mask;
`else
wire [3:0]  size_sel;
wire [31:0] address;
`endif

VexRiscv cpu (
	.clk                    (clk_i),
	.reset                  (rst_i),
	.externalResetVector    (32'hffff_0000),
	.timerInterrupt         (timer_irq_i),
	.softwareInterrupt      (soft_irq_i),
	.externalInterruptArray ({30'd0, ext_irq_i}),
	.tally_lastStageIsFiring (firing),
	.tally_lastStagePc (last_pc),
	.tally_CsrPlugin_privilege (privilege),
	.tally_CsrPlugin_inWfi (in_wfi),
	.tally_execute_CsrPlugin_wfiWake (wfi_wake),
	.tally_decode_arbitration_isValid (decode_valid),
	.tally_decode_arbitration_removeIt (decode_removed),
	.tally_execute_arbitration_isValid (execute_valid),
	.tally_execute_arbitration_isStuck (execute_stuck),
	.tally_execute_arbitration_removeIt (execute_removed),
	.tally_memory_arbitration_isValid (memory_valid),
	.tally_memory_arbitration_isStuck (memory_stuck),
	.tally_memory_arbitration_removeIt (memory_removed),
	.tally_writeBack_arbitration_isValid (last_valid),
	.tally_writeBack_arbitration_isStuck (last_stuck),
	.tally_writeBack_arbitration_removeIt (last_removed),
	.tally_writeBack_MEMORY_ENABLE (tap_data_o),
	.tally_writeBack_REGFILE_WRITE_DATA (tap_data_adr_o),
	.tally_HazardSimplePlugin_src0Hazard (hazard0),
	.tally_HazardSimplePlugin_src1Hazard (hazard1),
	.tally_execute_IS_CSR (execute_csr),
	.tally_execute_MEMORY_ENABLE (execute_data),
	.tally_memory_MEMORY_ENABLE (memory_data),
	.tally_IBusCachedPlugin_externalFlush (flush),
	.tally_IBusCachedPlugin_iBusRsp_redoFetch (miss),
	.tally_IBusCachedPlugin_cache_io_cpu_prefetch_haltIt (refill),
`ifdef TAP_CALLS
	.tally_lastStageInstruction (tap_insn_o),
	.tally_CsrPlugin_hadException (exception),
	.tally_CsrPlugin_interruptJump (interrupt),
`endif
`ifdef VEXRISCV_SUPERVISOR
	.tally_MmuPlugin_dBusAccess_cmd_valid (walks),
`endif
`ifdef VEXRISCV_DATA_CACHE
	.tally_DBusCachedPlugin_redoBranch_valid (again),
	.tally_DBusCachedPlugin_mmuBus_busy (mmu_busy),
	.tally_dBus_cmd_payload_uncached (uncached),
	.tally_dBus_cmd_payload_mask (mask),
`else
	.tally__zz_dBusWishbone_SEL (size_sel),
	.tally_dBus_cmd_rData_address (address),
`endif
	.iBusWishbone_CYC       (i_cyc),
	.iBusWishbone_STB       (i_stb),
	.iBusWishbone_ACK       (i_ack),
	.iBusWishbone_WE        (),
	.iBusWishbone_ADR       (i_adr),
	.iBusWishbone_DAT_MISO  (wb_dat_i),
	.iBusWishbone_DAT_MOSI  (),
	.iBusWishbone_SEL       (),
	.iBusWishbone_ERR       (1'b0),
	.iBusWishbone_CTI       (i_cti),
	.iBusWishbone_BTE       (i_bte),
	.dBusWishbone_CYC       (d_cyc),
	.dBusWishbone_STB       (d_stb),
	.dBusWishbone_ACK       (d_ack),
	.dBusWishbone_WE        (d_we),
	.dBusWishbone_ADR       (d_adr),
	.dBusWishbone_DAT_MISO  (wb_dat_i),
	.dBusWishbone_DAT_MOSI  (d_dat),
	.dBusWishbone_SEL       (d_sel),
	.dBusWishbone_ERR       (1'b0),
	.dBusWishbone_CTI       (d_cti),
	.dBusWishbone_BTE       (d_bte)
);

// The core's bridge reads whole words; the UART must know which byte is
// meant, for a read of its receive buffer takes the byte.
`ifdef VEXRISCV_DATA_CACHE
localparam CACHE = 1'b1;
assign read_sel = uncached ? mask : 4'b1111;
`else
localparam CACHE = 1'b0;
assign {again, mmu_busy} = 2'd0;
assign read_sel = size_sel << address[1:0];
wire unused = &{1'b0, address[31:2]};
`endif

arbiter arbiter (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.i_stb_i  (i_cyc & i_stb),
	.i_adr_i  ({i_adr, 2'b00}),
	.i_cti_i  (i_cti),
	.i_bte_i  (i_bte),
	.i_ack_o  (i_ack),
	.d_stb_i  (d_cyc & d_stb),
	.d_we_i   (d_we),
	.d_sel_i  (d_we ? d_sel : read_sel),
	.d_adr_i  ({d_adr, 2'b00}),
	.d_dat_i  (d_dat),
	.d_cti_i  (d_cti),
	.d_bte_i  (d_bte),
	.d_ack_o  (d_ack),
	.wb_stb_o (wb_stb_o),
	.wb_we_o  (wb_we_o),
	.wb_sel_o (wb_sel_o),
	.wb_adr_o (wb_adr_o),
	.wb_dat_o (wb_dat_o),
	.wb_cti_o (wb_cti_o),
	.wb_bte_o (wb_bte_o),
	.wb_ack_i (wb_ack_i | wb_err_i)		// these variants ignore ERR and would wait for ever
);

tap_vexriscv tap (
	.last_stage_is_firing_i (firing),
	.last_stage_pc_i        (last_pc),
	.privilege_i            (privilege),
	.in_wfi_i               (in_wfi),
	.wfi_wake_i             (wfi_wake),
	.tap_valid_o            (tap_valid_o),
	.tap_pc_o               (tap_pc_o),
	.tap_priv_o             (tap_priv_o),
	.tap_sleep_o            (tap_sleep_o)
);

`ifdef TAP_CALLS
tap_handler handler (
	.clk_i         (clk_i),
	.rst_i         (rst_i),
	.trap_i        (exception | interrupt),
	.tap_valid_i   (tap_valid_o),
	.tap_handler_o (tap_handler_o)
);
`else
assign {tap_insn_o, tap_handler_o} = 33'd0;
`endif

`ifndef VEXRISCV_SUPERVISOR
assign walks = 1'b0;
`endif
causes_vexriscv causes (
	.clk_i             (clk_i),
	.rst_i             (rst_i),
	.decode_valid_i    (decode_valid),
	.decode_removed_i  (decode_removed),
	.execute_valid_i   (execute_valid),
	.execute_stuck_i   (execute_stuck),
	.execute_removed_i (execute_removed),
	.memory_valid_i    (memory_valid),
	.memory_stuck_i    (memory_stuck),
	.memory_removed_i  (memory_removed),
	.last_valid_i      (last_valid),
	.last_stuck_i      (last_stuck),
	.last_removed_i    (last_removed),
	.hazard_i          (hazard0 | hazard1),
	.execute_csr_i     (execute_csr),
	.execute_data_i    (execute_data | CACHE & ~in_wfi),
	.memory_data_i     (memory_data),
	.walk_i            (walks | mmu_busy),
	.flush_i           (flush),
	.again_i           (again),
	.miss_i            (miss),
	.refill_i          (refill),
	.tap_sleep_i       (tap_sleep_o),
	.causes_o          (tap_causes_o)
);
endmodule

`default_nettype wire
