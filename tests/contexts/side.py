#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""rv-profile and Tally side by side, judged by the true inclusive cycles of each function (inclusive.c).

usage: side.py write    measures all rows and writes COMPARE.md
       side.py check    Tally has no error, and COMPARE.md states the errors of now; without Lua under rv-profile (5 GB)
"""
import collections
import json
import os
import subprocess
import sys
from importlib.metadata import version

BUILD, PY, TALLY = os.environ["BUILD"], os.environ["PY"], os.environ["TALLY"]
PREFIX = "riscv64-unknown-elf-"
HERE = os.path.dirname(os.path.relpath(__file__))
PAGE = os.path.join(HERE, "COMPARE.md")
OUT = os.path.join(BUILD, "compare")
CORE, CYCLES = "vexriscv", "99999999"       # more than either program takes
IN_PLACE, BELOW = 1, 2                      # columns of inclusive.c: its conventions of tail calls
PROGRAMS = "dhrystone", "lua"
TOOLS = "rv-profile", "tally run"

HEAD = """# Callers by rv-profile and by Tally

Written by `make compare` on {machine}.
rv-profile {version} (on PyPI) draws flame graphs of RTL simulations: it follows calls and
returns in a waveform. Both tools run the same ELF on {core} to its end. An independent model that executes the
program knows the true inclusive cycles of each function ([truth.h](truth.h), [inclusive.c](inclusive.c)).

- **Error**: the sum over all functions of |tool - truth| inclusive cycles, as a share of the sum of the truth's.
- **Worst**: the function whose inclusive share of the run's cycles is farthest from the truth's.
- **Seconds**, of the processor, and the **peak** of memory: `tally run` simulates, follows the calls, prints its
  report. rv-profile's user first simulates and writes a waveform, then runs it: both times, the greater peak.

| program | cycles | tool | error | worst: truth, tool | seconds | peak MB |
| --- | --: | --- | --: | --- | --: | --: |
"""
FOOT = """
rv-profile is judged kindly:

- It is taught rv32im's `ret` ([teach.py](teach.py)). As published it knows c.ret and mret alone.
- Its waveform ([waveform.c](waveform.c)) has four signals and a step for each instruction; that of a whole core has
  steps for each cycle. `mcycle` is where an instruction's time begins, so both tools charge alike.
- Functions without a size in the symbol table, which it leaves out, count for neither tool.
- Tail calls: to rv-profile the new function stands below the old one, to Tally in its place. Each is judged by its own
  convention.

What remains: a function still open when the run ends, or one that returns to code without a size, as Dhrystone's
`main` does, has no time of its own; returns through another register than ra (`__riscv_save_N`) are not seen.
"""


def output(argv):
    text = subprocess.run(argv, check=True, text=True, stdout=subprocess.PIPE).stdout
    return [line.split() for line in text.splitlines()]


class Cost:                                     # seconds: of each command
    def __init__(self):
        self.seconds, self.megabytes = [], 0

    def run(self, argv, output=os.devnull):
        env = dict(os.environ, TMPDIR=OUT, RISCV_PREFIX=PREFIX)
        with open(output, "wb") as out:
            child = subprocess.Popen(argv, stdout=out, env=env)
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit(f"FAIL: {' '.join(argv)}: status {child.returncode}")
        self.seconds.append(used.ru_utime + used.ru_stime)
        self.megabytes = max(self.megabytes, used.ru_maxrss / 1024)


def truth(elf, column):
    """The run's cycles; inclusive cycles by address, of functions with a size; names by address."""
    sized = {int(x[0], 16) for x in output([PREFIX + "nm", "-S", elf]) if len(x) == 4}
    lines = output([f"{BUILD}/tests/rig/inclusive", CORE, elf, CYCLES])
    rows = {int(x[0], 16): x for x in lines[1:] if int(x[0], 16) in sized}
    return int(lines[0][0]), {at: int(x[column]) for at, x in rows.items()}, {at: x[3] for at, x in rows.items()}


def tally(elf, cost):
    cost.run([TALLY, "run", "--core", CORE, "--top", "0", f"--json={OUT}/tally.json", elf])
    with open(f"{OUT}/tally.json", encoding="utf-8") as f:
        return {row["pc"]: row["inclusive"] for row in json.load(f)["rows"]["rows"]}


def rv_profile(elf, cost):
    at = {name: int(address, 16) for address, _, name in output([PREFIX + "nm", elf])}
    for name in os.listdir(OUT):                # its folded stacks are the one temporary file that it leaves
        os.remove(os.path.join(OUT, name))
    wave = f"{OUT}/wave.vcd"
    cost.run([f"{BUILD}/tests/rig/waveform", CORE, elf, CYCLES], wave)
    cost.run([PY, f"{HERE}/teach.py", "--elf", elf, "--fst", wave, "--cfg", f"{HERE}/teach.wal",
              "--out", f"{OUT}/flames.svg"])
    os.remove(wave)
    (folded,) = (name for name in os.listdir(OUT) if name.startswith("tmp"))
    inclusive = collections.Counter()
    with open(os.path.join(OUT, folded), encoding="utf-8") as f:
        for line in f:
            stack, cycles = line.rsplit(" ", 1)
            for function in {at[name] for name in stack.split(";")}:
                inclusive[function] += int(cycles)
    return inclusive


def row(program, tool):
    elf = f"{BUILD}/firmware/{program}.elf"
    ours = tool == "tally run"
    cycles, right, names = truth(elf, IN_PLACE if ours else BELOW)
    cost = Cost()
    found = (tally if ours else rv_profile)(elf, cost)
    off = {at: abs(found.get(at, 0) - right[at]) for at in right}
    at = max(off, key=off.get)
    share = [f"{100 * of.get(at, 0) / cycles:.2f}%" for of in (right, found)]
    worst = f"`{names[at]}`: {', '.join(share)}" if off[at] else "none"
    error = 100 * sum(off.values()) / sum(right.values())
    if ours and off[at]:
        sys.exit(f"FAIL: tally run, {program}: inclusive cycles differ from the truth's: {worst}")
    seconds = " + ".join(f"{s:.1f}" for s in cost.seconds)
    return f"| {program} | {cycles} | {tool} | {error:.2f}% | {worst} |", f" {seconds} | {cost.megabytes:.0f} |"


def machine():
    models = [" ".join(x[3:]) for x in output(["cat", "/proc/cpuinfo"]) if x[:2] == ["model", "name"]]
    return f"{os.cpu_count()} cores, {models[0] if models else 'processor unknown'}"


def main():
    os.makedirs(OUT, exist_ok=True)
    if sys.argv[1:] == ["write"]:
        rows = ["".join(row(program, tool)) for program in PROGRAMS for tool in TOOLS]
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(HEAD.format(machine=machine(), version=version("rv-profile"), core=CORE))
            f.write("\n".join(rows) + "\n" + FOOT)
        return
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    for which in ("dhrystone", "rv-profile"), ("dhrystone", "tally run"), ("lua", "tally run"):
        now = row(*which)[0]
        if f"\n{now}" not in page:
            print(now)
            sys.exit(f"FAIL: {PAGE} says something else; make compare writes it")


main()
