#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Writes the register constants from tally_regs.rdl.

usage: regs.py tally_regs.rdl OUTDIR

OUTDIR gets tally_regs.vh (Verilog localparams), tally_regs.h (C and assembler)
and REGISTERS.md (the register page). Constants: TALLY_<REG> is a byte offset
(of channel 0 for a channel's register; channel c adds c * TALLY_CH_STRIDE),
TALLY_<REG>_<FIELD>_LSB / _MASK (mask in place) / _RESET.
"""
import sys
from pathlib import Path
from systemrdl import RDLCompiler
from systemrdl.node import RegNode, RegfileNode

NOTE = "Written from rtl/tally_regs.rdl by `make regs`; do not edit."


def registers(node, prefix=""):
    """(name, node) of every register, arrays by their first element."""
    for child in node.children(unroll=False):
        if child.is_array:
            child = child.parent.get_child_by_name(child.inst_name)
            child.current_idx = [0]
        if isinstance(child, RegNode):
            yield prefix + child.inst_name, child
        elif isinstance(child, RegfileNode):
            inner = {"CH": "", "COUNTS": "", "SNAP": "SNAP_"}[child.inst_name]
            yield from registers(child, prefix + inner)


def mask(field):
    return ((1 << field.width) - 1) << field.low


def access(field):
    if field.get_property("onwrite"):
        return "W1C"
    return {"r": "RO", "w": "WO", "rw": "RW"}[field.get_property("sw").name]


def main(source, outdir):
    compiler = RDLCompiler()
    compiler.compile_file(source)
    top = compiler.elaborate().top
    regs = list(registers(top))
    ch = top.get_child_by_name("CH")
    stride, channels = ch.array_stride, ch.array_dimensions[0]
    vh, h, md = [], [], []

    def const(name, value):
        vh.append(f"localparam [31:0] {name} = 32'h{value:08x};")
        h.append(f"#define {name} 0x{value:x}")

    ch.current_idx = [0]
    const("TALLY_CH_FIRST", ch.absolute_address)
    const("TALLY_CH_STRIDE", stride)
    const("TALLY_CH_COUNT", channels)
    for name, reg in regs:
        const(f"TALLY_{name}", reg.absolute_address)
        where = f"0x{reg.absolute_address:03x}"
        if reg.absolute_address >= 0x100:
            where += f" + 0x{stride:x} c"
        md.append(f"\n### {name} ({where})\n")
        desc = reg.get_property("desc")
        if desc:
            md.append(desc + "\n")
        md.append("| bits | field | access | reset | meaning |\n| --- | --- | --- | --- | --- |")
        for f in reg.fields():
            const(f"TALLY_{name}_{f.inst_name}_LSB", f.low)
            const(f"TALLY_{name}_{f.inst_name}_MASK", mask(f))
            reset = f.get_property("reset") or 0
            const(f"TALLY_{name}_{f.inst_name}_RESET", reset)
            bits = str(f.high) if f.width == 1 else f"{f.high}:{f.low}"
            md.append(f"| {bits} | {f.inst_name} | {access(f)} | 0x{reset:x} | {f.get_property('desc')} |")
    out = Path(outdir)
    out.mkdir(parents=True, exist_ok=True)
    (out / "tally_regs.vh").write_text(
        f"// SPDX-License-Identifier: ISC\n// {NOTE}\n/* verilator lint_off UNUSEDPARAM */\n" + "\n".join(vh)
        + "\n/* verilator lint_on UNUSEDPARAM */\n")
    (out / "tally_regs.h").write_text(
        f"/* SPDX-License-Identifier: ISC */\n/* {NOTE} Assembler-safe. */\n#ifndef TALLY_REGS_H\n#define TALLY_REGS_H\n\n"
        + "\n".join(h) + "\n\n#endif\n")
    (out / "REGISTERS.md").write_text(
        f"# Registers of the Tally unit\n\n{NOTE}\n\n{top.get_property('desc')}\nChannel c's registers are "
        f"0x{stride:x} * c higher.\nThe reset values of CAPS, WIDTHS, BIN_BYTES and WINDOW are those of the default build.\n"
        + "\n".join(md) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
