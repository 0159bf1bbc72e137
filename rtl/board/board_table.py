# SPDX-License-Identifier: ISC
"""The boards' tables, rtl/board/BOARDS.md: each board x its cores, and what the unit costs in speed. A row is printed from
what lies in BUILD/board, or kept from the file; one of other sources says so."""
import concurrent.futures
import os
import statistics
import textwrap
from pathlib import Path

import board_area
from board_build import MARGIN, bitstream, stored, stored_key, versions
from board_list import boards

FILE = Path("rtl/board/BOARDS.md")
AT_ONCE = int(os.environ.get("JOBS") or 2)
SEEDS = range(1, 1 + int(os.environ.get("SEEDS") or 5))
COST_OF = ("hx8k", "icebreaker", "ulx3s-25f")       # a board of each part
WITHIN = 0.02           # of the core's speed, that the unit may take


def build_all(build, jobs):
    """Each (board, core, unit[, seed]), AT_ONCE at a time; the tables are written again after each that was missing."""
    missing = [j for j in jobs if stored(build, *j) is None]
    print(f"{len(jobs) - len(missing)} of {len(jobs)} designs are there, {len(missing)} to build", flush=True)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        made = concurrent.futures.as_completed([pool.submit(bitstream, build, *j) for j in missing])
        for n, f in enumerate(made, 1):
            print(f"[{n}/{len(missing)}] {f.result().name}", flush=True)
            write(build)
    write(build)


def all_rows():
    return [(b, c, b.unit) for b in boards() for c in b.cores]


def cost_rows():
    return [(b, b.cores[0], u) for b in boards() if b.name in COST_OF for u in (b.unit, "none")]


def share(n, of):
    return f"{100 * n / of:.0f}%"


def kept(first, key, columns):
    """The row of the file that begins with first; what is not of these sources says so. None: there is none."""
    rows = [line for line in (FILE.read_text().splitlines() if FILE.exists() else [])
            if line.startswith(first) and line.count("|") == columns + 1 and "not built yet" not in line]
    if not rows:
        return None
    row, had = rows[0].rstrip("| ").removesuffix(", older").rsplit(" | ", 1)
    return f"{row} | {had}{'' if had == key else ', older'} |"


def board_line(build, board, core, unit):
    d = stored(build, board, core, unit)
    key = stored_key(build, board, core, unit)
    first = f"| {board.name} | {device(board)} | {core} | {unit} |"
    if d is None:
        return kept(first, key, 13) or f"{first} not built yet | | | | | {board.system:g} | | | |"
    (logic, logics), (ram, rams), (dsp, dsps) = (d.used(k) for k in ("logic", "RAM", "DSP"))
    area = board_area.stored(build, board, core, unit)
    of_core = f"{area[0]} of {area[1]}, {share(*area)}" if area else "not measured yet"
    return (f"{first} {logic} of {logics}, {share(logic, logics)} | {ram} of {rams} | {dsp} of {dsps} | {d.seed} | {d.fmax:.1f} | "
            f"{board.system:g} | {'**too little:** ' if d.margin < MARGIN else ''}{100 * d.margin:.0f}% | {of_core} | {key} |")


def device(board):
    return {"hx8k": "iCE40-HX8K", "up5k": "iCE40-UP5K", "12k": "LFE5U-12F", "25k": "LFE5U-25F", "85k": "LFE5U-85F",
            "um5g-85k": "LFE5UM5G-85F"}[board.part] + (f"-{board.speed}" if board.ecp5 else "")


def medians(build):
    """[(board, core, unit, Fmax with, Fmax without, logic with, logic without)] of what has all its seeds; None in place of a Fmax else."""
    rows = []
    for board in (b for b in boards() if b.name in COST_OF):
        runs = {u: [stored(build, board, board.cores[0], u, s) for s in SEEDS] for u in (board.unit, "none")}
        row = [board, board.cores[0], board.unit]
        for designs in runs.values():
            row.append(None if None in designs else sorted(d.fmax for d in designs))
        for designs in runs.values():
            row.append(next((d.used("logic")[0] for d in designs if d), None))
        rows.append(row)
    return rows


def cost_line(build, row):
    board, core, unit, with_unit, without, logic, logic_without = row
    key = f"{len(SEEDS)} seeds, " + " ".join(stored_key(build, board, core, u) for u in (unit, "none"))
    first = f"| {board.name} | {device(board)} | {core} | {unit} |"
    if with_unit is None or without is None:
        return kept(first, key, 10) or f"{first} not built yet | | | | | |"
    a, b = statistics.median(with_unit), statistics.median(without)
    spread = [f"{statistics.median(f):.1f} ({f[0]:.1f} .. {f[-1]:.1f})" for f in (with_unit, without)]
    return f"{first} {logic} | {logic_without} | {spread[0]} | {spread[1]} | {100 * (a / b - 1):+.1f}% | {key} |"


def write(build):
    rows = [board_line(build, *row) for row in all_rows()]
    tools = ", ".join(v.removesuffix(".dist-info").replace("_", "-") for v in versions(build / "venv" / "bin"))
    lines = ["# What the boards' designs come to", "",
             "Written by `make bitstreams` and `make bitstreams-cost`; do not edit. The last column is the sum of the sources that a",
             "row was built from: one that is not of those which are here now says *older* until the command has built it again.",
             "", textwrap.fill(f"Tools: {tools}.", 120, break_on_hyphens=False), "", "## Each board with its cores", "",
             f"The whole design with its unit, placed and routed for the declared clock, which is to be met with {100 * MARGIN:.0f}% to",
             "spare: the first of nextpnr's seeds 1 to 5 that does so. The last but one column: the unit by itself in cells of the",
             "core by itself, both as nextpnr packs them.", "",
             "| board | device | core | unit | logic | block RAM | DSP | seed | Fmax, MHz | clock, MHz | margin | unit, of the core | sources |",
             "| --- | --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |", *rows, "", "## What the unit costs in speed", "",
             "The machine with unit and serial link, and without both: Fmax, the median over nextpnr's seeds, in brackets the",
             "slowest and the fastest.", "",
             "| board | device | core | unit | logic with | without | Fmax with, MHz | without | difference | seeds, sources |",
             "| --- | --- | --- | --- | --: | --: | --: | --: | --: | --- |", *[cost_line(build, r) for r in medians(build)], ""]
    part = FILE.with_suffix(".part")
    part.write_text("\n".join(lines))
    part.rename(FILE)


def show(title):
    """Prints one section of the file."""
    text = FILE.read_text().split(f"## {title}\n\n")[1].split("\n## ")[0]
    print("\n".join(line for line in text.splitlines() if line.startswith("|")))


def boards_table(build, todo):
    """Builds those of all_rows() that todo has; what is too slow, in words."""
    for board, core, unit in todo:
        board_area.measure(build, board, core, unit)
    build_all(build, todo)
    show("Each board with its cores")
    designs = [stored(build, *row) for row in todo]
    return [f"{d.name}: {d.fmax:.1f} MHz for {d.board.system:g}" for d in designs if d.margin < MARGIN]


def cost_table(build, todo):
    """Builds them with all seeds; where the unit makes the machine slower, in words."""
    build_all(build, [(*row, seed) for seed in SEEDS for row in todo])
    show("What the unit costs in speed")
    named = {row[0].name for row in todo}
    return [f"{r[0].name}: {statistics.median(r[3]):.1f} MHz with the unit, {statistics.median(r[4]):.1f} without" for r in medians(build)
            if r[0].name in named and statistics.median(r[3]) < (1 - WITHIN) * statistics.median(r[4])]
