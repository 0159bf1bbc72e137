# SPDX-License-Identifier: ISC
"""Tables of the boards' designs: each board x its cores; what the unit costs in speed. What
BUILD/board has already is not built again."""
import concurrent.futures
import os
import statistics
import sys

import board_area
from board_build import MARGIN, bitstream, stored
from board_list import boards

AT_ONCE = int(os.environ.get("JOBS") or 2)
SEEDS = range(1, 1 + int(os.environ.get("SEEDS") or 5))
COST_OF = ("hx8k", "icebreaker", "ulx3s-25f")       # a board of each part
DEVICES = {"hx8k": "iCE40-HX8K", "up5k": "iCE40-UP5K", "12k": "LFE5U-12F", "25k": "LFE5U-25F",
           "85k": "LFE5U-85F", "um5g-85k": "LFE5UM5G-85F"}
SIZES = """\
| board | device | core | unit | logic | block RAM | DSP | unit, of the core |
| --- | --- | --- | --- | --: | --: | --: | --: |"""
SPEEDS = """\
| board | core | seed | Fmax, MHz | clock, MHz | margin |
| --- | --- | --: | --: | --: | --: |"""


def build_all(build, jobs):
    """Each (board, core, unit[, seed]), AT_ONCE at a time."""
    missing = [j for j in jobs if stored(build, *j) is None]
    print(f"{len(jobs) - len(missing)} of {len(jobs)} designs are there", file=sys.stderr,
          flush=True)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        made = concurrent.futures.as_completed([pool.submit(bitstream, build, *j) for j in missing])
        for n, f in enumerate(made, 1):
            print(f"[{n}/{len(missing)}] {f.result().name}", file=sys.stderr, flush=True)


def share(n, of):
    return f"{100 * n / of:.0f}%"


def device(board):
    return DEVICES[board.part] + (f"-{board.speed}" if board.ecp5 else "")


def size_line(build, board, core, unit):
    d = stored(build, board, core, unit)
    (logic, logics), (ram, rams), (dsp, dsps) = (d.used(k) for k in ("logic", "RAM", "DSP"))
    cells, of = board_area.measure(build, board, core, unit)
    return (f"| {board.name} | {device(board)} | {core} | {unit} |"
            f" {logic} of {logics}, {share(logic, logics)} | {ram} of {rams} | {dsp} of {dsps} |"
            f" {cells} of {of}, {share(cells, of)} |")


def speed_line(build, board, core, unit):
    d = stored(build, board, core, unit)
    return (f"| {board.name} | {core} | {d.seed} | {d.fmax:.1f} | {board.system:g} |"
            f" {'**too little:** ' if d.margin < MARGIN else ''}{100 * d.margin:.0f}% |")


def table(build):
    rows = [(b, c, b.unit_of(c)) for b in boards() for c in b.cores]
    build_all(build, rows)
    print("""\
The whole design with its unit, placed and routed. The last column: the unit by itself in cells of
the core by itself, both as nextpnr packs them.
""")
    print("\n".join([SIZES, *(size_line(build, *row) for row in rows)]))
    print(f"""
The declared clock is to be met with {100 * MARGIN:.0f}% to spare: by the first of nextpnr's seeds
1 to 5 that does so.
""")
    print("\n".join([SPEEDS, *(speed_line(build, *row) for row in rows)]))


def cost_line(build, board):
    speeds, logic = [], []
    for unit in (board.unit, "none"):
        designs = [stored(build, board, board.cores[0], unit, seed) for seed in SEEDS]
        speeds.append(sorted(d.fmax for d in designs))
        logic.append(designs[0].used("logic")[0])
    medians = [statistics.median(f) for f in speeds]
    spread = [f"{m:.1f} ({f[0]:.1f} .. {f[-1]:.1f})" for m, f in zip(medians, speeds)]
    return (f"| {board.name} | {device(board)} | {board.cores[0]} | {board.unit} | {logic[0]} | "
            f"{logic[1]} |"
            f" {spread[0]} | {spread[1]} | {100 * (medians[0] / medians[1] - 1):+.1f}% |")


def cost(build):
    of = [b for b in boards() if b.name in COST_OF]
    build_all(build, [(b, b.cores[0], u, seed) for seed in SEEDS for b in of
                      for u in (b.unit, "none")])
    print(f"""\
The machine with unit and serial link, and without both: Fmax, the median of {len(SEEDS)} of
nextpnr's seeds, in brackets the slowest and the fastest.

| board | device | core | unit | logic with | without | Fmax with, MHz | without | difference |
| --- | --- | --- | --- | --: | --: | --: | --: | --: |""")
    for board in of:
        print(cost_line(build, board))
