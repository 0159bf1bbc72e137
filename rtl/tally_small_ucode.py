#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Writes the microcode of the smallest unit (tally_small_segments.py) as Verilog.

usage: tally_small_ucode.py tally_regs.h OUTDIR

OUTDIR gets tally_small_rom.vh (the program), tally_small_words.vh (constants in RAM) and
tally_small_fields.vh (bit numbers, words in RAM);
small_at.h says, for sim/small_model.c, in which clocks the acts fall that can be seen from outside. The language: tally_small_asm.py.
"""
import sys
from pathlib import Path
import tally_small_asm as asm
from tally_small_segments import SEGMENTS
from tally_small_words import CONST, INITIAL, NAMED, Regs, read_slot


def seen(n, s):
    """Lines of small_at.h: acts of segment n."""
    lines = []
    for i, ins in enumerate(s.code + [dict(act=None, actb=None)]):
        what = [ins["act"]] if ins["act"] and ins["act"] not in ("SETD", "END") else []
        what += ["END"] if i and s.code[i - 1]["act"] == "END" else []      # in the clock after it
        what += ins["actb"].split("+") if ins["actb"] else []
        what += ["DONE"] if ins.get("done") else []
        what += ["WRITE"] if ins.get("wbus") else []
        what += [ins["mark"]] if "mark" in ins else []
        if what:
            lines.append(f"\t[{n}][{i}] = " + " | ".join("AT_" + w for w in what) + ",")
    return lines


def main(header, outdir):
    r = Regs(Path(header).read_text())
    out, rom, acts = Path(outdir), [], []
    for n, make in enumerate(SEGMENTS):
        s = make(r)
        length = len(s.code)
        if length > 125:
            sys.exit(f"{s.name}: {length} instructions, more than 125")
        print(f"{s.name}: {length} of 125 instructions", file=sys.stderr)
        while n < 3 and len(s.code) < 120:
            read_slot(s)
        s.pad(125)
        s.op(act="END")
        rom.append(f"// {s.name}")
        acts += seen(n, s)
        words = [f"rom[10'd{n * 128 + i}] = 32'h{w:08x};" for i, w in enumerate(s.encode()) if w]
        rom += [" ".join(words[i:i + 4]) for i in range(0, len(words), 4)]
    note = "// SPDX-License-Identifier: ISC\n// Written from rtl/tally_small_ucode.py by `make regs`; do not edit.\n"
    out.mkdir(parents=True, exist_ok=True)
    (out / "tally_small_rom.vh").write_text(note + "\n".join(rom) + "\n")
    words = [f"ram[{512 + (a & 0xFF)}] = 16'h{v:04x};" for a, v in INITIAL.items() if v]
    (out / "tally_small_words.vh").write_text(note + "\n".join(words) + "\n")
    kinds = asm.ACTS_A + asm.ACTS_B + ["DONE", "WRITE", "STATUS", "BAD", "ISCTRL"]
    head = ["enum {"] + [f"\tAT_{k} = 1 << {i}," for i, k in enumerate(kinds)] + ["};", "static const unsigned small_at[8][128] = {"]
    c_note = note.replace("// SPDX-License-Identifier: ISC", "/* SPDX-License-Identifier: ISC */").replace(
        "// Written", "/* Written").replace("edit.", "edit. */")
    (out / "small_at.h").write_text(c_note + "\n".join(head + acts) + "\n};\n")
    fields = [f"localparam U_{k} = {v};" for k, v in asm.FIELDS.items()]
    fields += [f"localparam A_{k} = {v};" for v, k in enumerate(asm.ACTS_A)]
    fields += [f"localparam B_{k} = {v};" for v, k in enumerate(asm.ACTS_B)]
    fields += [f"localparam [3:0] T_{k} = 4'd{v};" for v, k in enumerate(asm.TESTS)]
    fields += [f"localparam [10:0] W_{k} = 11'd{512 + (v & 0xFF)};" for k, v in NAMED.items()]
    fields.append(f"localparam [127:0] W_CONSTANTS = 128'h{sum(1 << (v & 0x7F) for v in CONST.values()):x};    // of words 512 and up")
    (out / "tally_small_fields.vh").write_text(
        note + "/* verilator lint_off UNUSEDPARAM */\n" + "\n".join(fields) + "\n/* verilator lint_on UNUSEDPARAM */\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
