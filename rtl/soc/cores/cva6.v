// SPDX-License-Identifier: ISC
// cva6.v - adapter of CVA6 (cv32a60x), which retires up to two instructions a cycle: its AXI4 port
// on Wishbone; the tap is inside the core (rtl/tap/tally_cva6.vh). Cached is RAM at 0x80000000
// alone; a load from a device waits until it is the oldest instruction.

`default_nettype none

module core (
`include "core_ports.vh"
);

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
wire [63:0]        pc;
assign tap_pc_o = pc[31:0];

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
	.tap_valid_o (tap_valid_o),
	.tap_pc_o    (pc),
	.tap_priv_o  (tap_priv_o),
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

// The tap shows no causes, and neither accesses nor calls: the younger of two would be missing.
assign {tap_causes_o, tap_data_o, tap_data_adr_o, tap_insn_o, tap_handler_o} = 71'd0;
wire unused = &{1'b0, pc[63:32]};
endmodule

`default_nettype wire
