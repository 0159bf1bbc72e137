// SPDX-License-Identifier: ISC
// watch_test.v - tap_watch holds what was last stored at its address, through random accesses that
// are near it, reads, not acknowledged, or cut short by a reset.
module watch_test;
localparam [31:0] WATCH = 32'h8000_4810;

reg         clk = 0, rst = 1, stb = 0, we = 0, ack = 0;
reg  [31:0] adr = 0, dat = 0, last = 0;
wire [31:0] tag;
integer     n, stores = 0;

tap_watch tap (.clk_i(clk), .rst_i(rst), .stb_i(stb), .we_i(we), .ack_i(ack), .adr_i(adr),
	.dat_i(dat), .watch_i(WATCH), .tag_o(tag));

initial begin
	for (n = 0; n < 20000; n = n + 1) begin
		{stb, we, ack} = $random;
		rst = n == 0 || $random % 500 == 0;
		dat = $random;
		adr = WATCH;
		if ($random % 2)			// one address bit off
			adr = adr ^ 32'd4 << $unsigned($random) % 30;
		#1 clk = 1;
		#1 clk = 0;
		if (rst)
			last = 0;
		else if (stb && we && ack && adr == WATCH) begin
			last = dat;
			stores = stores + 1;
		end
		if (tag !== last) begin
			$display("FAIL: cycle %0d: tag %h, last stored %h", n, tag, last);
			$finish_and_return(1);
		end
	end
	$display("%0d stores in %0d cycles", stores, n);
	$finish_and_return(stores < 1000);
end
endmodule
