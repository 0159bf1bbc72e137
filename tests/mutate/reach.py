#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Proves the lines of mutate.reach for a unit: true after reset, and after any cycle if all were true before it."""
import itertools
import sys
from pathlib import Path

from logic import Solver

LIST = Path(__file__).with_name("mutate.reach")


def lines():
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            yield [c.strip() for c in line.split("|")]


def candidates(unit, parameters):
    """(the line and where, [(bits, value)] of each unreachable combination of values)."""
    registers = {}
    for name, bits in unit.names.items():
        scope, _, short = name.rpartition(".")
        registers.setdefault(scope, {})[short] = bits
    for instance, names, text in lines():
        for scope, has in registers.items():
            if scope.rpartition(".")[2] == instance and all(n in has for n in names.split()):
                bits = [has[n] for n in names.split()]
                never = []
                for values in itertools.product(*(range(1 << len(b)) for b in bits)):
                    if not eval(text, {**parameters, "width": len(bits[0])}, dict(zip(names.split(), values))):
                        never.append(list(zip(bits, values)))
                yield f"{scope}: {text}", never


def reached(unit, parameters):
    """Literals that are true in every state the unit reaches. Reports the lines that are not proven."""
    logic = unit.logic
    rst = unit.net.ports["rst_i"]["bits"][0]
    value = unit.net.evaluator(logic, {**unit.leaves, rst: 1})
    start = {q: value(d) for qs, ds in unit.net.flops.values() for q, d in zip(qs, ds)}

    def holds(never, literals):
        return logic.any(logic.all(unit.met(bits, v, literals) for bits, v in one) for one in never) ^ 1
    before, after, solver = {}, {}, Solver(logic, 300)
    for name, never in candidates(unit, parameters):
        if solver.ask([holds(never, start) ^ 1]) is False:
            before[name], after[name] = holds(never, unit.leaves), holds(never, unit.after)
        else:
            print(f"reach: not after a reset: {name}", file=sys.stderr)
    while before:
        broken = list(before)
        values = solver.ask([unit.leaves[rst] ^ 1, *before.values()], [after[f] ^ 1 for f in broken])
        if values is None:
            sys.exit("reach: the solver takes too long")
        if values is False:
            break
        for f, wrong in zip(broken, values):
            if wrong:
                print(f"reach: not proven: {f}", file=sys.stderr)
                del before[f]
    solver.close()
    return list(before.values())
