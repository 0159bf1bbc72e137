// SPDX-License-Identifier: ISC
// cells_test.v - cells_unit.v against its ECP5 netlist (module cells_netlist) on the
// models ecp5_dp16kd.v and ecp5_mult18x18d.v: 20,000 random cycles, each output compared in
// each; all of every memory is read at the beginning and at the end.
//
// A word is not read in the clock in which it is written: there the model is
// wrong by intent, which is looked for as well.

`default_nettype none

module cells_test;

reg         clk = 0, read = 0;
reg  [12:0] read_word = 0, write_word = 0, base = 0;
reg  [3:0]  write = 0;
reg  [35:0] data = 0;
reg  [17:0] a = 0, b = 0;
wire [35:0] want [0:8], got [0:8];
wire [33:0] want_narrow, got_narrow;

cells_unit rtl (
	.clk_i(clk), .read_i(read), .read_word_i(read_word), .write_i(write),
	.write_word_i(write_word), .data_i(data), .m36_o(want[0]), .m18_o(want[1]), .m9_o(want[2]),
	.m4_o(want[3]), .m2_o(want[4]), .tall_o(want[5]), .a_i(a), .b_i(b), .unsigned_o(want[6]),
	.signed_o(want[7]), .mixed_o(want[8]), .narrow_o(want_narrow));
cells_netlist netlist (
	.clk_i(clk), .read_i(read), .read_word_i(read_word), .write_i(write),
	.write_word_i(write_word), .data_i(data), .m36_o(got[0]), .m18_o(got[1]), .m9_o(got[2]),
	.m4_o(got[3]), .m2_o(got[4]), .tall_o(got[5]), .a_i(a), .b_i(b), .unsigned_o(got[6]),
	.signed_o(got[7]), .mixed_o(got[8]), .narrow_o(got_narrow));

integer cycle, n, errors = 0, wrong = 0;

task step;
	begin
		#1 clk = 1;
		#1 clk = 0;
		#1 ;
	end
endtask

task compare;
	begin
		for (n = 0; n < 9; n = n + 1)
			if (got[n] !== want[n]) begin
				errors = errors + 1;
				if (errors < 10) begin
					$write("cycle %0d, output %0d: the netlist has %h, ",
						cycle, n, got[n]);
					$display("the RTL %h (read %h)", want[n], read_word);
				end
			end
		if (got_narrow !== want_narrow) begin
			errors = errors + 1;
			$display("cycle %0d, narrow product: the netlist has %h, the RTL %h",
				cycle, got_narrow, want_narrow);
		end
	end
endtask

task sweep;
	begin
		write = 0;
		read = 1;
		for (cycle = 0; cycle < 1 << 13; cycle = cycle + 1) begin
			read_word = cycle;
			step;
			compare;
		end
	end
endtask

initial begin
	#1 sweep;
	for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
		if (cycle % 256 == 0)
			base = $random;
		read_word  = base ^ ($random & 13'h003F);
		write_word = base ^ ($random & 13'h003F);
		read  = $random % 4 != 0;
		write = $random;
		data  = {$random, $random};
		a     = $random;
		b     = $random;
		if (cycle % 16 == 0)
			a = {18{1'b1}} >> ($random & 1);
		if (cycle % 32 == 0)
			b = {1'b1, 17'd0};
		if (read_word[8:0] == write_word[8:0])
			write = 0;
		step;
		compare;
	end
	sweep;
	// a read of what is being written
	read = 1;
	for (cycle = 0; cycle < 64; cycle = cycle + 1) begin
		read_word = cycle;
		write_word = cycle;
		write = 15;
		data = {$random, $random};
		step;
		wrong = wrong + (got[0] !== want[0]) + (got[1] !== want[1]) + (got[2] !== want[2]);
	end
	if (wrong != 3 * 64)
		$display("a read that meets a write should be wrong: %0d of %0d were",
			wrong, 3 * 64);
	$display("ECP5 cells: %0d differences", errors);
	if (errors != 0 || wrong != 3 * 64)
		$fatal(1, "the models of the ECP5's cells differ from the RTL");
	$finish;
end

endmodule

`default_nettype wire
