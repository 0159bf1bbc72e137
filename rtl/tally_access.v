// SPDX-License-Identifier: ISC
// tally_access.v - the bus core: one access at a time, registers or bins.
//
// A thin adapter (tally_wb.v) gives it requests: req_i stays high, with the
// other inputs steady, until done_o; lowering it earlier abandons the access. A bin read waits for a
// clock in which the updater leaves the memory's read port idle, at most 255 clocks,
// and then gives 0 and BIN_MISS. A register write waits while a COMMIT does. CONTRACT.md section 8.

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
	output reg                    done_o,
	output reg  [31:0]            data_o,
	output wire                   active_o,     // an access is under way in this clock
	// registers
	output wire [11:0]            reg_addr_o,
	output wire                   reg_we_o,
	output wire                   reg_re_o,
	input  wire [31:0]            reg_data_i,
	input  wire                   reg_wait_i,
	// bins
	output wire                   read_req_o,
	output wire [BINS_LOG2-1:0]   word_o,
	input  wire                   read_grant_i,
	input  wire [31:0]            read_data_i,  // two clocks after the grant
	input  wire                   read_taken_i, // instead of a grant: read_now_i is the word
	input  wire [31:0]            read_now_i,
	output wire                   poke_o,       // the bus's data go to word_o in this clock
	input  wire                   poke_ok_i,    // drained, no sweep
	// ERRORS
	output wire                   miss_o,
	output wire                   bin_write_o,
	output wire                   partial_o
);

wire begins = req_i & ~done_o;
wire in_window   = addr_i[WINDOW_LOG2];
wire whole  = &sel_i;

reg [1:0] fetching;                             // clocks since the grant
reg [7:0] waited;
reg       went_on;                              // the clock before was one of an access, too

assign active_o    = begins;
assign reg_addr_o  = {addr_i[11:2], 2'b00};
assign word_o      = addr_i[BINS_LOG2+1:2];

// what this clock of an access does
reg [6:0] does;
wire reg_read = does[0], reg_write = does[1], partial = does[2], read_req = does[3], miss = does[4],
	poke = does[5], bin_refused = does[6];
always @* begin
	does = 7'd0;
	if (begins)
		if (~in_window)
			does = ~we_i ? 7'b0000001 : ~whole ? 7'b0000100 : ~reg_wait_i ? 7'b0000010 : 7'd0;
		else if (we_i)
			does = poke_ok_i & whole ? 7'b0100000 : 7'b1000000;
		else if (fetching == 2'd0)
			does = &waited ? 7'b0010000 : 7'b0001000;
end
assign reg_re_o    = reg_read;
assign reg_we_o    = reg_write;
assign partial_o   = partial;
assign poke_o      = poke;
assign bin_write_o = bin_refused;
assign read_req_o  = read_req;
assign miss_o      = miss;

always @(posedge clk_i) begin
	done_o <= 1'b0;
	if (begins) begin
		done_o <= reg_read | reg_write | partial | poke | bin_refused | miss | read_taken_i | fetching == 2'd2;
		if (reg_read)
			data_o <= reg_data_i;
		if (reg_write | partial | poke | bin_refused | miss)
			data_o <= 32'd0;
		if (read_taken_i)
			data_o <= read_now_i;
		if (fetching == 2'd2)
			data_o <= read_data_i;
	end
	if (begins | went_on) begin
		went_on  <= begins;
		waited   <= begins & read_req & ~read_grant_i & ~read_taken_i ? waited + 8'd1 : 8'd0;
		fetching <= begins & (read_grant_i | fetching == 2'd1) ? fetching + 2'd1 : 2'd0;
	end
	if (rst_i) begin
		done_o   <= 1'b0;
		data_o   <= 32'd0;
		fetching <= 2'd0;
		went_on  <= 1'b0;
		waited   <= 8'd0;
	end
end

wire _unused = &{1'b0, addr_i};

endmodule

`default_nettype wire
