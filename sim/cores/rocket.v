// SPDX-License-Identifier: ISC
// rocket.v - the raw signals of Rocket for the testbench of the simulated machines, read in the
// core beside this module (rtl/soc/cores/rocket.v). Its CLINT and PLIC are its own.

`default_nettype none

module core_raw (
`include "raw_ports.vh"
);
`define RAW core.cpu.tile_prci_domain.tile_reset_domain_tile.core
`define DCACHE core.cpu.tile_prci_domain.tile_reset_domain_tile.dcache

reg        handler;
reg [31:0] sp;
always @(posedge clk_i) begin
	handler <= `RAW.csr.exception | handler & ~raw_retire_o;
	sp      <= raw_sp_o;
end

// wb_valid says that an ecall or ebreak retires, too.
assign raw_retire_o     = `RAW.wb_valid & ~`RAW.csr.exception;
assign raw_pc_o         = `RAW.wb_reg_pc[31:0];
assign raw_insn_o       = {&`RAW.wb_reg_raw_inst[1:0] ? `RAW.wb_reg_inst[31:16] : 16'd0,
	`RAW.wb_reg_raw_inst[15:0]};
assign raw_priv_o       = 2'b11;
assign raw_sleep_o      = `RAW.csr.reg_wfi;
assign raw_trap_o       = `RAW.csr.exception & ~`RAW.csr.cause[63] & ~core.finisher;
assign raw_trap_super_o = 1'b0;
assign raw_halt_o       = 1'b0;
assign raw_cause_o      = `RAW.csr.cause[31:0];
assign raw_handler_o    = handler;
assign raw_sp_o         = `RAW.rf_wen & (`RAW.rf_waddr == 5'd2) ? `RAW.rf_wdata[31:0] : sp;
assign raw_space_o      = 32'd0;

// Its data cache writes back. What it takes reaches RAM at once, too, so that the host reads what
// the program stored; the core takes no notice.
wire kept = `DCACHE.pstore1_addr[33:27] == 7'h10 | `DCACHE.pstore1_addr[33:27] == 7'h16;
integer i;
always @(posedge clk_i)
	for (i = 0; i < 8; i = i + 1)
		if (`DCACHE.pstore1_valid & ~`DCACHE.pstore1_held & `DCACHE.pstore1_mask[i] & kept)
			ram.mem[{`DCACHE.pstore1_addr[26:3], i > 3}][8 * (i % 4) +: 8]
				<= `DCACHE.pstore1_storegen_data[8 * i +: 8];

wire may = core.cpu.clint.auto_int_out_1 | ~&core.cpu.clint.timecmp_0[63:32];
assign irq_may_o = `RAW.csr.reg_mstatus_mie & (`RAW.csr.reg_mie[7] & may
	| `RAW.csr.reg_mie[3] & core.cpu.clint.ipi_0 | `RAW.csr.reg_mie[11] & |ext_may_i);

wire unused = &{1'b0, soft_irq_i, timer_may_i};
endmodule

`default_nettype wire
