// SPDX-License-Identifier: ISC
// wb_master.v - tally_wb_master.v obeys Wishbone's rules, passes exactly the engine's requests to the bus
// and exactly the bus's answers to the engine; a lock holds CYC.

`default_nettype none

module wb_master (
	input wire        clk_i,
	input wire        rst_i,
	input wire        req_i,
	input wire        lock_i,
	input wire        we_i,
	input wire [3:0]  sel_i,
	input wire [31:0] addr_i,
	input wire [31:0] data_i,
	input wire [31:0] dat_i,
	input wire        ack_i,
	input wire        err_i,
	input wire        rty_i
);

wire        done, err, cyc, stb, we;
wire [3:0]  sel;
wire [31:0] data, adr, dat;
wire [15:0] inner_waited, bus_waited;

tally_wb_master u_master (
	.req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i), .data_i(data_i),
	.done_o(done), .err_o(err), .data_o(data),
	.wb_cyc_o(cyc), .wb_stb_o(stb), .wb_we_o(we), .wb_sel_o(sel), .wb_adr_o(adr), .wb_dat_o(dat),
	.wb_dat_i(dat_i), .wb_ack_i(ack_i), .wb_err_i(err_i), .wb_rty_i(rty_i));

rules_sink #(.PROVE(0), .MAX_WAIT(8)) inner (
	.clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .lock_i(lock_i), .we_i(we_i), .sel_i(sel_i), .addr_i(addr_i),
	.data_i(data_i), .done_i(done), .waited_o(inner_waited));
rules_wb #(.PROVE(1), .MAX_WAIT(8)) rules (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(cyc), .stb_i(stb), .we_i(we), .sel_i(sel), .adr_i(adr), .dat_m_i(dat),
	.ack_i(ack_i), .err_i(err_i), .rty_i(rty_i), .waited_o(bus_waited));

reg locked;
always @(posedge clk_i) locked <= lock_i & cyc & ~rst_i;

reg begun = 1'b0;
always @(posedge clk_i) begun <= 1'b1;

always @* if (begun & ~rst_i) begin
	assert (inner_waited == bus_waited);
	// one bus request for each of the engine's, identical
	assert (stb == req_i);
	if (stb)
		assert (we == we_i & sel == sel_i & adr == addr_i & (~we_i | dat == data_i));
	// one answer for each of the bus's, identical
	assert (done == (stb & (ack_i | err_i | rty_i)));
	if (done)
		assert (data == dat_i & err == ~ack_i);
	// CYC lasts from a lock's first request to its last answer
	assert (cyc == (req_i | lock_i));
	if (locked & lock_i)
		assert (cyc);
	cover (done & err & locked);
end

endmodule

`default_nettype wire
