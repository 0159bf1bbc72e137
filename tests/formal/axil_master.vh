// axil_master.vh - tally_axil_master.v obeys AXI4-Lite's rules, passes exactly the unit's requests to the bus, once each,
// and exactly the bus's answers to the unit.

wire [1:0]  aw, w, ar;
wire [15:0] write_waited, read_waited, unit_waited;

rules_wb #(.PROVE(0), .MAX_WAIT(9)) unit (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_stb_i), .stb_i(wb_stb_i), .we_i(wb_we_i), .sel_i(wb_sel_i), .adr_i(wb_adr_i),
	.dat_m_i(wb_dat_i), .ack_i(wb_ack_o), .err_i(wb_err_o), .rty_i(1'b0), .waited_o(unit_waited));
rules_axil #(.PROVE(1), .ADDR_W(32), .MAX_WAIT(8)) rules (
	.clk_i(clk_i), .rst_i(rst_i),
	.awvalid_i(axil_awvalid_o), .awready_i(axil_awready_i), .awaddr_i(axil_awaddr_o),
	.wvalid_i(axil_wvalid_o), .wready_i(axil_wready_i), .wdata_i(axil_wdata_o), .wstrb_i(axil_wstrb_o),
	.bvalid_i(axil_bvalid_i), .bready_i(axil_bready_o), .bresp_i(axil_bresp_i),
	.arvalid_i(axil_arvalid_o), .arready_i(axil_arready_i), .araddr_i(axil_araddr_o),
	.rvalid_i(axil_rvalid_i), .rready_i(axil_rready_o), .rdata_i(axil_rdata_i), .rresp_i(axil_rresp_i),
	.aw_o(aw), .w_o(w), .ar_o(ar), .write_waited_o(write_waited), .read_waited_o(read_waited));

reg begun = 1'b0;
always @(posedge clk_i) begun <= 1'b1;

// the unit holds the data of a write, too: rules_wb.v asks it of no master
reg was_asked;
reg [31:0] was_data;
always @(posedge clk_i) begin
	was_asked <= wb_stb_i & ~done & ~rst_i;
	was_data  <= wb_dat_i;
end
always @* if (was_asked) assume (wb_dat_i == was_data);

always @* if (begun & ~rst_i) begin
	// at most one of each kind in flight, and it is this request
	assert (~(told | gave) | wb_stb_i);
	assert (aw == {1'b0, told & wb_we_i} & w == {1'b0, gave} & ar == {1'b0, told & ~wb_we_i});
	assert (~gave | wb_we_i);
	assert (unit_waited == (wb_we_i ? write_waited : read_waited) | ~wb_stb_i);

	// the bus sees the unit's request
	assert ((axil_awvalid_o | axil_wvalid_o) <= (wb_stb_i & wb_we_i));
	assert (axil_arvalid_o <= (wb_stb_i & ~wb_we_i));
	if (axil_awvalid_o)
		assert (axil_awaddr_o == wb_adr_i);
	if (axil_wvalid_o)
		assert (axil_wdata_o == wb_dat_i & axil_wstrb_o == wb_sel_i);
	if (axil_arvalid_o)
		assert (axil_araddr_o == wb_adr_i);

	// the unit sees the bus's answer
	assert ((wb_ack_o | wb_err_o) == ((axil_bvalid_i & axil_bready_o) | (axil_rvalid_i & axil_rready_o)));
	if (wb_ack_o | wb_err_o)
		assert (wb_err_o == ((wb_we_i ? axil_bresp_i : axil_rresp_i) != 2'b00));
	if (wb_ack_o & ~wb_we_i)
		assert (wb_dat_o == axil_rdata_i);

	// data taken first, address taken first; errors of both kinds
	cover (axil_awvalid_o & ~axil_wvalid_o & wb_stb_i);
	cover (~axil_awvalid_o & axil_wvalid_o & wb_stb_i);
	cover (wb_err_o & wb_we_i);
	cover (wb_err_o & ~wb_we_i);
end
