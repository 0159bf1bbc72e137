// axil_master.vh - tally_axil_master.v obeys AXI4-Lite's rules, passes exactly the engine's requests to the bus,
// once each, and exactly the bus's answers to the engine.

wire [1:0]  aw, w, ar;
wire [15:0] write_waited, read_waited, inner_waited;

rules_sink #(.PROVE(0), .MAX_WAIT(9)) inner (
	.clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i),
	.data_i(data_i), .done_i(done_o), .waited_o(inner_waited));
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

always @* if (begun & ~rst_i) begin
	// at most one of each kind in flight, and it is this request
	assert (~(told | gave) | req_i);
	assert (aw == {1'b0, told & we_i} & w == {1'b0, gave} & ar == {1'b0, told & ~we_i});
	assert (~gave | we_i);
	assert (inner_waited == (we_i ? write_waited : read_waited) | ~req_i);

	// the bus sees the engine's request
	assert ((axil_awvalid_o | axil_wvalid_o) <= (req_i & we_i));
	assert (axil_arvalid_o <= (req_i & ~we_i));
	if (axil_awvalid_o)
		assert (axil_awaddr_o == addr_i);
	if (axil_wvalid_o)
		assert (axil_wdata_o == data_i & axil_wstrb_o == sel_i);
	if (axil_arvalid_o)
		assert (axil_araddr_o == addr_i);

	// the engine sees the bus's answer
	assert (done_o == ((axil_bvalid_i & axil_bready_o) | (axil_rvalid_i & axil_rready_o)));
	if (done_o & we_i)
		assert (axil_bvalid_i & err_o == (axil_bresp_i != 2'b00));
	if (done_o & ~we_i)
		assert (axil_rvalid_i & err_o == (axil_rresp_i != 2'b00) & data_o == axil_rdata_i);

	// data taken first, address taken first; errors of both kinds
	cover (axil_awvalid_o & ~axil_wvalid_o & req_i);
	cover (~axil_awvalid_o & axil_wvalid_o & req_i);
	cover (done_o & err_o & we_i);
	cover (done_o & err_o & ~we_i);
end
