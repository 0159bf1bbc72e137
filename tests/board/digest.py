# SPDX-License-Identifier: ISC
"""digest.py YOSYS DIR - the digest of a board design's sources ignores their comments and covers everything else.

Yosys makes the same netlist of the unit, including names and source locations, from the sources and from what
board_build.code leaves of them."""
import subprocess
import sys
from pathlib import Path

sys.path.append("rtl/board")
from board_build import code

YOSYS, DIR = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
TEXT = '''module m; // one
wire a = 1'b0; /* two */ wire b;
initial $display("// no comment %s /* none */", "\\"//");	// three
// synopsys translate_off
/* four
   five */ endmodule
'''
LEFT = '''module m;
wire a = 1'b0;           wire b;
initial $display("// no comment %s /* none */", "\\"//");
// synopsys translate_off

           endmodule
'''


def left(text):
    (DIR / "text.v").write_text(text)
    return code(DIR / "text.v")


def netlist(folder):
    script = f"read_verilog -Irtl/unit -Irtl/regs {' '.join(FILES)}; write_rtlil unit.il"
    subprocess.run([YOSYS, "-q", "-p", script], cwd=folder, check=True)
    return (folder / "unit.il").read_text()


DIR.mkdir(parents=True, exist_ok=True)
assert left(TEXT) == LEFT, left(TEXT)
assert left(TEXT.replace("three", "3, at last")) == LEFT
assert left(TEXT.replace("wire b", "wire c")) != LEFT
assert left(TEXT.replace("no comment", "a string")) != LEFT
assert left(TEXT.replace("_off", "_on")) != LEFT
assert left(TEXT.replace("// one", "// one\n")) != LEFT

FILES = [f"rtl/unit/{f}" for f in Path("rtl/unit/unit.f").read_text().split()]
blanked, whole = DIR / "blanked", DIR / "whole"
saved = 0
for folder, of in ((blanked, code), (whole, Path.read_text)):
    for file in [*FILES, "rtl/unit/tally_params.vh", "rtl/unit/tally_params_inst.vh", "rtl/regs/tally_regs.vh"]:
        text = of(Path(file))
        saved += len(text) * (1 if folder == whole else -1)
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
assert saved > 10000, "no comment was found"
assert netlist(blanked) == netlist(whole), "the netlists differ"
print(f"{saved} characters of comments and blanks left out; the netlists are the same")
