// SPDX-License-Identifier: ISC
// apb_slave.v - tally_apb.v obeys APB's rules before a unit that obeys Wishbone's, asks it once per transfer exactly what
// the bus asks, and returns exactly its answer.

`default_nettype none

module apb_slave (
	input wire        clk_i,
	input wire        rst_i,
	input wire        apb_psel_i,
	input wire        apb_penable_i,
	input wire        apb_pwrite_i,
	input wire [3:0]  apb_pstrb_i,
	input wire [11:0] apb_paddr_i,
	input wire [31:0] apb_pwdata_i,
	input wire [31:0] wb_dat_i,
	input wire        wb_ack_i
);

localparam ADR_W = 12;
wire [31:0] apb_prdata_o, wb_dat_o;
wire        apb_pready_o, apb_pslverr_o, wb_cyc_o, wb_stb_o, wb_we_o;
wire [3:0]  wb_sel_o;
wire [11:0] wb_adr_o;
tally_apb #(.ADR_W(ADR_W)) u_apb (
	.apb_psel_i(apb_psel_i), .apb_penable_i(apb_penable_i), .apb_pwrite_i(apb_pwrite_i), .apb_pstrb_i(apb_pstrb_i),
	.apb_paddr_i(apb_paddr_i), .apb_pwdata_i(apb_pwdata_i), .apb_prdata_o(apb_prdata_o), .apb_pready_o(apb_pready_o),
	.apb_pslverr_o(apb_pslverr_o), .wb_cyc_o(wb_cyc_o), .wb_stb_o(wb_stb_o), .wb_we_o(wb_we_o), .wb_sel_o(wb_sel_o),
	.wb_adr_o(wb_adr_o), .wb_dat_o(wb_dat_o), .wb_dat_i(wb_dat_i), .wb_ack_i(wb_ack_i));

wire [15:0] apb_waited, wb_waited;
rules_apb #(.PROVE(0), .ADDR_W(ADR_W), .MAX_WAIT(8)) rules (
	.clk_i(clk_i), .rst_i(rst_i), .psel_i(apb_psel_i), .penable_i(apb_penable_i), .pwrite_i(apb_pwrite_i),
	.pstrb_i(apb_pstrb_i), .paddr_i(apb_paddr_i), .pwdata_i(apb_pwdata_i),
	.pready_i(apb_pready_o), .pslverr_i(apb_pslverr_o), .waited_o(apb_waited));
rules_wb #(.PROVE(1), .ADR_W(ADR_W), .MAX_WAIT(8)) unit (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(wb_cyc_o), .stb_i(wb_stb_o), .we_i(wb_we_o), .sel_i(wb_sel_o), .adr_i(wb_adr_o),
	.dat_m_i(wb_dat_o), .ack_i(wb_ack_i), .err_i(1'b0), .rty_i(1'b0), .waited_o(wb_waited));

// CONTRACT.md: no access is answered in its first cycle
always @* if (~rst_i & wb_waited == 0) assume (~wb_ack_i);

always @* if (~rst_i) begin
	assert (wb_waited == (apb_psel_i & apb_penable_i ? apb_waited + 16'd1 : 16'd0));
	if (apb_psel_i)
		assert (wb_stb_o & wb_we_o == apb_pwrite_i & wb_sel_o == apb_pstrb_i & wb_adr_o == apb_paddr_i & wb_dat_o == apb_pwdata_i);
	if (apb_pready_o)
		assert (apb_psel_i & apb_penable_i & apb_prdata_o == wb_dat_i);
end
// back-to-back transfers
reg was_ready;
always @(posedge clk_i) was_ready <= apb_pready_o & ~rst_i;
always @* cover (~rst_i & was_ready & apb_psel_i & ~apb_penable_i);

endmodule

`default_nettype wire
