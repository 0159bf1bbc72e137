// SPDX-License-Identifier: ISC
// tally_wb_master.v - a Wishbone B4 master (classic cycles, 32 bits) for the system-memory sink.
//
// Wires only. CYC stays while lock_i does, so that nobody comes between the read and the
// write of one counter; STB is each request. ERR and RTY (tie it to 0 where the bus has none)
// end a request with err_o. The engine holds req_i and lock_i at 0 during rst_i and after it.

`default_nettype none

module tally_wb_master (
	// the engine: req_i is held, all else steady, until done_o
	input  wire        req_i,
	input  wire        lock_i,       // from the first request of a read-modify-write to its last one's done_o
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [31:0] addr_i,       // byte address
	input  wire [31:0] data_i,
	output wire        done_o,       // one clock; the next request may follow in the next
	output wire        err_o,        // with done_o: the bus refused it
	output wire [31:0] data_o,       // with done_o, of a read
	// the bus
	output wire        wb_cyc_o,
	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,     // byte address
	output wire [31:0] wb_dat_o,
	input  wire [31:0] wb_dat_i,
	input  wire        wb_ack_i,
	input  wire        wb_err_i,
	input  wire        wb_rty_i
);

assign wb_cyc_o = req_i | lock_i;
assign wb_stb_o = req_i;
assign wb_we_o  = we_i;
assign wb_sel_o = sel_i;
assign wb_adr_o = addr_i;
assign wb_dat_o = data_i;

assign done_o = req_i & (wb_ack_i | wb_err_i | wb_rty_i);
assign err_o  = wb_err_i | wb_rty_i;
assign data_o = wb_dat_i;

endmodule

`default_nettype wire
