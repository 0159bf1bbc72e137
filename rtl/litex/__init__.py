# SPDX-License-Identifier: ISC
"""Tally in a LiteX SoC: `Tally(soc)` after the SoC's CPU is there, before it is built. See
README.md."""
import types

from migen import C, Cat, ClockSignal, Instance, ResetSignal, Signal
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone

from .sources import HERE, RTL, in_list
from .taps import tap_of

__all__ = ["Tally"]


def number(value):
    """A parameter as LiteX does not print it: a sized constant would give its width to what is
    computed from it."""
    return Instance.PreformattedParam(value)


class Tally(LiteXModule):
    """One unit that watches soc.cpu, as soc.tally: tap, bus slave, interrupt, and constants for the
    software.

    bins_log2  the memory: 2^bins_log2 counters, 16 of them categories; 5 .. 20, with pads from 8 on
    mapper     0 multiplier, 1 powers of two (the smallest)
    tap        "retire": each instruction as it retires; "fetch": the instruction bus alone; None:
               the best there is
    pads       rx and tx of a line of its own, with the bridge whose answers carry a CRC; at `baud`,
               clock / 65,535 .. clock / 4
    events     up to three signals of one bit, lines 5 to 7 of source EVENT; lines 0 to 4 are what
               the CPU waits for, where that is known
    calls      a second unit, behind the first, that counts who called: its nodes, 64 .. 8192, a
               power of two
    system     True: counters in the SoC's memory too, by a master of its own on the SoC's bus
    """

    def __init__(self, soc, bins_log2=12, mapper=0, tap=None, pads=None, baud=1000000,
                 events=(), calls=0, system=False):
        if pads is not None and system:
            raise ValueError("Tally: pads and system: a unit with a line of its own keeps its "
                             "counters in its own "
                             "memory; leave one of them out")
        if calls and (system or calls not in (1 << n for n in range(6, 14))):
            raise ValueError(f"Tally: calls {calls}: give a power of two from 64 to 8192"
                             + (", or leave out system" if system else ""))
        if mapper not in (0, 1) or system and mapper:
            raise ValueError(f"Tally: mapper {mapper}: give 0"
                             + ("; system needs it" if system else " or 1"))
        if len(events) > 3 or any(len(signal) != 1 for signal in events):
            raise ValueError("Tally: events: give at most three signals of one bit")
        least = 8 if pads is not None else 5
        if not least <= bins_log2 <= 20:
            raise ValueError(f"Tally: bins_log2 {bins_log2}: give {least} .. 20")
        bit = round(soc.sys_clk_freq / baud)
        if pads is not None and not 4 <= bit <= 65535:
            raise ValueError(f"Tally: baud {baud}: the clock of {soc.sys_clk_freq:g} Hz is {bit} "
                             f"times that; "
                             "give 4 .. 65535")
        if hasattr(soc, "tally"):
            raise ValueError("Tally: this SoC has one")
        self.tap = tap_of(soc, tap, calls != 0)
        soc.add_module(name="tally", module=self)
        # what LiteX looks for; the unit has its own registers
        self.ev = types.SimpleNamespace(irq=Signal())
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        # not "tally": its TALLY_BASE and TALLY_SIZE are registers of the driver
        nodes = calls.bit_length() - 1
        words = max(bins_log2 + 1, nodes + 3) + 1 if calls else bins_log2 + 1
        self.add_slave(soc, SoCRegion(size=4 << words, cached=False))
        soc.add_constant("TALLY_BINS", (1 << bins_log2) - 16)
        if soc.irq.enabled:
            soc.irq.add("tally", use_loc_if_exists=True)
        self.specials += self.tap.instances
        lines = Signal(8)
        if self.tap.causes is not None:
            self.comb += lines[:5].eq(self.tap.causes)
        if events:
            self.comb += lines[5:].eq(Cat(*events))
        valid, pc, priv, sleep = self.tap.signals
        insn, handler = self.tap.calls if calls else (0, 0)
        self.specials += Instance(
            "tally_soc", i_clk_i=ClockSignal("sys"), i_rst_i=ResetSignal("sys"),
            i_run_i=~soc.cpu.reset, i_tap_valid_i=valid, i_tap_pc_i=pc, i_tap_priv_i=priv,
            i_tap_sleep_i=sleep, i_tap_data_i=0, i_tap_data_adr_i=0,
            i_tap_insn_i=insn, i_tap_handler_i=handler, i_event_i=lines,
            i_wb_stb_i=bus.cyc & bus.stb, i_wb_we_i=bus.we, i_wb_sel_i=bus.sel,
            i_wb_adr_i=Cat(C(0, 2), bus.adr[:words]), i_wb_dat_i=bus.dat_w,
            o_wb_dat_o=bus.dat_r, o_wb_ack_o=bus.ack, o_irq_o=self.ev.irq,
            i_rx_i=1 if pads is None else pads.rx, o_tx_o=Signal() if pads is None else pads.tx,
            p_MAPPER=number(mapper), p_BINS_LOG2=number(bins_log2), p_ADR_W=number(words + 2),
            p_EVENT=number(5 + len(events) if events or self.tap.causes is not None else 0),
            p_SECOND=number(2 if calls else 0), p_NODES=number(nodes if calls else 11),
            p_XLEN=number(64 if soc.cpu.name == "rocket" else 32),
            p_BIT=number(0 if pads is None else bit), **self.master_ports(soc, system))
        for file in in_list("tally.f"):
            soc.platform.add_source(str(RTL / file))
        for folder in ("unit", "regs", "context"):
            soc.platform.add_verilog_include_path(str(RTL / folder))

    def add_slave(self, soc, region):
        """LiteX chooses its place, and places the CSRs later, by itself."""
        csr, regions = soc.mem_map["csr"], soc.bus.regions
        if "csr" not in regions:
            regions["tally_csr"] = SoCRegion(origin=csr, size=4 << soc.csr.address_width)
        soc.bus.add_slave("tally_unit", self.bus, region)
        regions.pop("tally_csr", None)

    def master_ports(self, soc, system):
        m = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        address = Signal(32)
        if system:
            soc.bus.add_master("tally", master=m)
            self.comb += m.adr.eq(address[2:])
        return dict(p_SYSTEM=number(2 if system else 0), o_sys_cyc_o=m.cyc, o_sys_stb_o=m.stb,
                    o_sys_we_o=m.we,
                    o_sys_sel_o=m.sel, o_sys_adr_o=address, o_sys_dat_o=m.dat_w,
                    i_sys_dat_i=m.dat_r, i_sys_ack_i=m.ack, i_sys_err_i=m.err,
                    i_sys_stolen_i=0)

    @staticmethod
    def add_driver(builder):
        """The C driver as libtally.a; a program finds "driver/tally.h" with
        -I$(LIBTALLY_DIRECTORY)/.. ."""
        builder.add_software_package("libtally", str(HERE / "libtally"))
        builder.add_software_library("libtally")
