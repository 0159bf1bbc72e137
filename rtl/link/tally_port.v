// SPDX-License-Identifier: ISC
// tally_port.v - lets a bridge use the unit beside the core, whose accesses take a clock more.
//
// Both masters' requests pass a register, so neither is on the other's path to the unit. When the
// core asks while a read of the bridge is under way, the read is abandoned at once, for the unit
// has done nothing of it, and begins again afterwards. A write is not: the unit would do it all the
// same. The core waits for its end, at most two clocks.

`default_nettype none

module tally_port #(
	parameter [31:0] AW = 10                   // bits of a word's address
) (
	input  wire          clk_i,
	input  wire          rst_i,         // synchronous
	// the core's bus, which asks until ACK
	input  wire          core_stb_i,    // CYC and STB
	input  wire          core_we_i,
	input  wire          core_whole_i,  // all four byte selects
	input  wire [AW-1:0] core_adr_i,
	input  wire [31:0]   core_dat_i,
	output wire          core_ack_o,
	// the bridge, which may give up a read before ACK and asks for nothing in the clock after
	input  wire          bus_stb_i,
	input  wire          bus_we_i,
	input  wire [AW-1:0] bus_adr_i,
	input  wire [31:0]   bus_dat_i,
	output wire          bus_ack_o,
	// the unit, whose data go to both
	output wire          unit_stb_o,
	output reg           unit_we_o,
	output reg           unit_whole_o,
	output reg  [AW-1:0] unit_adr_o,
	output reg  [31:0]   unit_dat_o,
	input  wire          unit_ack_i
);

reg    busy, for_bridge, bridge_reads;  // an access is under way; it is the bridge's; and a read
wire   core_cuts_in = bridge_reads & core_stb_i;
assign unit_stb_o   = busy & ~core_cuts_in;
assign core_ack_o   = unit_ack_i & busy & ~for_bridge;
assign bus_ack_o    = unit_ack_i & busy & for_bridge;

always @(posedge clk_i) begin
	if (~busy | core_cuts_in) begin
		unit_we_o    <= core_stb_i ? core_we_i  : bus_we_i;
		unit_whole_o <= core_whole_i | ~core_stb_i;
		unit_adr_o   <= core_stb_i ? core_adr_i : bus_adr_i;
		unit_dat_o   <= core_stb_i ? core_dat_i : bus_dat_i;
	end
	if (~busy) begin
		busy         <= core_stb_i | bus_stb_i;
		for_bridge   <= ~core_stb_i;
		bridge_reads <= ~core_stb_i & ~bus_we_i;
	end else if (core_cuts_in)
		{for_bridge, bridge_reads} <= 2'b00;
	else if (unit_ack_i | ~(for_bridge ? bus_stb_i : core_stb_i))
		busy <= 1'b0;
	if (rst_i) busy <= 1'b0;
end

`ifdef FORMAL
`include "tally_port_props.vh"
`endif

endmodule

`default_nettype wire
