# SPDX-License-Identifier: ISC
"""A tap for the CPU of a SoC: its retirements, or the fetches on its instruction bus."""
import logging
import pathlib
import re

from migen import Instance, Signal
from litex import get_data_mod
from litex.soc.cores.cpu.vexriscv.core import CPU_VARIANTS

# Signals inside VexRiscv's netlist: port of tap_vexriscv, width, name.
VEXRISCV = (("last_stage_is_firing", 1, "lastStageIsFiring"), ("last_stage_pc", 32, "lastStagePc"),
            ("privilege", 2, "CsrPlugin_privilege"), ("in_wfi", 1, "CsrPlugin_inWfi"),
            ("wfi_wake", 1, "execute_CsrPlugin_wfiWake"))


class Tap:
    """Signals (valid, pc, priv, sleep), and the instance that drives them."""

    def __init__(self, module, **inputs):
        self.signals = (Signal(name="tap_valid"), Signal(32, name="tap_pc"), Signal(2, name="tap_priv"),
                        Signal(name="tap_sleep"))
        outputs = dict(zip(("o_tap_valid_o", "o_tap_pc_o", "o_tap_priv_o", "o_tap_sleep_o"), self.signals))
        self.instance = Instance(module, **inputs, **outputs)


def copy(name, text):
    """A file of the CPU, changed. LiteX's own folder is not known before it builds."""
    made = pathlib.Path("build/tally_litex").resolve() / name
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text)
    return str(made)


def replace(platform, source, made):
    platform.sources[platform.sources.index(source)] = type(source)((made, *source[1:]))


def vexriscv(soc):
    """LiteX has VexRiscv as netlists without a retire port: a copy of the variant's gets five more outputs."""
    cpu, own = soc.cpu, None
    path = pathlib.Path(get_data_mod("cpu", "vexriscv").data_location) / (CPU_VARIANTS[cpu.variant] + ".v")
    if cpu.external_variant:
        own = next(source for source in soc.platform.sources
                   if re.search(r"^module VexRiscv\b", pathlib.Path(source[0]).read_text(), re.M))
        path = pathlib.Path(own[0])
    text = path.read_text()
    begin = text.index("module VexRiscv (\n")
    end = text.index("endmodule", begin)
    body = text[begin:end]
    if not all(re.search(rf"\b(wire|reg)\b[^;\n]*\b{inner}\b", body) for _, _, inner in VEXRISCV):
        return None
    ports = "".join(f"  output [{width - 1}:0] tally_{port},\n" for port, width, _ in VEXRISCV)
    assigns = "".join(f"  assign tally_{port} = {inner};\n" for port, _, inner in VEXRISCV)
    head = "module VexRiscv (\n"
    made = copy(path.name, text[:begin] + head + ports + body[len(head):] + assigns + text[end:])
    if own:
        replace(soc.platform, own, made)
    else:
        cpu.use_external_variant(made)
    raw = {port: Signal(width, name=f"tally_{port}") for port, width, _ in VEXRISCV}
    cpu.cpu_params.update({f"o_tally_{port}": signal for port, signal in raw.items()})
    return Tap("tap_vexriscv", **{f"i_{port}_i": signal for port, signal in raw.items()})


def rvfi(soc):
    """PicoRV32 and SERV have RVFI where RISCV_FORMAL is defined: in copies of their files it is."""
    cpu, platform = soc.cpu, soc.platform
    its = pathlib.Path(get_data_mod("cpu", cpu.name).data_location).resolve()
    seen = False
    for source in list(platform.sources):
        path = pathlib.Path(source[0]).resolve()
        if its not in path.parents or "`ifdef RISCV_FORMAL" not in path.read_text():
            continue
        text = f"`define RISCV_FORMAL\n{path.read_text()}\n`undef RISCV_FORMAL\n"
        replace(platform, source, copy(path.name, text))
        seen = True
    if not seen:
        return None
    raw = {"valid": Signal(), "trap": Signal(), "mode": Signal(2), "pc_rdata": Signal(32)}
    cpu.cpu_params.update({f"o_rvfi_{port}": signal for port, signal in raw.items()})
    return Tap("tap_rvfi", i_sleep_i=0, **{f"i_rvfi_{port}_i": signal for port, signal in raw.items()})


def fetch(soc):
    """The CPU's instruction bus: with a cache between, single instructions of a line are not told apart."""
    cpu = soc.cpu
    bus = getattr(cpu, "ibus", None) or getattr(cpu, "idbus", None)
    instruction = 1
    if not hasattr(cpu, "dbus"):                # loads and stores on the same bus
        instruction = getattr(cpu, "cpu_params", {}).get("o_mem_instr")
    if instruction is None or not hasattr(bus, "ack") or bus.data_width != 32:
        return None
    address = Signal(32)
    soc.comb += address.eq(bus.adr if bus.addressing == "byte" else bus.adr << 2)
    return Tap("tap_fetch", i_fetched_i=bus.cyc & bus.stb & bus.ack & instruction, i_adr_i=address, i_sleep_i=0)


RETIRE = {"vexriscv": vexriscv, "picorv32": rvfi, "serv": rvfi}


def tap_of(soc, kind):
    """kind: "retire", "fetch", or None for the best there is."""
    if kind not in (None, "retire", "fetch"):
        raise ValueError(f'Tally: tap {kind!r}: give "retire", "fetch" or None')
    name = getattr(soc.cpu, "name", None)
    tap = None
    if kind != "fetch" and name in RETIRE:
        tap = RETIRE[name](soc)
    found = "retirements" if tap else "fetches"
    if tap is None and kind != "retire":
        tap = fetch(soc)
    if tap is None:
        raise ValueError(f"Tally: {name} shows no retire port that this package knows; tap=\"fetch\" counts by function"
                         if kind == "retire" else f"Tally: {name} shows no instruction bus that this package knows")
    logging.getLogger("SoC").info("Tally: counts %s of %s", found, name)
    return tap
