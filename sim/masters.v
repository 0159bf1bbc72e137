// SPDX-License-Identifier: ISC
// masters.v - whose the bus of the simulated machine is: the core's while it runs, else the host's;
// with SYSTEM the unit's, too (sys_*), by rtl/soc/share.v.

`default_nettype none

module masters #(
	parameter SYSTEM = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,		// the core runs
	input  wire        block_i,		// the testbench takes a boundary from the core
	input  wire        late_i,		// sys_ does not begin

	input  wire        host_stb_i,
	input  wire        host_we_i,
	input  wire [31:0] host_adr_i,
	input  wire [31:0] host_dat_i,
	output wire        host_ack_o,
	output wire        host_err_o,

	input  wire        core_stb_i,
	input  wire        core_we_i,
	input  wire [3:0]  core_sel_i,
	input  wire [31:0] core_adr_i,
	input  wire [31:0] core_dat_i,
	input  wire [2:0]  core_cti_i,
	input  wire [1:0]  core_bte_i,
	output wire        core_ack_o,
	output wire        core_err_o,
	output wire        waits_o,		// it or the host asks; the bus is sys_'s or blocked

	input  wire        sys_cyc_i,
	input  wire        sys_stb_i,
	input  wire        sys_we_i,
	input  wire [3:0]  sys_sel_i,
	input  wire [31:0] sys_adr_i,
	input  wire [31:0] sys_dat_i,
	output wire        sys_ack_o,
	output wire        sys_err_o,
	output wire        sys_has_o,

	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,
	output wire [31:0] wb_dat_o,
	output wire [2:0]  wb_cti_o,
	output wire [1:0]  wb_bte_o,
	input  wire        wb_ack_i,
	input  wire        wb_err_i
);
wire        main_stb = run_i ? core_stb_i : host_stb_i;
wire        main_we  = run_i ? core_we_i  : host_we_i;
wire [3:0]  main_sel = run_i ? core_sel_i : 4'b1111;
wire [31:0] main_adr = run_i ? core_adr_i : host_adr_i;
wire [31:0] main_dat = run_i ? core_dat_i : host_dat_i;
wire [2:0]  main_cti = run_i ? core_cti_i : 3'b000;
wire [1:0]  main_bte = run_i ? core_bte_i : 2'b00;
wire        main_ack, main_err;
assign {core_ack_o, core_err_o} = {2{run_i}} & {main_ack, main_err};
assign {host_ack_o, host_err_o} = {2{~run_i}} & {main_ack, main_err};

generate
if (SYSTEM != 0) begin : g_share
	reg sys_had;
	always @(posedge clk_i)
		sys_had <= sys_has_o & ~rst_i;

	share share (
		.clk_i(clk_i), .rst_i(rst_i), .block_i(block_i), .core_stb_i(main_stb),
		.core_we_i(main_we), .core_sel_i(main_sel), .core_adr_i(main_adr),
		.core_dat_i(main_dat), .core_cti_i(main_cti), .core_bte_i(main_bte),
		.core_ack_o(main_ack), .core_err_o(main_err), .core_waits_o(waits_o),
		.unit_cyc_i(sys_cyc_i), .unit_stb_i(sys_stb_i & (sys_had | ~late_i)),
		.unit_we_i(sys_we_i), .unit_sel_i(sys_sel_i), .unit_adr_i(sys_adr_i),
		.unit_dat_i(sys_dat_i), .unit_ack_o(sys_ack_o), .unit_err_o(sys_err_o),
		.unit_has_o(sys_has_o), .wb_stb_o(wb_stb_o), .wb_we_o(wb_we_o),
		.wb_sel_o(wb_sel_o), .wb_adr_o(wb_adr_o), .wb_dat_o(wb_dat_o), .wb_cti_o(wb_cti_o),
		.wb_bte_o(wb_bte_o), .wb_ack_i(wb_ack_i), .wb_err_i(wb_err_i)
	);
end else begin : g_alone
	assign {wb_stb_o, wb_we_o, wb_sel_o, wb_adr_o, wb_dat_o, wb_cti_o, wb_bte_o}
		= {main_stb, main_we, main_sel, main_adr, main_dat, main_cti, main_bte};
	assign {main_ack, main_err} = {wb_ack_i, wb_err_i};
	assign {sys_ack_o, sys_err_o, sys_has_o, waits_o} = 4'd0;
	wire unused = &{1'b0, clk_i, rst_i, block_i, late_i, sys_cyc_i, sys_stb_i, sys_we_i,
		sys_sel_i, sys_adr_i, sys_dat_i};
end
endgenerate
endmodule

`default_nettype wire
