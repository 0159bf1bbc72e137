// SPDX-License-Identifier: ISC
// lockstep_top.v - the unit with every register laid open, for comparison with sim/model.c.
//
// in_i, out_o: all inputs and outputs but the clock, packed into words as struct wires of
// lockstep.h has them. state_o holds the registers of lockstep_state.list, packed by
// lockstep_state.py. mem_dat_o is the word of the bin memory that mem_adr_i names,
// behind the unit's back. With NETLIST the unit is flattened but for its memory, the
// wires to be compared are its ports, and the mutant of in_i chooses what is wrong with it
// (tests/mutate/mutate.sh). With SYNTHESISED it is a part's cells, mapped by Yosys: state_o has the registers
// that synthesis left (netlist_state.py), and the memory is read by the bus alone.

`default_nettype none

module lockstep_top #(
	parameter MAPPER      = 0,
	parameter BINS_LOG2   = 7,
	parameter WEIGHT_W    = 4,
	parameter PERIOD_W    = 24,
	parameter CNT_W       = 32,
	parameter QUEUE_LOG2  = 2,
	parameter CHANNELS    = 1,
	parameter SNAPSHOT    = 0,
	parameter TAG         = 0,
	parameter EVENT       = 0,
	parameter EXT         = 0,
	parameter SYSTEM      = 0,
	parameter INTERVAL    = 0,
	parameter SYMBOL      = 0,
	parameter RING        = 0,
	parameter PC_W        = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter STATE_WORDS = 1,     // as lockstep_state.py says
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input  wire                      clk_i,
	input  wire [7*32-1:0]           in_i,
	output wire [4*32-1:0]           out_o,
	output wire [STATE_WORDS*32-1:0] state_o,
	input  wire [31:0]               mem_adr_i,
	output wire [31:0]               mem_dat_o
);

// ---- struct wires ----
wire        rst, run, valid, sleep, pin_event, pin_ext, cyc, stb, we, sys_done, sys_err, sys_stolen;
wire [1:0]  priv;
wire [3:0]  sel;
wire [31:0] pc, tag, adr, dat, sys_rdata;
wire [15:0] mutant;

assign {sel, priv, sys_stolen, sys_err, sys_done, we, stb, cyc, pin_ext, pin_event, sleep, valid, run, rst} = in_i[17:0];
assign pc = in_i[1*32 +: 32];
assign tag = in_i[2*32 +: 32];
assign adr = in_i[3*32 +: 32];
assign dat = in_i[4*32 +: 32];
assign sys_rdata = in_i[5*32 +: 32];
assign mutant = in_i[6*32 +: 16];

wire        ack, err, irq, sys_req, sys_lock, sys_we;
wire [3:0]  sys_sel;
wire [31:0] rdat, sys_addr, sys_wdata;

assign out_o = {sys_wdata, sys_addr, rdat, 22'd0, sys_sel, sys_we, sys_lock, sys_req, irq, err, ack};

`ifdef SYNTHESISED

assign mem_dat_o = 32'd0;

tally_wb unit (

`elsif NETLIST

assign mem_dat_o = {unit.\u_tally.u_updater.u_binmem .high[mem_adr_i[BINS_LOG2-1:0]],
	unit.\u_tally.u_updater.u_binmem .low[mem_adr_i[BINS_LOG2-1:0]]};

`include "netlist_wires.vh"

// From a register: else all that a mutant changes would hang on an input, and be looked at twice a clock.
reg [15:0] chosen = 16'd0;
always @(posedge clk_i)
	chosen <= mutant;

tally_wb unit (
	.mutsel(chosen),
`include "netlist_ports.vh"

`else

assign mem_dat_o = {unit.u_tally.u_updater.u_binmem.high[mem_adr_i[BINS_LOG2-1:0]],
	unit.u_tally.u_updater.u_binmem.low[mem_adr_i[BINS_LOG2-1:0]]};

tally_wb #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2), .CHANNELS(CHANNELS), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) unit (

`endif
	.clk_i(clk_i), .rst_i(rst), .run_i(run),
	.tap_valid_i(valid), .tap_pc_i(pc), .tap_priv_i(priv), .tap_sleep_i(sleep), .tap_tag_i(tag),
	.event_i(pin_event), .ext_i(pin_ext),
	.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel),
	.wb_adr_i(adr[WINDOW_LOG2:0]), .wb_dat_i(dat),
	.wb_dat_o(rdat), .wb_ack_o(ack), .wb_err_o(err), .irq_o(irq),
	.sys_req_o(sys_req), .sys_lock_o(sys_lock), .sys_we_o(sys_we), .sys_sel_o(sys_sel), .sys_addr_o(sys_addr),
	.sys_data_o(sys_wdata), .sys_done_i(sys_done), .sys_err_i(sys_err), .sys_data_i(sys_rdata), .sys_stolen_i(sys_stolen));

`ifdef SYNTHESISED
`include "synthesised_state.vh"
`elsif NETLIST
`include "netlist_state.vh"
`else
`include "lockstep_state.vh"
`endif

endmodule

`default_nettype wire
