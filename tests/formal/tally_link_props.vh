// SPDX-License-Identifier: ISC
// tally_link_props.vh - while it is locked, the bridge writes only from the mailbox, a message that
// its CRC closed and that is in sequence, to the unit; and it does not touch the bus.

reg        f_good;                                 // the message was closed by its CRC
reg [31:0] f_addr, f_data;                         // and said this
always @(posedge clk_i)
	if (state == JUDGE) {f_good, f_addr, f_data} <= {crc_good & ~crc_busy, addr, data};
wire       f_writes = u_stb_o & u_we_o | b_stb_o & b_we_o;

always @* if ($initstate) begin
`ifdef ANYWHERE                                    // for the cover: a whole message takes too long
	assume (state == JUDGE && boxed && !unlocked);
`else
	assume (rst_i);
`endif
end else begin
	JUDGED: assert (state != JUDGE || boxed);
	WRITES: assert (state != WRITE || (boxed ? f_good && in_turn && target : unlocked));
	SAYS: assert (!(state == WRITE && boxed) || {f_addr, f_data} == {addr, data});
	LOCKED: assert (!(f_writes && !unlocked) || boxed && f_good && in_turn && u_stb_o
		&& u_dat_o == f_data && u_adr_o[UNIT_LOG2-1:2] == f_addr[UNIT_LOG2-3:0]);
	BUS: assert (!b_stb_o || unlocked);
	cover (f_writes && !unlocked);
end
