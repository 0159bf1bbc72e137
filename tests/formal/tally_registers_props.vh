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


// ---- TICKS ----
reg [31:0] f_ticks;
always @(posedge clk_i)
	f_ticks <= rst_i | clearing_o ? 32'd0 : f_ticks + tick_valid_i;
always @* if (!$initstate) TICKS: assert (clearing_o || clear || ticks == f_ticks);
`endif
