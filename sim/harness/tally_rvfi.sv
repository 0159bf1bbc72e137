/* SPDX-License-Identifier: ISC
 * tally_rvfi.sv - writes what a core with RVFI retires into a file or pipe, which `tally import
 * --rvfi` reads.
 *
 * Simulation only: bind it to the core, or put an instance beside it. Ports have RVFI's names, so
 * that .* connects them:
 *
 *	bind ibex_top tally_rvfi tally_rvfi (.clk_i, .rst_i(~rst_ni), .sleep_i(core_sleep_o), .*);
 *
 * The parameter FILE, or else the plusarg +tally_rvfi=FILE, names the file; without both nothing is
 * written. A second core needs a file of its own. A line holds the instruction's number, cycle, pc
 * and word, then `-->` if it trapped instead, `==>` if it is the first of a handler, and what it
 * wrote to sp.
 */
`default_nettype none

module tally_rvfi #(
	parameter NRET = 1,
	parameter XLEN = 32,
	parameter FILE = ""
) (
	input wire                 clk_i,	// the core's own, not a delayed copy
	input wire                 rst_i,	// 1: no cycle counts, and nothing retires
	input wire                 sleep_i,	// 1: the core sleeps, so the cycle does not count
	input wire [NRET-1:0]      rvfi_valid,
	input wire [64*NRET-1:0]   rvfi_order,	// + 1 with each: the tool refuses gaps
	input wire [32*NRET-1:0]   rvfi_insn,
	input wire [NRET-1:0]      rvfi_trap,
	input wire [NRET-1:0]      rvfi_intr,
	input wire [XLEN*NRET-1:0] rvfi_pc_rdata,
	input wire [5*NRET-1:0]    rvfi_rd_addr,
	input wire [XLEN*NRET-1:0] rvfi_rd_wdata
);
	string         name;
	integer        file = 0, i, first;
	reg [NRET-1:0] waiting;
	reg            begun = 0;
	reg [63:0]     cycle = 0, number = 0, offset;

	initial begin
		if (!$value$plusargs("tally_rvfi=%s", name))
			name = "";
		if (FILE != "")
			name = FILE;
		if (name != "") begin
			file = $fopen(name, "w");
			if (file == 0) begin
				$display("tally_rvfi: %0s: cannot be written", name);
				$fatal(1);
			end
			$fwrite(file, "Order\tCycle\tPC\tInsn\n");
			$fflush(file);
		end
	end

	// A core that is reset counts rvfi_order from its first value again; the numbers go on.
	/* verilator lint_off BLKSEQ */
	task write_one(input integer at);
		begin
			if (!begun)
				offset = number - rvfi_order[64*at +: 64];
			begun = 1;
			number = offset + rvfi_order[64*at +: 64];
			$fwrite(file, "%0d\t%0d\t%h\t", number, cycle - 1,
				rvfi_pc_rdata[XLEN*at +: XLEN]);
			if (rvfi_insn[32*at +: 2] == 2'b11)
				$fwrite(file, "%h\t", rvfi_insn[32*at +: 32]);
			else
				$fwrite(file, "%h\t", rvfi_insn[32*at +: 16]);
			if (rvfi_trap[at])
				$fwrite(file, "-->");
			else if (rvfi_intr[at])
				$fwrite(file, "==>");
			if (!rvfi_trap[at] && rvfi_rd_addr[5*at +: 5] == 5'd2)
				$fwrite(file, "\tx2=0x%h", rvfi_rd_wdata[XLEN*at +: XLEN]);
			$fwrite(file, "\n");
			number = number + 1;
		end
	endtask

	always @(posedge clk_i)
		if (rst_i !== 1'b0) begin
			begun = 0;
			if (number == 0)
				cycle = 0;	// of before the first reset
		end else if (file != 0) begin
			if (sleep_i !== 1'b1)
				cycle = cycle + 1;
			for (i = 0; i < NRET; i = i + 1)
				waiting[i] = rvfi_valid[i] === 1'b1;
			// those of one cycle in the program's order, whatever their channels
			while (waiting != 0) begin
				first = -1;
				for (i = 0; i < NRET; i = i + 1)
					if (waiting[i] && (first < 0 || rvfi_order[64*i +: 64]
						< rvfi_order[64*first +: 64]))
						first = i;
				write_one(first);
				waiting[first] = 0;
			end
		end

	final
		if (file != 0)
			$fclose(file);
endmodule

`default_nettype wire
