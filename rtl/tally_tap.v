// SPDX-License-Identifier: ISC
// tally_tap.v - what the core retires and what the pins say, one register away from them.
//
// now_*: the tap's signals of one clock, gated by run_i. last_*: the newest
// retirement strictly before it. With PC_W < 32 a pc is kept as its lower PC_W bits, and one
// above them that is 1 where the others are not PC_HIGH's. Limits: one retirement a clock; while run_i
// is 0 the unit sees nothing. CONTRACT.md section 1.

`default_nettype none

module tally_tap #(
	parameter TAG   = 0,             // 0: no tag
	parameter EVENT = 0,             // 0: no event pin
	parameter EXT   = 0,             // 0: no external clock
	parameter PC_W  = 32,            // bits of the pc that are kept; 16 .. 32
	parameter [31:0] PC_HIGH = 32'd0, // what the others are; its lower bits are ignored
	// derived
	parameter PC_N  = PC_W < 32 ? PC_W + 1 : 32
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        run_i,        // 0: the core is held (reset, debugger)
	input  wire        tap_valid_i,  // an instruction retires in this clock
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,   // current privilege, meaningful in every clock
	input  wire        tap_sleep_i,  // the core waits for an interrupt
	input  wire [31:0] tap_tag_i,    // the context that runs
	input  wire        event_i,      // rising edges are events; synchronous to clk_i
	input  wire        ext_i,        // the same of any clock whose high and low last longer than one of clk_i's
	output reg         now_run_o,
	output reg         now_valid_o,
	output reg  [PC_N-1:0] now_pc_o,
	output reg  [1:0]  now_priv_o,
	output reg         now_sleep_o,
	output wire [31:0] now_tag_o,
	output wire        now_event_o,
	output wire        now_ext_o,
	output reg         last_have_o,
	output reg  [PC_N-1:0] last_pc_o,
	output reg  [1:0]  last_priv_o,
	output wire [31:0] last_tag_o
);

wire elsewhere = |((tap_pc_i ^ PC_HIGH) >> PC_W);
wire [PC_W:0] pc = {elsewhere, tap_pc_i[PC_W-1:0]};

always @(posedge clk_i) begin
	now_run_o   <= run_i;
	now_valid_o <= tap_valid_i & run_i;
	now_pc_o    <= pc[PC_N-1:0];
	now_priv_o  <= tap_priv_i;
	now_sleep_o <= tap_sleep_i;
	if (now_valid_o) begin
		last_have_o <= 1'b1;
		last_pc_o   <= now_pc_o;
		last_priv_o <= now_priv_o;
	end
	if (rst_i) begin
		now_run_o   <= 1'b0;
		now_valid_o <= 1'b0;
		now_pc_o    <= {PC_N{1'b0}};
		now_priv_o  <= 2'd0;
		now_sleep_o <= 1'b0;
		last_have_o <= 1'b0;
		last_pc_o   <= {PC_N{1'b0}};
		last_priv_o <= 2'd0;
	end
end

generate
if (TAG != 0) begin : g_tag
	reg [31:0] now, last;
	always @(posedge clk_i) begin
		now <= tap_tag_i;
		if (now_valid_o)
			last <= now;
		if (rst_i) begin
			now  <= 32'd0;
			last <= 32'd0;
		end
	end
	assign now_tag_o  = now;
	assign last_tag_o = last;
end else begin : g_no_tag
	assign now_tag_o  = 32'd0;
	assign last_tag_o = 32'd0;
	wire _unused = &{1'b0, tap_tag_i};
end

if (EVENT != 0) begin : g_event
	reg event_was, edge_seen;
	always @(posedge clk_i) begin
		event_was <= event_i | rst_i;           // high at reset is no edge
		edge_seen <= event_i & ~event_was & ~rst_i;
	end
	assign now_event_o = edge_seen;
end else begin : g_no_event
	assign now_event_o = 1'b0;
	wire _unused = &{1'b0, event_i};
end

if (EXT != 0) begin : g_ext
	reg [2:0] through;                          // the first may be between 0 and 1 for a while
	reg       edge_seen;
	always @(posedge clk_i) begin
		through   <= {through[1:0], ext_i} | {3{rst_i}};
		edge_seen <= through[1] & ~through[2] & ~rst_i;
	end
	assign now_ext_o = edge_seen;
end else begin : g_no_ext
	assign now_ext_o = 1'b0;
	wire _unused = &{1'b0, ext_i};
end
endgenerate

wire _unused = &{1'b0, pc[PC_W]};

endmodule

`default_nettype wire
