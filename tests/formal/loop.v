// SPDX-License-Identifier: ISC
// loop.v - an engine, a master, a slave, any core: each master adapter on the slave adapter
// of its bus. The proof assumes the rules of neither side and shows both, so what the
// other proofs assume is possible. A request and its answer arrive unchanged.

`default_nettype none

module loop #(
	parameter AXIL = 0,
	parameter BINS_LOG2 = 4,
	parameter WINDOW_LOG2 = 12
) (
	input wire        clk_i,
	input wire        rst_i,
	input wire        req_i,
	input wire        lock_i,
	input wire        we_i,
	input wire [3:0]  sel_i,
	input wire [31:0] addr_i,
	input wire [31:0] data_i
);

`include "core_wait.vh"
wire        done, err, half;
wire [31:0] data;
wire [15:0] waited;

rules_sink #(.PROVE(0), .MAX_WAIT(2 * `CORE_WAIT + 8)) inner (
	.clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i),
	.data_i(data_i), .done_i(done), .waited_o(waited));

reg begun = 1'b0;
always @(posedge clk_i) begun <= 1'b1;

always @* if (begun & ~rst_i & done) begin
	assert (~err);
	if (~we_i & ~half)
		assert ({data[31], data[26:0]} == {{(27 - WINDOW_LOG2){1'b0}}, addr_i[WINDOW_LOG2:0]});
	if (AXIL == 0 & we_i)
		assert (data == (half ? data_i : {1'b1, sel_i, {(26 - WINDOW_LOG2){1'b0}}, addr_i[WINDOW_LOG2:0]}));
end

generate if (AXIL == 0) begin : wb
	wire        cyc, stb, we, ack, bus_err;
	wire [3:0]  sel;
	wire [31:0] adr, dat, back;
	wire [15:0] bus_waited;
	tally_wb_master u_master (
		.req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
		.done_o(done), .err_o(err), .data_o(data),
		.wb_cyc_o(cyc), .wb_stb_o(stb), .wb_we_o(we), .wb_sel_o(sel), .wb_adr_o(adr), .wb_dat_o(dat),
		.wb_dat_i(back), .wb_ack_i(ack), .wb_err_i(bus_err), .wb_rty_i(1'b0));
	rules_wb #(.PROVE(2), .MAX_WAIT(`CORE_WAIT + 1)) rules (
		.clk_i(clk_i), .rst_i(rst_i), .cyc_i(cyc), .stb_i(stb), .we_i(we), .sel_i(sel), .adr_i(adr), .dat_m_i(dat),
		.ack_i(ack), .err_i(bus_err), .rty_i(1'b0), .waited_o(bus_waited));
	tally_wb #(.BINS_LOG2(BINS_LOG2)) u_slave (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(1'b0),
		.tap_valid_i(1'b0), .tap_pc_i(32'd0), .tap_priv_i(2'd0), .tap_sleep_i(1'b0),
		.tap_tag_i(32'd0), .event_i(1'b0), .ext_i(1'b0), .sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0),
		.sys_req_o(), .sys_lock_o(), .sys_we_o(), .sys_sel_o(), .sys_addr_o(), .sys_data_o(),
		.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr[WINDOW_LOG2:0]),
		.wb_dat_i(dat), .wb_dat_o(back), .wb_ack_o(ack), .wb_err_o(bus_err), .irq_o(half));
	always @* if (begun & ~rst_i) begin
		assert (waited == bus_waited);
		if (req_i & ~done)
			assert (waited[8:0] == data[8:0]);
	end
end else begin : axil
	wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
	wire [31:0] awaddr, wdata, araddr, rdata;
	wire [3:0]  wstrb;
	wire [1:0]  bresp, rresp, aw, w, ar;
	wire [15:0] write_waited, read_waited;
	tally_axil_master u_master (
		.clk_i(clk_i), .rst_i(rst_i),
		.req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
		.done_o(done), .err_o(err), .data_o(data),
		.axil_awvalid_o(awvalid), .axil_awready_i(awready), .axil_awaddr_o(awaddr),
		.axil_wvalid_o(wvalid), .axil_wready_i(wready), .axil_wdata_o(wdata), .axil_wstrb_o(wstrb),
		.axil_bvalid_i(bvalid), .axil_bready_o(bready), .axil_bresp_i(bresp),
		.axil_arvalid_o(arvalid), .axil_arready_i(arready), .axil_araddr_o(araddr),
		.axil_rvalid_i(rvalid), .axil_rready_o(rready), .axil_rdata_i(rdata), .axil_rresp_i(rresp));
	rules_axil #(.PROVE(2), .MAX_WAIT(2 * `CORE_WAIT + 6)) rules (
		.clk_i(clk_i), .rst_i(rst_i),
		.awvalid_i(awvalid), .awready_i(awready), .awaddr_i(awaddr),
		.wvalid_i(wvalid), .wready_i(wready), .wdata_i(wdata), .wstrb_i(wstrb),
		.bvalid_i(bvalid), .bready_i(bready), .bresp_i(bresp),
		.arvalid_i(arvalid), .arready_i(arready), .araddr_i(araddr),
		.rvalid_i(rvalid), .rready_i(rready), .rdata_i(rdata), .rresp_i(rresp),
		.aw_o(aw), .w_o(w), .ar_o(ar), .write_waited_o(write_waited), .read_waited_o(read_waited));
	tally_axil #(.BINS_LOG2(BINS_LOG2)) u_slave (
		.clk_i(clk_i), .rst_i(rst_i), .run_i(1'b0),
		.tap_valid_i(1'b0), .tap_pc_i(32'd0), .tap_priv_i(2'd0), .tap_sleep_i(1'b0),
		.tap_tag_i(32'd0), .event_i(1'b0), .ext_i(1'b0), .sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0),
		.sys_req_o(), .sys_lock_o(), .sys_we_o(), .sys_sel_o(), .sys_addr_o(), .sys_data_o(),
		.axil_awvalid_i(awvalid), .axil_awready_o(awready), .axil_awaddr_i(awaddr[WINDOW_LOG2:0]),
		.axil_wvalid_i(wvalid), .axil_wready_o(wready), .axil_wdata_i(wdata), .axil_wstrb_i(wstrb),
		.axil_bvalid_o(bvalid), .axil_bready_i(bready), .axil_bresp_o(bresp),
		.axil_arvalid_i(arvalid), .axil_arready_o(arready), .axil_araddr_i(araddr[WINDOW_LOG2:0]),
		.axil_rvalid_o(rvalid), .axil_rready_i(rready), .axil_rdata_o(rdata), .axil_rresp_o(rresp), .irq_o(half));
end endgenerate

endmodule

`default_nettype wire
