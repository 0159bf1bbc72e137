// SPDX-License-Identifier: ISC
// clear.vh - CLEAR leaves 0 in every counter of the region, whatever happens to the region meanwhile. Included by
// unit.v. (That it touches nothing else: RANGE says where it goes, BINS what it does there.)

// must the lower, the upper half of the word at `here` be zeroed?
wire [31:0] here_low = {{(32-ADDR_W){1'b0}}, here, 2'b00}, here_high = {{(32-ADDR_W){1'b0}}, here, 2'b10};
wire        in_low  = here_low >= swept_base && here_low + 32'd2 <= swept_base + swept_size;
wire        in_high = here_high >= swept_base && here_high + 32'd2 <= swept_base + swept_size;
wire        sweeps  = clearing | z1 | z2 | z3;
reg         low_due, high_due, under_way;
always @(posedge clk_i) begin
	under_way <= sweeps & ~rst_i;
	if (do_clear) begin
		low_due  <= in_low;
		high_due <= in_high;
	end
end
`FACT(CLEARED, due, !clearing || (low_due == in_low && high_due == in_high))

// why: neither a sample nor a bus write is ahead of a zero, or arrives before it is through
`FACT(CLEARED, zero_first, (!z1 || (!u2_valid && !u3_valid)) && (!z2 || !u3_valid))
`FACT(CLEARED, before_write, !asked_we || ((!z1 || fetching == 3'd0) && (!z2 || fetching <= 3'd1) && (!z3 || fetching <= 3'd2)))

// a half that the sweep has passed is 0, or its zero is in flight
wire passed = !clearing || sweep_at > {1'b0, here};
`define ON_ITS_WAY(Z, AT, HALF) ((Z) && AT[BINS_LOG2+1:2] == here && (AT[1] || AT[0] == (HALF)))
`define COMES(HALF) (`ON_ITS_WAY(z1, z1_at, HALF) || `ON_ITS_WAY(z2, z2_at, HALF) || `ON_ITS_WAY(z3, z3_at, HALF))
`FACT(CLEARED, low_zero,  !(sweeps && passed && low_due)  || true_word[15:0] == 0  || `COMES(1'b0))
`FACT(CLEARED, high_zero, !(sweeps && passed && high_due) || true_word[31:16] == 0 || `COMES(1'b1))
// and when the last zero is written, all are 0
`FACT(CLEARED, all_zero, !(under_way && !sweeps) || ((!low_due || true_word[15:0] == 0) && (!high_due || true_word[31:16] == 0)))

`SEEN(CLEARED, cleared, under_way && !sweeps && low_due && high_due)
