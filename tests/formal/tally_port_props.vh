// SPDX-License-Identifier: ISC
// tally_port_props.vh - the core's access reaches the unit in the next cycle, whatever the bridge
// does, but for its write; each master is given its own answers alone.

reg              f_asks, f_core, f_behind_write, f_bridge, f_gave_up;
reg  [AW+33:0]   f_core_was, f_bridge_was;
wire [AW+33:0]   f_core_is   = {core_we_i, core_whole_i, core_adr_i, core_dat_i};
wire [AW+33:0]   f_bridge_is = {bus_we_i, 1'b1, bus_adr_i, bus_dat_i};
wire [AW+33:0]   f_unit_is   = {unit_we_o, unit_whole_o, unit_adr_o, unit_dat_o};
always @(posedge clk_i) begin
	f_asks         <= unit_stb_o & ~unit_ack_i;
	f_core         <= core_stb_i & ~core_ack_o & ~rst_i;
	f_behind_write <= busy & for_bridge & ~bridge_reads & ~rst_i;
	f_bridge       <= bus_stb_i & ~bus_ack_o & ~rst_i;
	f_gave_up      <= f_bridge & ~bus_stb_i | bus_ack_o;
	{f_core_was, f_bridge_was} <= {f_core_is, f_bridge_is};
end

always @* begin
	if ($initstate) assume (rst_i);
	else begin
		// the unit answers an access once, from the next cycle on; the masters keep to
		// LINK.md
		assume (!unit_ack_i || f_asks);
		assume (!f_core || core_stb_i && f_core_is == f_core_was);
		assume (!f_bridge || bus_stb_i || !f_bridge_was[AW+33]);
		assume (!f_bridge || !bus_stb_i || f_bridge_is == f_bridge_was);
		assume (!f_gave_up || !bus_stb_i);

		assert (!bridge_reads || for_bridge || !busy);
		if (busy && for_bridge) assert (bridge_reads == !unit_we_o);
		if (busy && for_bridge && bus_stb_i) assert (f_unit_is == f_bridge_is);
		AT_ONCE: assert (!f_core || f_behind_write || unit_stb_o && !for_bridge);
		AS_ASKED: assert (!(unit_stb_o && !for_bridge) || f_unit_is == f_core_was);
		GIVEN: assert (!core_ack_o && !bus_ack_o || busy && unit_ack_i
			&& {core_ack_o, bus_ack_o} == {!for_bridge, for_bridge});
	end
	cover (f_core & f_behind_write);
	cover (core_cuts_in & unit_ack_i);
end
