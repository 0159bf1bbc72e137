// SPDX-License-Identifier: ISC
// tally_updater.v - reads a word, adds the weight, writes it. Where no sample passes the bus may read a word, which
// then sees all that went before it. CLEAR's sweep goes the same way and writes 0.

`default_nettype none

module tally_updater #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter ECP5      = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 p_valid_i,
	input  wire [2:0]           p_code_i,
	input  wire                 m_valid_i,
	input  wire                 m_inside_i,
	input  wire [BINS_LOG2-1:0] m_slot_i,
	input  wire [2:0]           m_code_i,
	input  wire [WEIGHT_W+1:0]    m_weight_i,
	output wire                 free_o,    // no sample wants the slot: bus_at_i's word is read
	input  wire [BINS_LOG2-1:0] bus_at_i,
	input  wire                 sweeps_i,  // no sample comes while it does
	input  wire [BINS_LOG2-1:0] sweep_at_i,
	output wire                 busy_o,    // a word is still to be written
	output wire                 full_o,    // the word last written has its highest bit
	output wire [31:0]          word_o     // the word last read, with what was added
);

generate
if (MAPPER == 0) begin : g_long
	wire unused = &{1'b0, m_code_i};
	tally_updater_long #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .ECP5(ECP5)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .p_valid_i(p_valid_i), .p_code_i(p_code_i),
		.m_valid_i(m_valid_i), .m_inside_i(m_inside_i), .m_slot_i(m_slot_i), .m_weight_i(m_weight_i),
		.free_o(free_o), .bus_at_i(bus_at_i), .sweeps_i(sweeps_i), .sweep_at_i(sweep_at_i),
		.busy_o(busy_o), .full_o(full_o), .word_o(word_o));
end else begin : g_short
	wire unused = &{1'b0, p_valid_i, p_code_i};
	tally_updater_short #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .m_valid_i(m_valid_i), .m_inside_i(m_inside_i), .m_slot_i(m_slot_i),
		.m_code_i(m_code_i), .m_weight_i(m_weight_i),
		.free_o(free_o), .bus_at_i(bus_at_i), .sweeps_i(sweeps_i), .sweep_at_i(sweep_at_i),
		.busy_o(busy_o), .full_o(full_o), .word_o(word_o));
end
endgenerate

endmodule

`default_nettype wire
