// wb_slave.vh - tally_wb.v obeys Wishbone's rules, passes on exactly the bus's
// requests and returns exactly the core's answer (core_any.vh repeats the request).

wire busy_now = wb_cyc_i & wb_stb_i;

`include "core_wait.vh"
`include "tap_echo.vh"
wire [15:0] waited;
rules_wb #(.PROVE(0), .ADR_W(WINDOW_LOG2 + 1), .MAX_WAIT(`CORE_WAIT + 1), .ABANDON(1)) rules (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_cyc_i), .stb_i(wb_stb_i), .we_i(wb_we_i), .sel_i(wb_sel_i),
	.adr_i(wb_adr_i), .dat_m_i(wb_dat_i), .ack_i(wb_ack_o), .err_i(wb_err_o), .rty_i(1'b0), .waited_o(waited));

always @* if (~rst_i & busy_now & ~wb_ack_o)
	assert (wb_dat_o == {tap_echo, waited[8:0]});
always @* if (~rst_i & wb_ack_o & busy_now) begin
	if (irq_o & wb_we_i)
		assert (wb_dat_o == wb_dat_i);
	if (~irq_o)
		assert (wb_dat_o == {wb_we_i, wb_sel_i, {(26 - WINDOW_LOG2){1'b0}}, wb_adr_i});
end
