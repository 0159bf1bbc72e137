// axil_slave.vh - tally_axil.v obeys AXI4-Lite's rules before a unit that obeys Wishbone's, asks it once per access
// exactly what the bus asks, and returns exactly its answer. An access waits for at most one other.

localparam WAIT = 5;                      // cycles of the unit
wire [1:0]  aw, w, ar;
wire [15:0] write_waited, read_waited, waited;
rules_axil #(.PROVE(0), .ADDR_W(ADR_W), .MAX_WAIT(2 * WAIT + 6)) rules (
	.clk_i(clk_i), .rst_i(rst_i),
	.awvalid_i(axil_awvalid_i), .awready_i(axil_awready_o), .awaddr_i(axil_awaddr_i),
	.wvalid_i(axil_wvalid_i), .wready_i(axil_wready_o), .wdata_i(axil_wdata_i), .wstrb_i(axil_wstrb_i),
	.bvalid_i(axil_bvalid_o), .bready_i(axil_bready_i), .bresp_i(axil_bresp_o),
	.arvalid_i(axil_arvalid_i), .arready_i(axil_arready_o), .araddr_i(axil_araddr_i),
	.rvalid_i(axil_rvalid_o), .rready_i(axil_rready_i), .rdata_i(axil_rdata_o), .rresp_i(axil_rresp_o),
	.aw_o(aw), .w_o(w), .ar_o(ar), .write_waited_o(write_waited), .read_waited_o(read_waited));
rules_wb #(.PROVE(1), .ADR_W(ADR_W), .MAX_WAIT(WAIT + 1)) unit (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_cyc_o), .stb_i(wb_stb_o), .we_i(wb_we_o), .sel_i(wb_sel_o), .adr_i(wb_adr_o),
	.dat_m_i(wb_dat_o), .ack_i(wb_ack_i), .err_i(1'b0), .rty_i(1'b0), .waited_o(waited));

// the unit's answer, as given
reg [31:0] given;
always @(posedge clk_i) if (done) given <= wb_dat_i;

// the longest an access can have waited in the present state
wire [15:0] mine   = asks ? WAIT + 4 + waited : answers ? 2 * WAIT + 5 : 16'd0;
wire [15:0] others = asks ? 1 + waited : answers ? WAIT + 2 : WAIT + 3;

always @* if (~rst_i) begin
	assert (waited <= WAIT);
	assert (write_waited <= (writing ? mine : others));
	assert (read_waited <= (writing ? others : mine));

	// one access at a time, in one of these states
	assert (~asks | ~answers);
	assert (aw == {1'b0, answers & writing} & w == aw & ar == {1'b0, answers & ~writing});
	assert (~asks | (writing ? axil_awvalid_i & axil_wvalid_i : axil_arvalid_i));

	// the unit is asked what the bus takes in this cycle
	assert (done == ((axil_awvalid_i & axil_awready_o) | (axil_arvalid_i & axil_arready_o)));
	assert ((axil_awvalid_i & axil_awready_o) == (axil_wvalid_i & axil_wready_o));
	if (wb_stb_o & writing)
		assert (wb_we_o & wb_adr_o == axil_awaddr_i & wb_dat_o == axil_wdata_i & wb_sel_o == axil_wstrb_i);
	if (wb_stb_o & ~writing)
		assert (~wb_we_o & wb_adr_o == axil_araddr_i);
	// the bus gets the unit's answer
	if (axil_rvalid_o)
		assert (axil_rdata_o == given);
end

// a write and a read that waited for each other, an answer not taken at once, data before their address
always @* cover (~rst_i & axil_rvalid_o & axil_rready_i & write_waited > 16'd4);
always @* cover (~rst_i & axil_bvalid_o & axil_bready_i & read_waited > 16'd4);
reg held, data_first;
always @(posedge clk_i) begin
	held <= ~rst_i & axil_rvalid_o & ~axil_rready_i;
	data_first <= ~rst_i & axil_wvalid_i & ~axil_awvalid_i;
end
always @* cover (~rst_i & held & axil_rvalid_o & axil_rready_i);
always @* cover (~rst_i & data_first & axil_awvalid_i);
