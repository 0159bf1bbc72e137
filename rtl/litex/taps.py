# SPDX-License-Identifier: ISC
"""A tap for the CPU of a SoC: its retirements, or the fetches on its instruction bus; and what the
CPU waits for (../tap/CAUSES.md)."""
import logging
import pathlib
import re

from functools import reduce
from operator import or_

from migen import ClockSignal, Instance, ResetSignal, Signal
from litex import get_data_mod
from litex.soc.cores.cpu.vexriscv.core import CPU_VARIANTS

from .netlist import verilog, width, with_outputs

# Signals inside VexRiscv's netlist, by ports of tap_vexriscv.
VEXRISCV = {"last_stage_is_firing": "lastStageIsFiring", "last_stage_pc": "lastStagePc",
            "privilege": "CsrPlugin_privilege", "in_wfi": "CsrPlugin_inWfi",
            "wfi_wake": "execute_CsrPlugin_wfiWake"}
# Of what it waits for: causes_vexriscv's ports, and the signals that make each.
VEXRISCV_CAUSES = {
    **{f"{port}_{name}": [f"{stage}_arbitration_{inner}"]
       for port, stage in (("decode", "decode"), ("execute", "execute"), ("memory", "memory"),
                           ("last", "writeBack"))
       for name, inner in (("valid", "isValid"), ("stuck", "isStuck"), ("removed", "removeIt"))
       if (port, name) != ("decode", "stuck")},
    "hazard": ["HazardSimplePlugin_src0Hazard", "HazardSimplePlugin_src1Hazard"],
    "execute_csr": ["execute_IS_CSR"], "execute_data": ["execute_MEMORY_ENABLE"],
    "memory_data": ["memory_MEMORY_ENABLE"], "flush": ["IBusCachedPlugin_externalFlush"],
    "miss": ["IBusCachedPlugin_iBusRsp_redoFetch"],
    "refill": ["IBusCachedPlugin_cache_io_cpu_prefetch_haltIt"]}
# Only with a data cache, an MMU: else 0.
VEXRISCV_OPTIONAL = {"again": ["DBusCachedPlugin_redoBranch_valid"],
                     "walk": ["MmuPlugin_dBusAccess_cmd_valid", "DBusCachedPlugin_mmuBus_busy"]}
# What tally_context must see of it.
VEXRISCV_CALLS = ["lastStageInstruction", "CsrPlugin_hadException", "CsrPlugin_interruptJump"]
# The same of causes_picorv32.
PICORV32_CAUSES = {"state": "cpu_state", "launch": "launch_next_insn", "jal": "instr_jal",
                   "branch": "latched_branch", "valid": "mem_valid", "instr": "mem_instr",
                   "is_branch": "is_beq_bne_blt_bge_bltu_bgeu", "irq": "irq_state"}


class Tap:
    """Signals (valid, pc, priv, sleep), and the instances that drive them; `causes`, lines 0 to 4
    of event_i, or None; `calls`, what tally_context sees besides (insn, handler), or None."""

    causes = calls = None

    def __init__(self, module, **inputs):
        self.signals = (Signal(name="tap_valid"), Signal(32, name="tap_pc"),
                        Signal(2, name="tap_priv"),
                        Signal(name="tap_sleep"))
        outputs = dict(zip(("o_tap_valid_o", "o_tap_pc_o", "o_tap_priv_o", "o_tap_sleep_o"),
                           self.signals))
        self.instances = [Instance(module, **inputs, **outputs)]

    def traps(self, insn, trap, reset):
        """What the CPU retires, and when it takes a trap, by a module of ../tap."""
        handler = Signal(name="tap_handler")
        self.calls = (insn, handler)
        self.instances.append(Instance(
            "tap_handler", i_clk_i=ClockSignal("sys"), i_rst_i=reset, i_trap_i=trap,
            i_tap_valid_i=self.signals[0], o_tap_handler_o=handler))

    def waits(self, cpu, module, **inputs):
        """What the CPU waits for, by a module of ../tap. A CPU in reset waits for nothing."""
        self.causes = Signal(5, name="tap_causes")
        self.instances.append(Instance(
            module, i_clk_i=ClockSignal("sys"), o_causes_o=self.causes,
            i_tap_sleep_i=self.signals[3] | cpu.reset,
            **{f"i_{port}_i": signal for port, signal in inputs.items()}))


def copy(name, text):
    """A file of the CPU, changed. LiteX's own folder is not known before it builds."""
    made = pathlib.Path("build/tally_litex").resolve() / name
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text, "latin-1")
    return str(made)


def replace(platform, source, made):
    platform.sources[platform.sources.index(source)] = type(source)((made, *source[1:]))


def new_outputs(cpu, code, module, names):
    """A signal for each new output of the CPU's module, by the name of the one inside."""
    made = {name: Signal(width(code, module, name), name=f"tally_{name}") for name in names}
    cpu.cpu_params.update({f"o_tally_{name}": signal for name, signal in made.items()})
    return made


def vexriscv(soc, calls):
    """LiteX has VexRiscv as netlists without a retire port: a copy of the variant's gets five more
    outputs, and those that tell what it waits for and who called."""
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
    causes = VEXRISCV_CAUSES | {port: there for port, names in VEXRISCV_OPTIONAL.items() if (
        there := [n for n in names if width(netlist[1], "VexRiscv", n)])}
    more = [name for names in causes.values() for name in names]
    if calls and re.search(r"\bdecode_IS_RVC\b", netlist[1]):
        raise ValueError("Tally: calls: this VexRiscv has compressed instructions, whose length "
                         "its last stage does not show; give 0, or take another variant")
    outputs = [*VEXRISCV.values(), *(VEXRISCV_CALLS if calls else [])]
    text = with_outputs(*netlist, "VexRiscv", outputs + more)
    if text is None:
        causes, more = {}, []
        text = with_outputs(*netlist, "VexRiscv", outputs)
    if text is None:
        return None
    made = copy(path.name, text)
    if own:
        replace(soc.platform, own, made)
    else:
        cpu.use_external_variant(made)
    raw = new_outputs(cpu, netlist[1], "VexRiscv", outputs + more)
    tap = Tap("tap_vexriscv", **{f"i_{port}_i": raw[name] for port, name in VEXRISCV.items()})
    if calls:
        insn, *traps = (raw[name] for name in VEXRISCV_CALLS)
        tap.traps(insn, reduce(or_, traps), ResetSignal("sys") | cpu.reset)
    if causes:
        lines = {"again": 0, "walk": 0, **{port: reduce(or_, [raw[n] for n in names])
                                           for port, names in causes.items()}}
        if "again" in causes:       # with a data cache nothing else is kept in execute, but a wfi
            lines["execute_data"] |= ~raw["CsrPlugin_inWfi"]
        tap.waits(cpu, "causes_vexriscv", rst=ResetSignal("sys") | cpu.reset, **lines)
    return tap


def rvfi(soc, calls):
    """PicoRV32 and SERV have RVFI where RISCV_FORMAL is defined: in copies of their files it is."""
    cpu, platform = soc.cpu, soc.platform
    its = pathlib.Path(get_data_mod("cpu", cpu.name).data_location).resolve()
    outputs = [*PICORV32_CAUSES.values()] if cpu.name == "picorv32" else []
    seen = None
    for source in list(platform.sources):
        path = pathlib.Path(source[0]).resolve()
        if its not in path.parents or "`ifdef RISCV_FORMAL" not in verilog(path)[1]:
            continue
        text, seen = verilog(path)
        if outputs:
            shown = with_outputs(text, seen, "picorv32", outputs)
            text, outputs = (shown, outputs) if shown else (text, [])
        text = f"`define RISCV_FORMAL\n{text}\n`undef RISCV_FORMAL\n"
        replace(platform, source, copy(path.name, text))
    if seen is None:
        return None
    raw = {"valid": Signal(), "trap": Signal(), "mode": Signal(2), "pc_rdata": Signal(32)}
    cpu.cpu_params.update({f"o_rvfi_{port}": signal for port, signal in raw.items()})
    tap = Tap("tap_rvfi", i_sleep_i=0, **{f"i_rvfi_{port}_i": signal
                                          for port, signal in raw.items()})
    if calls:
        insn = Signal(32)
        cpu.cpu_params.update(o_rvfi_insn=insn)
        if cpu.name == "picorv32":
            known, handler = Signal(32), Signal()
            cpu.cpu_params.update(o_rvfi_intr=handler)
            tap.instances.append(Instance("tap_retirq", i_insn_i=insn, o_insn_o=known))
            tap.calls = (known, handler)
        else:
            tap.traps(insn, raw["valid"] & raw["trap"], ResetSignal("sys") | cpu.reset)
    if outputs:
        inner = new_outputs(cpu, seen, "picorv32", outputs)
        lines = {port: inner[name] for port, name in PICORV32_CAUSES.items()}
        fetching = lines.pop("valid") & lines.pop("instr")
        tap.waits(cpu, "causes_picorv32", rst=ResetSignal("sys") | cpu.reset, fetching=fetching,
                  tap_valid=tap.signals[0], **{**lines, "irq": lines["irq"] != 0})
    elif cpu.name == "serv":
        tap.waits(cpu, "causes_bus", tap_valid=tap.signals[0],
                  fetching=cpu.ibus.cyc, accessing=cpu.dbus.cyc)
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
    return Tap("tap_fetch", i_fetched_i=bus.cyc & bus.stb & bus.ack & instruction, i_adr_i=address,
               i_sleep_i=0)


RETIRE = {"vexriscv": vexriscv, "picorv32": rvfi, "serv": rvfi}


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
