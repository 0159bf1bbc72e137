// channels.vh - tally_channels.v: an access reaches one channel, and its answer comes from there. As a master it obeys
// Wishbone's rules, gives each channel its answers and no other's, breaks no lock, and passes none over.

wire [15:0] waited;
rules_wb #(.PROVE(1), .MAX_WAIT(8)) rules (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(sys_cyc_o), .stb_i(sys_stb_o), .we_i(sys_we_o), .sel_i(sys_sel_o), .adr_i(sys_adr_o),
	.dat_m_i(sys_dat_o), .ack_i(sys_ack_i), .err_i(sys_err_i), .rty_i(1'b0), .waited_o(waited));

(* anyconst *) reg [1:0] which;
reg        begun = 1'b0;
reg  [2:0] passed;                        // others that were given the master while `which` asks
reg  [1:0] was_turn;
reg  [3:0] was_holding;
always @(posedge clk_i) begin
	begun       <= 1'b1;
	was_turn    <= turn;
	was_holding <= rst_i ? 4'd0 : holds;
	passed      <= rst_i | ~holds[which] | turn == which ? 3'd0 : passed + {2'd0, ~holds[turn] & last_next != which};
end
wire [1:0] last_next = turn + (behind[1] ? 2'd1 : behind[2] ? 2'd2 : behind[3] ? 2'd3 : 2'd0);
wire [1:0] distance  = which - turn;

always @* assume (which < CHANNELS);
always @* assert (turn < CHANNELS);
always @* if (begun & ~rst_i) begin
	// the master is passed on only by who does not hold it
	if (was_holding[was_turn])
		assert (turn == was_turn);
	if (sys_stb_o)
		assert (req[turn] & {sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o}
			== {we[turn], sel[4*turn+:4], addr[32*turn+:32], data[32*turn+:32]});
	// an answer is given to the owner of the master alone
	assert (done[which] == ((sys_ack_i | sys_err_i) & req[which] & turn == which));
	// at most the others between asking and having
	if (~was_holding[which] | was_turn == which)
		assert (passed == 3'd0);
	else
		assert ({2'd0, distance} + {1'b0, passed} < 4'd4);

	// an access belongs to one channel
	assert (ack == 4'd0 | ack == 4'd1 << at);
	if (wb_ack_o)
		assert (wb_dat_o == rdat[32*at+:32]);
	if (wb_ack_o & {30'd0, at} >= CHANNELS)
		assert (wb_dat_o == 32'd0);
	cover (wb_ack_o & at == CHANNELS - 1 & wb_we_i);
	cover (sys_stb_o & sys_ack_i & turn == CHANNELS - 1 & holds[0]);
end
always @* cover (begun & ~rst_i & passed == CHANNELS - 2 & turn == which & was_turn != which);
