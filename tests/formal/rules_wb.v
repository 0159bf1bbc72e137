// SPDX-License-Identifier: ISC
// rules_wb.v - the rules of Wishbone B4 classic cycles, both sides of one bus.
//
// PROVE 0: asserts the slave's and assumes the master's; 1: the reverse;
// 2: asserts both; 3: neither. An answer is ack, err or rty; it must come within MAX_WAIT cycles.
// ABANDON lets the master withdraw a request (a slave should tolerate that); an answer may
// still come in that cycle. A slave must not rely on stb lying inside cyc. Tie to 0 what a bus lacks.

`default_nettype none

module rules_wb #(
	parameter PROVE    = 0,
	parameter ADR_W    = 32,
	parameter MAX_WAIT = 8,
	parameter ABANDON  = 0
) (
	input wire             clk_i,
	input wire             rst_i,
	input wire             cyc_i,
	input wire             stb_i,
	input wire             we_i,
	input wire [3:0]       sel_i,
	input wire [ADR_W-1:0] adr_i,
	input wire [31:0]      dat_m_i,       // the master's
	input wire             ack_i,
	input wire             err_i,
	input wire             rty_i,
	output reg [15:0]      waited_o       // cycles of this request so far, for invariants of an induction proof
);

wire asks   = cyc_i & stb_i;
wire answer = ack_i | err_i | rty_i;

reg        begun = 1'b0;                  // there was a reset
reg        was_reset, asked, waits;       // in the previous cycle
reg        we;
reg [3:0]  sel;
reg [ADR_W-1:0] adr;
reg [31:0] dat;

always @(posedge clk_i) begin
	begun     <= 1'b1;
	was_reset <= rst_i;
	asked     <= asks & ~answer & ~rst_i;
	waits     <= asks & ~answer & ~rst_i;
	we <= we_i; sel <= sel_i; adr <= adr_i; dat <= dat_m_i;
	waited_o    <= asks & ~answer & ~rst_i ? waited_o + 16'd1 : 16'd0;
end

always @* if (~begun) assume (rst_i);

// what each side must do, one bit per rule
wire [4:0] master = {
	~stb_i | cyc_i,                                             // a request lies inside a cycle
	~was_reset | (~cyc_i & ~stb_i),                             // idle after reset
	~waits | ABANDON != 0 | asks,                               // and is held until it is answered
	~waits | ~asks | (we == we_i & sel == sel_i & adr == adr_i),  // unchanged
	~waits | ~asks | ~we_i | dat == dat_m_i};
wire [3:0] slave = {
	~was_reset | ~answer,
	{1'b0, ack_i} + {1'b0, err_i} + {1'b0, rty_i} <= 2'd1,      // one answer
	~answer | asks | (ABANDON != 0 & asked),                    // to a request only
	waited_o < MAX_WAIT};                                         // and it must come

genvar g;
generate
	for (g = 0; g < 5; g = g + 1) begin : m
		if (PROVE == 0) begin : a
			always @* if (begun & ~rst_i) assume (master[g] | g == 4);
		end else if (PROVE != 3) begin : p
			always @* if (begun & ~rst_i) assert (master[g]);
		end
	end
	for (g = 0; g < 4; g = g + 1) begin : s
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
	for (g = 0; g < 4; g = g + 1) begin : bs
		always @* cover (begun & ~rst_i & ~slave[g]);
	end
endgenerate
`endif

always @* cover (begun & ~rst_i & ack_i & asks & we_i);
always @* cover (begun & ~rst_i & ack_i & asks & ~we_i & waited_o == 16'd2);

endmodule

`default_nettype wire
