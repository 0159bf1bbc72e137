// SPDX-License-Identifier: ISC
// monitor.sv - beside each unit of a kernel's board: the counters of a profile in RAM against a
// record of the core's retire port, which takes nothing of the unit but its ticks. It follows the
// registers as the kernel writes them. Whenever the kernel sets another mapping, each counter must
// hold what it held at the start and the ticks of its instructions since.

module monitor #(parameter BINS_LOG2 = 9) (
	input logic        clk_i, tick_i, valid_i, sleep_i, write_i,
	input logic [1:0]  priv_i,
	input logic [31:0] pc_i,		// a cycle earlier than the others
	input logic [BINS_LOG2+2:0] adr_i,
	input logic [31:0] dat_i
);
`include "tally_regs.vh"
localparam SLOTS = 65536;
localparam integer STDERR = 32'h8000_0002;
logic [15:0] want [SLOTS];
logic [31:0] setup, offset, scale, size, base, pc;
int unsigned pending, ticks, used, wrong;
logic        counts = 0;

function logic [15:0] counter(int unsigned slot);
	logic [31:0] at = base + 2 * slot;
	return 16'(board_top.top.soc.g_ram.ram.mem[at[17:2]] >> (16 * at[1]));
endfunction

task automatic charge(int unsigned weight);
	logic [63:0] slot = 64'(pc - offset) * 64'(scale) >> 17;
	if (pc < offset || slot >= 64'(size) || weight == 0) return;
	want[slot[15:0]] += 16'(weight);
	ticks += weight;
endtask

task automatic compare;
	used = 0;
	for (int unsigned s = 0; s < size; s++) begin
		used += 32'(want[s] != 0);
		if (counter(s) != want[s]) begin
			wrong++;
			$fdisplay(STDERR, "monitor: %m: counter %0d is %0d, not %0d",
				s, counter(s), want[s]);
		end
	end
	if (ticks != 0)
		$fdisplay(STDERR, "monitor: %0d ticks in %0d counters, %0d wrong",
			ticks, used, wrong);
	counts <= 0;
endtask

always @(posedge clk_i) begin
	pc <= pc_i;
	pending <= valid_i ? 0 : pending + 32'(tick_i & ~sleep_i);
	if (counts && valid_i && priv_i == 0) charge(pending + 32'(tick_i & ~sleep_i));
	if (write_i)
		case (32'(adr_i))
		TALLY_SETUP: begin
			if (counts) compare;
			setup <= dat_i;
		end
		TALLY_OFFSET: offset <= dat_i;
		TALLY_SCALE:  scale <= dat_i;
		TALLY_SIZE:   size <= dat_i;
		TALLY_BASE:   base <= dat_i;
		TALLY_CTRL: if (dat_i[TALLY_CTRL_START_LSB] && !counts) begin
			for (int unsigned s = 0; s < size; s++) want[s] = counter(s);
			ticks = 0;
			counts <= 1;
		end
		default:;
		endcase
end
endmodule

bind tally monitor #(.BINS_LOG2(BINS_LOG2)) monitor (
	.clk_i, .tick_i(tick_valid), .valid_i(tap_valid), .sleep_i(tap_sleep), .priv_i(tap_priv),
	.pc_i(tap_pc_i), .adr_i(wb_adr_i), .dat_i(wb_dat_i),
	.write_i(wb_ack_o & wb_we_i)
);
