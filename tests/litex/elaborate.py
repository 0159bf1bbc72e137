#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tests/litex/installed
"""Tally in LiteX SoCs of many kinds: each is elaborated, and Verilator finds nothing wrong with the
result.

usage: elaborate.py FOLDER
"""
import pathlib
import re
import subprocess
import sys

from soc import sources

HERE = pathlib.Path(__file__).resolve().parent
CPUS = ("vexriscv:minimal", "vexriscv:standard", "vexriscv:imac", "vexriscv:full",
        "vexriscv:linux", "vexriscv:secure",
        "picorv32", "picorv32:minimal", "serv",
        "rocket:small", "cva6:standard32", "cv32e40p")
OPTIONS = ("", "system", "pads", "tap=fetch", "axi system", "axi pads", "wide", "wide system",
           "wide pads",
           "axi wide system", "calls", "calls pads", "axi wide calls")
# What the CPUs and LiteX's own Verilog are full of.
QUIET = ("WIDTH", "UNOPTFLAT", "CASEINCOMPLETE", "CASEX", "LITENDIAN", "INITIALDLY",
         "TIMESCALEMOD", "MULTIDRIVEN",
         "COMBDLY", "CASEOVERLAP", "SYMRSVDWORD", "BLKANDNBLK", "LATCH",
         "MODDUP", "WIDTHCONCAT", "SELRANGE", "UNSIGNED", "CMPCONST")


def lint(folder):
    """Verilator's complaints about the files that LiteX would compile. Inputs that may not be
    missing end with _i here; the CPUs have others, and CV32E40P and CVA6 leave some
    open."""
    done = subprocess.run(["verilator", "--lint-only", "--top-module", "sim",
                           *[f"-Wno-{w}" for w in QUIET],
                           *sources(folder / "gateware")], cwd=folder / "gateware",
                           capture_output=True, text=True)
    return [line for line in done.stderr.splitlines()
            if line.startswith("%") and "Exiting due to" not in line
            and not (line.startswith("%Warning-PINMISSING")
                     and not re.search(r"'(?!apu_|user)\w+_i'$", line))]


def main(folder):
    folder = pathlib.Path(folder).resolve()
    kinds = [(cpu, "") for cpu in CPUS] + [("vexriscv:lite", o) for o in OPTIONS]
    kinds += [(cpu, option) for cpu in ("picorv32", "serv") for option in ("tap=fetch", "calls")]
    kinds += [("rocket:small", "calls wide"), ("cv32e40p", "tap=fetch")]
    failed = 0
    for number, (cpu, options) in enumerate(kinds):
        here = folder / str(number)
        done = subprocess.run([sys.executable, HERE / "soc.py", here, cpu, "verilog",
                               *options.split()],
                              capture_output=True, text=True)
        said = done.stdout + done.stderr
        wrong = said.splitlines()[-20:] if done.returncode else lint(here)
        if f"Tally: counts {'fetches' if 'tap=' in options else 'retirements'}" not in said:
            wrong.append("another tap")
        print("not ok" if wrong else "ok", cpu, options, *["\n   " + line for line in wrong],
              flush=True)
        failed += bool(wrong)
    done = subprocess.run([sys.executable, HERE / "soc.py", folder / "imac", "vexriscv:imac",
                           "verilog", "calls"], capture_output=True, text=True)
    if "compressed instructions" not in done.stderr:
        print("not ok vexriscv:imac calls:", done.stderr[-500:])
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
