// core_any.vh - any core that keeps the handshake of rtl/tally.v. It answers one to
// CORE_WAIT cycles after the request, for one cycle. data_o then holds until the next
// request begins; while that waits, data_o shows the tap and how many cycles the request has waited.
//
// To show its user what it was asked, data_o repeats the request in the cycle of done_o:
// the data where irq_o is 1, {we, sel, addr} where it is 0. It asserts that requests are stable.

`include "core_wait.vh"
`include "tap_echo.vh"

(* anyconst *) reg        half;
(* anyseq *)   reg        answer;
reg        done, asked;
reg [8:0]  waited;
reg        we;
reg [3:0]  sel;
reg [WINDOW_LOG2:0] addr;
reg [31:0] data;

wire begins = req_i & ~done;
wire [31:0] how = {we, sel, {(26 - WINDOW_LOG2){1'b0}}, addr};

always @(posedge clk_i) begin
	done   <= begins & (answer | waited == `CORE_WAIT - 1);
	waited <= begins ? waited + 9'd1 : 9'd0;
	asked  <= begins;
	if (begins) begin
		we <= we_i; sel <= sel_i; addr <= addr_i; data <= data_i;
	end
	if (rst_i) begin
		done   <= 1'b0;
		waited <= 9'd0;
		asked  <= 1'b0;
	end
end
assign done_o = done;
assign irq_o  = half;
assign data_o = begins ? {tap_echo, waited} : half ? data : how;

always @* if (~rst_i) begin
	assert (waited < `CORE_WAIT | (waited == `CORE_WAIT & done));
	assert (asked == (waited != 9'd0));
	assert (~done | asked);
	if (asked & req_i)
		assert (we == we_i & addr == addr_i & (~we_i | (sel == sel_i & data == data_i)));
end
