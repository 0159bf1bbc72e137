# SPDX-License-Identifier: ISC
"""tally_profile.py - a capture's columns as the tests use them: by address, node and cell.

Profile(columns).bins       {pc a bin begins at: count}, of settings["unit"]
    .retired, .waits        {pc: instructions}, {pc: cycles by cause, a tuple as CAUSES}
    .taken, .rounds         {pc: how often that branch was taken}; rounds of counts in turns, or 0
    .objects, .accesses     [(name, begin, end)], {(pc, object): (accesses, cycles waited)}
    .nodes                  the call tree, see Node; empty: calls were not followed
    .cells, .cell_waits     {(node, pc): (cycles, instructions)}, {(node, pc): as waits}
    .tasks, .stack, .unit   [(value, name)]; None or (bytes, pc); None or Unit
    .elf, .last, .latency   bytes or None; pcs retired last; None or Latency
"""
import os
import sys
from collections import namedtuple

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../sw/python"))
from tally_capture import CAUSES, read as columns_of  # noqa: E402 pylint: disable=C0413

SOURCES = "cycles", "instructions", "events"
REASONS = ("limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded", "imported",
           "tohost", "semihosting", "window")
# cycles and instructions are the node's own; site 0: entered by a trap, or the first of a stack
Node = namedtuple("Node", "parent site function cycles instructions calls")
Latency = namedtuple("Latency", "name times open end last")
Unit = namedtuple("Unit", "filtered idle lost pending calls ticks dropped mixed")


class Profile:
    def __init__(self, c):
        self.columns = c
        run = {name[4:]: rows[0] for name, rows in c.items() if name.startswith("run.")}
        self.core, self.imported, self.rounds = run["core"], run.get("imported"), run["rounds"]
        unit = "samples" if run["period"] > 1 else SOURCES[run["source"] & 1]
        self.settings = {**run, "source": SOURCES[run["source"]], "unit": unit}
        self.counters = {n: run[n] for n in ("ticks", "hits", "outside", "filtered", "idle", "lost",
                                             "pending")}
        self.end = {**run, "reason": REASONS[run["reason"]]}
        self.stack = (run["stack_bytes"], run["stack_pc"]) if run["stack_bytes"] else None
        self.bins = {self.bin_pc(i): n for i, n in enumerate(c["counter.count"]) if n}
        self.retired = self.by_pc(c.get("code.instructions", ()))
        self.waits = self.by_pc(causes(c, "code"))
        self.taken = dict(zip(c.get("branch.pc", ()), c.get("branch.taken", ())))
        self.objects = rows(c, "object.name", "object.begin", "object.end")
        self.accesses = dict(zip(rows(c, "access.pc", "access.object"),
                                 rows(c, "access.count", "access.waited")))
        cells = rows(c, "cell.node", "cell.pc")
        self.cells = dict(zip(cells, rows(c, "cell.cycles", "cell.instructions")))
        self.cell_waits = dict(zip(cells, causes(c, "cell")))
        self.nodes, self.folded = self.tree(), run.get("folded", 0)
        self.tasks = rows(c, "task.value", "task.name")
        self.unit = Unit(*(c["unit." + n][0] for n in Unit._fields[:-1]), {
            i for i, mixed in enumerate(c["node.mixed"]) if mixed}) if "unit.ticks" in c else None
        self.elf, self.last = c.get("elf.content"), list(c["last.pc"])
        self.latency = Latency(
            c["measured.name"][0], dict(rows(c, "latency.cycles", "latency.count")),
            c["measured.open"][0], c["measured.end"][0], list(c["longest.pc"])) \
            if "measured.name" in c else None

    def bin_pc(self, i):
        return self.settings["start"] - (-(2 * i << 16) // self.settings["scale"])

    def by_pc(self, counts):
        """What is not 0."""
        return {self.settings["start"] + 2 * i: n for i, n in enumerate(counts)
                if (any(n) if isinstance(n, tuple) else n)}

    def tree(self):
        own = [[0, 0] for _ in self.columns.get("node.parent", ())]
        for (node, _), (cycles, instructions) in self.cells.items():
            own[node][0] += cycles
            own[node][1] += instructions
        heads = rows(self.columns, "node.parent", "node.site", "node.function", "node.calls")
        return [Node(*head[:3], *mine, head[3]) for head, mine in zip(heads, own)]

    def inclusive(self):
        """Of each node: cycles with those of all below it."""
        cycles = [node.cycles for node in self.nodes]
        for i in range(len(cycles) - 1, 0, -1):
            cycles[self.nodes[i].parent] += cycles[i]
        return cycles


def rows(c, *names):
    return list(zip(*(c.get(name, ()) for name in names)))


def causes(c, table):
    return rows(c, *(f"{table}.{cause}" for cause in CAUSES))


def read(path):
    return Profile(columns_of(path))
