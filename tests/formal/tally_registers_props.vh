// SPDX-License-Identifier: ISC
// tally_registers_props.vh - when and with what the bus is answered; the state that commands leave.

always @* if ($initstate) begin
	assume (rst_i);
	assume (!clearing_o);
end else begin
	DRAINED: assert (!drained || !running_o && !clearing_o);
	COMMAND: assert (!(start_o | clear) || wb_ack_o);  // so no second command is under way
	START: assert (!start_o || !clear && !clearing_o);
	CLEAR: assert (!clear || !clearing_o);
	STOPPED: assert (!(running_o && (clear | clearing_o)));
	TICKS_RUN: `REQUIRE (!tick_valid_i || running_o);
	FREE: `REQUIRE (!clearing_o || upd_free_i);
	DISTANCE: assert (MAPPER != 1 || scale_o <= 16);
end

`ifdef ALONE
// An access keeps its address and direction while it lasts. It may be given up in any cycle.
reg                  f_valid, f_we, f_first, f_missed, f_granted;
reg  [BINS_LOG2+2:0] f_adr;
wire                 f_window = f_adr[BINS_LOG2+2];
always @(posedge clk_i) begin
	{f_valid, f_we, f_adr, f_granted} <= {bus_valid, wb_we_i, wb_adr_i, word_granted};
	{f_first, f_missed} <= {bus_valid & ~bus_late, word_missed};
end
always @* assume (!(f_valid && wb_cyc_i && wb_stb_i) || wb_we_i == f_we && wb_adr_i == f_adr);

// ---- when it is answered ----
localparam W = MAPPER == 0 ? 4 : 2;                // READ_GIVES of the updaters: W + 1 later
wire f_begins = bus_valid && !bus_late;
always @* if (!$initstate) begin
	LATE: assert (bus_late == f_valid);
	ANSWERS: assert (!wb_ack_o || f_valid);
	WRITE: assert (!(f_valid && f_we) || wb_ack_o);
	READ: assert (!(f_valid && !f_we && !f_window) || wb_ack_o == !f_first);
	WINDOW: assert (!(wb_ack_o && !f_we && f_window) || word_flight[W] != f_missed);
	COMES: assert (!(word_flight[W] && f_valid) || wb_ack_o && !f_we && f_window);
	NOTHING_LEFT: assert (!f_begins || word_flight[W-1:0] == 0 && !word_granted);
	ONE: assert ((word_flight & word_flight - 1'b1) == 0
		&& (word_flight[W-1:0] == 0 || word_granted));
	GRANTED: assert (!word_granted || f_valid && f_window && !f_we);
	cover (wb_ack_o && word_flight[W]);
	cover (wb_ack_o && f_missed);
	cover (f_begins && bus_window && !wb_we_i && f_granted);
end

// ---- with what: of any register, f_here[4:0] ----
(* hierconn *) wire [5:0]  \u_written.here ;
(* hierconn *) wire [31:0] \u_written.stored , \u_written.first ;
(* hierconn *) wire        \u_written.known ;
wire [5:0]  f_here  = \u_written.here ;
wire [31:0] f_word  = \u_written.stored , f_first_word = \u_written.first ;
wire        f_known = \u_written.known ;
wire        f_to_here = f_valid && !f_we && {f_window, f_adr[6:2]} == f_here;
reg  [31:0] f_ticks, f_state;
reg         f_rst, f_drained;
wire [31:0] f_status = running_o << TALLY_STATUS_RUNNING_LSB | drained << TALLY_STATUS_DRAINED_LSB
	| clearing_o << TALLY_STATUS_CLEARING_LSB | busy << TALLY_STATUS_BUSY_LSB
	| full << TALLY_STATUS_FULL_LSB | fault << TALLY_STATUS_FAULT_LSB
	| error << TALLY_STATUS_ERROR_LSB;
wire [85+PC_W+BINS_LOG2:0] f_config = {period_o, jitter_o, setup_o, events_o, offset_o, scale_o,
	size_o};
reg  [85+PC_W+BINS_LOG2:0] f_config_was;
always @(posedge clk_i) begin
	{f_rst, f_drained, f_config_was} <= {rst_i, drained, f_config};
	f_state <= bus_window ? clearing_o ? 32'd0 : ticks ^ 1 << 31
		: bus_index == 5 ? f_status : bus_index == 6 ? ticks
		: bus_index == 7 ? smp_pending_i : 32'd0;
	f_ticks <= rst_i | clearing_o ? 32'd0 : f_ticks + tick_valid_i;
end
always @* if (!$initstate) begin
	STATE: assert (state == f_state);
	HERE: assert (!f_to_here || f_known);
	DATA: assert (!(wb_ack_o && f_to_here && !word_flight[W])
		|| wb_dat_o == (f_state | f_word));
	CONSTANT: assert (!(f_here[5] || f_here < 8) || f_word == f_first_word);
	WORD: assert (!word_flight[W] || wb_dat_o == upd_word_i);
	SETTLED: assert (f_config == f_config_was || f_drained);
	case (f_here)                                  // what is read is what acts
	TALLY_PERIOD >> 2: ACTS_PERIOD: assert (period_o == f_word[23:0]);
	TALLY_JITTER >> 2: ACTS_JITTER: assert (jitter_o == f_word[15:0]);
	TALLY_SETUP >> 2: ACTS_SETUP: assert (setup_o == f_word[19:0]
		&& events_o == f_word[31:24]);
	TALLY_OFFSET >> 2: ACTS_OFFSET: assert (offset_o == f_word[PC_W-1:0]);
	TALLY_SCALE >> 2: ACTS_SCALE: assert (MAPPER != 1 ? scale_o == f_word[16:0]
		: f_word[16:0] >> (16 - scale_o) == 1 || scale_o == 16 && f_word[16:0] == 0);
	TALLY_SIZE >> 2: ACTS_SIZE: assert (size_o
		== {|f_word[31:BINS_LOG2], f_word[BINS_LOG2-1:0]});
	default: ;
	endcase
	cover (wb_ack_o && f_to_here && wb_dat_o > 1 && f_here == TALLY_PERIOD >> 2);
end

// ---- CLEAR: any word, f_cleared_word, is zeroed ----
(* anyconst *) reg [BINS_LOG2-1:0] f_any;
reg f_zeroed;
always @(posedge clk_i)
	f_zeroed <= (f_zeroed || clearing_o && clear_word_o == f_any) && !clear && !rst_i;
always @* if (!$initstate) begin
	SWEEP: assert (!clearing_o || ticks <= 1 << BINS_LOG2 && (ticks <= f_any || f_zeroed));
	ALL_ZEROED: assert (!cleared || f_zeroed);
	cover (clearing_o && f_zeroed);
end

// ---- how long a read of the window may last ----
// The slots that samples take since it began are no more than the ticks and the samples that were
// on their way then: tally_props.vh, SLOTS.
localparam MOST = MAPPER == 0 ? 4 : 3;
localparam WAIT = 256 + MOST;                      // cycles to a slot, or to the miss
reg  [10:0] f_age, f_waited, f_used, f_ticked, f_ticked_before;
reg  [7:0]  f_began;                               // TICKS then
reg         f_clearing;                            // CLEAR was under way then: nothing came
wire [7:0]  f_passed = f_began + f_ticked_before[7:0];
wire        f_waits = word_request && bus_late;
always @(posedge clk_i) begin
	f_age    <= bus_valid ? f_age + 11'd1 : 11'd0;
	f_waited <= word_request ? f_waited + 11'd1 : 11'd0;
	f_used   <= word_request ? f_used + !upd_free_i : 11'd0;
	f_ticked <= word_request ? f_ticked + tick_valid_i : 11'd0;
	f_ticked_before <= word_request ? f_ticked : 11'd0;
	if (!f_waits) f_began <= cleared ? 8'd0 : ticks[7:0];
	if (!f_waits) f_clearing <= clearing_o;
end
integer f;
reg     f_young;                                   // the word under way was asked for in time
always @* begin
	f_young = 1'b1;
	for (f = 0; f < W; f = f + 1)
		if (word_flight[f] && f_age > WAIT + f + 1) f_young = 1'b0;
	if (word_request)
		assume (f_used + !upd_free_i <= f_ticked + (f_waits && f_clearing ? 0 : MOST));
	if (!$initstate) begin
		AGE: assert ((f_age == 0) == !bus_late && (!word_request || f_waited == f_age));
		USED: assert (!word_request || f_waited == f_used + (f_waits && f_clearing));
		BEGINS: assert (!word_request || bus_late || f_ticked == 0 && f_ticked_before == 0);
		TICKED: assert (!f_waits
			|| f_ticked >= f_ticked_before && f_ticked <= f_ticked_before + 1);
		TICKS_ARE: assert (!f_waits || clearing_o || ticks[7:0] == f_began + f_ticked[7:0]);
		TICKS_7: assert (!f_waits || clearing_o || ticks_7 == f_passed[7]
			|| f_waited == 1 && f_began == 0 && f_ticked == 0);
		NONE: assert (!f_waits || one_passed || f_began[6:0] + f_ticked_before <= 127);
		ONE_PASSED: assert (!f_waits || f_began[6:0] + f_ticked_before <= 255);
		GOES_ON: assert (!(bus_valid && word_granted) || word_flight[W-1:0] != 0);
		CLEARING: assert (!(f_waits && clearing_o) || f_waited == 1);
		YOUNG: assert (f_young);
		BOUND: assert (!bus_valid
			|| f_age <= (bus_window && !wb_we_i ? WAIT + W : !wb_we_i));
	end
	cover (f_waited == 6);
end
always @* if (!$initstate) TICKS: assert (clearing_o || clear || ticks == f_ticks);
`endif
