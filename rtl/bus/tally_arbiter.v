// SPDX-License-Identifier: ISC
// tally_arbiter.v - the engines of two units take turns as one Wishbone master.
//
// A unit keeps the bus as long as its CYC stays, so nobody comes between the read of a counter and
// its write. Then the other has it, if it waits. What the bus reads goes to both units, but only
// the one that has the bus gets its ACK or ERR.

`default_nettype none

module tally_arbiter (
	input  wire        clk_i,
	// the units' system ports: unit 0 in the lower halves, unit 1 in the upper ones
	input  wire [1:0]  unit_cyc_i,
	input  wire [1:0]  unit_stb_i,
	input  wire [1:0]  unit_we_i,
	input  wire [7:0]  unit_sel_i,
	input  wire [63:0] unit_adr_i,
	input  wire [63:0] unit_dat_i,
	output wire [1:0]  unit_ack_o,
	output wire [1:0]  unit_err_o,
	output wire [1:0]  unit_stolen_o,
	// Wishbone master, classic
	output wire        sys_cyc_o,
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [3:0]  sys_sel_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire        sys_ack_i,
	input  wire        sys_err_i,
	input  wire        sys_stolen_i    // another master waits because a unit has the bus
);

reg        owner;                       // the unit that has the bus
wire [1:0] owners = {owner, ~owner};
initial owner = 1'b0;
always @(posedge clk_i)
	if (~unit_cyc_i[owner] & unit_cyc_i[~owner]) owner <= ~owner;

assign unit_ack_o    = owners & {2{sys_ack_i}};
assign unit_err_o    = owners & {2{sys_err_i}};
assign unit_stolen_o = owners & {2{sys_stolen_i}};
assign sys_cyc_o     = unit_cyc_i[owner];
assign sys_stb_o     = unit_stb_i[owner];
assign sys_we_o      = unit_we_i[owner];
assign sys_sel_o     = owner ? unit_sel_i[7:4]   : unit_sel_i[3:0];
assign sys_adr_o     = owner ? unit_adr_i[63:32] : unit_adr_i[31:0];
assign sys_dat_o     = owner ? unit_dat_i[63:32] : unit_dat_i[31:0];

`ifdef FORMAL
`include "tally_arbiter_props.vh"
`endif

endmodule

`default_nettype wire
