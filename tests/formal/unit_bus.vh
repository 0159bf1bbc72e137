// SPDX-License-Identifier: ISC
// unit_bus.vh - accesses: when they are answered, with which word. Included by unit.v.

wire first_cycle = strobe & ~late;
reg  was_first, was_rst, was_missed, was_asked;
wire was_window = was_adr[BINS_LOG2+2];
always @(posedge clk_i) begin
	was_first  <= first_cycle;
	was_missed <= missed;
	was_rst    <= rst_i;
	was_asked  <= asked;
end
wire owed = was_strobe & ~was_rst & up;

// a reset ends accesses; what is strobed then begins after it
`FACT(BUS, not_in_reset, !rst_i || !strobe)
`FACT(BUS, late_is, late == was_strobe)
`FACT(BUS, ack_answers, !wb_ack || was_strobe)
`FACT(BUS, write_at_once, !(owed & was_we) || wb_ack)
`FACT(BUS, read_register, !(owed & ~was_we & ~was_window) || wb_ack == ~was_first)
// why: then a read of the window waits for its slot, its word, or the miss
`FACT(BUS, read_window, !(wb_ack & ~was_we & was_window) || flight[READ] != was_missed)
// nothing of an access that was given up is under way when the next begins
`FACT(BUS, nothing_left, !first_cycle || (flight[READ-1:0] == 0 && !asked))
`FACT(BUS, flight_one, (flight & (flight - 1'b1)) == 0 && (flight[READ-1:0] == 0 || asked))
`FACT(BUS, asked_late, !asked || (was_strobe && was_window && !was_we && old))
`FACT(BUS, word_comes, !flight[READ] || !was_strobe || was_rst || (wb_ack && !was_we && was_window))

// a read shows STATUS, TICKS, PENDING of the cycle before; the copy of what was written has nothing there
reg  [31:0] was_live;
wire [4:0]  at = wb_adr_i[6:2], was_at = was_adr[6:2];
wire        flag_error, flag_miss, flag_fault, flag_full;     // probes
wire        copies;
wire [4:0]  copy_at;
wire [31:0] live_word;
always @(posedge clk_i)
	was_live <= window ? 32'd0
		: at == 5'd5 ? {24'd0, flag_error, flag_miss, flag_fault, flag_full, busy, clearing, drained, running}
		: at == 5'd6 ? ticks : at == 5'd7 ? {{(31-WEIGHT_W){1'b0}}, weight} : 32'd0;
`FACT(BUS, live_is, live_word == was_live || !old)
`FACT(BUS, copy_apart, !copies || copy_at[4:3] != 2'd0)

// the word comes along with the updater's stages
wire [BINS_LOG2-1:0] read_at = was_adr[BINS_LOG2+1:2];
`ifdef LONG
`FACT(BUS, read_m, !flight[0] || (other == read_at && &sweep && !m_valid && !m_zero))
`FACT(BUS, read_0, !flight[1] || (at0 == read_at && !valid0 && weight0 == 0 && !zero0))
`FACT(BUS, read_1, !flight[2] || (at1 == read_at && !valid1 && weight1 == 0 && !zero1))
`FACT(BUS, read_2, !flight[3] || (at2 == read_at && !valid2 && weight2 == 0 && !zero2))
`else
`FACT(BUS, read_0, !flight[0] || (at0 == read_at && !valid0 && weight0 == 0 && !zero0))
`FACT(BUS, read_1, !flight[1] || (at1 == read_at && !valid1 && weight1 == 0 && !zero1))
`endif
`FACT(BUS, read_gives, !(wb_ack && flight[READ] && read_at == here) || wb_dat == stored)

`SEEN(BUS, reads_word, wb_ack && flight[READ] && wb_dat > 1 && wb_stb_i && read_at == here)
`SEEN(BUS, misses, wb_ack && was_missed)
`SEEN(BUS, given_up, first_cycle && window && !wb_we_i && was_asked && old)
