#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Writes the register constants from tally.rdl.

usage: regs.py tally.rdl OUTDIR

OUTDIR gets tally_regs.vh (Verilog localparams), tally_regs.h (C and assembler) and
REGISTERS.md (the register page). Constants, with PREFIX before them: <REG> is
a byte offset; <REG>_<FIELD>_LSB, _MASK (mask in place) of what is not the whole register, _RESET of
what is the same in every unit.
"""
import sys
from pathlib import Path
from systemrdl import RDLCompiler

PREFIX = "TALLY_"
CONSTANT = "ID", "VERSION"      # registers
NOTE = "Written from rtl/regs/tally.rdl by `make regs`; do not edit."


def mask(field):
    return ((1 << field.width) - 1) << field.low


def access(field):
    if field.get_property("onwrite"):
        return "W1C"
    return {"r": "RO", "w": "WO", "rw": "RW"}[field.get_property("sw").name]


def text(node):
    return " ".join((node.get_property("desc") or "").split())


def main(source, outdir):
    compiler = RDLCompiler()
    compiler.compile_file(source)
    top = compiler.elaborate().top
    constants, md = [], []
    for reg in top.registers():
        name = PREFIX + reg.inst_name
        constants.append((name, reg.absolute_address))
        md.append(f"| 0x{reg.absolute_address:02x} | **{reg.inst_name}** | | | {text(reg)} |")
        for f in reg.fields():
            reset = f.get_property("reset") or 0
            if f.width < 32:
                constants.append((f"{name}_{f.inst_name}_LSB", f.low))
                constants.append((f"{name}_{f.inst_name}_MASK", mask(f)))
            if reg.inst_name in CONSTANT:
                constants.append((f"{name}_{f.inst_name}_RESET", reset))
            bits = str(f.high) if f.width == 1 else f"{f.high}:{f.low}"
            shown = f"0x{reset:x}" if reset else ""
            md.append(f"| {bits} | {f.inst_name} | {access(f)} | {shown} | {text(f)} |")
    out = Path(outdir)
    out.mkdir(parents=True, exist_ok=True)
    vh = "\n".join(f"localparam [31:0] {name} = 32'h{value:08x};" for name, value in constants)
    h = "\n".join(f"#define {name} 0x{value:x}" for name, value in constants)
    guard = PREFIX + "REGS_H"
    (out / "tally_regs.vh").write_text(
        f"// SPDX-License-Identifier: ISC\n// {NOTE}\n/* verilator lint_off UNUSEDPARAM */\n{vh}\n"
        "/* verilator lint_on UNUSEDPARAM */\n")
    (out / "tally_regs.h").write_text(
        f"/* SPDX-License-Identifier: ISC */\n/* {NOTE} Assembler-safe. */\n#ifndef "
        f"{guard}\n#define {guard}\n\n{h}\n\n"
        "#endif\n")
    desc = "\n".join(line.strip() for line in top.get_property("desc").splitlines())
    (out / "REGISTERS.md").write_text(
        f"# Registers of the Tally unit\n\n{NOTE}\n\n<!-- registers -->\n\n{desc}\n\n"
        "After power-up a field is 0, unless the column reset says otherwise; CAPS and WIDTHS are\n"
        "those of one build.\n\n| offset, bits | register, field | access | reset | meaning |\n"
        "| --- | --- | --- | --- | --- |\n" + "\n".join(md) + "\n\n<!-- /registers -->\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
