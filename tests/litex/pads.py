#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/litex/installed
"""The BIOS of a LiteX SoC, profiled over the unit's own line (pads=), bit by bit in sim/harness.

usage: pads.py FOLDER CPU[:VARIANT] [OPTION...]     options of soc.py

Environment: TALLY.
"""
import os
import pathlib
import sys

import bios
from soc import BIT, sources

TOP = bios.HERE.parents[1]


def build(folder, cpu, options):
    gateware = folder / "gateware"
    bios.step("LiteX: Verilog, BIOS", folder / "build.log", sys.executable, bios.HERE / "soc.py",
              folder, cpu, "pads",
              *options)
    bios.step("C compiler: the line", folder / "cc.log", "cc", "-O2", "-c",
              TOP / "sim/harness/pty.c", "-o",
              folder / "pty.o")
    bios.step("Verilator", folder / "verilator.log", "verilator", "--binary", "-O3", "--timescale",
              "1ns/1ps",
              "-Wno-fatal", "-DSOC=pads_soc", f"-GBIT={BIT}", *sources(gateware),
              bios.HERE / "pads_soc.v",
              TOP / "sim/harness/harness.sv", folder / "pty.o", "--top-module", "harness",
              "--Mdir", folder / "model",
              cwd=gateware)
    (folder / "built").touch()


def main(folder, cpu, *options):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "built").exists():
        build(folder, cpu, options)
    with open(folder / "console", "wb") as console:
        bios.start(folder / "model/Vharness", cwd=folder / "gateware", stdout=console)
    bios.until("the simulation", lambda: b"\n" in (folder / "console").read_bytes())
    line = (folder / "console").read_text().split()[0]
    os.chdir(folder)
    program = "software/bios/bios.elf"
    print(bios.tally("top", "--once", line, program), flush=True)
    bios.tally("record", line, "--seconds", "20", "-o", "pads.tally", program)
    bios.check(folder / "pads.tally")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    finally:
        for process in bios.running:
            process.kill()
