// SPDX-License-Identifier: ISC
// tally_tap.v - what the core retires, one register away from the core.
//
// now_*: the tap's signals of one clock, gated by run_i. last_*: the newest
// retirement strictly before it. Limits: one retirement a clock; while run_i
// is 0 the unit sees nothing. CONTRACT.md section 1.

`default_nettype none

module tally_tap (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,        // 0: the core is held (reset, debugger)
	input  wire        tap_valid_i,  // an instruction retires in this clock
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,   // current privilege, meaningful in every clock
	input  wire        tap_sleep_i,  // the core waits for an interrupt
	output reg         now_run_o,
	output reg         now_valid_o,
	output reg  [31:0] now_pc_o,
	output reg  [1:0]  now_priv_o,
	output reg         now_sleep_o,
	output reg         last_have_o,
	output reg  [31:0] last_pc_o,
	output reg  [1:0]  last_priv_o
);

always @(posedge clk_i) begin
	now_run_o   <= run_i;
	now_valid_o <= tap_valid_i & run_i;
	now_pc_o    <= tap_pc_i;
	now_priv_o  <= tap_priv_i;
	now_sleep_o <= tap_sleep_i;
	if (now_valid_o) begin
		last_have_o <= 1'b1;
		last_pc_o   <= now_pc_o;
		last_priv_o <= now_priv_o;
	end
	if (rst_i) begin
		now_run_o   <= 1'b0;
		now_valid_o <= 1'b0;
		now_pc_o    <= 32'd0;
		now_priv_o  <= 2'd0;
		now_sleep_o <= 1'b0;
		last_have_o <= 1'b0;
		last_pc_o   <= 32'd0;
		last_priv_o <= 2'd0;
	end
end

endmodule

`default_nettype wire
