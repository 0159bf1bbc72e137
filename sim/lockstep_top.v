// SPDX-License-Identifier: ISC
// lockstep_top.v - the unit with every register laid open, for comparison with sim/model.c.
//
// state_o holds the registers of lockstep_state.list, packed into words by
// lockstep_state.py. mem_dat_o is the word of the bin memory that mem_adr_i names,
// behind the unit's back. With NETLIST the unit is flattened but for its memory, the
// wires to be compared are its ports, and mutant_i chooses what is wrong with it
// (tests/mutate.sh). With SYNTHESISED it is a part's cells, mapped by Yosys: state_o has the registers
// that synthesis left (netlist_state.py), and the memory is read by the bus alone.

`default_nettype none

module lockstep_top #(
	parameter MAPPER      = 0,
	parameter BINS_LOG2   = 7,
	parameter WEIGHT_W    = 4,
	parameter PERIOD_W    = 24,
	parameter CNT_W       = 32,
	parameter QUEUE_LOG2  = 2,
	parameter STATE_WORDS = 1,     // as lockstep_state.py says
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input  wire                      clk_i,
	input  wire                      rst_i,
	input  wire                      run_i,
	input  wire                      tap_valid_i,
	input  wire [31:0]               tap_pc_i,
	input  wire [1:0]                tap_priv_i,
	input  wire                      tap_sleep_i,
	input  wire                      wb_cyc_i,
	input  wire                      wb_stb_i,
	input  wire                      wb_we_i,
	input  wire [3:0]                wb_sel_i,
	input  wire [31:0]               wb_adr_i,
	input  wire [31:0]               wb_dat_i,
	output wire [31:0]               wb_dat_o,
	output wire                      wb_ack_o,
	output wire                      wb_err_o,
	output wire                      irq_o,
	output wire [STATE_WORDS*32-1:0] state_o,
	input  wire [15:0]               mutant_i,
	input  wire [31:0]               mem_adr_i,
	output wire [31:0]               mem_dat_o
);

`ifdef SYNTHESISED

assign mem_dat_o = 32'd0;

tally_wb unit (

`elsif NETLIST

assign mem_dat_o = {unit.\u_tally.u_updater.u_binmem .high[mem_adr_i[BINS_LOG2-1:0]],
	unit.\u_tally.u_updater.u_binmem .low[mem_adr_i[BINS_LOG2-1:0]]};

`include "netlist_wires.vh"

tally_wb unit (
	.mutsel(mutant_i),
`include "netlist_ports.vh"

`else

assign mem_dat_o = {unit.u_tally.u_updater.u_binmem.high[mem_adr_i[BINS_LOG2-1:0]],
	unit.u_tally.u_updater.u_binmem.low[mem_adr_i[BINS_LOG2-1:0]]};

tally_wb #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2)) unit (

`endif
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.wb_cyc_i(wb_cyc_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i[WINDOW_LOG2:0]), .wb_dat_i(wb_dat_i),
	.wb_dat_o(wb_dat_o), .wb_ack_o(wb_ack_o), .wb_err_o(wb_err_o), .irq_o(irq_o));

`ifdef SYNTHESISED
`include "synthesised_state.vh"
`elsif NETLIST
`include "netlist_state.vh"
`else
`include "lockstep_state.vh"
`endif

endmodule

`default_nettype wire
