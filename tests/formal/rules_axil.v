// SPDX-License-Identifier: ISC
// rules_axil.v - the rules of AXI4-Lite, both sides of one bus.
//
// PROVE 0 asserts the slave's and assumes the master's, 1 the reverse. An access that is offered
// completely is answered within MAX_WAIT cycles, not counting those in which the master leaves an
// answer waiting. A master takes no longer than that for the other half of a write, or for BREADY
// and RREADY; no slave relies on it. At most 3 accesses of a kind are in flight.

`default_nettype none

module rules_axil #(
	parameter PROVE    = 0,
	parameter ADDR_W   = 32,
	parameter MAX_WAIT = 16
) (
	input wire              clk_i, rst_i,
	input wire              awvalid_i, awready_i,
	input wire [ADDR_W-1:0] awaddr_i,
	input wire              wvalid_i, wready_i,
	input wire [31:0]       wdata_i,
	input wire [3:0]        wstrb_i,
	input wire              bvalid_i, bready_i,
	input wire [1:0]        bresp_i,
	input wire              arvalid_i, arready_i,
	input wire [ADDR_W-1:0] araddr_i,
	input wire              rvalid_i, rready_i,
	input wire [31:0]       rdata_i,
	input wire [1:0]        rresp_i,
	// taken and not yet answered; cycles waited for an answer
	output reg [1:0]        aw_o, w_o, ar_o,
	output reg [15:0]       write_waited_o, read_waited_o
);

reg        was_reset;
reg        aw_waits, w_waits, b_waits, ar_waits, r_waits;   // valid without ready, a cycle before
reg [ADDR_W-1:0] awaddr, araddr;
reg [31:0] wdata, rdata;
reg [3:0]  wstrb;
reg [1:0]  bresp, rresp;
reg [15:0] half_waited, b_waited, r_waited;

wire held  = (bvalid_i & ~bready_i) | (rvalid_i & ~rready_i);
wire has_aw = awvalid_i | aw_o != 2'd0;
wire has_w  = wvalid_i | w_o != 2'd0;
wire write_due = has_aw & has_w & ~bvalid_i;
wire read_due  = (arvalid_i | ar_o != 2'd0) & ~rvalid_i;

always @(posedge clk_i) begin
	was_reset <= rst_i;
	{aw_waits, w_waits, ar_waits, b_waits, r_waits} <= {awvalid_i & ~awready_i,
		wvalid_i & ~wready_i, arvalid_i & ~arready_i, bvalid_i & ~bready_i,
		rvalid_i & ~rready_i} & {5{~rst_i}};
	{awaddr, wdata, wstrb, bresp} <= {awaddr_i, wdata_i, wstrb_i, bresp_i};
	{araddr, rdata, rresp} <= {araddr_i, rdata_i, rresp_i};
	aw_o <= aw_o + {1'b0, awvalid_i & awready_i} - {1'b0, bvalid_i & bready_i};
	w_o  <= w_o + {1'b0, wvalid_i & wready_i} - {1'b0, bvalid_i & bready_i};
	ar_o <= ar_o + {1'b0, arvalid_i & arready_i} - {1'b0, rvalid_i & rready_i};
	write_waited_o <= write_due ? write_waited_o + {15'd0, ~held} : 16'd0;
	read_waited_o  <= read_due ? read_waited_o + {15'd0, ~held} : 16'd0;
	half_waited <= has_aw != has_w ? half_waited + 16'd1 : 16'd0;
	b_waited <= bvalid_i & ~bready_i ? b_waited + 16'd1 : 16'd0;
	r_waited <= rvalid_i & ~rready_i ? r_waited + 16'd1 : 16'd0;
	if (rst_i) begin
		{aw_o, w_o, ar_o} <= 6'd0;
		{write_waited_o, read_waited_o, half_waited, b_waited, r_waited} <= 80'd0;
	end
end

wire patient = half_waited < MAX_WAIT & b_waited < MAX_WAIT & r_waited < MAX_WAIT;
wire master = (~was_reset | ~(awvalid_i | wvalid_i | arvalid_i))  // idle after reset
	& (~aw_waits | awvalid_i & awaddr == awaddr_i)                // an offer stands until taken
	& (~w_waits | wvalid_i & {wdata, wstrb} == {wdata_i, wstrb_i})
	& (~ar_waits | arvalid_i & araddr == araddr_i)
	& ~(&aw_o & awvalid_i) & ~(&w_o & wvalid_i)                   // at most 3
	& ~(&ar_o & arvalid_i);
wire slave = (~was_reset | ~(bvalid_i | rvalid_i))
	& (~b_waits | bvalid_i & bresp == bresp_i)                     // an answer is held, too
	& (~r_waits | rvalid_i & {rdata, rresp} == {rdata_i, rresp_i})
	& (~bvalid_i | aw_o != 2'd0 & w_o != 2'd0)                     // after address and data
	& (~rvalid_i | ar_o != 2'd0)
	& (~bvalid_i | bresp_i != 2'b01)                               // AXI4-Lite has no EXOKAY
	& (~rvalid_i | rresp_i != 2'b01);
wire answered = write_waited_o < MAX_WAIT & read_waited_o < MAX_WAIT;

always @* if ($initstate) assume (rst_i);
else if (~rst_i) begin
	if (PROVE == 0) begin
		assume (master);
		AXIL_SLAVE: assert (slave);
		AXIL_WAIT: assert (answered);
	end else begin
		AXIL_MASTER: assert (master & patient);
		assume (slave & answered);
	end
	cover (bvalid_i & bready_i & write_waited_o > 16'd2);
	cover (rvalid_i & rready_i & read_waited_o > 16'd2);
end

endmodule

`default_nettype wire
