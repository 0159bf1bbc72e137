// SPDX-License-Identifier: ISC
// tally_updater_long.v - three stages, for block RAM that is slow.
//
//   M  the address chosen   U0  it is at the read port   U1  the memory reads   U2  the sum, written at the end
//
// A word in U2, or in U2 a cycle before, is not in what the memory gives: it comes from the sum that was last.

`default_nettype none

module tally_updater_long #(
	parameter BINS_LOG2 = 12,
	parameter WEIGHT_W  = 16,
	parameter ECP5      = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 p_valid_i, // a cycle before m_valid_i
	input  wire [3:0]           p_code_i,
	input  wire                 m_valid_i,
	input  wire                 m_inside_i,
	input  wire [BINS_LOG2-1:0] m_slot_i,
	input  wire [WEIGHT_W+1:0]    m_weight_i,
	output wire                 free_o,
	input  wire [BINS_LOG2-1:0] bus_at_i,
	input  wire                 sweeps_i,
	input  wire [BINS_LOG2-1:0] sweep_at_i,
	output wire                 busy_o,
	output wire                 full_o,
	output wire [31:0]          word_o
);

reg  [BINS_LOG2-1:0] other, sweep;         // M: an outcome or the bus's word; the sweep's, all ones if there is none
reg                  m_zero;
reg  [BINS_LOG2-1:0] at0, at1, at2;
reg  [WEIGHT_W+1:0]    weight0, weight1, weight2;
reg                  valid0, valid1, valid2, valid3, counted, zero0, zero1;
reg  [BINS_LOG2-1:0] apart1, apart2;       // U1: where the address differs from the one before, two before
reg  [31:0]          last;

// compared by two bits in U0, the pairs in U1
localparam [19:0] PAIRS = 20'h55555;
wire [BINS_LOG2-1:0] to1 = at0 ^ at1, to2 = at0 ^ at2;
wire near1    = ~|apart1 & valid2;
wire near2    = ~|apart2 & valid3;
wire from_ram = ~(near1 | near2 | zero1);
wire [31:0] fetched, sum;

tally_words #(.BINS_LOG2(BINS_LOG2), .CYCLES(2), .ECP5(ECP5)) u_words (
	.clk_i(clk_i), .read_at_i(at0), .clear_i(~from_ram), .data_o(fetched),
	.we_i(valid2), .write_at_i(at2), .data_i(sum));

// Named parts do the choosing in the adder; else fetched is 0 where it does not count, for an OR.
localparam NAMED = ECP5 != 0 && BINS_LOG2 <= 14;
reg        use_ram, use_last;
reg [31:0] nearer;
always @(posedge clk_i) begin
	use_ram  <= from_ram;
	use_last <= near1;
	nearer   <= NAMED && near1 ? sum : last;
	if (~near1 & ~near2 | ~NAMED & near1) nearer <= 32'd0;
end
tally_add #(.WIDTH(32), .KIND(2), .ECP5(NAMED)) u_add (
	.a_i({{(31-WEIGHT_W){1'b0}}, weight2[WEIGHT_W+1:1]}), .carry_i(weight2[0]), .b_i(fetched),
	.d_i(NAMED ? use_ram : 1'b1), .c_i(NAMED ? nearer : nearer | last & {32{use_last}}), .s_o(sum));
wire unused = &{1'b0, use_ram, use_last};

always @(posedge clk_i) begin
	other[BINS_LOG2-1:4] <= p_valid_i | sweeps_i ? {(BINS_LOG2-4){1'b1}} : bus_at_i[BINS_LOG2-1:4];
	other[3:0]           <= p_valid_i ? p_code_i : bus_at_i[3:0] | {4{sweeps_i}};
	sweep                <= sweeps_i ? sweep_at_i : {BINS_LOG2{1'b1}};
	m_zero               <= sweeps_i;

	at0     <= m_valid_i & m_inside_i ? m_slot_i : other & sweep;
	weight0 <= m_valid_i ? m_weight_i : {(WEIGHT_W+2){1'b0}};
	valid0  <= m_valid_i | m_zero;
	zero0   <= m_zero;

	at1     <= at0;
	weight1 <= weight0;
	valid1  <= valid0;
	zero1   <= zero0;
	apart1  <= (to1 | to1 >> 1) & PAIRS[BINS_LOG2-1:0];
	apart2  <= (to2 | to2 >> 1) & PAIRS[BINS_LOG2-1:0];

	at2     <= at1;
	weight2 <= weight1;
	valid2  <= valid1;

	last    <= sum;
	valid3  <= valid2;
	counted <= valid2;                   // valid3, but for a reset: what has been written then is still forwarded
	if (rst_i) {valid0, valid1, valid2, counted} <= 4'd0;
end

assign free_o = ~p_valid_i;
assign busy_o = m_zero | valid0 | valid1 | valid2;
assign full_o = counted & last[31];
assign word_o = last;

endmodule

`default_nettype wire
