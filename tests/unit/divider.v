// SPDX-License-Identifier: ISC
// divider.v - 65,536 ticks with jitter: their periods are in their range, both ends of it come, and
// the mean is exact, as it only is if the LFSR takes each of its states once.

`default_nettype none

module divider;

localparam TICKS = 65536;

reg         clk = 0, restart = 1;
reg  [23:0] period = 0;
reg  [15:0] jitter = 0;
wire        due;
integer     ticks, cycles, since, least, most;

tally_clock dut (
	.clk_i(clk), .event_valid_i(1'b1), .due_o(due), .tick_valid_i(due & ~restart),
	.period_i(period), .jitter_i(jitter), .restart_i(restart), .reseed_i(restart));

always #5 clk = ~clk;

task check(input integer mean, input integer j);
	begin
		period = j == 0 ? mean : mean - 2 + (1 << j) / 2;
		jitter = (1 << j) - 1;
		restart = 1;
		repeat (2) @(negedge clk);
		restart = 0;
		{ticks, cycles, since, most} = 0;
		least = TICKS;
		while (ticks < TICKS) begin
			@(negedge clk);
			cycles = cycles + 1;
			since = since + 1;
			if (due) begin
				ticks = ticks + 1;
				if (since < least) least = since;
				if (since > most) most = since;
				since = 0;
			end
		end
		$display("divider: PERIOD %0d, JITTER %0d: periods %0d to %0d, mean %0d", period,
			jitter, least, most, cycles / TICKS);
		if (cycles != mean * TICKS || least != mean - (1 << j) / 2
			|| most != mean + (1 << j) / 2) begin
			$display("FAIL: %0d cycles", cycles);
			$fatal(1);
		end
	end
endtask

initial begin
	check(1, 0);
	check(3, 1);
	check(4, 2);
	check(7, 3);
	$finish;
end

endmodule

`default_nettype wire
