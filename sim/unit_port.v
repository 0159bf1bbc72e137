/* SPDX-License-Identifier: ISC
 * unit_port.v - two Wishbone masters in front of the unit: the bus of the core
 * and the host's own port, so that the host's accesses take no cycle of the
 * bus. An access under way finishes first; at the same time the bus wins.
 */
`default_nettype none

module unit_port #(
	parameter AW = 23		// address bits of the unit
) (
	input  wire          clk_i,
	input  wire          rst_i,

	input  wire          bus_stb_i,
	input  wire          bus_we_i,
	input  wire [3:0]    bus_sel_i,
	input  wire [AW-1:0] bus_adr_i,
	input  wire [31:0]   bus_dat_i,
	output wire          bus_ack_o,

	input  wire          host_stb_i,
	input  wire          host_we_i,
	input  wire [AW-1:0] host_adr_i,
	input  wire [31:0]   host_dat_i,
	output wire          host_ack_o,

	output wire          unit_stb_o,
	output wire          unit_we_o,
	output wire [3:0]    unit_sel_o,
	output wire [AW-1:0] unit_adr_o,
	output wire [31:0]   unit_dat_o,
	input  wire          unit_ack_i
);
	reg  busy, busy_host;
	wire host = busy ? busy_host : ~bus_stb_i;

	assign unit_stb_o = host ? host_stb_i : bus_stb_i;
	assign unit_we_o  = host ? host_we_i  : bus_we_i;
	assign unit_sel_o = host ? 4'b1111    : bus_sel_i;
	assign unit_adr_o = host ? host_adr_i : bus_adr_i;
	assign unit_dat_o = host ? host_dat_i : bus_dat_i;
	assign bus_ack_o  = unit_ack_i & bus_stb_i  & busy & ~busy_host;
	assign host_ack_o = unit_ack_i & host_stb_i & busy & busy_host;

	always @(posedge clk_i) begin
		busy      <= unit_stb_o & ~unit_ack_i & ~rst_i;
		busy_host <= host;
	end
endmodule

`default_nettype wire
