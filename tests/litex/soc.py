#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A LiteX SoC with Tally in Verilator, and LiteX's own uartbone on a TCP port.

usage: soc.py FOLDER CPU[:VARIANT] [tap=fetch] [system] [pads] [calls] [axi] [wide]
       [verilog]
"""
import pathlib
import re
import sys

from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.build.io import CRG
from litex.soc.cores.uart import RS232PHYModel, UARTBone
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCCore
from tally_litex import Tally

CLOCK = 1000000
BIT = 10                                    # clocks a bit of the unit's own line


def serial(number):
    return ("serial", number, *(Subsignal(f"{way}_{name}", Pins(8 if name == "data" else 1))
                                for way in ("source", "sink")
                                for name in ("valid", "ready", "data")))


class SoC(SoCCore):
    def __init__(self, cpu, variant, tap, options):
        platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), serial(0),
                                       serial(1),
                                       ("line", 0, Subsignal("rx", Pins(1)),
                                        Subsignal("tx", Pins(1)))])
        self.crg = CRG(platform.request("sys_clk"))
        SoCCore.__init__(self, platform, clk_freq=CLOCK, cpu_type=cpu, cpu_variant=variant,
                         uart_name="sim",
                         bus_standard="axi-lite" if "axi" in options else "wishbone",
                         bus_data_width=64 if "wide" in options else 32,
                         integrated_rom_size=0x20000, integrated_main_ram_size=0x10000)
        self.uartbone_phy = RS232PHYModel(platform.request("serial", 1))
        # it forgets a command that takes more than a tenth of the clock: 2 s, for this host may be
        # busy
        self.uartbone = UARTBone(phy=self.uartbone_phy, clk_freq=20 * CLOCK, cd="sys")
        self.bus.add_master(name="uartbone", master=self.uartbone.wishbone)
        self.comb += platform.trace.eq(0)
        pads = dict(pads=platform.request("line"), baud=CLOCK // BIT) if "pads" in options else {}
        Tally(self, bins_log2=15, tap=tap, system="system" in options,
              calls=1024 if "calls" in options else 0, **pads)


def sources(gateware):
    """Verilator's arguments for what LiteX wrote into this folder: include folders and files."""
    includes = re.findall(r"-I\S+", (gateware / "variables.mak").read_text())
    return includes + re.findall(r"--cc (\S+)", (gateware / "build_sim.sh").read_text())


def main(folder, cpu, *options):
    cpu, _, variant = cpu.partition(":")
    unknown = set(options) - {"tap=fetch", "system", "pads", "calls", "axi", "wide",
                              "verilog"}
    if unknown:
        sys.exit(f"soc: unknown: {' '.join(sorted(unknown))}")
    config = SimConfig()
    config.add_clocker("sys_clk", freq_hz=CLOCK)
    config.add_module("serial2console", "serial")
    config.add_module("serial2tcp", ("serial", 1), args={"port": 20402})
    soc = SoC(cpu, variant or "standard", "fetch" if "tap=fetch" in options else None, options)
    builder = Builder(soc, output_dir=folder, csr_csv=str(pathlib.Path(folder) / "csr.csv"),
                      compile_software="verilog" not in options)
    Tally.add_driver(builder)
    builder.build(sim_config=config, interactive=False, run=False, opt_level="O3")


if __name__ == "__main__":
    main(*sys.argv[1:])
