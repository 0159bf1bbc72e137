#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Which of the registers that lockstep compares a synthesised netlist still has.

usage: netlist_state.py lockstep_state.list DIR NAME=VALUE...

DIR/names.json is the unit flattened but not synthesised: there one sees all names of a wire.
In DIR/netlist.json one of them is left, on the register's output; a bit whose value nothing needs, or
that synthesis replaced, has no driver. Of the others:
synthesised_state.vh  state_o of lockstep_top.v, from the netlist's wires
state_left.h          a mask of these bits for the comparison, and a note on what is missing
Fails when a bit of the law's counters is missing.
"""
import json
import re
import sys
from pathlib import Path

import lockstep_state


def driven(netlist):
    """The netlist's top module's wires, and the numbers of the nets that something drives."""
    top = next(m for m in netlist["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    nets = {"0", "1"}
    for port in top["ports"].values():
        if port["direction"] == "input":
            nets.update(port["bits"])
    for cell in top["cells"].values():
        for name, bits in cell["connections"].items():
            if cell["port_directions"][name] == "output":
                nets.update(bits)
    return {n: w["bits"] for n, w in top["netnames"].items()}, nets


def aliases(wires):
    """All (wire, index) of a net."""
    of = {}
    for name, bits in wires.items():
        for i, bit in enumerate(bits):
            of.setdefault(bit, []).append((name, i))
    return of


def where(bit, names, wires, nets):
    """The Verilog of the net that bit of the unsynthesised unit became, or None."""
    for name, i in names.get(bit, []):
        if name in wires and i < len(wires[name]) and wires[name][i] in nets:
            return f"unit.\\{name} [{i}]" if len(wires[name]) > 1 else f"unit.\\{name} "
    return None


def main():
    values = lockstep_state.parameters(sys.argv[3:])
    registers = list(lockstep_state.fields(sys.argv[1], values))
    dir = Path(sys.argv[2])
    before, _ = driven(json.loads((dir / "names.json").read_text()))
    wires, nets = driven(json.loads((dir / "netlist.json").read_text()))
    names = aliases(before)
    words = lockstep_state.pack(registers)

    for f in registers:
        name, index = lockstep_state.split(f["rtl"])
        bits = before["u_tally." + name]
        if index:
            hi, _, lo = index[1:-1].partition(":")
            hi, lo = eval(hi, {}, values), eval(lo or hi, {}, values)
            bits = bits[lo:hi + 1]
        f["nets"] = [where(b, names, wires, nets) for b in bits]
    by_name = {f["name"]: f for f in registers}
    mask = [0] * words
    kept = total = 0
    missing = []
    for f in registers:
        usable = all(None not in by_name[n]["nets"] for n in re.findall(lockstep_state.NAME, f["when"]))
        n = sum(net is not None for net in f["nets"]) if usable else 0
        total += len(f["nets"])
        kept += n
        if n < len(f["nets"]):
            missing.append(f"{f['name']} ({len(f['nets']) - n} of {len(f['nets'])})")
            if f["model"].startswith("m->law."):
                sys.exit(f"{dir}: {f['name']} of the law is not in the netlist")
        for i in range(f["bits"] if usable else 0):
            if i >= len(f["nets"]) or f["nets"][i]:     # above the register's own bits both are 0
                mask[f["word"]] |= 1 << (f["lsb"] + i)
    (dir / "synthesised_state.vh").write_text(lockstep_state.verilog(registers, words, lambda f: "{" + ", ".join(
        net or "1'b0" for net in reversed(f["nets"])) + "}"))
    note = f"{kept} of {total} register bits compared" + ("; synthesis left out of " + ", ".join(missing) if missing else "")
    (dir / "state_left.h").write_text("\n".join([
        "/* Written by sim/netlist_state.py; do not edit. */",
        f"static const uint32_t state_left[STATE_WORDS] = {{ {', '.join(hex(m) for m in mask)} }};",
        "#define STATE_MASK state_left", f'#define STATE_NOTE "{note}"']) + "\n")
    print(note)


main()
