// SPDX-License-Identifier: ISC
// bus.v - address decoder of the machine: one Wishbone master, six devices.
// RAM at 0x80000000, 0x40000000, 0xB0000000 and (first MiB) at 0; devices at
// QEMU virt's addresses and at 0xF0000000 | (address & 0x0FFFFFFF); the unit
// at 0xF4000000, boot stub at 0xFFFF0000. Elsewhere: err_o, after one cycle (REGISTERED: two).
// A master that gives an access up asks for nothing in the next cycle (REGISTERED: two): its answer
// may come then.
// REGISTERED: what is not RAM is asked a clock later, with the bus of the clock before, and answers
// a clock later, from registers, so that however many devices there are, none is behind the
// address' decoding, and RAM's data pass one gate to the core.

`default_nettype none

module bus #(
	parameter REGISTERED = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,

	input  wire        stb_i,		// cyc & stb of the master
	input  wire [31:8] adr_i,		// no device ends within 256 bytes
	output wire [31:0] dat_o,
	output wire        ack_o,
	// REGISTERED: what ack_o is in the next clock beside ram_ack_i, and err_o
	output wire        device_soon_o,
	output wire        err_soon_o,
	output wire        err_o,

	output wire        ram_stb_o,
	output wire        uart_stb_o,
	output wire        clint_stb_o,
	output wire        finisher_stb_o,
	output wire        stub_stb_o,
	output wire        unit_stb_o,
	input  wire [31:0] ram_dat_i,
	input  wire [31:0] uart_dat_i,
	input  wire [31:0] clint_dat_i,
	input  wire [31:0] stub_dat_i,
	input  wire [31:0] unit_dat_i,
	input  wire        ram_ack_i,
	input  wire        uart_ack_i,
	input  wire        clint_ack_i,
	input  wire        finisher_ack_i,
	input  wire        stub_ack_i,
	input  wire        unit_ack_i
);
wire [3:0] top    = adr_i[31:28];
wire       mirror = top == 4'hf;

wire ram      = (adr_i[31:27] == 5'b10000) | (adr_i[31:27] == 5'b01000)
	| (adr_i[31:27] == 5'b10110) | (adr_i[31:20] == 12'h000);
wire uart     = (mirror | (top == 4'h1)) & (adr_i[27:8]  == 20'h00000);
wire clint    = (mirror | (top == 4'h0)) & (adr_i[27:16] == 12'h200);
wire finisher = (mirror | (top == 4'h0)) & (adr_i[27:12] == 16'h0100);
wire unit     = adr_i[31:23] == 9'b1111_0100_0;
wire stub     = adr_i[31:16] == 16'hffff;
wire nothing  = ~(ram | uart | clint | finisher | unit | stub);

// No device answers in the clock in which it is asked: what it says needs no look at the address
// any more.
reg         from_ram, error;
wire        from_uart, from_clint, from_unit, from_stub;
wire        devices_ack = uart_ack_i | clint_ack_i | finisher_ack_i | unit_ack_i | stub_ack_i;
wire [31:0] devices_dat = from_uart ? uart_dat_i : from_clint ? clint_dat_i
	: from_unit ? unit_dat_i : from_stub ? stub_dat_i : 32'd0;
wire        answered, refused;
wire [31:0] answer;
wire        asks = stb_i & ~(REGISTERED != 0 & (answered | refused));
generate
	if (REGISTERED) begin : g_registered
		// of the clock before: so whose answer it is
		reg        ask_uart, ask_clint, ask_finisher, ask_stub, ask_unit;
		reg        was_answered, was_refused, ended;
		reg [31:0] was_answer;

		assign {answered, refused, answer} = {was_answered, was_refused, was_answer};
		assign {from_uart, from_clint, from_unit, from_stub}
			= {ask_uart, ask_clint, ask_unit, ask_stub};
		assign device_soon_o = devices_ack & stb_i & ~rst_i;
		assign err_soon_o    = error & stb_i & ~rst_i;
		// one gate behind registers: what a device makes of being asked is long enough
		assign {uart_stb_o, clint_stb_o, finisher_stb_o, stub_stb_o, unit_stb_o}
			= {5{~ended}} & {ask_uart, ask_clint, ask_finisher, ask_stub, ask_unit};
		always @(posedge clk_i) begin
			{ask_uart, ask_clint, ask_finisher, ask_stub, ask_unit}
				<= {5{asks & ~rst_i}} & {uart, clint, finisher, stub, unit};
			was_answered <= device_soon_o;
			was_refused  <= err_soon_o;
			ended        <= (devices_ack | error) & stb_i & ~rst_i;
			was_answer   <= devices_dat;
		end
	end else begin : g_at_once
		reg was_uart, was_clint, was_unit, was_stub;

		assign {from_uart, from_clint, from_unit, from_stub}
			= {was_uart, was_clint, was_unit, was_stub};
		always @(posedge clk_i)
			{was_uart, was_clint, was_unit, was_stub} <= {uart, clint, unit, stub};
		assign {answered, refused, answer} = {devices_ack, error, devices_dat};
		assign {device_soon_o, err_soon_o} = 2'b00;
		assign {uart_stb_o, clint_stb_o, finisher_stb_o, stub_stb_o, unit_stb_o}
			= {5{asks}} & {uart, clint, finisher, stub, unit};
	end
endgenerate
assign ack_o = ram_ack_i | answered;
assign err_o = refused;
assign dat_o = from_ram ? ram_dat_i : answer;

assign ram_stb_o = stb_i & ram;

always @(posedge clk_i) begin
	error    <= asks & nothing & ~error & ~rst_i;
	from_ram <= ram;
end
endmodule

`default_nettype wire
