/* SPDX-License-Identifier: ISC
 * unit_port.v - two Wishbone masters in front of the unit: the bus of the core
 * and the host's own port, so that the host's accesses take no cycle of the
 * bus. A request is seen one cycle later; an access under way
 * finishes first, or ends when its master gives up; at the same time the bus wins.
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

	output reg           unit_stb_o,
	output reg           unit_we_o,		// these: meaningful while unit_stb_o
	output reg  [3:0]    unit_sel_o,
	output reg  [AW-1:0] unit_adr_o,
	output reg  [31:0]   unit_dat_o,
	input  wire          unit_ack_i
);
	reg host;			// whose access it is

	assign bus_ack_o  = unit_ack_i & unit_stb_o & ~host;
	assign host_ack_o = unit_ack_i & unit_stb_o & host;

	always @* begin
		unit_we_o  = 1'b0;
		unit_sel_o = 4'd0;
		unit_adr_o = {AW{1'b0}};
		unit_dat_o = 32'd0;
		if (unit_stb_o) begin
			unit_we_o  = host ? host_we_i  : bus_we_i;
			unit_sel_o = host ? 4'b1111    : bus_sel_i;
			unit_adr_o = host ? host_adr_i : bus_adr_i;
			unit_dat_o = host ? host_dat_i : bus_dat_i;
		end
	end

	always @(posedge clk_i)
		if (unit_stb_o) begin
			if (rst_i | unit_ack_i | ~(host ? host_stb_i : bus_stb_i))
				unit_stb_o <= 1'b0;
		end else if (bus_stb_i | host_stb_i) begin
			unit_stb_o <= ~unit_ack_i & ~rst_i;
			host       <= ~bus_stb_i;
		end
endmodule

`default_nettype wire
