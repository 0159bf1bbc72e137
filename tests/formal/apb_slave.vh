// apb_slave.vh - tally_apb.v obeys APB's rules, asks the core once per transfer exactly
// what the bus asks, and returns exactly the core's answer (core_any.vh repeats the request).

`include "core_wait.vh"
`include "tap_echo.vh"
wire [15:0] waited;
rules_apb #(.PROVE(0), .ADDR_W(WINDOW_LOG2 + 1), .MAX_WAIT(`CORE_WAIT)) rules (
	.clk_i(clk_i), .rst_i(rst_i), .psel_i(apb_psel_i), .penable_i(apb_penable_i), .pwrite_i(apb_pwrite_i),
	.pstrb_i(apb_pstrb_i), .paddr_i(apb_paddr_i), .pwdata_i(apb_pwdata_i),
	.pready_i(apb_pready_o), .pslverr_i(apb_pslverr_o), .waited_o(waited));

always @* if (~rst_i & apb_psel_i & ~apb_pready_o)
	assert (apb_prdata_o == {tap_echo, apb_penable_i ? waited[8:0] + 9'd1 : 9'd0});

always @* if (~rst_i & apb_pready_o) begin
	// the core answers exactly when a transfer ends
	assert (apb_psel_i & apb_penable_i);
	if (irq_o & apb_pwrite_i)
		assert (apb_prdata_o == apb_pwdata_i);
	if (~irq_o)
		assert ({apb_prdata_o[31], apb_prdata_o[26:0]} == {apb_pwrite_i, {(26 - WINDOW_LOG2){1'b0}}, apb_paddr_i});
	if (~irq_o & apb_pwrite_i)
		assert (apb_prdata_o[30:27] == apb_pstrb_i);
end
// back-to-back transfers
reg was_ready;
always @(posedge clk_i) was_ready <= apb_pready_o & ~rst_i;
always @* cover (~rst_i & was_ready & apb_psel_i & ~apb_penable_i);
