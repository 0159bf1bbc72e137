// SPDX-License-Identifier: ISC
// tally_axil_props.vh - AXI4-Lite's rules before a unit that obeys Wishbone's, which is asked once
// for each access, exactly that, and whose answer is returned. An access waits for one other.

localparam WAIT = 5;                               // cycles of the unit
wire [1:0]  f_aw, f_w, f_ar;
wire [15:0] f_write_waited, f_read_waited, f_waited;
rules_axil #(.PROVE(0), .ADDR_W(ADR_W), .MAX_WAIT(2 * WAIT + 6)) f_axil (
	.clk_i(clk_i), .rst_i(rst_i),
	.awvalid_i(axil_awvalid_i), .awready_i(axil_awready_o), .awaddr_i(axil_awaddr_i),
	.wvalid_i(axil_wvalid_i), .wready_i(axil_wready_o), .wdata_i(axil_wdata_i),
	.wstrb_i(axil_wstrb_i),
	.bvalid_i(axil_bvalid_o), .bready_i(axil_bready_i), .bresp_i(axil_bresp_o),
	.arvalid_i(axil_arvalid_i), .arready_i(axil_arready_o), .araddr_i(axil_araddr_i),
	.rvalid_i(axil_rvalid_o), .rready_i(axil_rready_i), .rdata_i(axil_rdata_o),
	.rresp_i(axil_rresp_o), .aw_o(f_aw), .w_o(f_w), .ar_o(f_ar),
	.write_waited_o(f_write_waited), .read_waited_o(f_read_waited));
rules_wb #(.PROVE(1), .ADR_W(ADR_W), .MAX_WAIT(WAIT + 1)) f_wb (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_cyc_o), .stb_i(wb_stb_o), .we_i(wb_we_o),
	.sel_i(wb_sel_o), .adr_i(wb_adr_o), .dat_m_i(wb_dat_o), .ack_i(wb_ack_i), .err_i(1'b0),
	.waited_o(f_waited));

reg [31:0] f_given;                                // the unit's answer
reg        f_held, f_data_first;
always @(posedge clk_i) begin
	if (done) f_given <= wb_dat_i;
	f_held       <= ~rst_i & axil_rvalid_o & ~axil_rready_i;
	f_data_first <= ~rst_i & axil_wvalid_i & ~axil_awvalid_i;
end
// the longest that an access can have waited in this state: the one that is served, and another
wire [15:0] f_served = asks ? WAIT + 4 + f_waited : answers ? 2 * WAIT + 5 : 16'd0;
wire [15:0] f_other  = asks ? 1 + f_waited : answers ? WAIT + 2 : WAIT + 3;
always @* if (!$initstate && !rst_i) begin
	WAITED: assert (f_waited <= WAIT && f_write_waited <= (writing ? f_served : f_other)
		&& f_read_waited <= (writing ? f_other : f_served));
	ONE: assert (!(asks & answers) && f_aw == (answers & writing) && f_w == f_aw
		&& f_ar == (answers & ~writing));
	OFFERED: assert (!asks || (writing ? axil_awvalid_i & axil_wvalid_i : axil_arvalid_i));
	TAKEN: assert (done == (axil_awvalid_i & axil_awready_o | axil_arvalid_i & axil_arready_o)
		&& (axil_awvalid_i & axil_awready_o) == (axil_wvalid_i & axil_wready_o));
	ASKED: assert (!wb_stb_o || wb_we_o == writing && (writing
		? {wb_adr_o, wb_dat_o, wb_sel_o} == {axil_awaddr_i, axil_wdata_i, axil_wstrb_i}
		: wb_adr_o == axil_araddr_i));
	GIVEN: assert (!axil_rvalid_o || axil_rdata_o == f_given);
	OKAY: assert (axil_bresp_o == 0 && axil_rresp_o == 0);
	cover (axil_rvalid_o & axil_rready_i & f_write_waited > 16'd4);
	cover (axil_bvalid_o & axil_bready_i & f_read_waited > 16'd4);
	cover (f_held & axil_rvalid_o & axil_rready_i);
	cover (f_data_first & axil_awvalid_i);
end
