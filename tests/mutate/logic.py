#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Logic for prove.py: and-inverter graphs, a netlist evaluated into one, and a solver.

A literal is twice a node's number, plus 1 when inverted; 0 is false, 1 true. Equal logic is one node, so
two versions of a netlist share everything they have in common.
"""
import json
import os
import subprocess

BUILD = os.environ.get("BUILD", "build")


class Logic:
    def __init__(self):
        self.ands = [None]          # (a, b) of each node; None: free
        self.known = {}

    def free(self):
        self.ands.append(None)
        return 2 * len(self.ands) - 2

    def both(self, a, b):
        if a > b:
            a, b = b, a
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        node = self.known.get((a, b))
        if node is None:
            node = self.known[a, b] = 2 * len(self.ands)
            self.ands.append((a, b))
        return node

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        if a == b:
            return 0
        if a == b ^ 1:
            return 1
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def choose(self, s, a, b):
        """s ? b : a"""
        if a == b:
            return a
        return self.either(self.both(s, b), self.both(s ^ 1, a))

    def all(self, literals):
        done = 1
        for a in literals:
            done = self.both(done, a)
        return done

    def any(self, literals):
        return self.all(a ^ 1 for a in literals) ^ 1


class Netlist:
    """A flat module of Yosys' JSON, mapped to simple gates except $dff and black boxes, whose outputs are free."""

    GATES = {"$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_XNOR_": "AB", "$_NOT_": "A", "$_MUX_": "SAB"}

    def __init__(self, path, top):
        module = json.loads(path.read_text())["modules"][top]
        self.names = {n: w["bits"] for n, w in module["netnames"].items()}
        self.ports = module["ports"]
        self.gate = {}                  # bit: (kind, inputs)
        self.flops = {}                 # name: (Q bits, D bits)
        self.boxes = {}                 # name: (type, {port: bits})
        for name, cell in module["cells"].items():
            wires = cell["connections"]
            if cell["type"] in self.GATES:
                self.gate[wires["Y"][0]] = (cell["type"], [wires[p][0] for p in self.GATES[cell["type"]]])
            elif cell["type"] == "$dff":
                self.flops[name] = (wires["Q"], wires["D"])
            elif cell["type"] != "$scopeinfo":
                if cell["type"].startswith("$"):
                    raise ValueError(f"cell of type {cell['type']}")
                self.boxes[name] = (cell["type"], wires)

    def evaluator(self, logic, leaves):
        """A function from a bit to its literal. leaves holds the literals of ports, flops and boxes. None:
        combinational loop."""
        values = dict(leaves)
        values.update({"0": 0, "1": 1, "x": 0, "z": 0})

        def step(bit, busy):
            """The literal, or the bit that must be evaluated first."""
            kind, inputs = self.gate[bit]
            first = values.get(inputs[0])
            if first is None:
                return None, inputs[0]
            if kind == "$_NOT_":
                return first ^ 1, None
            if kind == "$_MUX_":
                if first < 2:
                    chosen = values.get(inputs[1 + first])
                    return (None, inputs[1 + first]) if chosen is None else (chosen, None)
            elif (kind, first) in (("$_AND_", 0), ("$_OR_", 1)):
                return first, None
            rest = [values.get(i) for i in inputs[1:]]
            for i, literal in zip(inputs[1:], rest):
                if literal is None:
                    return None, i
            if kind == "$_AND_":
                return logic.both(first, rest[0]), None
            if kind == "$_OR_":
                return logic.either(first, rest[0]), None
            if kind == "$_XOR_":
                return logic.differ(first, rest[0]), None
            if kind == "$_XNOR_":
                return logic.differ(first, rest[0]) ^ 1, None
            return logic.choose(first, rest[0], rest[1]), None

        def value(bit):
            if bit in values:
                return values[bit]
            stack, busy = [bit], {bit}
            while stack:
                if stack[-1] not in self.gate:              # undriven
                    literal, need = 0, None
                else:
                    literal, need = step(stack[-1], busy)
                if need is not None:
                    if need in busy:
                        raise RecursionError
                    stack.append(need)
                    busy.add(need)
                else:
                    values[stack[-1]] = literal
                    busy.discard(stack.pop())
            return values[bit]
        return value


class Solver:
    """CaDiCaL (sat.c) over logic, queried incrementally."""

    def __init__(self, logic, seconds):
        self.logic = logic
        self.sat = subprocess.Popen([f"{BUILD}/tests/sat", str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told = {0}

    @staticmethod
    def number(literal):
        return str(-(literal // 2) if literal & 1 else literal // 2)

    def define(self, literal):
        stack, lines, number = [literal // 2], [], self.number
        while stack:
            node = stack.pop()
            if node in self.told:
                continue
            self.told.add(node)
            inputs = self.logic.ands[node]
            if inputs is not None:
                a, b = inputs
                lines.append(f"& {node} {number(a)} {number(b)}\n")
                stack += (a // 2, b // 2)
        self.sat.stdin.write("".join(lines))

    def ask(self, literals, some=()):
        """False: no model satisfies all literals and one of some (if any). Else the values of some. None: timeout."""
        if 0 in literals or (some and not any(some)):
            return False
        for a in (*literals, *some):
            self.define(a)
        free = [a for a in some if a > 1]
        groups = [[a for a in literals if a > 1], [] if 1 in some else free, free]
        self.sat.stdin.write("? " + " 0 ".join(" ".join(map(self.number, g)) for g in groups) + "\n")
        self.sat.stdin.flush()
        answer = self.sat.stdout.readline().split()
        if not answer:
            raise RuntimeError("the solver ended")
        if answer[0] != "yes":
            return False if answer[0] == "no" else None
        values = iter(answer[1:])
        return [a == 1 if a < 2 else next(values) == "1" for a in some]

    def close(self):
        self.sat.stdin.close()
        self.sat.kill()
        self.sat.wait()
