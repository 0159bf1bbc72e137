// SPDX-License-Identifier: ISC
// rules_sink.v - the rules between the unit's engine and a bus master of the system-memory sink
// (tally_wb_master.v, tally_axil_master.v), both sides.
//
// PROVE 0: asserts the master adapter's and assumes the engine's; 1: the reverse;
// 2: asserts both; 3: neither. An answer comes within MAX_WAIT cycles.

`default_nettype none

module rules_sink #(
	parameter PROVE    = 0,
	parameter MAX_WAIT = 8
) (
	input wire        clk_i,
	input wire        rst_i,
	input wire        req_i,
	input wire        lock_i,
	input wire        we_i,
	input wire [3:0]  sel_i,
	input wire [31:0] addr_i,
	input wire [31:0] data_i,
	input wire        done_i,
	output reg [15:0] waited_o            // cycles of this request so far
);

reg        begun = 1'b0;                  // there was a reset
reg        was_reset, waits, locked;      // in the previous cycle
reg        we;
reg [3:0]  sel;
reg [31:0] addr, data;

always @(posedge clk_i) begin
	begun     <= 1'b1;
	was_reset <= rst_i;
	waits     <= req_i & ~done_i & ~rst_i;
	locked    <= lock_i & ~rst_i;
	we <= we_i; sel <= sel_i; addr <= addr_i; data <= data_i;
	waited_o  <= req_i & ~done_i & ~rst_i ? waited_o + 16'd1 : 16'd0;
end

always @* if (~begun) assume (rst_i);

// what each side must do, one bit per rule
wire [4:0] engine = {
	~was_reset | (~req_i & ~lock_i),                            // idle after reset
	~waits | req_i,                                             // a request is held until it is answered
	~waits | (we == we_i & sel == sel_i & addr == addr_i & (~we_i | data == data_i)),    // unchanged
	~lock_i | locked | req_i,                                   // a lock begins with a request
	~(waits & locked) | lock_i};                                // and does not end within one
wire [1:0] master = {
	~done_i | req_i,
	waited_o < MAX_WAIT};

genvar g;
generate
	for (g = 0; g < 5; g = g + 1) begin : e
		if (PROVE == 0) begin : a
			always @* if (begun & ~rst_i) assume (engine[g]);
		end else if (PROVE != 3) begin : p
			always @* if (begun & ~rst_i) assert (engine[g]);
		end
	end
	for (g = 0; g < 2; g = g + 1) begin : m
		if (PROVE == 1) begin : a
			always @* if (begun & ~rst_i) assume (master[g]);
		end else if (PROVE != 3) begin : p
			always @* if (begun & ~rst_i) assert (master[g]);
		end
	end
endgenerate

`ifdef BREAK                              // each rule can be broken
generate
	for (g = 0; g < 5; g = g + 1) begin : be
		always @* cover (begun & ~rst_i & ~engine[g]);
	end
	for (g = 0; g < 2; g = g + 1) begin : bm
		always @* cover (begun & ~rst_i & ~master[g]);
	end
endgenerate
`endif

// a read-modify-write: read, a cycle to add, write; and a request right after an answer
reg [2:0] rmw;
reg       was_done;
always @(posedge clk_i) begin
	was_done <= done_i & ~rst_i;
	if (rst_i | ~lock_i)
		rmw <= 3'd0;
	else if (rmw == 3'd0 & done_i & ~we_i)
		rmw <= 3'd1;
	else if (rmw == 3'd1 & ~req_i)
		rmw <= 3'd2;
end
always @* cover (begun & ~rst_i & rmw == 3'd2 & done_i & we_i & sel_i == 4'b1100);
always @* cover (begun & ~rst_i & was_done & req_i);

endmodule

`default_nettype wire
