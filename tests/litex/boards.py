#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: venv/litex_boards.stamp
"""Targets of litex-boards with Tally, to bitstreams that meet timing: nextpnr fails where one does
not.

usage: boards.py FOLDER         prints the table
"""
import contextlib
import importlib
import os
import pathlib
import re
import sys

from litex.build.generic_platform import IOStandard, Pins, Subsignal
from litex.soc.integration.builder import Builder
from tally_litex import Tally

LINE = ("tally", 0, Subsignal("rx", Pins("PMOD1A:0")), Subsignal("tx", Pins("PMOD1A:1")),
        IOStandard("LVCMOS33"))
USED = {"icebreaker": ("ICESTORM_LC", "ICESTORM_RAM"), "ulx3s": ("TRELLIS_COMB", "DP16KD")}


def icebreaker():
    soc = target("icebreaker").BaseSoC(bios_flash_offset=0x40000, cpu_type="serv")
    soc.platform.add_extension([LINE])
    Tally(soc, bins_log2=9, mapper=1, pads=soc.platform.request("tally"))
    return soc, "iCEBreaker, UP5K", "SERV, BIOS in flash; 512 counters"


def ulx3s():
    # at the target's own 50 MHz it misses timing without Tally, too
    soc = target("radiona_ulx3s").BaseSoC(device="LFE5U-25F", sys_clk_freq=40e6,
                                          cpu_type="vexriscv", cpu_variant="lite",
                                          integrated_rom_size=0x10000,
                                          uart_name="crossover+uartbone")
    Tally(soc, system=True)
    return soc, "ULX3S, LFE5U-25F", "VexRiscv Lite, SDRAM; 4,096 counters, more in SDRAM"


def target(name):
    return importlib.import_module(f"litex_boards.targets.{name}")


def wrappers(folder):
    """LiteX calls the ECP5's tools by the names that they have when they are not YoWASP's; those of
    the iCE40 are Debian's, for YoWASP's nextpnr has no Python, by which LiteX gives it the
    clock."""
    folder.mkdir(parents=True, exist_ok=True)
    for tool in ("yosys", "nextpnr-ecp5", "ecppack"):
        script = folder / tool
        script.write_text(f'#!/bin/sh\nexec yowasp-{tool} "$@"\n')
        script.chmod(0o755)
    return str(folder)


@contextlib.contextmanager
def output_to(log):
    """What LiteX and the tools that it starts write."""
    sys.stdout.flush()
    kept = [os.dup(1), os.dup(2)]
    with open(log, "w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, old in enumerate(kept, 1):
                os.dup2(old, number)
                os.close(old)


def build(folder, make):
    """The row of the table, from nextpnr's own words."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "build.log"
    print(f"  {make.__name__}: {log} ...", file=sys.stderr, flush=True)
    os.environ["PATH"] = ":".join([wrappers(folder / "bin")] * (make is ulx3s) + PATH)
    try:
        with output_to(log):
            soc, board, what = make()
            builder = Builder(soc, output_dir=str(folder), csr_csv=str(folder / "csr.csv"))
            Tally.add_driver(builder)
            builder.build(timingstrict=True)
    except OSError as error:
        sys.exit(f"boards: {make.__name__}: {error}; see the end of {log}")
    text = log.read_text(encoding="utf-8")
    cells, rams = (re.search(rf"{name}: +(\d+)/ *(\d+)", text).groups()
                   for name in USED[make.__name__])
    passed = r"Max frequency for clock '.*': ([\d.]+) MHz \(PASS at ([\d.]+) MHz\)"
    fmax, clock = re.findall(passed, text)[-1]
    return (f"| {board} | {what} | {int(cells[0]):,} of {int(cells[1]):,} | {rams[0]} of {rams[1]} "
            f"| {float(clock):g} | {float(fmax):.1f} |")


def main(folder):
    rows = [build(pathlib.Path(folder).absolute() / make.__name__, make)
            for make in (icebreaker, ulx3s)]
    print("""\
Targets of litex-boards 2023.12 as they are, plus one `Tally(soc, ...)`, built to bitstreams.

| board | SoC | cells, all | block RAM, all | clock, MHz | Fmax, MHz |
| --- | --- | --: | --: | --: | --: |""")
    print("\n".join(rows))


PATH = [os.path.dirname(os.path.abspath(sys.executable)), os.environ["PATH"]]
if __name__ == "__main__":
    main(*sys.argv[1:])
