// SPDX-License-Identifier: ISC
// rules_apb.v - the rules of APB4: asserts the slave's and assumes the master's.
//
// PREADY comes within MAX_WAIT cycles of the access phase. rst_i is the inverse of PRESETn.

`default_nettype none

module rules_apb #(
	parameter ADDR_W   = 32,
	parameter MAX_WAIT = 8
) (
	input wire              clk_i,
	input wire              rst_i,
	input wire              psel_i,
	input wire              penable_i,
	input wire              pwrite_i,
	input wire [3:0]        pstrb_i,
	input wire [ADDR_W-1:0] paddr_i,
	input wire [31:0]       pwdata_i,
	input wire              pready_i,
	input wire              pslverr_i,
	output reg [15:0]       waited_o       // wait states so far
);

reg  was_reset, setup, waits, write;       // in the cycle before
reg  [3:0] strb;
reg  [ADDR_W-1:0] addr;
reg  [31:0] data;

always @(posedge clk_i) begin
	was_reset <= rst_i;
	setup     <= psel_i & ~penable_i & ~rst_i;
	waits     <= psel_i & penable_i & ~pready_i & ~rst_i;
	waited_o  <= psel_i & penable_i & ~pready_i & ~rst_i ? waited_o + 16'd1 : 16'd0;
	{write, strb, addr, data} <= {pwrite_i, pstrb_i, paddr_i, pwdata_i};
end

wire master = (~was_reset | ~psel_i)                           // idle after reset
	& (~psel_i | penable_i == (setup | waits))                 // setup, then access until the answer
	& (~(setup | waits) | psel_i)                              // never withdrawn, unchanged
	& (~(setup | waits) | {write, strb, addr} == {pwrite_i, pstrb_i, paddr_i})
	& (~(setup | waits) | ~pwrite_i | data == pwdata_i)
	& (~psel_i | pwrite_i | pstrb_i == 4'd0);                  // no strobes in a read

always @* if ($initstate) assume (rst_i);
else if (~rst_i) begin
	assume (master);
	APB_ERROR: assert (~pslverr_i | psel_i & penable_i & pready_i);
	APB_WAIT: assert (waited_o < MAX_WAIT);
	cover (psel_i & penable_i & pready_i & pwrite_i);
	cover (psel_i & penable_i & pready_i & ~pwrite_i & waited_o == 16'd2);
end

endmodule

`default_nettype wire
