#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""What mutate_prove.py reasons with: and-inverter logic, a netlist that is evaluated into it, and a solver.

A literal is twice a node's number, plus 1 when inverted; 0 is false, 1 true. Equal logic is one node, so
that two versions of a netlist share all that is alike.
"""
import json
import re
import subprocess


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
    """A flat module of Yosys' JSON, mapped to simple gates but for $dff and black boxes, whose outputs are free."""

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
        """A function from a bit to its literal; leaves has those of ports, flops and boxes. None: it depends on itself."""
        values = dict(leaves)
        values.update({"0": 0, "1": 1, "x": 0, "z": 0})

        def step(bit, busy):
            """The literal, or the bit that is needed first."""
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
                if stack[-1] not in self.gate:              # nobody drives it
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
    """z3 over logic, asked again and again."""

    def __init__(self, logic, seconds):
        self.logic = logic
        self.z3 = subprocess.Popen(["z3", "-in", f"-t:{1000 * seconds}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told = set()
        self.tell("(set-logic QF_FD)")

    def tell(self, text):
        self.z3.stdin.write(text + "\n")

    def name(self, literal):
        if literal < 2:
            return "true" if literal else "false"
        return f"(not n{literal // 2})" if literal & 1 else f"n{literal // 2}"

    def define(self, literal):
        stack = [literal // 2]
        while stack:
            node = stack[-1]
            if node in self.told or node == 0:
                stack.pop()
                continue
            inputs = self.logic.ands[node]
            missing = [a // 2 for a in inputs or () if a > 1 and a // 2 not in self.told]
            if missing:
                stack += missing
                continue
            self.told.add(stack.pop())
            self.tell(f"(declare-const n{node} Bool)")
            if inputs is not None:
                self.tell(f"(assert (= n{node} (and {self.name(inputs[0])} {self.name(inputs[1])})))")

    def ask(self, literals, wanted=()):
        """False: not all of literals can be true; else the values of wanted. None: no answer in time."""
        for a in (*literals, *wanted):
            self.define(a)
        if 0 in literals:
            return False
        self.tell(f"(check-sat-assuming ({' '.join(self.name(a) for a in literals if a > 1)}))")
        self.z3.stdin.flush()
        answer = self.z3.stdout.readline().strip()
        if answer == "unsat":
            return False
        if answer != "sat":
            return None
        if not wanted:
            return []
        self.tell(f"(get-value ({' '.join(self.name(a) for a in wanted)}))\n(echo \"end\")")
        self.z3.stdin.flush()
        lines = iter(self.z3.stdout.readline, "end\n")
        values = re.findall(r"\b(true|false)\)", "".join(lines))
        return [v == "true" for v in values]

    def close(self):
        self.z3.stdin.close()
        self.z3.kill()
        self.z3.wait()
