# SPDX-License-Identifier: ISC
"""A tap for the CPU of a SoC: its retirements, or the fetches on its instruction bus; and what the
CPU waits for (../tap/CAUSES.md)."""
import hashlib
import logging
import pathlib
import re

from migen import ClockSignal, Instance, Mux, ResetSignal, Signal
from litex import get_data_mod
from litex.soc.cores.cpu.vexriscv.core import CPU_VARIANTS

from .netlist import around, verilog, with_tap
from .sources import RTL


class Tap:
    """Signals (valid, pc, priv, sleep), and the instances that drive them; `causes`, lines 0 to 4
    of event_i, or None; `calls`, what tally_context sees besides (insn, handler), or None."""

    def __init__(self, causes=False, calls=False):
        self.signals = (Signal(name="tap_valid"), Signal(32, name="tap_pc"),
                        Signal(2, name="tap_priv"), Signal(name="tap_sleep"))
        self.causes = Signal(5, name="tap_causes") if causes else None
        self.calls = (Signal(32, name="tap_insn"), Signal(name="tap_handler")) if calls else None
        self.instances = []

    def outputs(self):
        """The signals as an instance's, by the names of the ports."""
        made = dict(zip(("valid", "pc", "priv", "sleep"), self.signals))
        if self.causes is not None:
            made["causes"] = self.causes
        if self.calls:
            made["insn"], made["handler"] = self.calls
        return {f"o_tap_{name}_o": signal for name, signal in made.items()}


def copy(name, text):
    """A file of the CPU, changed. LiteX's own folder is not known before it builds; SoCs that are
    built in one folder may have copies that differ."""
    key = hashlib.sha256(text.encode("latin-1")).hexdigest()[:8]
    made = pathlib.Path("build/tally_litex").resolve() / f"{key}-{name}"
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text, "latin-1")
    return str(made)


def replace(platform, source, made):
    platform.sources[platform.sources.index(source)] = type(source)((made, *source[1:]))


def with_inside(cpu, source, module, calls, *defines):
    """(the core's text with the tap, its Tap), of ../tap/tally_NAME.vh; with what it waits for if
    it has the signals for that; None: it lacks others."""
    for causes in (["TAP_CAUSES"], []):
        text = with_tap(*source, module, RTL / "tap" / f"tally_{cpu.name}.vh",
                        [*defines, *causes, *(["TAP_CALLS"] if calls else [])])
        if text is not None:
            return text, Tap(causes, calls)
    return None, None


def vexriscv(soc, calls):
    """LiteX has VexRiscv as netlists without a retire port: a copy gets the tap."""
    cpu, own = soc.cpu, None
    path = pathlib.Path(get_data_mod("cpu", "vexriscv").data_location) / (CPU_VARIANTS[cpu.variant]
            + ".v")
    if cpu.external_variant:
        own = next((source for source in soc.platform.sources if pathlib.Path(source[0]).is_file()
                    and re.search(r"\bmodule\s+VexRiscv\b", verilog(source[0])[1])), None)
        if own is None:
            raise ValueError("Tally: no source of the platform has the module VexRiscv; add it "
                             "before Tally")
        path = pathlib.Path(own[0])
    netlist = verilog(path)
    if calls and re.search(r"\bdecode_IS_RVC\b", netlist[1]):
        raise ValueError("Tally: calls: this VexRiscv has compressed instructions, whose length "
                         "its last stage does not show; give 0, or take another variant")
    text, tap = with_inside(cpu, netlist, "VexRiscv", calls, *(
        define for define, signal in (
            ("VEXRISCV_DATA_CACHE", "DBusCachedPlugin_redoBranch_valid"),
            ("VEXRISCV_SUPERVISOR", "MmuPlugin_dBusAccess_cmd_valid")) if signal in netlist[1]))
    if text is None:
        return None
    made = copy(path.name, text)
    if own:
        replace(soc.platform, own, made)
    else:
        cpu.use_external_variant(made)
    cpu.cpu_params.update(tap.outputs())
    return tap


def rvfi_sources(cpu, platform):
    """[(source, path)] of those of its files that have RVFI where RISCV_FORMAL is defined."""
    its = pathlib.Path(get_data_mod("cpu", cpu.name).data_location).resolve()
    paths = [(source, pathlib.Path(source[0]).resolve()) for source in platform.sources]
    return [(source, path) for source, path in paths
            if its in path.parents and "`ifdef RISCV_FORMAL" in verilog(path)[1]]


def put_rvfi(platform, source, path, text):
    replace(platform, source, copy(path.name,
                                   f"`define RISCV_FORMAL\n{text}\n`undef RISCV_FORMAL\n"))


def picorv32(soc, calls):
    """In a copy RISCV_FORMAL is defined, and the tap is inside."""
    tap = None
    for source, path in rvfi_sources(soc.cpu, soc.platform):
        text, tap = with_inside(soc.cpu, verilog(path), "picorv32", calls)
        if tap:
            put_rvfi(soc.platform, source, path, text)
            soc.cpu.cpu_params.update(tap.outputs())
    return tap


def serv(soc, calls):
    """In copies of its files RISCV_FORMAL is defined; the tap is beside it."""
    cpu, sources = soc.cpu, rvfi_sources(soc.cpu, soc.platform)
    if not sources:
        return None
    for source, path in sources:
        put_rvfi(soc.platform, source, path, verilog(path)[0])
    raw = {"valid": Signal(), "trap": Signal(), "mode": Signal(2), "pc_rdata": Signal(32)}
    cpu.cpu_params.update({f"o_rvfi_{port}": signal for port, signal in raw.items()})
    tap = Tap()
    tap.instances.append(Instance("tap_rvfi", i_sleep_i=0, **tap.outputs(), **{
        f"i_rvfi_{port}_i": signal for port, signal in raw.items()}))
    valid, _, _, sleep = tap.signals
    if calls:
        tap.calls = insn, handler = Signal(32), Signal()
        cpu.cpu_params.update(o_rvfi_insn=insn)
        tap.instances.append(Instance(
            "tap_handler", i_clk_i=ClockSignal("sys"), i_rst_i=ResetSignal("sys") | cpu.reset,
            i_trap_i=raw["valid"] & raw["trap"], i_tap_valid_i=valid, o_tap_handler_o=handler))
    tap.causes = Signal(5, name="tap_causes")       # a CPU in reset waits for nothing
    tap.instances.append(Instance(
        "causes_bus", i_clk_i=ClockSignal("sys"), i_fetching_i=cpu.ibus.cyc,
        i_accessing_i=cpu.dbus.cyc, i_tap_valid_i=valid, i_tap_sleep_i=sleep | cpu.reset,
        o_causes_o=tap.causes))
    return tap


# The module that has the tap. Rocket's and CVA6's pcs are of 64 bits.
INSIDE = {"rocket": "Rocket", "cva6": "cva6", "cv32e40p": "cv32e40p_core"}


def sources_of(platform, module):
    """The sources of a module and of those around it, the innermost first."""
    code = {source: verilog(source[0])[1] for source in platform.sources
            if pathlib.Path(source[0]).is_file()}
    found = []
    while module:
        found += [source for source, text in code.items() if source not in found
                  and re.search(rf"\bmodule\s+{module}\b", text)][:1]
        module = next(filter(None, (around(text, module)[0] for text in code.values())), None)
    return found


def inside(soc, calls):
    """One copy of the core and of the modules around it, which pass on what the tap shows. Its pc
    is 0, where no code is, for an address that 32 bits do not hold."""
    cpu, platform = soc.cpu, soc.platform
    sources = sources_of(platform, INSIDE[cpu.name])
    if calls and cpu.name != "rocket":
        raise ValueError(f"Tally: calls: the tap of {cpu.name} does not show them; give 0")
    text, tap = sources and with_inside(cpu, verilog(*(s[0] for s in sources)), INSIDE[cpu.name],
                                        calls) or (None, None)
    if text is None:
        return None
    tap.causes = None
    cpu.cpu_params.update(tap.outputs())
    valid, pc, _, sleep = tap.signals
    if cpu.name != "cv32e40p":
        cpu.cpu_params["o_tap_pc_o"] = wide = Signal(64)
        soc.comb += pc.eq(Mux(wide[32:] == 0, wide[:32], 0))
    made = copy(pathlib.Path(sources[-1][0]).name, text)
    if cpu.name == "rocket":
        made = copy(pathlib.Path(made).name, with_tap(
            *verilog(made), "ICache", RTL / "tap/tally_rocket_ICache.vh", ["TAP_CAUSES"]))
        tap.causes, waits, refill = Signal(5, name="tap_causes"), Signal(22), Signal()
        cpu.cpu_params.update(o_tap_waits_o=waits, o_tap_refill_o=refill)
        tap.instances.append(Instance(
            "causes_rocket", i_clk_i=ClockSignal("sys"), i_rst_i=ResetSignal("sys") | cpu.reset,
            i_waits_i=waits, i_refill_i=refill, i_tap_valid_i=valid,
            i_tap_sleep_i=sleep | cpu.reset, o_causes_o=tap.causes))
    replace(platform, sources.pop(), made)
    for source in sources:
        platform.sources.remove(source)
    return tap


def fetch(soc):
    """The CPU's instruction bus: with a cache between, single instructions of a line are not told
    apart."""
    cpu = soc.cpu
    bus = getattr(cpu, "ibus", None) or getattr(cpu, "idbus", None)
    instruction = 1
    if not hasattr(cpu, "dbus"):                # loads and stores on the same bus
        instruction = getattr(cpu, "cpu_params", {}).get("o_mem_instr")
    if instruction is None or not hasattr(bus, "ack") or bus.data_width != 32:
        return None
    address = Signal(32)
    soc.comb += address.eq(bus.adr if bus.addressing == "byte" else bus.adr << 2)
    tap = Tap()
    tap.instances.append(Instance(
        "tap_fetch", i_fetched_i=bus.cyc & bus.stb & bus.ack & instruction, i_adr_i=address,
        i_sleep_i=0, **tap.outputs()))
    return tap


RETIRE = {"vexriscv": vexriscv, "picorv32": picorv32, "serv": serv, **dict.fromkeys(INSIDE, inside)}


def tap_of(soc, kind, calls=False):
    """kind: "retire", "fetch", or None for the best there is. calls: it must see who called."""
    if kind not in (None, "retire", "fetch"):
        raise ValueError(f'Tally: tap {kind!r}: give "retire", "fetch" or None')
    name = getattr(soc.cpu, "name", None)
    tap = None
    if kind != "fetch" and name in RETIRE:
        tap = RETIRE[name](soc, calls)
    found = "retirements" if tap else "fetches"
    if tap is None and calls:
        raise ValueError('Tally: calls needs tap="retire"' if kind == "fetch" and name in RETIRE
                         else f"Tally: calls: {name} shows no instructions that retire; give 0")
    if tap is None and kind != "retire":
        tap = fetch(soc)
    if tap is None:
        raise ValueError(f"Tally: {name} shows no retire port that this package knows; "
                         f"tap=\"fetch\" counts by function"
                         if kind == "retire"
                         else f"Tally: {name} shows no instruction bus that this package knows")
    logging.getLogger("SoC").info("Tally: counts %s of %s%s", found, name,
                                  ", and what it waits for" if tap.causes is not None else "")
    return tap
