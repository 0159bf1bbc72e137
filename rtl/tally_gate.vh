// SPDX-License-Identifier: ISC
// tally_gate.vh - GATE(x): x in a simulator, 1 in a netlist.
//
// It stands around what is of no effect while x is 0: a simulator is spared the work, hardware a gate a bit.
// The proofs read the netlist's form, lockstep the simulator's, lockstep of the netlist (sim/netlist.sh) the other one again.

`ifndef TALLY_GATE
`define TALLY_GATE
`ifdef YOSYS
`define GATE(x) 1'b1
`elsif SYNTHESIS
`define GATE(x) 1'b1
`else
`define GATE(x) (x)
`endif
`endif
