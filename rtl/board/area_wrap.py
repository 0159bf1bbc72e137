# SPDX-License-Identifier: ISC
"""The wrapper in which area.py places a design: every input comes from a
register of one long shift register, every output goes into a register of
another one, so that four pins suffice and only the design's own paths count.

The design's netlist goes in as it was packed alone; only the wrapper's own
cells are synthesised here.
"""
import json


def write(dir, top, synth):
    """From dir/bare.json: dir/wrap.v, dir/wrap.ys; the latter makes dir/wrapped.json."""
    netlist = json.loads((dir / "bare.json").read_text())
    name = next(m for m, v in netlist["modules"].items() if int(v["attributes"].get("top", "0"), 2))
    ports = {p: (v["direction"], len(v["bits"]))
             for p, v in netlist["modules"][name]["ports"].items()}
    clock = next(p for p in ("clk_i", "clk") if p in ports)
    inputs = {p: n for p, (dir, n) in ports.items() if dir == "input" and p != clock}
    outputs = {p: n for p, (dir, n) in ports.items() if dir == "output"}
    n_in, n_out = sum(inputs.values()), sum(outputs.values())
    connect, stub, i, o = [f".{clock}(clk)"], [f"input {clock}"], 0, 0
    for p, n in inputs.items():
        connect.append(f".{p}(drive[{i + n - 1}:{i}])")
        stub.append(f"input [{n - 1}:0] {p}")
        i += n
    for p, n in outputs.items():
        connect.append(f".{p}(seen[{o + n - 1}:{o}])")
        stub.append(f"output [{n - 1}:0] {p}")
        o += n
    (dir / "stub.v").write_text(f"(* blackbox *) module {top}({', '.join(stub)});\nendmodule\n")
    (dir / "wrap.v").write_text(f"""module wrap(input clk, input si, input load, output so);
reg [{n_in - 1}:0] drive;
reg [{n_out - 1}:0] caught;
wire [{n_out - 1}:0] seen;
assign so = caught[{n_out - 1}];
always @(posedge clk) begin
	drive <= {{drive[{n_in - 2}:0], si}};
	caught <= load ? seen : {{caught[{n_out - 2}:0], 1'b0}};
end
{top} unit({', '.join(connect)});
endmodule
""")
    cells = ("+/ice40/cells_sim.v" if synth == "synth_ice40"
             else "+/ecp5/cells_sim.v +/ecp5/cells_bb.v")
    (dir / "wrap.ys").write_text(f"""read_verilog {dir}/stub.v {dir}/wrap.v
{synth} -top wrap
delete {top}
design -stash wrap
read_json {dir}/bare.json
rename {name} {top}
design -stash bare
read_verilog -lib {cells}
blackbox =A:whitebox
design -copy-from wrap -as wrap wrap
design -copy-from bare -as {top} {top}
setattr -mod -unset top {top}
setattr -mod -unset blackbox {top}
hierarchy -top wrap
flatten
opt_clean
delete t:$scopeinfo
setattr -unset src */*
setattr -mod -unset src *
write_json {dir}/wrapped.json
""")
