// SPDX-License-Identifier: ISC
// host.v - what a program asks of its host: words that it stores to `tohost` (HTIF of Spike and
// riscv-tests), and to a port below the end of the address space, which the host puts where
// semihosting has its ebreak. The testbench sees each, and reaches RAM behind the core's back to
// serve it: between two edges, with poke_i and without stb. A core's data cache does not see what
// is written so. The host takes a word of tohost at once, so none reaches RAM and the program reads
// 0 there.

`default_nettype none

module host (
	input  wire        clk_i,
	input  wire        poke_i,
	input  wire        back_pin,		// RAM or a register is written
	input  wire [31:0] adr_pin,
	input  wire [31:0] dat_pin,
	output reg  [31:0] dat_o,		// what is at adr_pin; the port: the word asked with
	output reg  [31:0] answer,		// what the program reads from the port

	input  wire        run_i,
	input  wire        stb_i,
	input  wire        ack_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [31:2] adr_i,
	input  wire [31:0] dat_i,
	output reg         asked_o,		// for one cycle
	output reg  [1:0]  which_o		// port, word of two
);
reg [31:0] tohost;			// bit 0: there is one
reg [31:0] word;
wire       port = &adr_i[31:4];
wire       htif = tohost[0] & (adr_i[31:3] == tohost[31:3]);

initial tohost = 32'd0;

always @(posedge clk_i) begin
	asked_o <= run_i & stb_i & we_i & ack_i & (htif | port);
	if (we_i) begin
		which_o <= {port, adr_i[2]};
		word    <= dat_i & {{8{sel_i[3]}}, {8{sel_i[2]}}, {8{sel_i[1]}}, {8{sel_i[0]}}};
	end
end

always @(posedge poke_i) begin
	dat_o <= &adr_pin[31:4] ? word : ram.mem[adr_pin[26:2]];
	if (back_pin & &adr_pin[31:3])
		tohost <= dat_pin;
	else if (back_pin & &adr_pin[31:4])
		answer <= dat_pin;
	else if (back_pin)
		ram.mem[adr_pin[26:2]] <= dat_pin;
end

wire unused = &{1'b0, tohost[2:1], adr_pin[1:0]};
endmodule

`default_nettype wire
