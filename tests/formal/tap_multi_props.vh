// SPDX-License-Identifier: ISC
// tap_multi_props.vh - a cycle in which something retires is one retirement of the unit, of the
// oldest.

(* anyconst *) reg [$clog2(N):0] f_port;        // any port
wire [N-1:0] f_older = valid_i & ((1 << f_port) - 1);

always @* begin
	assume (f_port < N);
	VALID: assert (tap_valid_o == (valid_i != 0));
	if (valid_i[f_port] ? f_older == 0 : valid_i == 0 && f_port == 0) begin
		PC: assert (tap_pc_o == pc_i[f_port*PC_W +: PC_W]);
		MODE: assert (tap_priv_o == priv_i[f_port*2 +: 2]);
	end
	if (N == 1)
		WIRES: assert ({tap_valid_o, tap_pc_o, tap_priv_o} == {valid_i, pc_i, priv_i});
	cover (valid_i == 6 && f_port == 1 && tap_pc_o == pc_i[PC_W +: PC_W]);
end
