#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Which core has been seen with which memory and mode, by which test: runs those tests, then prints the table.

usage: table.py            from the top folder; make cores-table writes tests/cores/TABLE.md
"""
import os
import re
import subprocess
import sys

MODES = ("private, exact", "private, sampled", "profil", "narrow", "interval", "symbol", "ring", "wrap")
HEAD = ("private, every cycle", "private, sampled", "system, 32 bits", "system, 16 bits", "interval", "symbol", "ring",
        "ring that wraps")
RULES = ((r"core\.sh (\S+) \S+ all", lambda m: (m[1], MODES[0])),
         (r"rig/fetch (\S+)", lambda m: (m[1], MODES[0])),
         (r"rig/sampling (?:--\S+ )?(\S+)", lambda m: (m[1], MODES[1])),
         (r"rig/system (\S+) \S+ (\w+)", lambda m: (m[1], m[2])))


def rows(path):
    for line in open(path):
        if line.strip() and not line.startswith("#"):
            yield line.split(None, 3)


def main():
    cells, tests = {}, []
    for name, _, _, command in rows("tests/tests.list"):
        for pattern, cell in RULES:
            match = re.search(pattern, command)
            if match:
                cells.setdefault(cell(match), []).append(name)
                tests.append(name)
    for pattern, _ in RULES:
        if not any(re.search(pattern, command) for *_, command in rows("tests/tests.list")):
            sys.exit(f"table: no test matches {pattern}")
    buses = ["buses", "litex", "fusesoc", "integrate"]
    done = subprocess.run(["make", "test", "T=" + " ".join(tests + buses)], stdout=sys.stderr)
    if done.returncode:
        sys.exit("table: a test failed")
    passed = len(tests) + len(buses)
    print(f"""# Core, memory, mode

Written by `make cores-table` after {passed} tests had passed, those that the cells name and `buses`, `litex`,
`fusesoc`, `integrate`. Memory: the unit's own (private), or counters in the SoC's RAM (system). All of it on
Wishbone. `buses` shows that the unit answers alike behind APB and AXI4-Lite, without a core.

| core | {' | '.join(HEAD)} |
|{' --- |' * (len(HEAD) + 1)}""")
    for name, *_ in rows("sim/cores.list"):
        seen = (", ".join(f"`{test}`" for test in cells.get((name, mode), [])) for mode in MODES)
        print(f"| {name} |", " | ".join(seen), "|")
    print("""
Empty cells:

- The cores whose `builds` in `sim/cores.list` is `unit` have a machine with the plain unit alone: no master, so no
  counters in RAM.
- A mode does not depend on the core: engine and mapper see the tap alone. Each mode runs on one core or two, where
  RAM answers at another pace.
- `picorv32-fetch` is right by function only.""")


if __name__ == "__main__":
    for name in [n for n in os.environ if n.startswith(("MAKE", "MFLAGS", "TALLY_INNER"))]:
        del os.environ[name]            # of the make that started this
    main()
