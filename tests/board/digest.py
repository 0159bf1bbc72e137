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
    script = "; ".join(f"read_verilog -Irtl {' '.join(files)}; write_rtlil {i}.il; delete" for i, files in enumerate((FILES, SMALL)))
    subprocess.run([YOSYS, "-q", "-p", script], cwd=folder, check=True)
    return [(folder / f"{i}.il").read_text() for i in range(2)]


DIR.mkdir(parents=True, exist_ok=True)
assert left(TEXT) == LEFT, left(TEXT)
assert left(TEXT.replace("three", "3, at last")) == LEFT
assert left(TEXT.replace("wire b", "wire c")) != LEFT
assert left(TEXT.replace("no comment", "a string")) != LEFT
assert left(TEXT.replace("_off", "_on")) != LEFT
assert left(TEXT.replace("// one", "// one\n")) != LEFT

FILES, SMALL = ([f"rtl/{f}" for f in Path(f"rtl/{name}.f").read_text().split()] for name in ("tally", "tally_small"))
blanked, whole = DIR / "blanked", DIR / "whole"
saved = 0
for folder, of in ((blanked, code), (whole, Path.read_text)):
    (folder / "rtl").mkdir(parents=True, exist_ok=True)
    for file in sorted(Path("rtl").glob("*.v*")):
        text = of(file)
        saved += len(text) * (1 if folder == whole else -1)
        (folder / "rtl" / file.name).write_text(text)
assert saved > 10000, "no comment was found"
assert netlist(blanked) == netlist(whole), "the netlists differ"
print(f"{saved} characters of comments and blanks left out; the netlists are the same")
