// SPDX-License-Identifier: ISC
// tally_arbiter_props.vh - before units and a bus that keep Wishbone's rules: who has the bus keeps
// it while its CYC stays, then the other has it if it waits; each is given its own answers alone.

reg         f_owner, f_idle;                       // f_idle: the cycle before was the first
reg  [1:0]  f_wanted, f_waits;
reg  [68:0] f_was0, f_was1;
wire [68:0] f_asks0 = {unit_we_i[0], unit_sel_i[3:0], unit_adr_i[31:0], unit_dat_i[31:0]};
wire [68:0] f_asks1 = {unit_we_i[1], unit_sel_i[7:4], unit_adr_i[63:32], unit_dat_i[63:32]};
wire [15:0] f_waited;
rules_wb #(.PROVE(1)) f_wb (
	.clk_i(clk_i), .rst_i($initstate), .cyc_i(sys_cyc_o), .stb_i(sys_stb_o), .we_i(sys_we_o),
	.sel_i(sys_sel_o), .adr_i(sys_adr_o), .dat_m_i(sys_dat_o), .ack_i(sys_ack_i),
	.err_i(sys_err_i), .waited_o(f_waited));
always @(posedge clk_i) begin
	{f_owner, f_wanted, f_idle} <= {owner, unit_cyc_i, $initstate};
	{f_was0, f_was1} <= {f_asks0, f_asks1};
	f_waits          <= unit_stb_i & ~unit_ack_o & ~unit_err_o;
end

always @* begin
	assume ((unit_stb_i & ~unit_cyc_i) == 0);
	if ($initstate || f_idle) assume (unit_cyc_i == 0);
	else begin
		assume ((f_waits & ~unit_stb_i) == 0);
		assume (!f_waits[0] || f_asks0 == f_was0);
		assume (!f_waits[1] || f_asks1 == f_was1);
	end
	if (!$initstate) begin
		KEEPS: assert (!f_wanted[f_owner] || owner == f_owner);
		TURN: assert (!(!f_wanted[f_owner] && f_wanted[!f_owner]) || owner != f_owner);
		ASKED: assert ({sys_cyc_o, sys_stb_o} == {unit_cyc_i[owner], unit_stb_i[owner]}
			&& (!sys_stb_o || {sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o}
				== (owner ? f_asks1 : f_asks0)));
		GIVEN: assert ({unit_ack_o, unit_err_o, unit_stolen_o} == (owner
			? {sys_ack_i, 1'b0, sys_err_i, 1'b0, sys_stolen_i, 1'b0}
			: {1'b0, sys_ack_i, 1'b0, sys_err_i, 1'b0, sys_stolen_i}));
	end
	cover (f_owner & ~owner & sys_stb_o & sys_ack_i);
	cover (owner & &unit_cyc_i & ~sys_stb_o);      // between accesses, while the other waits
end
