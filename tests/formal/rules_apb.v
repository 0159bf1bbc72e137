// SPDX-License-Identifier: ISC
// rules_apb.v - the rules of APB4, both sides of one bus.
//
// PROVE 0: asserts the slave's and assumes the master's; 1: the reverse;
// 2: asserts both; 3: neither. PREADY must come within MAX_WAIT cycles of the access phase.
// rst_i is the inverse of PRESETn.

`default_nettype none

module rules_apb #(
	parameter PROVE    = 0,
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
	output reg [15:0]       waited_o       // wait states so far, for invariants of an induction proof
);

reg        begun = 1'b0;                  // there was a reset
reg        was_reset, setup, waits;       // in the previous cycle
reg        write;
reg [3:0]  strb;
reg [ADDR_W-1:0] addr;
reg [31:0] data;

always @(posedge clk_i) begin
	begun     <= 1'b1;
	was_reset <= rst_i;
	setup     <= psel_i & ~penable_i & ~rst_i;
	waits     <= psel_i & penable_i & ~pready_i & ~rst_i;
	write <= pwrite_i; strb <= pstrb_i; addr <= paddr_i; data <= pwdata_i;
	waited_o    <= psel_i & penable_i & ~pready_i & ~rst_i ? waited_o + 16'd1 : 16'd0;
end

always @* if (~begun) assume (rst_i);

// what each side must do, one bit per rule
wire [4:0] master = {
	~was_reset | ~psel_i,                                       // idle after reset
	~psel_i | penable_i == (setup | waits),                     // setup, then access until it is answered
	~(setup | waits) | psel_i,                                  // and never withdrawn
	~(setup | waits) | (write == pwrite_i & strb == pstrb_i & addr == paddr_i & (~pwrite_i | data == pwdata_i)),
	~psel_i | pwrite_i | pstrb_i == 4'd0};                      // no strobes in a read
wire [1:0] slave = {
	~pslverr_i | (psel_i & penable_i & pready_i),               // an error is part of an answer (recommended, not required)
	waited_o < MAX_WAIT};                                         // which must come

genvar g;
generate
	for (g = 0; g < 5; g = g + 1) begin : m
		if (PROVE == 0) begin : a
			always @* if (begun & ~rst_i) assume (master[g]);
		end else if (PROVE != 3) begin : p
			always @* if (begun & ~rst_i) assert (master[g]);
		end
	end
	for (g = 0; g < 2; g = g + 1) begin : s
		if (PROVE == 1) begin : a
			always @* if (begun & ~rst_i) assume (slave[g]);
		end else if (PROVE != 3) begin : p
			always @* if (begun & ~rst_i) assert (slave[g]);
		end
	end
endgenerate

`ifdef BREAK                              // each rule can be broken
generate
	for (g = 0; g < 5; g = g + 1) begin : bm
		always @* cover (begun & ~rst_i & ~master[g]);
	end
	for (g = 0; g < 2; g = g + 1) begin : bs
		always @* cover (begun & ~rst_i & ~slave[g]);
	end
endgenerate
`endif

always @* cover (begun & ~rst_i & psel_i & penable_i & pready_i & pwrite_i);
always @* cover (begun & ~rst_i & psel_i & penable_i & pready_i & ~pwrite_i & waited_o == 16'd2);

endmodule

`default_nettype wire
