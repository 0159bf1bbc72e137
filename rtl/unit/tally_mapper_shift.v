// SPDX-License-Identifier: ISC
// tally_mapper_shift.v - slot by a shift, a sample each cycle; SCALE is a power of two.
//
// By one and by the distance that the registers keep of SCALE: in steps of four, then the rest. What is shifted is
// BINS_LOG2 + 3 bits wide; the bits above need only be seen not to be 0.

`default_nettype none

module tally_mapper_shift #(
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PC_W      = 32
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,
	input  wire                 far_i,
	input  wire                 e_valid_i,
	input  wire [2:0]           e_code_i,
	input  wire [WEIGHT_W+1:0]    e_weight_i,
	input  wire [PC_W-1:0]      offset_i,
	input  wire [4:0]           scale_i,
	input  wire [BINS_LOG2:0]   size_i,
	output wire                 busy_o,
	output reg                  m_valid_o,
	output wire                 m_inside_o,
	output wire [BINS_LOG2-1:0] m_slot_o,
	output reg  [2:0]           m_code_o,
	output reg  [WEIGHT_W+1:0]    m_weight_o
);

localparam CUT = BINS_LOG2 + 3;            // bits between the two steps
localparam TOP = PC_W > CUT + 20 ? PC_W : CUT + 20;

reg  [PC_W:0]      t_delta;
wire [TOP:1]       padded = {{(TOP-PC_W+1){1'b0}}, t_delta[PC_W-1:1]};
reg  [CUT-1:0]     coarse;
reg                beyond, m_outside;
wire [CUT-1:0]     fine = coarse >> scale_i[1:0];
reg  [BINS_LOG2-1:0] m_slot;
integer i;

always @* begin
	coarse = padded[1 +: CUT];
	for (i = 1; i < 5; i = i + 1)
		if (scale_i[4:2] == i[2:0]) coarse = padded[4*i+1 +: CUT];
	beyond = |padded[TOP:CUT+17];
	for (i = 0; i < 4; i = i + 1)
		if ({29'd0, scale_i[4:2]} <= i && |padded[CUT+1+4*i +: 4]) beyond = 1'b1;
end

always @(posedge clk_i) begin
	t_delta    <= {1'b0, pc_i} - {1'b0, offset_i};
	m_slot     <= fine[BINS_LOG2-1:0];
	m_outside  <= t_delta[PC_W] | far_i | beyond | |fine[CUT-1:BINS_LOG2] | e_code_i[2] | e_code_i[1];
	m_valid_o  <= e_valid_i;
	if (rst_i) m_valid_o <= 1'b0;
	m_code_o   <= e_code_i;
	m_weight_o <= e_weight_i;
end

assign busy_o     = m_valid_o;
assign m_slot_o   = m_slot;
assign m_inside_o = ~m_outside & {1'b0, m_slot} < size_i & ~&m_slot[BINS_LOG2-1:4];
wire   unused     = t_delta[0];

endmodule

`default_nettype wire
