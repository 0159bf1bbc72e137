// SPDX-License-Identifier: ISC
// rules_wb.v - the rules of Wishbone B4 classic cycles, both sides of one bus.
//
// PROVE 0 asserts the slave's and assumes the master's, 1 the reverse. An answer is ack or err, and
// comes within MAX_WAIT cycles.

`default_nettype none

module rules_wb #(
	parameter PROVE    = 0,
	parameter ADR_W    = 32,
	parameter MAX_WAIT = 8
) (
	input wire             clk_i, rst_i,
	input wire             cyc_i, stb_i, we_i,
	input wire [3:0]       sel_i,
	input wire [ADR_W-1:0] adr_i,
	input wire [31:0]      dat_m_i,       // the master's
	input wire             ack_i, err_i,
	output reg [15:0]      waited_o       // cycles of this request so far
);

wire request = cyc_i & stb_i;
wire answer  = ack_i | err_i;
reg  was_reset, waits, we;                // in the cycle before
reg  [3:0] sel;
reg  [ADR_W-1:0] adr;
reg  [31:0] dat;

always @(posedge clk_i) begin
	was_reset <= rst_i;
	waits     <= request & ~answer & ~rst_i;
	waited_o  <= request & ~answer & ~rst_i ? waited_o + 16'd1 : 16'd0;
	{we, sel, adr, dat} <= {we_i, sel_i, adr_i, dat_m_i};
end

wire master = (~stb_i | cyc_i)                                 // a request lies inside a cycle
	& (~was_reset | ~cyc_i & ~stb_i)                           // idle after reset
	& (~waits | request)                                       // held until it is answered
	& (~waits | {we, sel, adr} == {we_i, sel_i, adr_i})        // unchanged
	& (~waits | ~we_i | dat == dat_m_i);
wire slave = (~was_reset | ~answer)
	& ~(ack_i & err_i)                                         // one answer
	& (~answer | request)                                      // to a request only
	& waited_o < MAX_WAIT;                                     // and it comes

always @* if ($initstate) assume (rst_i);
else if (~rst_i) begin
	if (PROVE == 0) begin assume (master); WB_SLAVE: assert (slave); end
	else begin WB_MASTER: assert (master); assume (slave); end
	cover (ack_i & request & we_i);
	cover (ack_i & request & ~we_i & waited_o == 16'd2);
end

endmodule

`default_nettype wire
