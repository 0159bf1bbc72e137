// SPDX-License-Identifier: ISC
// own_soc.v - somebody's SoC: PicoRV32, RAM, a console. Tally is what pins/add_tally.vh adds to it,
// or that of bus, axil or apb, which want TALLY_ON_BUS defined.
// PicoRV32 has its retire port (RVFI) when it is compiled with RISCV_FORMAL defined.

module own_soc #(
	parameter PROGRAM = "program.hex"
) (
	input  wire       clk,
	input  wire       rst,
	output reg        out_valid,             // console: a byte
	output reg  [7:0] out_data,
	input  wire       rx,                    // for `tally`, on the host
	output wire       tx
);

reg  [31:0] ram [0:65535];                   // 256 KiB from 0x80000000 on
initial $readmemh(PROGRAM, ram);

wire        mem_valid, mem_ready;
wire [31:0] mem_addr, mem_wdata, mem_rdata;
wire [3:0]  mem_wstrb;
wire        rvfi_valid, rvfi_trap, rvfi_intr;
wire [1:0]  rvfi_mode;
wire [31:0] rvfi_pc, rvfi_insn;

picorv32 #(.ENABLE_MUL(1), .ENABLE_DIV(1), .PROGADDR_RESET(32'h8000_0000)) cpu (
	.clk(clk), .resetn(~rst), .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_addr(mem_addr),
	.mem_wdata(mem_wdata), .mem_wstrb(mem_wstrb), .mem_rdata(mem_rdata),
	.rvfi_valid(rvfi_valid), .rvfi_trap(rvfi_trap), .rvfi_mode(rvfi_mode),
	.rvfi_pc_rdata(rvfi_pc), .rvfi_insn(rvfi_insn), .rvfi_intr(rvfi_intr));

// ---- RAM at 0x80000000, console at 0xF0000000, the transmitter of a 16550
wire        for_ram   = mem_addr[31:28] == 4'h8;
`ifdef TALLY_ON_BUS
wire        for_tally = mem_addr[31:24] == 8'hf4;
wire        tally_ack;
wire [31:0] tally_rdata;
`else
localparam  for_tally = 1'b0, tally_ack = 1'b0, tally_rdata = 32'd0;
`endif
reg         ready;
reg  [31:0] rdata;
integer     i;
always @(posedge clk) begin
	ready     <= mem_valid & ~ready & ~for_tally & ~rst;
	rdata     <= for_ram ? ram[mem_addr[17:2]] : 32'h0000_6000;     // its line status: empty
	out_valid <= mem_valid & ~ready & mem_addr == 32'hf000_0000 & mem_wstrb[0];
	out_data  <= mem_wdata[7:0];
	for (i = 0; i < 4; i = i + 1)
		if (mem_valid & for_ram & mem_wstrb[i])
			ram[mem_addr[17:2]][8*i +: 8] <= mem_wdata[8*i +: 8];
end

// ---- Tally, at 0xF4000000 if it is on the bus
`include "add_tally.vh"
assign mem_ready = ready | tally_ack;
assign mem_rdata = for_tally ? tally_rdata : rdata;

endmodule
