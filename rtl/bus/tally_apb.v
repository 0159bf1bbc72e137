// SPDX-License-Identifier: ISC
// tally_apb.v - APB4 in front of tally.v. Wires only.
//
// The setup phase is the first cycle of the Wishbone access: a register write has no wait state, a
// register read one, a read of the window at most as many as CONTRACT.md says. PSLVERR is never
// raised: what is refused sets STATUS.ERROR. From an APB3 bus tie apb_pstrb_i to 1111.

`default_nettype none

module tally_apb #(
	parameter ADR_W = 12                       // bits of the address, as of wb_adr_i; 8 .. 32
) (
	input  wire             apb_psel_i,
	input  wire             apb_penable_i,
	input  wire             apb_pwrite_i,
	input  wire [3:0]       apb_pstrb_i,
	input  wire [ADR_W-1:0] apb_paddr_i,       // byte address
	input  wire [31:0]      apb_pwdata_i,
	output wire [31:0]      apb_prdata_o,
	output wire             apb_pready_o,
	output wire             apb_pslverr_o,
	// the unit
	output wire             wb_cyc_o,
	output wire             wb_stb_o,
	output wire             wb_we_o,
	output wire [3:0]       wb_sel_o,
	output wire [ADR_W-1:0] wb_adr_o,
	output wire [31:0]      wb_dat_o,
	input  wire [31:0]      wb_dat_i,
	input  wire             wb_ack_i
);

generate
if (ADR_W < 8 || ADR_W > 32) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

assign wb_cyc_o = apb_psel_i;
assign wb_stb_o = apb_psel_i;
assign wb_we_o  = apb_pwrite_i;
assign wb_sel_o = apb_pstrb_i;
assign wb_adr_o = apb_paddr_i;
assign wb_dat_o = apb_pwdata_i;

assign apb_prdata_o  = wb_dat_i;
assign apb_pready_o  = wb_ack_i;               // a cycle after the setup phase at the earliest
assign apb_pslverr_o = 1'b0;

wire unused = &{1'b0, apb_penable_i};

endmodule

`default_nettype wire
