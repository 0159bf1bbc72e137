#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A netlist of VexRiscv of one's own, in whatever layout and encoding, gets the tap's outputs;
Icarus elaborates it.

usage: netlists.py VEXRISCV.V FOLDER
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, "rtl/litex")
from netlist import verilog, with_tap

TAP = "rtl/tap/tally_vexriscv.vh"
TOP = "module top; wire a; wire [31:0] b; wire [1:0] c; wire d; VexRiscv cpu (" + ", ".join(
    f".tap_{name}_o({wire})" for name, wire in zip(("valid", "pc", "priv", "sleep"), "abcd")
    ) + "); endmodule\n"


def before_2001(text):
    """Ports declared behind the list of their names."""
    begin, end = text.index("module VexRiscv ("), text.index(");", text.index("module VexRiscv ("))
    declared = [line.strip().rstrip(",") for line in text[begin:end].splitlines()[1:]
                if line.strip()]
    names = ", ".join(re.search(r"(\w+)\s*(//.*)?$", line)[1] for line in declared)
    return text[:begin] + f"module VexRiscv({names});\n" + "".join(d + ";\n"
            for d in declared) + text[end + 2:]


LAYOUTS = {
    "as it is": lambda text: text,
    "its list in the next line": lambda text: text.replace("module VexRiscv (",
            "module\n  VexRiscv // (its ports; they\n  ("),
    "with parameters": lambda text: text.replace("module VexRiscv (",
            "module VexRiscv #(parameter A = (1 + 2), B = 0) ("),
    "ports of before 2001": before_2001,
    "another module in a comment": lambda text: "/* module VexRiscv (\n endmodule */\n" + text,
    "signals in lines of their own": lambda text: re.sub(r"wire( *\[31:0\])? "
                                                         r"+(lastStagePc|lastStageIsFiring);",
                                                         r"wire\1\n\t\2 // x\n;", text),
    "lines of DOS": lambda text: text.replace("\n", "\r\n"),
}
source, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
failed = 0
for encoding in "utf-8", "latin-1":
    for layout, change in LAYOUTS.items():
        own, made = folder / "own.v", folder / "made.v"
        own.write_bytes(change("// f\u00fcr das Ger\u00e4t \u00b5C; ) endmodule\n"
                               + source).encode(encoding))
        text = with_tap(*verilog(own), "VexRiscv", TAP, ())
        made.write_text(text + TOP, "latin-1")
        done = subprocess.run(["iverilog", "-g2005", "-o", folder / "made.vvp", "-s", "top", made],
                              capture_output=True, text=True)
        # every output is driven from inside, and not one byte of the rest has changed
        wrong = (done.returncode != 0
                 or own.read_bytes().split()[:6] != made.read_bytes().split()[:6])
        print("not ok" if wrong else "ok", encoding, layout, done.stderr[:300] if wrong else "")
        failed += wrong
none = with_tap(*verilog(own), "VexRiscv", TAP, ["TAP_CAUSES", "VEXRISCV_DATA_CACHE"])
print("ok" if none is None else "not ok", "a signal that is not there")
lacks = subprocess.run([sys.executable, "rtl/litex/netlist.py", own, "VexRiscv", TAP,
                        "TAP_CAUSES", "VEXRISCV_DATA_CACHE"], capture_output=True, text=True)
unnamed = lacks.returncode != 1 or "DBusCachedPlugin_redoBranch_valid" not in lacks.stderr
print("not ok" if unnamed else "ok", "it is named", lacks.stderr)
small = folder / "small.vh"
small.write_text("output tap_s_o;\nassign tap_s_o = s;\n")
bare = folder / "bare.v"
bare.write_text("module VexRiscv; wire s; endmodule\n")
try:
    said = with_tap(*verilog(bare), "VexRiscv", small, ())
except ValueError as error:
    said = str(error)
named = said.startswith("Tally: the ports of module VexRiscv")
print("ok" if named else "not ok", "a list of ports that is missing is named", said)
# through the modules around the core, with an import, parameters and a second instance
nest = folder / "nest.sv"
nest.write_text("package p; endpackage\nmodule core import p::*; #(parameter A = 1) (input a); "
                "wire s = a; endmodule\nmodule tile (a); input a; core #(.A((2))) one (.a(a)); "
                "core two (.a(a)); endmodule\nmodule chip (input b); tile tile (.a(b)); "
                "endmodule\n")
made.write_text(with_tap(*verilog(nest), "core", small, ())
                + "module top; wire s; chip chip (.b(1'b1), .tap_s_o(s));\n"
                  "initial begin #1; if (s === 1'b1) $display(\"seen\"); end endmodule\n")
done = subprocess.run(["iverilog", "-g2012", "-o", folder / "nest.vvp", "-s", "top", made],
                      capture_output=True, text=True)
seen = done.returncode == 0 and subprocess.run(["vvp", "-n", folder / "nest.vvp"], text=True,
                                               capture_output=True).stdout == "seen\n"
print("ok" if seen else "not ok", "the modules around the core show the tap", done.stderr[:300])
sys.exit(1 if failed or unnamed or none is not None or not (named and seen) else 0)
