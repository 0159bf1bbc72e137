// SPDX-License-Identifier: ISC
// tally_sampler_props.vh - each tick waits, is held, or leaves once, as the contract's table says.

always @* if ($initstate) begin
	assume (rst_i);
end else
	WAITING: assert (pending_any == (smp_pending_o != 0) && smp_pending_o <= 65536);

`ifdef ALONE
function [31:0] f_ticks(input valid, input [17:0] weight);
	f_ticks = valid ? weight[17:1] + weight[0] : 32'd0;
endfunction

// Ticks since reset: all, those that must become IDLE or LOST; and what has left.
reg  [31:0] f_all, f_idle, f_lost, f_left, f_left_idle, f_left_lost;
wire [31:0] f_here = smp_pending_o + tick_valid_i;         // what an instruction would take
wire [31:0] f_leaves = f_ticks(smp_valid_o, smp_weight_o);
wire        f_alone = tick_valid_i & ~tap_valid_i & ~discard_i;   // a tick without an instruction
always @(posedge clk_i) begin
	f_all  <= f_all + tick_valid_i;
	f_idle <= f_idle + (f_alone & tap_sleep_i);
	f_lost <= f_lost + (discard_i ? f_here : f_alone & ~tap_sleep_i & smp_pending_o == 65536);
	f_left <= f_left + f_leaves;
	f_left_idle <= f_left_idle + (smp_code_o == 6 ? f_leaves : 32'd0);
	f_left_lost <= f_left_lost + (smp_code_o == 4 ? f_leaves : 32'd0);
	if (rst_i) {f_all, f_idle, f_lost, f_left, f_left_idle, f_left_lost} <= 192'd0;
end

always @* begin
	if (!$initstate) begin
		LAW: assert (f_all == f_left + smp_pending_o + held);
		IDLE: assert (f_idle == f_left_idle + (held & held_idle));
		LOST: assert (f_lost == f_left_lost + (held & ~held_idle));
		CODES: assert (!smp_valid_o || smp_code_o < 5 || smp_code_o == 6);
		NOT_EMPTY: assert (!smp_valid_o || f_leaves != 0);
		// a sample takes all, at once, and says mode and filter
		if (smp_valid_o && !smp_code_o[2]) begin
			TAKES: assert (tap_valid_i && f_leaves == f_here);
			MODE: assert (smp_code_o[0] == (tap_priv_i == 0));
			FILTER: assert (smp_code_o[1] == !privileges_i[tap_priv_i]);
		end
		GOES: assert (!(tap_valid_i && !discard_i && !rst_i && f_here != 0)
			|| smp_valid_o && !smp_code_o[2]);
		HELD_GOES: assert (!(held && !sample_valid && !rst_i) || smp_valid_o);
	end
	cover (smp_valid_o && smp_code_o == 3 && f_leaves == 3);
	cover (smp_valid_o && smp_code_o == 4 && f_leaves == 2);
	cover (smp_valid_o && smp_code_o == 6 && f_leaves == 2);
end
`endif

`ifdef LOSSLESS
// LOST stays 0 without RESET, if at most 2^16 cycles lie between two retirements.
reg [16:0] f_gap;
always @(posedge clk_i) f_gap <= rst_i | tap_valid_i ? 17'd0 : f_gap + 17'd1;
always @* begin
	assume (!discard_i && (!f_gap[16] || tap_valid_i));
	if (!$initstate) begin
		PENDING: assert (smp_pending_o <= f_gap && !(held && !held_idle));
		LOSSLESS: assert (!(smp_valid_o && smp_code_o == 4));
	end
end
`endif
