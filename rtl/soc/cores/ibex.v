// SPDX-License-Identifier: ISC
// ibex.v - adapter of Ibex: both memory ports on one Wishbone, RVFI to the tap. The vectors of
// interrupts are 256-byte aligned, 4 bytes a cause.

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        i_req, i_ack, d_req, d_we, d_ack;
wire [31:0] i_adr, d_adr, d_dat;
wire [3:0]  d_sel;
reg         i_valid, d_valid;
reg  [31:0] dat;
wire        rvfi_valid, rvfi_trap, sleep;
wire [1:0]  rvfi_mode;
wire [31:0] rvfi_pc, rvfi_insn;

ibex_top #(.PMPEnable(1)) cpu (
	.clk_i                (clk_i),
	.rst_ni               (~rst_i),
	.test_en_i            (1'b0),
	.ram_cfg_i            (10'd0),
	.hart_id_i            (32'd0),
	.boot_addr_i          (32'hffff_0000),
	.instr_req_o          (i_req),
	.instr_gnt_i          (i_ack),
	.instr_rvalid_i       (i_valid),
	.instr_addr_o         (i_adr),
	.instr_rdata_i        (dat),
	.instr_rdata_intg_i   (7'd0),
	.instr_err_i          (1'b0),
	.data_req_o           (d_req),
	.data_gnt_i           (d_ack),
	.data_rvalid_i        (d_valid),
	.data_we_o            (d_we),
	.data_be_o            (d_sel),
	.data_addr_o          (d_adr),
	.data_wdata_o         (d_dat),
	.data_rdata_i         (dat),
	.data_rdata_intg_i    (7'd0),
	.data_err_i           (1'b0),
	.irq_software_i       (soft_irq_i),
	.irq_timer_i          (timer_irq_i),
	.irq_external_i       (|ext_irq_i),
	.irq_fast_i           (15'd0),
	.irq_nm_i             (1'b0),
	.scramble_key_valid_i (1'b0),
	.scramble_key_i       (128'd0),
	.scramble_nonce_i     (64'd0),
	.debug_req_i          (1'b0),
	.fetch_enable_i       (4'b0101),
	.scan_rst_ni          (1'b1),
	.core_sleep_o         (sleep),
	.rvfi_valid           (rvfi_valid),
	.rvfi_trap            (rvfi_trap),
	.rvfi_insn            (rvfi_insn),
	.rvfi_intr            (tap_handler_o),
	.rvfi_mode            (rvfi_mode),
	.rvfi_pc_rdata        (rvfi_pc),
	.rvfi_mem_addr        (tap_data_adr_o)
);

// The core takes its data in a cycle after the grant; a request stands until then.
always @(posedge clk_i) begin
	i_valid <= i_ack & ~rst_i;
	d_valid <= d_ack & ~rst_i;
	dat     <= wb_dat_i;
end

arbiter arbiter (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.i_stb_i  (i_req),
	.i_adr_i  (i_adr),
	.i_cti_i  (3'b000),
	.i_bte_i  (2'b00),
	.i_ack_o  (i_ack),
	.d_stb_i  (d_req),
	.d_we_i   (d_we),
	.d_sel_i  (d_sel),
	.d_adr_i  (d_adr),
	.d_dat_i  (d_dat),
	.d_cti_i  (3'b000),
	.d_bte_i  (2'b00),
	.d_ack_o  (d_ack),
	.wb_stb_o (wb_stb_o),
	.wb_we_o  (wb_we_o),
	.wb_sel_o (wb_sel_o),
	.wb_adr_o (wb_adr_o),
	.wb_dat_o (wb_dat_o),
	.wb_cti_o (wb_cti_o),
	.wb_bte_o (wb_bte_o),
	.wb_ack_i (wb_ack_i | wb_err_i)		// no bus error: an unmapped address reads 0
);

// RVFI is a cycle late; a WFI retires there when the core already sleeps.
tap_rvfi tap (
	.rvfi_valid_i    (rvfi_valid),
	.rvfi_trap_i     (rvfi_trap),
	.rvfi_mode_i     (rvfi_mode),
	.rvfi_pc_rdata_i (rvfi_pc),
	.sleep_i         (sleep),
	.tap_valid_o     (tap_valid_o),
	.tap_pc_o        (tap_pc_o),
	.tap_priv_o      (tap_priv_o),
	.tap_sleep_o     (tap_sleep_o)
);

// Its masks say nothing: every instruction has them.
assign tap_data_o = rvfi_insn[1:0] == 2'b11 ? {rvfi_insn[6], rvfi_insn[4:2]} == 4'd0
	: ~rvfi_insn[0] & rvfi_insn[14:13] == 2'b10;
assign tap_insn_o = rvfi_insn;

causes_ibex causes (
	.clk_i       (clk_i),
	.rst_i       (rst_i),
	.valid_i     (cpu.u_ibex_core.id_stage_i.instr_valid_i),
	.turns_i     (cpu.u_ibex_core.id_stage_i.pc_set_o),
	.memory_i    (cpu.u_ibex_core.id_stage_i.stall_mem),
	.turning_i   (cpu.u_ibex_core.id_stage_i.stall_branch
		| cpu.u_ibex_core.id_stage_i.stall_jump
		| cpu.u_ibex_core.id_stage_i.controller_i.special_req),
	.runs_i      (cpu.u_ibex_core.id_stage_i.controller_run),
	.tap_valid_i (tap_valid_o),
	.tap_sleep_i (tap_sleep_o),
	.causes_o    (tap_causes_o)
);
endmodule

`default_nettype wire
