#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Bitstreams of the boards.

usage: board.py BUILD list                          the boards: core, clock, RAM, unit
       board.py BUILD build BOARD [CORE] [UNIT]     BUILD/board/BOARD-CORE-UNIT/, with a placeholder
                                                    as firmware
       board.py BUILD image BOARD CORE UNIT ELF     the bitstream with this firmware in it, in
                                                    seconds
       board.py BUILD flash BOARD CORE UNIT ELF     ... and onto the board, by openFPGALoader
       board.py BUILD check BOARD CORE UNIT ELF BITSTREAM
                                                    is this firmware in block RAM of this bitstream?
       board.py BUILD ram BOARD ELF OUT [CORE]      only what fills its RAM: a flash image, or a hex
                                                    file
       board.py BUILD table                         builds each board x core; their timing and area
                                                    as a table
       board.py BUILD cost                          builds boards with and without the unit, five
                                                    seeds each; a table

SEEDS=n in the environment: so many instead of five; JOBS=n: so many designs at once.
"""
import sys
from pathlib import Path

import board_build
import board_elf
import board_image
import board_table
from board_list import CORES, boards, fail, units


def say_list():
    rows = [("board", "cores (first: default)", "clock", "RAM", "unit (default)", "what it is")]
    for b in boards():
        rows.append((b.name, " ".join(b.cores), f"{b.system:g} MHz",
                     f"{4 << b.ram_log2 >> 10} KiB",
                     ", ".join([b.unit, *(f"{c}: {u}" for c, u in b.units.items())]), b.title))
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
    unit = unit or board.unit_of(core)
    if unit.split()[0] not in units():
        fail(f"UNIT={unit}: no such unit; say {', '.join(units())}, or as `mul 12 data` with the "
             f"memory's logarithm and a second unit for loads and stores")
    return board, core, unit


def firmware(build, command, rest):
    if len(rest) != 4 or not rest[3]:
        fail("FW: name the firmware: make bitstream BOARD=... FW=firmware.elf")
    board, core, unit = chosen(rest[:3])
    elf = Path(rest[3])
    board_elf.words_of(elf, board, core)        # refused before minutes are spent
    design = board_build.bitstream(build, board, core, unit)
    board_build.report(design)
    image = board_image.make(design, elf)
    print("\n".join(f"wrote {f}" for f in image.files))
    if command == "flash":
        board_image.program(board, image)


def check(build, rest):
    if len(rest) != 5:
        fail("usage: board.py BUILD check BOARD CORE UNIT ELF BITSTREAM")
    board, core, unit = chosen(rest[:3])
    if board.spram:
        fail(f"{board.name}: its firmware is in the flash, not in the bitstream")
    design = board_build.stored(build, board, core, unit)
    if design is None:
        fail(f"{board.name}: this design is not built: board.py BUILD build {board.name} {core} "
             f"'{unit}'")
    print(f"{rest[4]}: {board_image.check(design, Path(rest[3]), Path(rest[4]))} words of RAM are "
          f"those of {rest[3]}")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("list", "build", "image", "flash", "check", "ram",
            "table", "cost"):
        fail("usage: " + __doc__.split("usage: ")[1].split("\n\n")[0])
    build, command, rest = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if command == "list":
        say_list()
    elif command == "build":
        board_build.report(board_build.bitstream(build, *chosen(rest)))
    elif command == "table":
        board_table.table(build)
    elif command == "cost":
        board_table.cost(build)
    elif command == "check":
        check(build, rest)
    elif command == "ram":
        if len(rest) not in (3, 4):
            fail("usage: board.py BUILD ram BOARD ELF OUT [CORE]")
        board, core, _ = chosen([rest[0], *rest[3:]])
        board_image.write_ram(board, core, Path(rest[1]), Path(rest[2]))
    else:
        firmware(build, command, rest)


if __name__ == "__main__":
    main()
