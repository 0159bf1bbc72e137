// SPDX-License-Identifier: ISC
// causes_bus.v - why a core retires nothing in this cycle, as far as two buses show it (CAUSES.md):
// FETCH and DATA while the bus is in use, else EXEC. For a core that has one access under way and
// does nothing beside it, as SERV; and whose tap shows a retirement one cycle late (RVFI).

`default_nettype none

module causes_bus (
	input  wire       clk_i,
	input  wire       fetching_i,	// an instruction is under way on its bus
	input  wire       accessing_i,	// a load or store is
	input  wire       tap_valid_i,
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);

wire [4:0] cause = fetching_i ? 5'b00010 : accessing_i ? 5'b00100 : 5'b10000;
reg  [4:0] delayed;
always @(posedge clk_i)
	delayed <= cause;

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & delayed;

endmodule

`default_nettype wire
