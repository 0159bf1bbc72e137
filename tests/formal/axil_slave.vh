// axil_slave.vh - tally_axil.v obeys AXI4-Lite's rules, asks the core once per access exactly
// what the bus asks, and returns exactly the core's answer (core_any.vh repeats the request).
// An access waits for at most one other: MAX_WAIT is twice the time of one.

`include "core_wait.vh"
`include "tap_echo.vh"
wire [1:0]  aw, w, ar;
wire [15:0] write_waited, read_waited;
rules_axil #(.PROVE(0), .ADDR_W(WINDOW_LOG2 + 1), .MAX_WAIT(2 * `CORE_WAIT + 6)) rules (
	.clk_i(clk_i), .rst_i(rst_i),
	.awvalid_i(axil_awvalid_i), .awready_i(axil_awready_o), .awaddr_i(axil_awaddr_i),
	.wvalid_i(axil_wvalid_i), .wready_i(axil_wready_o), .wdata_i(axil_wdata_i), .wstrb_i(axil_wstrb_i),
	.bvalid_i(axil_bvalid_o), .bready_i(axil_bready_i), .bresp_i(axil_bresp_o),
	.arvalid_i(axil_arvalid_i), .arready_i(axil_arready_o), .araddr_i(axil_araddr_i),
	.rvalid_i(axil_rvalid_o), .rready_i(axil_rready_i), .rdata_i(axil_rdata_o), .rresp_i(axil_rresp_o),
	.aw_o(aw), .w_o(w), .ar_o(ar),
	.write_waited_o(write_waited), .read_waited_o(read_waited));

// the core's answer, as given
reg [31:0] given;
always @(posedge clk_i) if (done) given <= axil_rdata_o;

// the longest an access can have waited in the adapter's present state; waited is the core's share
reg [15:0] waited;
always @(posedge clk_i) waited <= asks & ~done & ~rst_i ? waited + 16'd1 : 16'd0;
wire [15:0] mine   = asks ? `CORE_WAIT + 4 + waited : answers ? 2 * `CORE_WAIT + 5 : 16'd0;
wire [15:0] others = asks ? 1 + waited : answers ? `CORE_WAIT + 2 : `CORE_WAIT + 3;

always @* if (~rst_i) begin
	assert (waited <= `CORE_WAIT & (~asks | done | axil_rdata_o == {tap_echo, waited[8:0]}));
	assert (write_waited <= (writing ? mine : others));
	assert (read_waited <= (writing ? others : mine));

	// invariants: one access at a time, in one of these states
	assert (~asks | ~answers);
	assert (aw == {1'b0, answers & writing} & w == aw & ar == {1'b0, answers & ~writing});
	assert (~asks | (writing ? axil_awvalid_i & axil_wvalid_i : axil_arvalid_i));
	assert (~done | asks);

	// the core is asked what the bus takes in this cycle
	assert (done == ((axil_awvalid_i & axil_awready_o) | (axil_arvalid_i & axil_arready_o)));
	assert ((axil_awvalid_i & axil_awready_o) == (axil_wvalid_i & axil_wready_o));
	if (done & writing)
		assert (axil_rdata_o == (irq_o ? axil_wdata_i : {1'b1, axil_wstrb_i, {(26 - WINDOW_LOG2){1'b0}}, axil_awaddr_i}));
	if (done & ~writing & ~irq_o)
		assert ({axil_rdata_o[31], axil_rdata_o[26:0]} == {{(27 - WINDOW_LOG2){1'b0}}, axil_araddr_i});
	// the bus gets the core's answer
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
