// SPDX-License-Identifier: ISC
// top.v - the pins of a board: clock (through a PLL when HAVE_PLL is defined; module pll comes from
// icepll or ecppll), reset, console, the unit's link, flash, two LEDs. Polarities are parameters,
// so that one file serves all boards. Reset: at power-up, until the PLL has locked, and while the
// button is pressed.

`default_nettype none
`ifdef HAVE_RAM_INIT
`include "ram_init.vh"
`else
`define RAM_INIT_FILE ""
`endif

module top #(
	parameter CLOCK_HZ  = 12000000,		// after the PLL
	parameter BAUD      = 115200,		// of the console
	parameter LINK_BAUD = 1000000,		// of the unit's serial link
	parameter RAM_LOG2  = 11,
	parameter SPRAM     = 0,
	parameter UNIT      = 1,
	parameter MAPPER    = 1,
	parameter BINS_LOG2 = 10,
	parameter NODES     = 11,
	parameter BUTTON_LOW = 1,		// the button's level when pressed is 0
	parameter LED_LOW    = 0		// an LED is on at 0
) (
	input  wire clock,
	input  wire button,
	input  wire rx,
	output wire tx,
	input  wire link_rx,
	output wire link_tx,
	output wire led_run,			// on while the core runs
	output wire led_fail			// on when the flash holds no program
`ifdef HAVE_FLASH
	,
	output wire flash_cs_n,
	output wire flash_clk,
	output wire flash_mosi,
	input  wire flash_miso
`endif
);
wire clk, locked;
`ifdef HAVE_PLL
pll pll (
	.clock_in  (clock),
	.clock_out (clk),
	.locked    (locked)
);
`else
assign clk    = clock;
assign locked = 1'b1;
`endif

// Registers begin at 0 on these parts: reset lasts 15 clocks at least.
reg [1:0] pressed = 2'b00, good = 2'b00;
reg [3:0] since   = 4'd0;
reg       ready   = 1'b0;		// of &since: nothing but a register resets the core
wire      rst     = ~ready;
always @(posedge clk) begin
	pressed <= {pressed[0], button ^ (BUTTON_LOW != 0)};
	good    <= {good[0], locked};
	ready   <= &since;
	if (pressed[1] | ~good[1])
		since <= 4'd0;
	else if (~&since)
		since <= since + 4'd1;
end

`ifndef HAVE_FLASH
wire flash_cs_n, flash_clk, flash_mosi;
wire flash_miso = 1'b0;
wire unused = &{1'b0, flash_cs_n, flash_clk, flash_mosi};
`endif
wire run, failed;
assign led_run  = run ^ (LED_LOW != 0);
assign led_fail = failed ^ (LED_LOW != 0);

soc #(
	.CLOCK_HZ  (CLOCK_HZ),
	.BAUD      (BAUD),
	.LINK_BAUD (LINK_BAUD),
	.RAM_LOG2  (RAM_LOG2),
	.SPRAM     (SPRAM),
	.RAM_INIT  (`RAM_INIT_FILE),
	.UNIT      (UNIT),
	.MAPPER    (MAPPER),
	.BINS_LOG2 (BINS_LOG2),
	.NODES     (NODES)
) soc (
	.clk_i        (clk),
	.rst_i        (rst),
	.rx_i         (rx),
	.tx_o         (tx),
	.link_rx_i    (link_rx),
	.link_tx_o    (link_tx),
	.flash_cs_n_o (flash_cs_n),
	.flash_clk_o  (flash_clk),
	.flash_mosi_o (flash_mosi),
	.flash_miso_i (flash_miso),
	.run_o        (run),
	.failed_o     (failed)
);
endmodule

`default_nettype wire
