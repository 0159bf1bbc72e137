// SPDX-License-Identifier: ISC
// tally_queue.v - a small queue where a sample may have to wait: before the
// serial mapper, of several channels, before and in the engine.
//
// full_o is the fill at the beginning of the clock: a pop in the same clock does
// not make room. A push while full is ignored; the caller counts it as lost.

`default_nettype none

module tally_queue #(
	parameter WIDTH = 8,
	parameter DEPTH_LOG2 = 2         // 2^DEPTH_LOG2 entries; at least 1
) (
	input  wire             clk_i,
	input  wire             rst_i,
	input  wire             push_i,
	input  wire [WIDTH-1:0] data_i,
	output wire             full_o,
	output wire             spare_o,       // room for two
	input  wire             pop_i,
	output wire             empty_o,
	output wire [WIDTH-1:0] data_o
);

localparam [DEPTH_LOG2:0] MOST = (1 << DEPTH_LOG2) - 2;

reg [WIDTH-1:0]      entries [0:(1 << DEPTH_LOG2) - 1];
reg [DEPTH_LOG2:0]   head, tail;

assign empty_o = head == tail;
assign full_o  = head == {~tail[DEPTH_LOG2], tail[DEPTH_LOG2-1:0]};
wire [DEPTH_LOG2:0] fill = tail - head;
assign spare_o = fill <= MOST;
assign data_o  = entries[head[DEPTH_LOG2-1:0]];

always @(posedge clk_i) begin
	if (push_i & ~full_o) begin
		entries[tail[DEPTH_LOG2-1:0]] <= data_i;
		tail <= tail + {{DEPTH_LOG2{1'b0}}, 1'b1};
	end
	if (pop_i & ~empty_o)
		head <= head + {{DEPTH_LOG2{1'b0}}, 1'b1};
	if (rst_i) begin
		head <= {(DEPTH_LOG2 + 1){1'b0}};
		tail <= {(DEPTH_LOG2 + 1){1'b0}};
	end
end

endmodule

`default_nettype wire
