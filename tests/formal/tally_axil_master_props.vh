// SPDX-License-Identifier: ISC
// tally_axil_master_props.vh - AXI4-Lite's rules; exactly the unit's requests, once each, reach the
// bus, and exactly the bus's answers the unit.

wire [1:0]  f_aw, f_w, f_ar;
wire [15:0] f_write_waited, f_read_waited, f_waited;
rules_wb #(.PROVE(0), .MAX_WAIT(9)) f_wb (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_stb_i), .stb_i(wb_stb_i), .we_i(wb_we_i),
	.sel_i(wb_sel_i), .adr_i(wb_adr_i), .dat_m_i(wb_dat_i), .ack_i(wb_ack_o), .err_i(wb_err_o),
	.waited_o(f_waited));
rules_axil #(.PROVE(1), .ADDR_W(32), .MAX_WAIT(8)) f_axil (
	.clk_i(clk_i), .rst_i(rst_i),
	.awvalid_i(axil_awvalid_o), .awready_i(axil_awready_i), .awaddr_i(axil_awaddr_o),
	.wvalid_i(axil_wvalid_o), .wready_i(axil_wready_i), .wdata_i(axil_wdata_o),
	.wstrb_i(axil_wstrb_o),
	.bvalid_i(axil_bvalid_i), .bready_i(axil_bready_o), .bresp_i(axil_bresp_i),
	.arvalid_i(axil_arvalid_o), .arready_i(axil_arready_i), .araddr_i(axil_araddr_o),
	.rvalid_i(axil_rvalid_i), .rready_i(axil_rready_o), .rdata_i(axil_rdata_i),
	.rresp_i(axil_rresp_i), .aw_o(f_aw), .w_o(f_w), .ar_o(f_ar),
	.write_waited_o(f_write_waited), .read_waited_o(f_read_waited));

always @* if (!$initstate && !rst_i) begin
	// at most one of each kind is in flight, and it is this request
	ONE: assert ((!(address_taken | data_taken) || wb_stb_i) && (!data_taken || wb_we_i)
		&& f_aw == (address_taken & wb_we_i) && f_w == data_taken
		&& f_ar == (address_taken & ~wb_we_i));
	WAITED: assert (!wb_stb_i || f_waited == (wb_we_i ? f_write_waited : f_read_waited));
	WRITES: assert ((!(axil_awvalid_o | axil_wvalid_o) || wb_stb_i & wb_we_i)
		&& (!axil_awvalid_o || axil_awaddr_o == wb_adr_i)
		&& (!axil_wvalid_o || {axil_wdata_o, axil_wstrb_o} == {wb_dat_i, wb_sel_i}));
	READS: assert (!axil_arvalid_o || wb_stb_i && !wb_we_i && axil_araddr_o == wb_adr_i);
	ANSWER: assert ((wb_ack_o | wb_err_o)
		== (axil_bvalid_i & axil_bready_o | axil_rvalid_i & axil_rready_o));
	ERROR: assert (!(wb_ack_o | wb_err_o)
		|| wb_err_o == ((wb_we_i ? axil_bresp_i : axil_rresp_i) != 2'b00));
	DATA: assert (!(wb_ack_o & ~wb_we_i) || wb_dat_o == axil_rdata_i);
	cover (axil_awvalid_o & ~axil_wvalid_o & wb_stb_i);
	cover (~axil_awvalid_o & axil_wvalid_o & wb_stb_i);
	cover (wb_err_o & wb_we_i);
	cover (wb_err_o & ~wb_we_i);
end
