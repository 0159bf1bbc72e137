# SPDX-License-Identifier: ISC
"""Tally in a LiteX SoC: `Tally(soc)` after the SoC's CPU is there, before it is built. See README.md."""
import types

from migen import ClockSignal, Instance, ResetSignal, Signal
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone

from .sources import HERE, RTL, in_list
from .taps import tap_of

__all__ = ["Tally"]


class Tally(LiteXModule):
    """One unit that watches soc.cpu, as soc.tally: tap, bus slave, interrupt, and constants for the software.

    bins_log2  the memory: 2^bins_log2 words, 16 of them outcomes; 5 .. 20
    mapper     0 multiplier, 1 serial, 2 powers of two (the smallest that keeps up)
    tap        "retire": each instruction as it retires; "fetch": the instruction bus alone; None: the best there is
    pads       rx and tx of a line of its own, with the bridge whose answers carry a CRC; at `baud`
    system     True: counters in the SoC's memory too, by a master of its own on the SoC's bus
    ecp5       True: multipliers and block RAM of the ECP5 by name, which are faster
    """

    def __init__(self, soc, bins_log2=12, mapper=0, tap=None, pads=None, baud=1000000, system=False, ecp5=False):
        if pads is not None and system:
            raise ValueError("Tally: pads and system: a unit with a line of its own keeps its counters in its own "
                             "memory; leave one of them out")
        if system and mapper:
            raise ValueError(f"Tally: system needs mapper 0, not {mapper}")
        soc.add_module(name="tally", module=self)
        self.ev = types.SimpleNamespace(irq=Signal())       # what LiteX looks for; the unit has its own registers
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="byte")
        soc.bus.add_slave("tally", bus, SoCRegion(size=8 << bins_log2, cached=False))
        soc.add_constant("TALLY_BINS", (1 << bins_log2) - 16)
        if soc.irq.enabled:
            soc.irq.add("tally", use_loc_if_exists=True)
        self.tap = tap_of(soc, tap)
        self.specials += self.tap.instance
        ports = dict(
            i_clk_i=ClockSignal("sys"), i_rst_i=ResetSignal("sys"),
            i_wb_we_i=bus.we, i_wb_sel_i=bus.sel, i_wb_adr_i=bus.adr[:bins_log2 + 3], i_wb_dat_i=bus.dat_w,
            o_wb_dat_o=bus.dat_r, o_wb_ack_o=bus.ack, o_irq_o=self.ev.irq,
            p_MAPPER=mapper, p_BINS_LOG2=bins_log2, p_ECP5=int(ecp5))
        for name, signal in zip(("valid", "pc", "priv", "sleep"), self.tap.signals):
            ports[f"i_tap_{name}_i"] = signal
        if pads is None:
            top = "tally_channels"
            files = in_list("unit/unit.f", "engine/engine.f", "bus/tally_simple.f") + ["bus/tally_channels.v"]
            ports.update(i_run_i=~soc.cpu.reset, i_tap_tag_i=0, i_event_i=0, i_wb_cyc_i=bus.cyc, i_wb_stb_i=bus.stb,
                         i_sys_stolen_i=0, **self.master_ports(soc, system))
        else:
            top, files = "tally_live", in_list("link/tally_live.f")
            ports.update(i_wb_stb_i=bus.cyc & bus.stb, i_rx_i=pads.rx, o_tx_o=pads.tx,
                         p_UNIT_BASE=soc.bus.regions["tally"].origin, p_BIT=round(soc.sys_clk_freq / baud))
        self.specials += Instance(top, **ports)
        for file in files:
            soc.platform.add_source(str(RTL / file))
        for folder in ("unit", "engine", "regs"):
            soc.platform.add_verilog_include_path(str(RTL / folder))

    def master_ports(self, soc, system):
        if not system:
            return dict(i_sys_dat_i=0, i_sys_ack_i=0, i_sys_err_i=0)
        self.master = m = wishbone.Interface(data_width=32, address_width=32, addressing="byte")
        soc.bus.add_master("tally", master=m)
        return dict(p_SYSTEM=1, p_INTERVAL=1, p_SYMBOL=1, p_RING=1, o_sys_cyc_o=m.cyc, o_sys_stb_o=m.stb,
                    o_sys_we_o=m.we, o_sys_sel_o=m.sel, o_sys_adr_o=m.adr, o_sys_dat_o=m.dat_w,
                    i_sys_dat_i=m.dat_r, i_sys_ack_i=m.ack,
                    i_sys_err_i=m.err)

    @staticmethod
    def add_driver(builder):
        """The C driver as libtally.a; a program finds "driver/tally.h" with -I$(LIBTALLY_DIRECTORY)/.. ."""
        builder.add_software_package("libtally", str(HERE / "libtally"))
        builder.add_software_library("libtally")
