// SPDX-License-Identifier: ISC
// tally_apb.v - the unit as an APB4 slave (32 bits).
//
// Registers from address 0, bins from WINDOW (a power of two, see the register).
// The setup phase is the first clock of the core's access: a register write has no wait state, a read one,
// each 16 more for each COMMIT whose walk is under way or due; a bin has at most 258. Words only: a write
// whose strobes are not 1111 is refused in ERRORS.ACCESS; apb_pslverr_o is never raised.
// From an APB3 bus tie apb_pstrb_i to 1111. rst_i is not PRESETn but its inverse, synchronous.

`default_nettype none

module tally_apb #(
	parameter MAPPER     = 0,        // 0 pipelined multiplier, 1 serial, 2 power-of-two shift
	parameter BINS_LOG2  = 12,       // bin memory: 2^BINS_LOG2 words of 32 bits; 4 .. 28
	parameter WEIGHT_W   = 16,       // bits of a waiting weight; 2 .. 16
	parameter PERIOD_W   = 24,       // bits of PERIOD; 18 .. 31
	parameter CNT_W      = 32,       // bits of each counter; WEIGHT_W + 5 .. 32
	parameter QUEUE_LOG2 = 2,        // where samples queue: 2^QUEUE_LOG2 of each channel; 1 .. 4
	parameter CHANNELS   = 1,        // 1 .. 4
	parameter SNAPSHOT   = 0,        // 1: command SNAPSHOT
	parameter TAG        = 0,        // context tag filter: 0 none, 1 of register TAG, 2 of tap_tag_i
	parameter EVENT      = 0,        // 1: source EVENT
	parameter EXT        = 0,        // 1: source EXT
	parameter SYSTEM     = 0,        // 1: counters in system memory
	parameter INTERVAL   = 0,        // 1: mode interval
	parameter SYMBOL     = 0,        // 1: mode symbol; requires SYSTEM
	parameter RING       = 0,        // 1: mode ring; requires SYSTEM
	parameter PC_W       = 32,       // bits of the pc that are kept; 16 .. 32
	parameter [31:0] PC_HIGH = 32'd0, // PC_W < 32: what the pc's bits 31:PC_W are, else OUTSIDE; its bits below are ignored
	// derived: the bin window begins at 2^WINDOW_LOG2
	parameter WINDOW_LOG2 = BINS_LOG2 + 2 > 12 ? BINS_LOG2 + 2 : 12
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	input  wire                 run_i,         // 1 while the core runs; tie to 1 if nothing holds it
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [31:0]          tap_tag_i,     // the context that runs (TAG 2)
	input  wire                 event_i,       // EVENT: its rising edges; synchronous to clk_i
	input  wire                 ext_i,         // EXT: the same of a clock of its own
	input  wire                 apb_psel_i,
	input  wire                 apb_penable_i,
	input  wire                 apb_pwrite_i,
	input  wire [3:0]           apb_pstrb_i,
	input  wire [WINDOW_LOG2:0] apb_paddr_i,   // byte address
	input  wire [31:0]          apb_pwdata_i,
	output wire [31:0]          apb_prdata_o,
	output wire                 apb_pready_o,
	output wire                 apb_pslverr_o,
	output wire                 irq_o,
	// bus master of the counters in system memory (SYSTEM): a request stands until done
	output wire                 sys_req_o,
	output wire                 sys_lock_o,    // the bus is not to be given away between two accesses
	output wire                 sys_we_o,
	output wire [3:0]           sys_sel_o,
	output wire [31:0]          sys_addr_o,    // byte address of a word
	output wire [31:0]          sys_data_o,
	input  wire                 sys_done_i,
	input  wire                 sys_err_i,     // with done
	input  wire [31:0]          sys_data_i,    // with done
	input  wire                 sys_stolen_i   // another master waits because the unit has the bus
);

assign apb_pslverr_o = 1'b0;

// The core answers in the clock after the setup phase at the earliest: never in a phase without PENABLE.
wire _unused = &{1'b0, apb_penable_i};

tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PERIOD_W(PERIOD_W), .CNT_W(CNT_W),
	.QUEUE_LOG2(QUEUE_LOG2), .CHANNELS(CHANNELS), .SNAPSHOT(SNAPSHOT), .TAG(TAG), .EVENT(EVENT), .EXT(EXT),
	.SYSTEM(SYSTEM), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING), .PC_W(PC_W), .PC_HIGH(PC_HIGH)) u_tally (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i),
	.tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i),
	.tap_tag_i(tap_tag_i), .event_i(event_i), .ext_i(ext_i),
	.req_i(apb_psel_i), .we_i(apb_pwrite_i), .sel_i(apb_pstrb_i), .addr_i(apb_paddr_i), .data_i(apb_pwdata_i),
	.done_o(apb_pready_o), .data_o(apb_prdata_o), .irq_o(irq_o),
	.sys_req_o(sys_req_o), .sys_lock_o(sys_lock_o), .sys_we_o(sys_we_o), .sys_sel_o(sys_sel_o), .sys_addr_o(sys_addr_o),
	.sys_data_o(sys_data_o), .sys_done_i(sys_done_i), .sys_err_i(sys_err_i), .sys_data_i(sys_data_i), .sys_stolen_i(sys_stolen_i));

endmodule

`default_nettype wire
