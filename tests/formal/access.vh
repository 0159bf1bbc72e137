// access.vh - tally_access.v answers every access in time, once, with what it should, and lets each act once,
// in the clock before its answer: registers in one clock unless a COMMIT holds a write, a bin's
// write in one, its read 257 clocks after its first at the latest, whatever the updater does. Requests may be taken back.

reg        begun = 1'b0;
reg        was_reset, asked, we, window, all, held;     // of the clock before
reg [11:2] offset;
reg [31:0] reg_data;
reg        acted;                            // it did what it is for
reg [31:0] answer, read_now, read_data;
reg        took, late;
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
	read_now <= read_now_i;
	read_data <= read_data_i;
	took     <= read_taken_i;
	late     <= miss_o;
	acted    <= (reg_re_o | reg_we_o | partial_o | poke_o | bin_write_o | miss_o) & ~rst_i;
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
	// a write's answer is 0, a register's its value, a bin's what the updater or the memory gave, or 0 in time
	if (done_o)
		assert (data_o == (we ? 32'd0 : ~window ? reg_data : took ? read_now : late ? 32'd0 : read_data));
	// an answer stands until the next access begins, and nothing is left of one that was taken back
	assert (asked | was_reset | data_o == answer);
	// each access acts once, in the clock before its answer, and as it should
	assert (~acted | done_o);
	assert (reg_re_o == (begins & ~in_window & ~we_i));
	assert (reg_we_o == (begins & ~in_window & we_i & sel_i == 4'hf & ~reg_wait_i));
	assert (partial_o == (begins & ~in_window & we_i & sel_i != 4'hf));
	assert (poke_o == (begins & in_window & we_i & sel_i == 4'hf & poke_ok_i));
	assert (bin_write_o == (begins & in_window & we_i & ~poke_o));
	assert (~miss_o | (begins & in_window & ~we_i & since == 9'd255));
	assert (reg_addr_o == {addr_i[11:2], 2'b00} & word_o == addr_i[BINS_LOG2+1:2]);

	cover (done_o & since == 9'd3 & ~we & window);
	cover (done_o & we & window);
	cover (done_o & we & ~window & all);
	cover (done_o & we & ~all);
end
