#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The datasheet's timing diagrams, of the waveform of sim/timing.v: one SVG each, by WaveDrom. A
column is a cycle; it shows what each signal is just before the edge that ends the cycle.

usage: waves.py VCD OUT
"""
import re
import sys

from yowasp_wavedrom import render

TAP, BUS, WORDS = "3", "5", "7"         # WaveDrom's colours: yellow, blue, green
MAP, UPD = "tally.u_tally.g_mul.u_mapper.", "tally.u_tally.g_mul.u_updater."
SMP, REG = "tally.u_tally.u_sampler.", "tally.u_tally.u_registers."

# {number in sim/timing.v: (name, rows)}; a row is label, signal and, of what has several bits, its
# colour, how it is written, and the signal that says when it means something.
CORE = (("tap_valid_i", "valid"), ("tap_pc_i", "pc", TAP, "x", "valid"))
SAMPLE = (("sample", SMP + "late_valid"),
          ("weight", SMP + "late_weight", TAP, "weight", SMP + "late_valid"))
MAPPED = (("slot", MAP + "map_slot_o", TAP, "d", MAP + "map_valid_o"),)
READ = (("word read", UPD + "word0", WORDS, "d", UPD + "valid0"),)
WRITE = (("write", UPD + "valid2"), ("word written", UPD + "word2", WORDS, "d", UPD + "valid2"),
         ("new count", UPD + "sum", WORDS, "d", UPD + "valid2"))
PENDING = (("PENDING", SMP + "smp_pending_o", TAP, "d"),)
ACCESS = (("wb_stb_i", "stb"), ("wb_we_i", "we"), ("wb_adr_i", "adr", BUS, "x", "stb"))
ACK = (("wb_ack_o", "ack"),)
DIAGRAMS = {
    1: ("counted", (
        ("core", *CORE), ("sampler", *PENDING, *SAMPLE), ("", *MAPPED),
        ("memory", *READ, ("old count", UPD + "word_used", WORDS, "d", UPD + "valid2"), *WRITE))),
    2: ("adjacent", (
        ("core", *CORE), ("sampler", *SAMPLE),
        ("memory", *READ, ("memory's count", UPD + "stored", WORDS, "d", UPD + "valid2"),
         ("last sum taken", UPD + "use_sum"), *WRITE))),
    3: ("bus", (
        ("Wishbone", *ACCESS, ("wb_dat_i", "wdata", BUS, "d", "write"), *ACK,
         ("wb_dat_o", "rdata", BUS, "d", "answer")),
        ("", ("PERIOD", REG + "period_o", TAP, "d"), ("bus has slot", REG + "word_grant")))),
    4: ("stop", (
        ("Wishbone", *ACCESS, ("wb_dat_i", "wdata", BUS, "x", "write"), *ACK),
        ("core", *CORE), ("sampler", ("tick", REG + "tick_valid_i"), *PENDING, *SAMPLE),
        ("memory", *WRITE),
        ("STATUS", ("RUNNING", REG + "running_o"), ("BUSY", REG + "busy"),
         ("DRAINED", REG + "drained")))),
}
WRITTEN = {"d": str, "x": "{:x}".format,
           "weight": lambda value: str((value >> 1) + (value & 1))}    # the last tick has a bit


def variables(text):
    """{identifier: names below the top module}"""
    found, scope = {}, []
    for kind, rest in re.findall(r"\$(scope|upscope|var) (.*?)\$end", text):
        words = rest.split()
        if kind == "scope":
            scope.append(words[1])
        elif kind == "upscope":
            scope.pop()
        else:
            found.setdefault(words[2], []).append(".".join([*scope[1:], words[3]]))
    return found


def cycles(path):
    """[{name: value, None if unknown}] at the end of each cycle."""
    with open(path, encoding="ascii") as f:
        head, changes = f.read().split("$enddefinitions $end")
    names, now, found = variables(head), {}, []
    for block in changes.split("\n#"):
        new = {}
        for bits, bit, name in re.findall(r"^(?:b(\S+) |([01xz]))(\S+)$", block, re.M):
            known = set(bits or bit) <= {"0", "1"}
            new.update(dict.fromkeys(names.get(name, ()), int(bits or bit, 2) if known else None))
        if new.get("clk") == 1:
            found.append(dict(now))
        now.update(new)
    return found


def wave(row, states):
    """A row as WaveDrom takes it."""
    label, signal, colour, how, when = (*row, None, None, None)[:5]
    out, data, last = "", [], None
    for state in states:
        if signal not in state:
            sys.exit(f"waves.py: {label}: sim/timing.v has no signal {signal}")
        value = state[signal] if when is None or state[when] else None
        symbol = "x" if value is None else colour or str(value)
        if symbol + str(value) == last:
            out += "."
            continue
        out, last = out + symbol, symbol + str(value)
        if colour and value is not None:
            data.append(WRITTEN[how](value))
    return {"name": "\u00a0" * 4 + label, "wave": out, "data": data}


def main():
    path, directory = sys.argv[1:]
    states = cycles(path)
    for number, (name, groups) in DIAGRAMS.items():
        shown = [state for state in states if state["diagram"] == number]
        if not shown:
            sys.exit(f"waves.py: {path} has no cycle of diagram {number}, {name}")
        signals = [{"name": "clk_i", "wave": "p" + "." * (len(shown) - 1)}]
        signals += [[group[0], *(wave(row, shown) for row in group[1:])] for group in groups]
        svg = render({"signal": signals, "head": {"tock": 0}})
        svg = re.sub(r"<style>@media\(prefers-color-scheme.*?</style>", "", svg)    # paper is light
        with open(f"{directory}/{name}.svg", "w", encoding="utf-8") as f:
            f.write(svg + "\n")


main()
