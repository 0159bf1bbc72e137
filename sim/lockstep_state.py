#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Writes what lockstep compares in one build, from lockstep_state.list.

usage: lockstep_state.py lockstep_state.list OUTDIR NAME=VALUE...

The parameters choose the lines and how often those of a channel are repeated.
lockstep_state.vh  state_o of lockstep_top.v: all registers packed into words
lockstep_state.h   the same words from the model, and the names for the report
words              how many words
NETLIST=1 among the parameters: of a netlist full of mutants.
For a flattened netlist, whose wires Yosys makes ports of the unit:
expose.ys          the commands that do that
netlist_wires.vh   wires for these ports, netlist_ports.vh their connection
netlist_state.vh   as lockstep_state.vh, from the wires
"""
import re
import sys
from pathlib import Path

HEAD = "Written by sim/lockstep_state.py; do not edit."
NAME = r"\b[a-z]\w*"
CHANNEL = "g_channel[%d].u_channel."


def parameters(words):
    """{name: value} of NAME=VALUE..., and what follows from them (rtl/CONTRACT.md)."""
    p = {n: int(v, 0) for n, v in (w.split("=") for w in words)}
    p["ENGINE"] = p["SYSTEM"] | p["INTERVAL"]
    p.setdefault("NETLIST", 0)
    p["QUEUED"] = int(p["MAPPER"] == 1 or p["CHANNELS"] > 1 or p["ENGINE"])
    return p


def lines(path, p):
    """(of each channel?, the field) of the list, less what the parameters exclude; \\| is a | of C."""
    each = False
    for line in Path(path).read_text().splitlines():
        if line.startswith("=="):
            each = line.strip("= ") == "each channel"
        elif line.strip() and not line.startswith("#"):
            name, bits, rtl, model, when, only = (c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line))
            if not only or eval(only, {}, p):
                yield each, {"name": name, "bits": int(bits), "rtl": rtl, "model": model, "when": when, "channel": None}


def fields(path, p):
    """All registers of the build."""
    rows = list(lines(path, p))
    repeated = {f["name"] for each, f in rows if each}
    yield from (f for each, f in rows if not each)
    for c in range(p["CHANNELS"]):
        for each, f in rows:
            if each:
                when = re.sub(NAME, lambda m: f"c{c}_{m[0]}" if m[0] in repeated else m[0], f["when"])
                yield dict(f, name=f"c{c}_{f['name']}", rtl=CHANNEL % c + f["rtl"] if f["rtl"][0] != "/" else
                           f["rtl"][1:].replace("%", str(c)), when=when, channel=c)


def pack(registers):
    """Gives each its word and lsb, first fit; returns the number of words."""
    used = []
    for f in sorted(registers, key=lambda f: -f["bits"]):
        word = next((i for i, n in enumerate(used) if n + f["bits"] <= 32), len(used))
        if word == len(used):
            used.append(0)
        f["word"], f["lsb"] = word, used[word]
        used[word] += f["bits"]
    return len(used)


def split(rtl):
    """Hierarchical name and the index behind it."""
    return re.match(r"(.*?)(\[[^][]*\])?$", rtl).groups("")


def verilog(registers, words, source):
    """source: what stands for a register, by its field."""
    by_name = {f["name"]: f for f in registers}
    lines = [f"// {HEAD}"]
    for f in registers:
        value = source(f)
        if f["when"]:
            # not ~: a netlist's wire is wider than what drives it
            cond = re.sub(NAME, lambda m: source(by_name[m[0]]), f["when"]).replace("~", "!")
            value = f"({cond}) ? {value} : {f['bits']}'d0"
        lines.append(f"assign state_o[{f['word'] * 32 + f['lsb']} +: {f['bits']}] = {value};")
    used = sum(f["bits"] for f in registers)
    for word in range(words):
        n = sum(f["bits"] for f in registers if f["word"] == word)
        if n < 32:
            lines.append(f"assign state_o[{word * 32 + n} +: {32 - n}] = {32 - n}'d0;")
            used += 32 - n
    assert used == words * 32
    return "\n".join(lines) + "\n"


def c_header(registers, words):
    out = [f"/* {HEAD} */", "#ifndef LOCKSTEP_STATE_H", "#define LOCKSTEP_STATE_H", "",
           f"#define STATE_WORDS {words}", "",
           "static const struct state_field state_fields[] = {"]
    out += [f'\t{{ "{f["name"]}", {f["word"]}, {f["lsb"]}, {f["bits"]} }},' for f in registers]
    out += ["\t{ 0 },", "};", "", "static void state_pack(const struct model *m, uint32_t *w)", "{",
            "\tconst struct model_channel *c = m->ch;", ""]
    channel = None
    for f in registers:
        if f["channel"] != channel:
            channel = f["channel"]
            out.append(f"\tc = &m->ch[{channel}];")
        when = f"{f['when'].replace('~', '!')} ? " if f["when"] else ""
        out.append(f"\tconst uint32_t {f['name']} = {when}{f['model']}{' : 0' if when else ''};")
    for word in range(words):
        parts = [f["name"] + (f" << {f['lsb']}" if f["lsb"] else "") for f in registers if f["word"] == word]
        out.append(f"\tw[{word}] = {' | '.join(parts)};")
    return "\n".join(out + ["}", "", "#endif"]) + "\n"


def netlist(registers):
    """Gives each register the port that its wire becomes; returns {wire: port}."""
    ports = {}
    for f in registers:
        wire, index = split(f["rtl"])
        ports[wire] = "x_" + re.sub(r"\W", "_", wire)
        f["port"] = ports[wire] + index
    return ports


def main():
    registers = list(fields(sys.argv[1], parameters(sys.argv[3:])))
    out = Path(sys.argv[2])
    words = pack(registers)
    out.mkdir(parents=True, exist_ok=True)
    (out / "lockstep_state.vh").write_text(verilog(registers, words, lambda f: "unit.u_tally." + f["rtl"]))
    ports = netlist(registers)
    (out / "netlist_state.vh").write_text(verilog(registers, words, lambda f: f["port"]))
    # 352 bits hold any of them; a narrower port drives the low ones.
    (out / "netlist_wires.vh").write_text("".join(f"wire [351:0] {p};\n" for p in ports.values()))
    (out / "netlist_ports.vh").write_text("".join(f"\t.{p}({p}),\n" for p in ports.values()))
    (out / "expose.ys").write_text("cd tally_wb\n" + "".join(f"rename u_tally.{w} {p}\n" for w, p in ports.items())
                                   + "cd\nexpose tally_wb/w:x_*\n")
    (out / "lockstep_state.h").write_text(c_header(registers, words))
    (out / "words").write_text(f"{words}\n")


if __name__ == "__main__":
    main()
