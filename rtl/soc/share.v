// SPDX-License-Identifier: ISC
// share.v - the core and the unit's bus master in front of one bus. The core goes first:
// the unit begins in a cycle in which the core asks for nothing and no access or
// burst is under way, keeps the bus while its CYC stays, and, having waited PATIENCE
// cycles, begins at the next boundary whatever the core asks. block_i: the testbench takes a
// boundary from the core as the unit would.

`default_nettype none

module share #(
	parameter PATIENCE = 32,		// cycles; 1 .. 63
	parameter REGISTERED = 0		// as bus.v's
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        block_i,

	input  wire        core_stb_i,
	input  wire        core_we_i,
	input  wire [3:0]  core_sel_i,
	input  wire [31:0] core_adr_i,
	input  wire [31:0] core_dat_i,
	input  wire [2:0]  core_cti_i,
	input  wire [1:0]  core_bte_i,
	output wire        core_ack_o,
	output wire        core_err_o,
	output wire        core_waits_o,	// it asks, and the bus is the unit's or blocked

	input  wire        unit_cyc_i,
	input  wire        unit_stb_i,
	input  wire        unit_we_i,
	input  wire [3:0]  unit_sel_i,
	input  wire [31:0] unit_adr_i,
	input  wire [31:0] unit_dat_i,
	output wire        unit_ack_o,
	output wire        unit_err_o,
	output wire        unit_has_o,		// the bus is the unit's in this cycle

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
reg       busy;				// an access goes on since the last cycle
reg [5:0] waited;

wire blocked = block_i & ~busy;
wire last    = wb_err_i | wb_ack_i & (wb_cti_o != 3'b010);
wire goes_on = wb_stb_o & ~last;

// A master that gives up its access keeps the bus for that cycle: nobody else takes its
// acknowledge.
reg  had;				// the bus was the unit's in the last cycle
wire keeps  = had & (busy | unit_cyc_i);
// REGISTERED: the answer to an access that was given up may come a cycle later than that
reg  late;
wire begins = unit_stb_i & ~late & (~core_stb_i | waited == PATIENCE);
wire unit   = keeps | ~busy & begins;

assign unit_has_o   = unit;
assign core_waits_o = core_stb_i & (unit | blocked);

assign wb_stb_o = unit ? unit_stb_i : core_stb_i & ~blocked;
assign wb_we_o  = unit ? unit_we_i  : core_we_i;
assign wb_sel_o = unit ? unit_sel_i : core_sel_i;
assign wb_adr_o = unit ? unit_adr_i : core_adr_i;
assign wb_dat_o = unit ? unit_dat_i : core_dat_i;
assign wb_cti_o = unit ? 3'b000     : core_cti_i;
assign wb_bte_o = unit ? 2'b00      : core_bte_i;

assign core_ack_o = wb_ack_i & ~unit & ~blocked;
assign core_err_o = wb_err_i & ~unit & ~blocked;
assign unit_ack_o = wb_ack_i & unit;
assign unit_err_o = wb_err_i & unit;

always @(posedge clk_i) begin
	busy <= goes_on & ~rst_i;
	late <= REGISTERED != 0 & busy & ~wb_stb_o & ~rst_i;
	had  <= unit & ~rst_i;
	if (rst_i | ~unit_stb_i | unit)
		waited <= 6'd0;
	else if (waited != PATIENCE)
		waited <= waited + 6'd1;
end
endmodule

`default_nettype wire
