// arbiter.vh - tally_arbiter.v before any two units and any bus that keep Wishbone's rules: who has the bus keeps it as
// long as its CYC stays, then the other has it if it waits; each is given its own answers alone; as a master the two
// obey Wishbone's rules.

reg         begun = 1'b0, was_reset = 1'b0;
reg         was_owner;
reg  [1:0]  wanted, waits;                      // in the previous cycle
reg  [68:0] asked0, asked1;
wire        reset = ~begun;
wire [68:0] asks0 = {unit_we_i[0], unit_sel_i[3:0], unit_adr_i[31:0], unit_dat_i[31:0]};
wire [68:0] asks1 = {unit_we_i[1], unit_sel_i[7:4], unit_adr_i[63:32], unit_dat_i[63:32]};
wire [15:0] waited;

rules_wb #(.PROVE(1), .MAX_WAIT(8)) rules (
	.clk_i(clk_i), .rst_i(reset), .cyc_i(sys_cyc_o), .stb_i(sys_stb_o), .we_i(sys_we_o), .sel_i(sys_sel_o),
	.adr_i(sys_adr_o), .dat_m_i(sys_dat_o), .ack_i(sys_ack_i), .err_i(sys_err_i), .rty_i(1'b0), .waited_o(waited));

always @(posedge clk_i) begin
	begun     <= 1'b1;
	was_reset <= reset;
	was_owner <= owner;
	wanted    <= unit_cyc_i;
	waits     <= unit_stb_i & ~unit_ack_o & ~unit_err_o;
	asked0    <= asks0;
	asked1    <= asks1;
end

// a unit: idle after reset, asks within a cycle, holds what it asks until it is answered
always @* begin
	assume ((unit_stb_i & ~unit_cyc_i) == 2'd0);
	if (reset | was_reset) assume (unit_cyc_i == 2'd0);
	else begin
		assume ((waits & ~unit_stb_i) == 2'd0);
		assume (~waits[0] | asks0 == asked0);
		assume (~waits[1] | asks1 == asked1);
	end
end

always @* if (begun & ~was_reset) begin
	if (wanted[was_owner]) assert (owner == was_owner);
	else if (wanted[~was_owner]) assert (owner != was_owner);
	assert (sys_cyc_o == unit_cyc_i[owner]);
	assert (sys_stb_o == unit_stb_i[owner]);
	if (sys_stb_o) assert ({sys_we_o, sys_sel_o, sys_adr_o, sys_dat_o} == (owner ? asks1 : asks0));
	assert ({unit_ack_o, unit_err_o} == (owner ? {sys_ack_i, 1'b0, sys_err_i, 1'b0} : {1'b0, sys_ack_i, 1'b0, sys_err_i}));
	assert (unit_stolen_o == (owner ? {sys_stolen_i, 1'b0} : {1'b0, sys_stolen_i}));
	cover (was_owner & ~owner & sys_stb_o & sys_ack_i);
	cover (owner & &unit_cyc_i & ~sys_stb_o);           // between two accesses, while the other waits
end
