// SPDX-License-Identifier: ISC
// tally_updater_short.v - two stages, for block RAM that is fast: M the address chosen, U0 the memory reads it, U1 the
// sum, written at the end. A word that was in U1 a cycle before comes from there.

`default_nettype none

module tally_updater_short #(
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 m_valid_i,
	input  wire                 m_inside_i,
	input  wire [BINS_LOG2-1:0] m_slot_i,
	input  wire [3:0]           m_code_i,
	input  wire [WEIGHT_W+1:0]    m_weight_i,
	output wire                 free_o,
	input  wire [BINS_LOG2-1:0] bus_at_i,
	input  wire                 sweeps_i,
	input  wire [BINS_LOG2-1:0] sweep_at_i,
	output wire                 busy_o,
	output wire                 full_o,
	output wire [31:0]          word_o
);

reg  [BINS_LOG2-1:0] at0, at1;
reg  [WEIGHT_W+1:0]    weight0, weight1;
reg                  valid0, valid1, counted, zero0, zero1, near;
reg  [31:0]          last;
wire [31:0]          fetched;
wire [31:0]          sum = ((near ? last : fetched) & {32{~zero1}}) + {{(31-WEIGHT_W){1'b0}}, weight1[WEIGHT_W+1:1]}
	+ {31'd0, weight1[0]};

tally_words #(.BINS_LOG2(BINS_LOG2), .CYCLES(1)) u_words (.clk_i(clk_i), .read_at_i(at0), .clear_i(1'b0),
	.data_o(fetched), .we_i(valid1), .write_at_i(at1), .data_i(sum));

always @(posedge clk_i) begin
	at0     <= m_valid_i ? m_slot_i : sweeps_i ? sweep_at_i : bus_at_i;
	if (m_valid_i & ~m_inside_i) at0 <= {{(BINS_LOG2-4){1'b1}}, m_code_i};
	weight0 <= m_valid_i ? m_weight_i : {(WEIGHT_W+2){1'b0}};
	valid0  <= m_valid_i | sweeps_i;
	zero0   <= sweeps_i;

	at1     <= at0;
	weight1 <= weight0;
	valid1  <= valid0;
	zero1   <= zero0;
	near    <= at0 == at1 & valid1;

	last    <= sum;
	counted <= valid1;
	if (rst_i) {valid0, valid1, counted} <= 3'd0;
end

assign free_o = ~m_valid_i;
assign busy_o = valid0 | valid1;
assign full_o = counted & last[31];
assign word_o = last;

endmodule

`default_nettype wire
