// access.vh - tally_access.v answers every access in time, once and correctly, and each access acts once, in the
// cycle before its answer (a register read two before it, a register write with it). A register write is answered in
// one cycle, a read in two, unless a COMMIT's walk holds them; a bin at most 259 cycles after the first, whatever the
// updater does to reads. A request may be withdrawn, or turn from a read into a write or back: from that cycle on it is
// another access.

reg        begun = 1'b0;
reg        was_reset, asked, we, window, all, held, was_read, was_reading;     // in the cycle before
reg [11:2] offset;
reg [31:0] reg_data;
reg        acted;                            // it acted, or will in the next cycle
reg        written;                          // a register is to be written:
reg [31:0] written_data;
reg [31:0] answer, bin_data;
reg        late;
reg        now;                              // its word was there without a slot
reg [4:0]  granted;                          // bit n: this access got its slot n + 1 cycles ago
reg [8:0]  since;                            // cycles of this bin access before this one

wire       anew = asked & ~done_o & we != we_i;  // the previous cycle's access is over, unanswered
wire [4:0] slot  = anew ? 5'd0 : granted;
wire [8:0] spent = anew ? 9'd0 : since;

always @(posedge clk_i) begin
	begun    <= 1'b1;
	was_reset <= rst_i;
	asked    <= begins & ~rst_i;
	we       <= we_i;
	window   <= in_window;
	all      <= (&sel_i);
	held     <= reg_wait_i;
	was_read <= reg_re_o & ~rst_i;
	was_reading <= reading & ~rst_i;
	offset   <= addr_i[11:2];
	reg_data <= reg_data_i;
	answer   <= data_o;
	bin_data <= bin_data_i;
	late     <= miss_o;
	written  <= begins & ~in_window & we_i & sel_i == 4'hf & ~reg_wait_i & ~rst_i;
	written_data <= data_i;
	now      <= bin_req_o ? 1'b0 : bin_now_i;
	acted    <= (reg_write | partial_o | poke_o | bin_write_o | miss_o) & ~rst_i;
	granted  <= begins & ~rst_i ? {slot[3:0], bin_grant_i} : 5'd0;
	since    <= begins & in_window & ~rst_i ? spent + 9'd1 : 9'd0;
end

always @* begin
	if (~begun)
		assume (rst_i);
	// Assumed: the request is stable except for its direction; the updater returns the requested word
	if (asked & ~done_o & req_i)
		assume (window == in_window & (all == (&sel_i) | ~we_i | ~we) & offset == addr_i[11:2]);
	assume (bin_req_o | ~bin_grant_i);
	// Assumed: nothing blocks a write (range.vh: write_at_once)
	assume (~(bin_req_o & we_i) | bin_grant_i);
end

always @* if (begun & ~rst_i) begin
	// invariants
	assert (went_on == asked & (writes == we | ~asked));
	assert (since == 9'd0 ? waited == 8'd0 & fetching == 3'd0 & granted == 5'd0 : asked & window);
	assert (since == 9'd0 | done_o | (fetching == 3'd0 ? since == {1'b0, waited} : waited == 8'd0));
	assert (~asked | ~window | since != 9'd0);
	assert (fetching <= 3'd4 & since <= (done_o ? 9'd259 : 9'd254 + {6'd0, fetching} + (fetching == 3'd0)));
	assert (done_o | granted == (fetching == 3'd0 ? 5'd0 : 5'd1 << (fetching - 3'd1)));

	assert (reading == was_read & (~was_read | asked & ~window & ~we & ~done_o));

	// answered once, and only when asked
	assert (~done_o | asked);
	// a register write at once, a read in two cycles
	assert (~asked | window | (we ? all & held : held | was_read) | done_o);
	assert (~(asked & ~window & ~we & was_reading) | done_o);
	assert (~(done_o & ~window & ~we) | was_reading);
	// or in time
	assert (since <= (done_o ? 9'd259 : 9'd258));
	// a write's answer is 0, a register's is its value, a bin's is the updater's word, or 0 after a timeout
	if (done_o)
		assert (data_o == (we | (window & late) ? 32'd0 : ~window ? reg_data : bin_data));
	if (done_o & window & ~we)
		assert (late | (now & granted == 5'd0) | granted == 5'd16);
	// an answer stays until the next access begins; a withdrawn access leaves nothing behind
	assert (asked | was_reset | data_o == answer);
	// each access acts once, in the cycle before its answer, and correctly
	assert (~acted | done_o);
	assert (reg_re_o == (begins & ~in_window & ~we_i & ~was_read & ~reg_wait_i));
	assert (reg_write == (begins & ~in_window & we_i & sel_i == 4'hf & ~reg_wait_i));
	assert (reg_we_o == written);
	assert (~reg_we_o | (done_o & ~reg_re_o & reg_wdata_o == written_data));
	assert (partial_o == (begins & ~in_window & we_i & sel_i != 4'hf));
	assert (poke_o == (begins & in_window & we_i & slot[2]));
	assert (bin_write_o == (begins & in_window & we_i & slot == 5'd0 & ~(sel_i == 4'hf & poke_ok_i)));
	assert (~(bin_req_o & we_i) | (sel_i == 4'hf & poke_ok_i));
	assert (~miss_o | (begins & in_window & spent == 9'd255));
	assert (~reg_we_o | (reg_waddr_o == {offset, 2'b00} & reg_whigh_o == (|written_data[31:8])));
	assert (reg_raddr_o == {addr_i[11:2], 2'b00} & bin_word_o == addr_i[BINS_LOG2+1:2]);

	cover (done_o & since == 9'd1 & ~we & window);
	cover (done_o & since == 9'd5 & ~we & window);
	cover (done_o & since == 9'd4 & we & window);
	cover (done_o & since == 9'd1 & we & window);
	cover (done_o & we & ~window & all);
	cover (done_o & we & ~all);
	cover (done_o & ~we & ~window);
	cover (was_read & we_i & reg_write);
	cover (anew & we & granted[2]);
	cover (anew & ~we & granted[2] & poke_ok_i);
end
