// access.vh - tally_access.v answers every access in time, once, and lets each write act once,
// in the clock before its answer: registers in one clock unless a COMMIT holds a write, a bin's
// write in one, its read 257 clocks after its first at the latest, whatever the updater does. Requests may be taken back.

reg        begun = 1'b0;
reg        was_reset, asked, we, window, all, held;     // of the clock before
reg [11:2] offset;
reg [31:0] reg_data;
reg        acted;                            // it wrote
reg [31:0] answer;
reg [8:0]  since;                            // clocks of this bin read before this one

always @(posedge clk_i) begin
	begun    <= 1'b1;
	was_reset <= rst_i;
	asked    <= begins & ~rst_i;
	we       <= we_i;
	window   <= in_window;
	all      <= whole;
	held     <= reg_wait_i;
	offset   <= addr_i[11:2];
	reg_data <= reg_data_i;
	answer   <= data_o;
	acted    <= (reg_we_o | poke_o) & ~rst_i;
	since    <= begins & in_window & ~we_i & ~rst_i ? since + 9'd1 : 9'd0;
end

always @* begin
	if (~begun)
		assume (rst_i);
	// the request is steady, the updater gives what was asked for
	if (asked & ~done_o & req_i)
		assume (we == we_i & window == in_window & (all == whole | ~we_i) & offset == addr_i[11:2]);
	assume (~(read_grant_i & read_taken_i) & (read_req_o | ~(read_grant_i | read_taken_i)));
end

always @* if (begun & ~rst_i) begin
	// invariants
	assert (went_on == asked);
	assert (since == 9'd0 ? waited == 8'd0 & fetching == 2'd0 : asked & window & ~we);
	assert (since == 9'd0 | done_o | (fetching == 2'd0 ? since == {1'b0, waited} : waited == 8'd0));
	assert (~asked | ~window | we | since != 9'd0);
	assert (fetching != 2'd3 & since <= (done_o ? 9'd257 : 9'd254 + {7'd0, fetching} + (fetching == 2'd0)));

	// answered once, and only when asked
	assert (~done_o | asked);
	// at once
	assert (~asked | window | (we & all & held) | done_o);
	assert (~asked | ~window | ~we | done_o);
	// or in time
	assert (since <= (done_o ? 9'd257 : 9'd256));
	// a register's value of the clock before
	if (done_o & ~window & ~we)
		assert (data_o == reg_data);
	// an answer stands until the next access begins, and nothing is left of one that was taken back
	assert (asked | was_reset | data_o == answer);
	// each write acts once: in the clock before its answer
	assert (~acted | done_o);
	assert (~(reg_we_o & poke_o) & (~(reg_we_o | poke_o) | (begins & we_i & whole)));

	cover (done_o & since == 9'd3 & ~we & window);
	cover (done_o & we & ~window & acted);
	cover (done_o & we & ~acted);
end
