// SPDX-License-Identifier: ISC
// cva6.v - adapter of CVA6 (cv32a60x), which retires up to two instructions a cycle: its AXI4 port
// on Wishbone; the tap is inside the core (rtl/tap/tally_cva6.vh). Cached is RAM at 0x80000000
// alone; a load from a device waits until it is the oldest instruction.

`default_nettype none

module core (
`include "core_ports.vh"
);
`define CVA6 cpu.i_cva6

function automatic ariane_pkg::ariane_cfg_t addresses;
	input integer unused_i;
	begin
		addresses = ariane_pkg::ArianeDefaultConfig;
		addresses.NonIdempotentAddrBase[1:0] = {64'hc000_0000, 64'h0};
		addresses.NonIdempotentLength[1:0]   = {64'h4000_0000, 64'h4000_0000};
		addresses.NrExecuteRegionRules       = 1;
		addresses.ExecuteRegionAddrBase[0]   = 64'h0;
		addresses.ExecuteRegionLength[0]     = 64'h1_0000_0000;
		addresses.CachedRegionLength[0]      = 64'h0800_0000;
	end
endfunction

ariane_axi::req_t  req;
ariane_axi::resp_t resp;
wire               valid;
wire [63:0]        pc;
wire [1:0]         mode;
wire               unused = &{1'b0, pc[63:32]};

ariane #(.ArianeCfg(addresses(0))) cpu (
	.clk_i       (clk_i),
	.rst_ni      (~rst_i),
	.boot_addr_i (32'hffff_0000),
	.hart_id_i   (32'd0),
	.irq_i       ({1'b0, |ext_irq_i}),
	.ipi_i       (soft_irq_i),
	.time_irq_i  (timer_irq_i),
	.debug_req_i (1'b0),
	.rvfi_o      (),
	.tap_valid_o (valid),
	.tap_pc_o    (pc),
	.tap_priv_o  (mode),
	.tap_sleep_o (tap_sleep_o),
	.axi_req_o   (req),
	.axi_resp_i  (resp)
);

wire [3:0] id;
assign resp.b = {id, 2'd0, {ariane_axi::UserWidth{1'b0}}};
assign resp.r.id   = id;
assign resp.r.resp = 2'd0;
assign resp.r.user = {ariane_axi::UserWidth{1'b0}};

axi_wishbone #(.BURST(1)) bridge (
	.clk_i(clk_i), .rst_i(rst_i),
	.aw_valid_i(req.aw_valid), .aw_ready_o(resp.aw_ready), .aw_id_i(req.aw.id),
	.aw_addr_i(req.aw.addr[31:0]),
	.w_valid_i(req.w_valid), .w_ready_o(resp.w_ready), .w_data_i(req.w.data),
	.w_strb_i(req.w.strb), .w_last_i(req.w.last),
	.b_valid_o(resp.b_valid), .b_ready_i(req.b_ready),
	.ar_valid_i(req.ar_valid), .ar_ready_o(resp.ar_ready), .ar_id_i(req.ar.id),
	.ar_addr_i(req.ar.addr[31:0]), .ar_len_i(req.ar.len), .ar_size_i(req.ar.size),
	.r_valid_o(resp.r_valid), .r_ready_i(req.r_ready), .r_data_o(resp.r.data),
	.r_last_o(resp.r.last), .id_o(id),
	.wb_stb_o(wb_stb_o), .wb_we_o(wb_we_o), .wb_sel_o(wb_sel_o), .wb_adr_o(wb_adr_o),
	.wb_dat_o(wb_dat_o), .wb_cti_o(wb_cti_o), .wb_dat_i(wb_dat_i),
	.wb_ack_i(wb_ack_i | wb_err_i)	// no bus error: an unmapped address reads 0
);
assign wb_bte_o = 2'b00;

// ---- the tap: for instructions, each of two that retire; else the older one.
wire [1:0]  retires = `CVA6.commit_ack & {2{~`CVA6.ex_commit.valid}};
wire [31:0] serial_pc;
wire [1:0]  serial_mode;

// What waits when the run ends counts still. It has no more than 8 under way: no overrun.
tap_serial #(.N(2)) serial (
	.clk_i(clk_i), .rst_i(1'b0), .valid_i(retires & {2{~rst_i}}),
	.pc_i({`CVA6.commit_instr_id_commit[1].pc, `CVA6.commit_instr_id_commit[0].pc}),
	.priv_i({2{`CVA6.priv_lvl}}), .tap_valid_o(serial_waits_o), .tap_pc_o(serial_pc),
	.tap_priv_o(serial_mode), .overrun_o()
);
assign {tap_valid_o, tap_pc_o, tap_priv_o} = serial_i
	? {serial_waits_o, serial_pc, serial_mode} : {valid, pc[31:0], mode};

causes_cva6 causes (
	.clk_i(clk_i), .rst_i(rst_i), .turns_i(`CVA6.flush_ctrl_if), .drops_i(`CVA6.flush_ctrl_id),
	.jumps_i(`CVA6.i_frontend.bp_valid), .refill_i(~`CVA6.icache_dreq_cache_if.ready),
	.entry_i(`CVA6.issue_entry_valid_id_issue), .issues_i(`CVA6.issue_instr_issue_id),
	.memory_i(~`CVA6.lsu_ready_ex_id
		& `CVA6.issue_entry_id_issue.fu inside {ariane_pkg::LOAD, ariane_pkg::STORE}),
	.divider_i(~`CVA6.ex_stage_i.mult_ready), .multiply_i(`CVA6.mult_valid_id_ex),
	.issued_i(`CVA6.issue_stage_i.i_scoreboard.issue_cnt_q), .traps_i(`CVA6.ex_commit.valid),
	.done_i(`CVA6.commit_instr_id_commit[0].valid),
	.access_i(`CVA6.commit_instr_id_commit[0].fu inside {ariane_pkg::LOAD, ariane_pkg::STORE}),
	.tap_valid_i(valid), .tap_sleep_i(tap_sleep_o), .causes_o(tap_causes_o)
);

// It shows neither accesses nor calls: those of the younger of two would be missing.
assign {tap_data_o, tap_data_adr_o, tap_insn_o, tap_handler_o} = 66'd0;
endmodule

`default_nettype wire
