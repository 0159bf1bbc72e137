// SPDX-License-Identifier: ISC
// tally_access.v - the bus core: one access at a time, registers or bins.
//
// A thin adapter (tally_wb.v) gives it requests: req_i stays high, with the
// other inputs steady, until done_o; lowering it earlier abandons the access (but a register write in the clock
// before done_o, which acts), and another we_i begins it anew:
// whether a write may be is judged before its slot, so the slot of a read must never write.
// An access to a bin waits for a clock in which no sample enters the updater, at most 255 clocks,
// and then gives 0 and BIN_MISS. Registers wait while a COMMIT reads them; a write acts in the clock of its done_o. CONTRACT.md section 8.

`include "tally_gate.vh"

`default_nettype none

module tally_access #(
	parameter BINS_LOG2 = 12,
	parameter WINDOW_LOG2 = 14       // the bin window begins at 2^WINDOW_LOG2 and ends below twice that
) (
	input  wire                   clk_i,
	input  wire                   rst_i,
	input  wire                   req_i,
	input  wire                   we_i,
	input  wire [3:0]             sel_i,
	input  wire [WINDOW_LOG2:0]   addr_i,       // byte address
	input  wire [31:0]            data_i,
	output reg                    done_o,
	output reg  [31:0]            data_o,
	output wire                   active_o,     // an access is under way in this clock
	// registers
	output reg                    reg_we_o,     // with done_o, so that the master's wires are not on the way to what a write does
	output wire [11:0]            reg_waddr_o,
	output reg  [31:0]            reg_wdata_o,
	output reg                    reg_whigh_o,  // one of bits 31:8 of reg_wdata_o is 1
	output wire                   reg_re_o,     // never with reg_we_o
	output wire [11:0]            reg_raddr_o,
	input  wire [31:0]            reg_data_i,   // in the clock after reg_re_o
	input  wire                   reg_wait_i,
	// bins: a slot of the updater, and what it has three and four clocks later
	output wire                   bin_req_o,
	output wire [BINS_LOG2-1:0]   bin_word_o,
	input  wire                   bin_grant_i,
	input  wire                   bin_now_i,    // bin_data_i is that word already
	output wire                   poke_o,       // three clocks after the grant: the bus's data are written
	input  wire                   poke_ok_i,    // drained, no sweep
	input  wire [31:0]            bin_data_i,   // four clocks after the grant
	// ERRORS
	output wire                   miss_o,
	output wire                   bin_write_o,
	output wire                   partial_o
);

wire begins = req_i & ~done_o;
reg  writes;                                    // the clock before was one of a write
wire turned = we_i ^ writes;                    // it begins anew as the other kind
wire in_window   = addr_i[WINDOW_LOG2];

reg [2:0] fetching;                             // clocks since the grant
reg [7:0] waited;                               // clocks without one
reg       reading;                              // a register was asked for in the clock before
reg       went_on;                              // the clock before was one of an access, too
reg [9:0] write_at;                             // the register that is written

assign active_o    = begins | reg_we_o;
assign reg_waddr_o = {write_at, 2'b00};
assign reg_raddr_o = {addr_i[11:2], 2'b00};
assign bin_word_o  = addr_i[BINS_LOG2+1:2];

// what this clock does if it is one of an access: req_i comes late, and last
reg  [9:0] would;
wire [9:0] does = would & {10{begins}};
wire reg_read = does[0], reg_write = does[1], partial = does[2], bin_req = does[3], miss = does[4],
	poke = does[5], bin_refused = does[6], fetched = does[7], at_once = does[8], reg_there = does[9];
wire gives_0 = |would[6:4] | |would[2:1], gives = |would[9:7];
always @* begin
	would = 10'd0;
	if (`GATE(begins)) begin
		if (~in_window)
			would = ~we_i ? (reading ? 10'h200 : ~reg_wait_i ? 10'h001 : 10'd0)
				: ~&sel_i ? 10'h004 : ~reg_wait_i ? 10'h002 : 10'd0;
		else if (fetching == 3'd0 | turned)
			would = we_i & ~(poke_ok_i & &sel_i) ? 10'h040 : &waited & ~turned ? 10'h010 : bin_now_i & ~we_i ? 10'h100 : 10'h008;
		else if (we_i)
			would = fetching == 3'd3 ? 10'h020 : 10'd0;
		else
			would = fetching == 3'd4 ? 10'h080 : 10'd0;
	end
end
assign reg_re_o    = reg_read;
assign partial_o   = partial;
assign poke_o      = poke;
assign bin_write_o = bin_refused;
assign bin_req_o   = bin_req;
assign miss_o      = miss;

always @(posedge clk_i) begin
	reg_we_o <= reg_write & ~rst_i;
	if (begins) begin
		write_at    <= addr_i[11:2];
		reg_wdata_o <= data_i;
		reg_whigh_o <= |data_i[31:8];
	end
	if (begins | went_on)
		done_o <= reg_there | reg_write | partial | poke | bin_refused | miss | fetched | at_once;
	if (begins) begin
		if (gives_0)
			data_o <= 32'd0;
		if (gives)
			data_o <= in_window ? bin_data_i : reg_data_i;
	end
	if (begins | went_on) begin
		went_on  <= begins;
		reading  <= reg_read;
		// what turns into a write has its slot at once, what turns into a read has not waited
		waited   <= begins & bin_req & ~bin_grant_i ? waited + 8'd1 : 8'd0;
		fetching <= begins & ~poke & ~fetched & (bin_grant_i | (fetching != 3'd0 & ~turned)) ? (turned ? 3'd0 : fetching) + 3'd1 : 3'd0;
		writes   <= we_i;
	end
	if (rst_i) begin
		done_o   <= 1'b0;
		data_o   <= 32'd0;
		fetching <= 3'd0;
		went_on  <= 1'b0;
		reading  <= 1'b0;
		waited   <= 8'd0;
	end
end

wire _unused = &{1'b0, addr_i};

endmodule

`default_nettype wire
