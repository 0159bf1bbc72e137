// SPDX-License-Identifier: ISC
// tap_pc64_props.vh - a pc of the code's 2 GiB keeps its lower 32 bits; no other pc has their bit
// 31.

wire [63:0] f_from = pc_i - {HIGH, 31'd0};
always @* begin
	CODE: assert ((tap_pc_o[31] == HIGH[0]) == (f_from < 64'h8000_0000));
	PLACE: assert (tap_pc_o[30:0] == f_from[30:0]);
	cover (tap_pc_o == 32'h8000_1234);
	cover (pc_i[31] && !tap_pc_o[31]);
end
