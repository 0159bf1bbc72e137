#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A LiteX SoC with Tally in Verilator, and LiteX's own uartbone on a TCP port.

usage: soc.py FOLDER CPU[:VARIANT] [tap=fetch] [system] [pads] [calls] [axi] [wide]
       [verilog]
"""
import pathlib
import re
import sys

from litex import get_data_mod
from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.build.io import CRG
from litex.soc.cores.cpu.rocket import Rocket
from litex.soc.cores.uart import RS232PHYModel, UARTBone
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import axi, wishbone
from tally_litex import Tally

CLOCK = 1000000
BIT = 10                                    # clocks a bit of the unit's own line


def rocket_of_its_package(platform, variant):
    """The names of the released package's files, which has one variant; LiteX knows newer ones."""
    # else it prints each retirement
    pathlib.Path("build/tally_litex").mkdir(parents=True, exist_ok=True)
    pathlib.Path("build/tally_litex/quiet.v").write_text("`define SYNTHESIS\n")
    platform.add_source("build/tally_litex/quiet.v")
    where = pathlib.Path(get_data_mod("cpu", "rocket").data_location)
    platform.add_sources(where / "generated-src", *(
        f"freechips.rocketchip.system.LitexConfig.{kind}" for kind in ("v", "behav_srams.v")))
    platform.add_sources(where / "vsrc", "plusarg_reader.v", "AsyncResetReg.v", "EICG_wrapper.v")


def serial(number):
    return ("serial", number, *(Subsignal(f"{way}_{name}", Pins(8 if name == "data" else 1))
                                for way in ("source", "sink")
                                for name in ("valid", "ready", "data")))


Rocket.add_sources = staticmethod(rocket_of_its_package)


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
                         integrated_rom_size=0x20000,
                         integrated_main_ram_size=0 if cpu == "rocket" else 0x10000)
        # the released CVA6 lacks files of an FPU that it names
        platform.sources = [s for s in platform.sources if pathlib.Path(s[0]).exists()]
        if cpu == "rocket":
            self.add_memory(self.cpu.mem_axi)
        self.uartbone_phy = RS232PHYModel(platform.request("serial", 1))
        # it forgets a command that takes more than a tenth of the clock: 2 s, for this host may be
        # busy
        self.uartbone = UARTBone(phy=self.uartbone_phy, clk_freq=20 * CLOCK, cd="sys")
        self.bus.add_master(name="uartbone", master=self.uartbone.wishbone)
        self.comb += platform.trace.eq(0)
        pads = dict(pads=platform.request("line"), baud=CLOCK // BIT) if "pads" in options else {}
        Tally(self, bins_log2=15, tap=tap, system="system" in options,
              calls=1024 if "calls" in options else 0, **pads)


    def add_memory(self, port):
        """What Rocket has at its own port; the BIOS tests 4 KiB of it."""
        region = SoCRegion(origin=self.mem_map["main_ram"], size=1 << 26, mode="rwx")
        ram = wishbone.SRAM(region.size, bus=wishbone.Interface(
            data_width=64, address_width=32, addressing="word"))
        self.submodules += ram, axi.AXI2Wishbone(port, ram.bus, base_address=region.origin)
        self.bus.add_region("main_ram", region)
        self.add_constant("MEMTEST_DATA_SIZE", 4096)
        self.add_constant("MEMTEST_ADDR_SIZE", 4096)


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
