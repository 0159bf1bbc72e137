// SPDX-License-Identifier: ISC
// top.v - the bridge for bench.c; with NETLIST also what synthesis made of it, which must drive its
// outputs alike. Words of in_i: 0 clock, 1 reset, 2 rx, 3 acknowledge; data. Of out_o: 0 tx,
// 1 strobe, 2 write, 3 the netlist differs, 23:8 BIT, 31:24 SILENCE; address; data.

`default_nettype none

module link_top #(
	parameter BIT     = 12,
	parameter SILENCE = 11           // the bridge's own
) (
	input  wire [95:0] in_i,
	output wire [95:0] out_o
);

localparam AW = 10;
localparam [31:0] BITS = BIT, PAUSE = SILENCE;
wire          clk = in_i[0], tx, stb, we;
wire [AW-1:0] adr;
wire [31:0]   dat;
reg           differs = 1'b0;

tally_bridge #(.AW(AW), .BIT(BIT)) u_bridge (
	.clk_i(clk), .rst_i(in_i[1]), .rx_i(in_i[2]), .tx_o(tx), .bus_stb_o(stb), .bus_we_o(we),
	.bus_adr_o(adr), .bus_dat_o(dat), .bus_dat_i(in_i[63:32]), .bus_ack_i(in_i[3]));

`ifdef NETLIST
wire          n_tx, n_stb, n_we;
wire [AW-1:0] n_adr;
wire [31:0]   n_dat;

bridge_netlist u_netlist (
	.clk_i(clk), .rst_i(in_i[1]), .rx_i(in_i[2]), .tx_o(n_tx), .bus_stb_o(n_stb),
	.bus_we_o(n_we), .bus_adr_o(n_adr), .bus_dat_o(n_dat), .bus_dat_i(in_i[63:32]),
	.bus_ack_i(in_i[3]));

always @(posedge clk)
	differs <= ~in_i[1] & (differs | {tx, stb} != {n_tx, n_stb}
		| stb & {we, adr, dat} != {n_we, n_adr, n_dat});
`endif

assign out_o = {dat, 22'd0, adr, PAUSE[7:0], BITS[15:0], 4'd0, differs, we, stb, tx};

endmodule

`default_nettype wire
