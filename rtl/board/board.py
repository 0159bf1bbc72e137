#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Bitstreams of the boards.

usage: board.py BUILD list                          the boards: core, clock, RAM, unit
       board.py BUILD build BOARD [CORE] [UNIT]     BUILD/board/BOARD-CORE-UNIT/, with a placeholder as firmware
       board.py BUILD image BOARD CORE UNIT ELF     the bitstream with this firmware in it, in seconds
       board.py BUILD flash BOARD CORE UNIT ELF     ... and onto the board, by openFPGALoader
       board.py BUILD ram BOARD ELF OUT             only what fills its RAM: a flash image, or a hex file
       board.py BUILD table [PATTERN]               builds each board x core; the table of timing and area

One stage a function; what it makes lies in the design's folder under a hash of all that went in, so a second run does
what has changed.
"""
import fnmatch
import sys
from pathlib import Path

import board_build
import board_image
from board_list import CORES, boards, fail, units


def say_list():
    rows = [("board", "cores (first: default)", "clock", "RAM", "unit (default)", "what it is")]
    for b in boards():
        rows.append((b.name, " ".join(b.cores), f"{b.system:g} MHz", f"{4 << b.ram_log2 >> 10} KiB", b.unit, b.title))
    widths = [max(len(r[i]) for r in rows) for i in range(6)]
    for r in rows:
        print("  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip())


def chosen(arguments):
    """(board, core, unit) of BOARD [CORE] [UNIT]; empty ones are the board's defaults."""
    name, core, unit = (arguments + ["", "", ""])[:3]
    board = next((b for b in boards() if b.name == name), None)
    if board is None:
        fail(f"BOARD={name or '?'}: no such board; `make boards` lists them")
    core = core or board.cores[0]
    if core not in CORES:
        fail(f"CORE={core}: no such core; the cores are {' '.join(CORES)}")
    if core not in board.cores:
        fail(f"CORE={core} does not fit {board.title}; it carries {' '.join(board.cores)}")
    unit = unit or board.unit
    if unit.split()[0] not in units():
        fail(f"UNIT={unit}: no such unit; say {', '.join(units())}, or as `mul 12` with the bins' logarithm")
    return board, core, unit


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("list", "build", "image", "flash", "ram", "table"):
        fail("usage: " + __doc__.split("usage: ")[1].split("\n\n")[0])
    build, command, rest = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if command == "list":
        say_list()
    elif command == "build":
        board_build.report(board_build.bitstream(build, *chosen(rest)))
    elif command == "table":
        todo = [(b, c, u) for b in boards() for c in b.cores for u in (b.unit, "none")
                if fnmatch.fnmatchcase(b.name, rest[0] if rest and rest[0] else "*")]
        if not todo:
            fail(f"BOARD={rest[0]}: no such board; `make boards` lists them")
        board_build.table(build, todo)
    elif command == "ram":
        if len(rest) != 3:
            fail("usage: board.py BUILD ram BOARD ELF OUT")
        board_image.write_ram(chosen(rest[:1])[0], Path(rest[1]), Path(rest[2]))
    else:
        if len(rest) < 4 or not rest[3]:
            fail("FW: name the firmware: make bitstream BOARD=... FW=firmware.elf")
        board, core, unit = chosen(rest[:3])
        image = board_image.make(board_build.bitstream(build, board, core, unit), Path(rest[3]))
        print("\n".join(f"wrote {f}" for f in image.files))
        if command == "flash":
            board_image.program(board, image)


if __name__ == "__main__":
    main()
