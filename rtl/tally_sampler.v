// SPDX-License-Identifier: ISC
// tally_sampler.v - ticks become samples: attribution, waiting weight, filter.
//
// A tick waits (weight) until an instruction can be charged: NEXT the first that
// retires from then on, LAST the newest that retired before. The sample leaves through
// a register; there the filter's verdict stands beside it. Once the channel is dead, and at
// RESET, whatever leaves is marked lost. A tick that finds the weight full is lost
// at once. CONTRACT.md section 3.

`default_nettype none

module tally_sampler #(
	parameter WEIGHT_W = 16          // bits of the waiting weight; at least 2
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                tick_i,
	input  wire                dead_i,
	input  wire                reset_cmd_i,
	input  wire                last_i,         // attribution: 0 NEXT, 1 LAST
	input  wire                count_idle_i,
	input  wire [3:0]          priv_mask_i,
	input  wire                bank_i,         // mapping that new samples get
	input  wire                now_valid_i,
	input  wire [31:0]         now_pc_i,
	input  wire [1:0]          now_priv_i,
	input  wire                now_sleep_i,
	input  wire                last_have_i,
	input  wire [31:0]         last_pc_i,
	input  wire [1:0]          last_priv_i,
	// the fate of this clock's tick
	output wire                idle_tick_o,    // IDLE
	output wire                wait_tick_o,    // becomes PENDING
	output wire                lost_tick_o,    // LOST: the weight is full
	output wire                emit_o,         // a sample leaves at the end of this clock
	// the sample
	output reg                 valid_o,
	output reg  [31:0]         pc_o,
	output reg  [WEIGHT_W-1:0] weight_o,
	output reg  [WEIGHT_W-1:0] idle_weight_o,  // the part of weight_o whose ticks fell in sleep
	output reg                 user_o,
	output reg                 bank_o,
	output reg                 pass_o,         // valid, neither lost nor filtered
	output reg                 filtered_o      // valid, not pass, not filtered: lost
);

reg [WEIGHT_W-1:0] waiting, waiting_idle;

wire full = &waiting;
assign idle_tick_o = tick_i & now_sleep_i & ~count_idle_i;
wire counted       = tick_i & ~idle_tick_o;
assign lost_tick_o = counted & full;
assign wait_tick_o = counted & ~full;

wire [WEIGHT_W-1:0] weight = waiting + {{(WEIGHT_W-1){1'b0}}, wait_tick_o};
wire [WEIGHT_W-1:0] idle   = waiting_idle + {{(WEIGHT_W-1){1'b0}}, wait_tick_o & now_sleep_i};

wire       charge = last_i ? last_have_i : now_valid_i;
wire       kill   = dead_i | reset_cmd_i;
wire [1:0] priv   = (charge & last_i) ? last_priv_i : now_priv_i;
assign     emit_o = (charge | kill) & (weight != {WEIGHT_W{1'b0}});

always @(posedge clk_i) begin
	waiting      <= emit_o ? {WEIGHT_W{1'b0}} : weight;
	waiting_idle <= emit_o ? {WEIGHT_W{1'b0}} : idle;
	valid_o      <= emit_o;
	pass_o       <= emit_o & ~kill & priv_mask_i[priv];
	if (emit_o) begin
		pc_o          <= last_i ? last_pc_i : now_pc_i;
		weight_o      <= weight;
		idle_weight_o <= idle;
		user_o        <= priv == 2'd0;
		bank_o        <= bank_i;
		filtered_o    <= ~kill & ~priv_mask_i[priv];
	end
	if (rst_i) begin
		waiting      <= {WEIGHT_W{1'b0}};
		waiting_idle <= {WEIGHT_W{1'b0}};
		valid_o      <= 1'b0;
		pass_o       <= 1'b0;
		filtered_o   <= 1'b0;
	end
end

endmodule

`default_nettype wire
