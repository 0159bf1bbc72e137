// SPDX-License-Identifier: ISC
// tap_pc64_props.vh - a pc of the code's 2 GiB keeps its distance from where they begin, above bit
// 31; no other pc has that bit.

wire [63:0] f_from = pc_i - {HIGH, 31'd0};
always @* begin
	CODE: assert (tap_pc_o[31] == (f_from < 64'h8000_0000));
	PLACE: assert (tap_pc_o[30:0] == f_from[30:0]);
	cover (tap_pc_o == 32'h8000_1234);
	cover (pc_i[31] && !tap_pc_o[31]);
end
