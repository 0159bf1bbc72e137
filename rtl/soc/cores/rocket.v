// SPDX-License-Identifier: ISC
// rocket.v - adapter of Rocket, a core of 64 bits, as LiteX generates it: its AXI4 ports of cached
// memory and of devices on one bus; the tap is inside the core (rtl/tap/tally_rocket.vh). CLINT and
// PLIC are Rocket's own: source 1 of the PLIC is the UART, 2 the unit.
//
// Rocket's devices are between 0x10000000 and 0x7fffffff; those that the bus has from 0xf0000000 on
// it sees from 0x70000000 on. It begins at 0x10000000, the UART's place, where the stub is until
// the first access to memory. It takes a store to QEMU's finisher, 0x00100000, for one to nowhere,
// and traps: the store reaches the bus nevertheless.

`default_nettype none

module core (
`include "core_ports.vh"
);
`define CORE cpu.tile_prci_domain.tile_reset_domain_tile.core

wire        mem_aw_valid, mem_aw_ready, mem_w_valid, mem_w_ready, mem_w_last, mem_b_valid;
wire        mem_b_ready, mem_ar_valid, mem_ar_ready, mem_r_valid, mem_r_ready, mem_r_last;
wire        dev_aw_valid, dev_aw_ready, dev_w_valid, dev_w_ready, dev_w_last, dev_b_valid;
wire        dev_b_ready, dev_ar_valid, dev_ar_ready, dev_r_valid, dev_r_ready, dev_r_last;
wire [3:0]  mem_aw_id, mem_ar_id, mem_id, dev_aw_id, dev_ar_id, dev_id;
wire [31:0] mem_aw_addr, mem_ar_addr;
wire [30:0] dev_aw_addr, dev_ar_addr;
wire [7:0]  mem_ar_len, mem_w_strb, dev_ar_len, dev_w_strb;
wire [2:0]  mem_ar_size, dev_ar_size;
wire [63:0] mem_w_data, mem_r_data, dev_w_data, dev_r_data, pc;
wire [21:0] waits;
wire        refill;

ExampleRocketSystem cpu (
	.clock(clk_i), .reset(rst_i), .resetctrl_hartIsInReset_0(rst_i), .debug_clock(1'b0),
	.debug_reset(rst_i), .debug_clockeddmi_dmiClock(1'b0), .debug_clockeddmi_dmiReset(rst_i),
	.debug_clockeddmi_dmi_req_valid(1'b0), .debug_clockeddmi_dmi_resp_ready(1'b0),
	.debug_dmactiveAck(1'b0), .l2_frontend_bus_axi4_0_aw_valid(1'b0),
	.l2_frontend_bus_axi4_0_w_valid(1'b0), .l2_frontend_bus_axi4_0_b_ready(1'b0),
	.l2_frontend_bus_axi4_0_ar_valid(1'b0), .l2_frontend_bus_axi4_0_r_ready(1'b0),
	.interrupts({6'd0, ext_irq_i}),
	.tap_valid_o(tap_valid_o), .tap_pc_o(pc), .tap_priv_o(tap_priv_o),
	.tap_sleep_o(tap_sleep_o), .tap_waits_o(waits), .tap_refill_o(refill),
	.tap_data_o(tap_data_o), .tap_data_adr_o(tap_data_adr_o),
`ifdef TAP_CALLS
	.tap_insn_o(tap_insn_o), .tap_handler_o(tap_handler_o),
`endif
	.mem_axi4_0_aw_valid(mem_aw_valid), .mem_axi4_0_aw_ready(mem_aw_ready),
	.mem_axi4_0_aw_bits_id(mem_aw_id), .mem_axi4_0_aw_bits_addr(mem_aw_addr),
	.mem_axi4_0_w_valid(mem_w_valid), .mem_axi4_0_w_ready(mem_w_ready),
	.mem_axi4_0_w_bits_data(mem_w_data), .mem_axi4_0_w_bits_strb(mem_w_strb),
	.mem_axi4_0_w_bits_last(mem_w_last),
	.mem_axi4_0_b_valid(mem_b_valid), .mem_axi4_0_b_ready(mem_b_ready),
	.mem_axi4_0_b_bits_id(mem_id), .mem_axi4_0_b_bits_resp(2'd0),
	.mem_axi4_0_ar_valid(mem_ar_valid), .mem_axi4_0_ar_ready(mem_ar_ready),
	.mem_axi4_0_ar_bits_id(mem_ar_id), .mem_axi4_0_ar_bits_addr(mem_ar_addr),
	.mem_axi4_0_ar_bits_len(mem_ar_len), .mem_axi4_0_ar_bits_size(mem_ar_size),
	.mem_axi4_0_r_valid(mem_r_valid), .mem_axi4_0_r_ready(mem_r_ready),
	.mem_axi4_0_r_bits_id(mem_id), .mem_axi4_0_r_bits_data(mem_r_data),
	.mem_axi4_0_r_bits_resp(2'd0), .mem_axi4_0_r_bits_last(mem_r_last),
	.mmio_axi4_0_aw_valid(dev_aw_valid), .mmio_axi4_0_aw_ready(dev_aw_ready),
	.mmio_axi4_0_aw_bits_id(dev_aw_id), .mmio_axi4_0_aw_bits_addr(dev_aw_addr),
	.mmio_axi4_0_w_valid(dev_w_valid), .mmio_axi4_0_w_ready(dev_w_ready),
	.mmio_axi4_0_w_bits_data(dev_w_data), .mmio_axi4_0_w_bits_strb(dev_w_strb),
	.mmio_axi4_0_w_bits_last(dev_w_last),
	.mmio_axi4_0_b_valid(dev_b_valid), .mmio_axi4_0_b_ready(dev_b_ready),
	.mmio_axi4_0_b_bits_id(dev_id), .mmio_axi4_0_b_bits_resp(2'd0),
	.mmio_axi4_0_ar_valid(dev_ar_valid), .mmio_axi4_0_ar_ready(dev_ar_ready),
	.mmio_axi4_0_ar_bits_id(dev_ar_id), .mmio_axi4_0_ar_bits_addr(dev_ar_addr),
	.mmio_axi4_0_ar_bits_len(dev_ar_len), .mmio_axi4_0_ar_bits_size(dev_ar_size),
	.mmio_axi4_0_r_valid(dev_r_valid), .mmio_axi4_0_r_ready(dev_r_ready),
	.mmio_axi4_0_r_bits_id(dev_id), .mmio_axi4_0_r_bits_data(dev_r_data),
	.mmio_axi4_0_r_bits_resp(2'd0), .mmio_axi4_0_r_bits_last(dev_r_last)
);

wire        mem_stb, mem_we, mem_ack, dev_stb, dev_we, dev_ack;
wire [3:0]  mem_sel, dev_sel;
wire [31:0] mem_adr, mem_dat, dev_adr, dev_dat;
wire [2:0]  mem_cti, dev_cti;

axi_wishbone #(.BURST(1)) mem (
	.clk_i(clk_i), .rst_i(rst_i),
	.aw_valid_i(mem_aw_valid), .aw_ready_o(mem_aw_ready), .aw_id_i(mem_aw_id),
	.aw_addr_i(mem_aw_addr),
	.w_valid_i(mem_w_valid), .w_ready_o(mem_w_ready), .w_data_i(mem_w_data),
	.w_strb_i(mem_w_strb), .w_last_i(mem_w_last),
	.b_valid_o(mem_b_valid), .b_ready_i(mem_b_ready),
	.ar_valid_i(mem_ar_valid), .ar_ready_o(mem_ar_ready), .ar_id_i(mem_ar_id),
	.ar_addr_i(mem_ar_addr), .ar_len_i(mem_ar_len), .ar_size_i(mem_ar_size),
	.r_valid_o(mem_r_valid), .r_ready_i(mem_r_ready), .r_data_o(mem_r_data),
	.r_last_o(mem_r_last), .id_o(mem_id),
	.wb_stb_o(mem_stb), .wb_we_o(mem_we), .wb_sel_o(mem_sel), .wb_adr_o(mem_adr),
	.wb_dat_o(mem_dat), .wb_cti_o(mem_cti), .wb_dat_i(wb_dat_i), .wb_ack_i(mem_ack)
);

axi_wishbone dev (
	.clk_i(clk_i), .rst_i(rst_i),
	.aw_valid_i(dev_aw_valid), .aw_ready_o(dev_aw_ready), .aw_id_i(dev_aw_id),
	.aw_addr_i({1'b0, dev_aw_addr}),
	.w_valid_i(dev_w_valid), .w_ready_o(dev_w_ready), .w_data_i(dev_w_data),
	.w_strb_i(dev_w_strb), .w_last_i(dev_w_last),
	.b_valid_o(dev_b_valid), .b_ready_i(dev_b_ready),
	.ar_valid_i(dev_ar_valid), .ar_ready_o(dev_ar_ready), .ar_id_i(dev_ar_id),
	.ar_addr_i({1'b0, dev_ar_addr}), .ar_len_i(dev_ar_len), .ar_size_i(dev_ar_size),
	.r_valid_o(dev_r_valid), .r_ready_i(dev_r_ready), .r_data_o(dev_r_data),
	.r_last_o(dev_r_last), .id_o(dev_id),
	.wb_stb_o(dev_stb), .wb_we_o(dev_we), .wb_sel_o(dev_sel), .wb_adr_o(dev_adr),
	.wb_dat_o(dev_dat), .wb_cti_o(dev_cti), .wb_dat_i(wb_dat_i), .wb_ack_i(dev_ack)
);

// ---- addresses
reg         booted, finishes, refused;	// a store to the finisher, on the bus; before that
reg         half;			// that store was one of 16 bits
reg  [31:0] stored, code;		// by the instruction in WB; by that store
wire        finisher = `CORE.csr_io_exception & (`CORE.csr_io_cause == 64'd7)
	& (`CORE.csr_io_tval == 34'h0010_0000) & |`CORE.wb_reg_inst[13:12];	// no byte
wire [31:0] seen = dev_adr[31:28] == 4'h7 ? {4'hf, dev_adr[27:0]}
	: booted | dev_adr[31:28] != 4'h1 ? dev_adr
	: {26'h3ff_fc00, dev_adr[5:2] + 4'd4, 2'b00};

always @(posedge clk_i) begin
	booted   <= booted | mem_ar_valid;
	stored   <= `CORE.mem_reg_rs2[31:0];
	finishes <= finishes ? ~dev_side_ack : refused & ~dev_stb;
	refused  <= finisher | refused & (dev_stb | finishes);
	if (finisher)
		{half, code} <= {~`CORE.wb_reg_inst[13], stored};
	if (rst_i)
		{booted, finishes, refused} <= 3'd0;
end

wire core_ack, core_err, dev_side_ack, dev_err;
assign mem_ack = core_ack | core_err;		// no bus error: an unmapped address reads 0
assign dev_ack = (dev_side_ack | dev_err) & ~finishes;

share share (
	.clk_i(clk_i), .rst_i(rst_i), .block_i(1'b0), .core_stb_i(mem_stb), .core_we_i(mem_we),
	.core_sel_i(mem_sel), .core_adr_i(mem_adr), .core_dat_i(mem_dat), .core_cti_i(mem_cti),
	.core_bte_i(2'b00), .core_ack_o(core_ack), .core_err_o(core_err),
	.unit_cyc_i(dev_stb | finishes), .unit_stb_i(dev_stb | finishes),
	.unit_we_i(dev_we | finishes), .unit_sel_i(finishes ? {{2{~half}}, 2'b11} : dev_sel),
	.unit_adr_i(finishes ? 32'hf010_0000 : seen), .unit_dat_i(finishes ? code : dev_dat),
	.unit_ack_o(dev_side_ack), .unit_err_o(dev_err), .wb_stb_o(wb_stb_o), .wb_we_o(wb_we_o),
	.wb_sel_o(wb_sel_o), .wb_adr_o(wb_adr_o), .wb_dat_o(wb_dat_o), .wb_cti_o(wb_cti_o),
	.wb_bte_o(wb_bte_o), .wb_ack_i(wb_ack_i), .wb_err_i(wb_err_i)
);

// ---- the tap
tap_pc64 tap_pc64 (.pc_i(pc), .tap_pc_o(tap_pc_o));
causes_rocket causes (
	.clk_i(clk_i), .rst_i(rst_i), .waits_i(waits), .refill_i(refill),
	.tap_valid_i(tap_valid_o), .tap_sleep_i(tap_sleep_o), .causes_o(tap_causes_o)
);
`ifndef TAP_CALLS
assign {tap_insn_o, tap_handler_o} = 33'd0;
`endif

wire unused = &{1'b0, timer_irq_i, soft_irq_i, dev_cti};
endmodule

`default_nettype wire
