// SPDX-License-Identifier: ISC
// ends.v - watches for the end of a run and says which one it was: the
// finisher, a jump to itself, or to a wfi before it, that no interrupt can end, a trap without a
// handler. done_o rises at the edge that ends the cycle in which the end
// showed: that cycle is the last one counted. Loops of more than one
// instruction, and handlers that return to the fault, are not seen.

`default_nettype none

module ends #(
	// repeats of one pc, and one more, make a jump to itself; at most 31
	parameter JUMPS = 16,
	// traps in a row without a retirement that make a trap for ever
	parameter STORM = 64
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,
	input  wire        finish_i,		// the finisher acknowledges
	input  wire [31:0] finish_code_i,
	input  wire        retire_i,
	input  wire        trap_i,		// an exception; pc_i and insn_i say where
	input  wire        trap_super_i,	// it goes to stvec, not mtvec
	input  wire        halt_i,		// as trap_i, but the core itself gives up
	input  wire [31:0] cause_i,		// mcause of trap_i; all ones: the core has none
	input  wire [31:0] pc_i,
	input  wire [31:0] insn_i,
	input  wire        irq_may_i,		// an enabled interrupt could still come
	output reg         done_o,
	output reg  [2:0]  end_o,		// enum end_code of machine_impl.h
	output reg  [31:0] end_pc_o,
	output reg  [31:0] end_value_o		// FINISHER: code; TRAP: cause
);
localparam FINISHER = 3'd1, SELF_JUMP = 3'd2, EBREAK = 3'd3, TRAP = 3'd4;

reg        mtvec, stvec;	// firmware has written it
reg [4:0]  jumps;
reg [6:0]  storm;
reg [31:0] last_pc;

wire csr_write = retire_i & (insn_i[6:0] == 7'h73)
	& ((insn_i[13:12] == 2'b01) | ((insn_i[13:12] != 2'b00) & (insn_i[19:15] != 5'd0)));
wire handled   = trap_super_i ? stvec : mtvec;
wire fatal     = halt_i | (trap_i & (~handled | (storm == STORM[6:0] - 7'd1)));
wire illegal   = (cause_i == 32'd2) | (&cause_i);
// Cores without ebreak's own cause report an illegal instruction.
wire ebreak    = (cause_i == 32'd3)
	| (illegal & ((insn_i == 32'h0010_0073) | (insn_i[15:0] == 16'h9002)));
// A jump back to the wfi before it changes no more than one to itself.
wire step      = retire_i & (insn_i != 32'h1050_0073);
wire stuck     = step & (jumps == JUMPS[4:0]) & (pc_i == last_pc);

always @(posedge clk_i) begin
	if (step) begin
		last_pc <= pc_i;
		if (pc_i != last_pc)
			jumps <= 5'd0;
		else if (jumps != JUMPS[4:0])
			jumps <= jumps + 5'd1;
	end
	// Counted anew once no interrupt may come: one that is just being
	// taken switches itself off before the last jump has retired.
	if (trap_i | irq_may_i)
		jumps <= 5'd0;
	if (trap_i) begin
		storm <= storm + 7'd1;
	end else if (retire_i)
		storm <= 7'd0;
	if (csr_write & (insn_i[31:20] == 12'h305)) mtvec <= 1'b1;
	if (csr_write & (insn_i[31:20] == 12'h105)) stvec <= 1'b1;

	if (run_i & ~done_o & (finish_i | fatal | stuck)) begin
		done_o      <= 1'b1;
		end_o       <= finish_i ? FINISHER : ~fatal ? SELF_JUMP : ebreak ? EBREAK : TRAP;
		end_pc_o    <= pc_i;
		end_value_o <= finish_i ? finish_code_i : cause_i;
	end

	if (rst_i | ~run_i) begin
		jumps <= 5'd0;
		storm <= 7'd0;
		mtvec <= 1'b0;
		stvec <= 1'b0;
	end
	if (rst_i) begin
		done_o      <= 1'b0;
		end_o       <= 3'd0;
		end_pc_o    <= 32'd0;
		end_value_o <= 32'd0;
	end
end

wire unused = &{1'b0, insn_i[14], insn_i[11:7]};
endmodule

`default_nettype wire
