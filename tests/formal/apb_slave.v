// SPDX-License-Identifier: ISC
// apb_slave.v - tally_apb.v, which has no clock, keeps APB's rules before a unit that keeps
// Wishbone's, which is asked once for each transfer, exactly that, and whose answer is returned.

`default_nettype none

module apb_slave (
	input wire        clk_i,
	input wire        rst_i,
	input wire        psel,
	input wire        penable,
	input wire        pwrite,
	input wire [3:0]  pstrb,
	input wire [11:0] paddr,
	input wire [31:0] pwdata,
	input wire [31:0] dat,
	input wire        ack
);

wire [31:0] prdata, wdat;
wire        pready, pslverr, cyc, stb, we;
wire [3:0]  sel;
wire [11:0] adr;
wire [15:0] wb_waited;
tally_apb #(.ADR_W(12)) u_apb (
	.apb_psel_i(psel), .apb_penable_i(penable), .apb_pwrite_i(pwrite), .apb_pstrb_i(pstrb),
	.apb_paddr_i(paddr), .apb_pwdata_i(pwdata), .apb_prdata_o(prdata), .apb_pready_o(pready),
	.apb_pslverr_o(pslverr), .wb_cyc_o(cyc), .wb_stb_o(stb), .wb_we_o(we), .wb_sel_o(sel),
	.wb_adr_o(adr), .wb_dat_o(wdat), .wb_dat_i(dat), .wb_ack_i(ack));
rules_wb #(.PROVE(1), .ADR_W(12)) wb (
	.clk_i(clk_i), .rst_i(rst_i), .cyc_i(cyc), .stb_i(stb), .we_i(we), .sel_i(sel), .adr_i(adr),
	.dat_m_i(wdat), .ack_i(ack), .err_i(1'b0), .waited_o(wb_waited));

// APB4, of the cycle before; PREADY comes within 8 cycles of the access phase
reg        was_reset, was_ready, setup, waits;
reg [48:0] was;
reg [15:0] waited;
wire       access = psel & penable;
wire [48:0] now   = {pwrite, pstrb, paddr, pwdata & {32{pwrite}}};
always @(posedge clk_i) begin
	{was_reset, was_ready, was} <= {rst_i, pready & ~rst_i, now};
	setup  <= psel & ~penable & ~rst_i;
	waits  <= access & ~pready & ~rst_i;
	waited <= access & ~pready & ~rst_i ? waited + 16'd1 : 16'd0;
end
always @* if (!rst_i) begin
	assume (!(was_reset & psel));                  // idle after reset
	assume (!psel || penable == (setup | waits));  // setup, then access until the answer
	assume (!(setup | waits) || psel && now == was);   // never withdrawn, unchanged
	assume (!psel || pwrite || pstrb == 0);        // no strobes in a read
	assume (wb_waited != 0 || !ack);               // the contract: none is answered at once
	if (!$initstate) begin
		WAITED: assert (wb_waited == (access ? waited + 16'd1 : 16'd0) && waited < 8);
		ASKED: assert (!psel
			|| stb && {we, sel, adr, wdat} == {pwrite, pstrb, paddr, pwdata});
		GIVEN: assert (!pready || access && prdata == dat);
		OKAY: assert (!pslverr);
	end
	cover (was_ready & psel & ~penable);           // back to back
	cover (access & pready & ~pwrite & waited == 16'd2);
end

endmodule

`default_nettype wire
