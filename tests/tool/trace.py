# SPDX-License-Identifier: ISC
# needs: tally
"""trace.py - `tally run --trace`: slices nest on every track, and each function's sum is the
report's inclusive cycles, which come from the call tree; counters add up to the run; a bounded
file is the whole one without its short slices; what is refused.

usage: trace.py [bounds INTERRUPTS.ELF DHRYSTONE.ELF] [-- CORE ELF [OPTION...]]...
"""
import collections
import json
import os
import re
import subprocess
import sys

from kit import TALLY, build, end, ok, read, refused, report_json, rows, tally, workdir

AWAY = "(not running)"
CAUSES = "FLOW", "FETCH", "DATA", "HAZARD", "EXEC"


class Trace:
    def __init__(self, *arguments, **env):
        self.run = tally("run", "--trace", "t.json", "-o", "t.tally", *arguments, **env)
        self.text = read("t.json").decode()
        whole = json.loads(self.text)
        self.other, self.tracks = whole["otherData"], collections.defaultdict(list)
        self.named = {}
        self.counters, self.instants = collections.defaultdict(list), []
        self.events = [e for e in whole["traceEvents"] if e["ph"] == "X"]
        for e in whole["traceEvents"]:
            if e["ph"] == "X":
                self.tracks[e["tid"]].append(e)
            elif e["ph"] == "M" and e["name"] == "thread_name":
                self.named[e["tid"]] = e["args"]["name"]
            elif e["ph"] == "C":
                self.counters[e["name"]].append(e)
            elif e["ph"] == "i":
                self.instants.append(e)
        self.said = re.search(r"^trace: .*", self.run.out, re.M)[0]

    def slices(self):
        """Lines of the file, longest first, as (length, line)."""
        return [(int(re.search(r'"dur":(\d+)', line)[1]), line.rstrip(","))
                for line in self.text.splitlines() if line.startswith('{"ph":"X"')]

    def sums(self):
        """(cycles by function, slices that do not nest, cycles in which a stack ran): of one chain,
        a function's outermost."""
        sums, crossed, ran = collections.Counter(), [], 0
        for events in self.tracks.values():
            stack = []
            for e in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
                last, more = e["ts"] + e["dur"], e.get("args", {})
                while stack and stack[-1][0] <= e["ts"] and (e["dur"] or stack[-1][0] < e["ts"]):
                    stack.pop()
                if stack and last > stack[-1][0]:
                    crossed.append((e, stack[-1]))
                chain = []
                for _, name, starts in [] if e.get("cat") == "trap" else stack[::-1]:
                    chain.append(name)
                    if starts:
                        break
                ran += e["dur"] * ((not stack) - (e["name"] == AWAY))
                stack.append((last, e["name"], e.get("cat") == "trap"))
                if e["name"] != AWAY and e["name"] not in chain:
                    sums[e["name"]] += e["dur"] - more.get("preempted", 0) - more.get("idle", 0)
        return sums, crossed, ran


def whole(core, elf, *options):
    words = " ".join((core, os.path.basename(elf), *options))
    t = Trace("--core", core, "--trace-size", "1G", *options, elf)
    sums, crossed, ran = t.sums()
    ok(f"{words}: every track's slices nest, one of {len(t.tracks)} stacks runs",
       not crossed and 0.9 * t.other["cycles"] < ran <= t.other["cycles"], crossed[:3], ran)
    listed = rows("report", "--top", "1000000", "t.tally")
    names = collections.Counter(r["name"] for r in listed)
    report = collections.Counter({r["name"] + f" {r['address']}" * (names[r["name"]] > 1):
                                  r["inclusive"] or 0 for r in listed})
    got = collections.Counter()
    for name, cycles in sums.items():		# of one whose name others have: name (file.c 0x...)
        twin = re.fullmatch(r"(.*) \([^()]* (0x\w+)\)", name)
        got[twin.expand(r"\1 \2" if names[twin[1]] > 1 else r"\1") if twin else name] += cycles
    about = report_json("t.tally")
    known = {d["name"] for d in about["durations"]}	# the report leaves out who only called
    missing = [n for n in +got if not known & {n, n.rsplit(" 0x", 1)[0]}]
    wrong = {n: (c, got[n]) for n, c in report.items() if c != got[n]}
    ok(f"{words}: slices of {len(report)} functions add up to their inclusive cycles",
       len(report) > 3 and not wrong and not missing, wrong, missing)
    ok(f"{words}: says how many", t.said == f"trace: all {t.other['calls']} calls", t.said)
    total = collections.Counter()
    for e in t.counters["cycles"]:
        total.update(e["args"])
    begin = t.other["begin"]
    width = t.counters["cycles"][1]["ts"] - begin
    rest = about["counters"]["pending"] + about["counters"]["outside"]
    gap = {k: total[k] - about["waits"][k.lower()] for k in CAUSES} if "waits" in about else {}
    ok(f"{words}: {len(t.counters['cycles'])} windows of {width} cycles hold the run's",
       sum(total.values()) == about["cycles"] == t.other["cycles"]
       and (about["cycles"] < 65536 or 1024 < len(t.counters["cycles"]) <= 2048)
       and all(e["ts"] == begin + i * width for i, e in enumerate(t.counters["cycles"]))
       and min(gap.values(), default=0) >= 0 and sum(gap.values()) <= rest, total, about["cycles"],
       gap)
    ok(f"{words}: from {begin} on", begin == about.get("window", {}).get("begin", 0)
       and t.other["calls"] == sum(d["calls"] + d["open"] for d in about["durations"]))
    if core != "cva6":		# its instructions may retire two in a cycle
        ok(f"{words}: WORK is a cycle for each instruction",
           total["WORK"] == about["instructions"], total, about["instructions"])
    return t


def bounded(core, elf):
    """Of the whole file, all slices of some length on: as many as fit."""
    part = "--core", core, "--cycles", "600K", elf
    cycles, size = Trace(*part), 100000
    every, t = cycles.slices(), Trace("--trace-size", str(size), *part)
    least, shown = t.other["shortest"], t.slices()
    shorter = [line for length, line in every if length < least]
    group = sum(len(line) + 2 for length, line in every if length == least - 1)
    ok(f"--trace-size: {len(shown)} of {len(every)} slices, from {least} cycles on, in "
       f"{len(t.text)} bytes, the next {group} do not fit",
       shorter and len(t.text) <= size < len(t.text) + group + 400
       and shown == [s for s in every if s[0] >= least], shown[:2], every[:2])
    ok("... and says so", t.said == f"trace: {t.other['shown']} of {t.other['calls']} calls; those "
       f"of less than {least} cycles are joined into their callers"
       and t.other["shown"] < t.other["calls"], t.said)
    t = Trace("--trace-above", "500", *part)
    ok("--trace-above", t.slices() == [s for s in every if s[0] >= 500], t.said)
    for hz in 12000000, 100000000:
        t = Trace("--clock", str(hz), *part)
        at = [(e["ts"], e["dur"]) for e in t.events]
        want = [tuple(c * 10 ** 9 // hz for c in (e["ts"], e["ts"] + e["dur"]))
                for e in cycles.events]
        ok(f"--clock {hz}: microseconds, to the nanosecond",
           [(round(b * 1000), round((b + n) * 1000)) for b, n in at] == want, at[:3], want[:3])


def console(core, elf, writes):
    t = Trace("--core", core, elf)
    lines = t.run.out.splitlines()[:len(t.instants)]
    spans = [(e["ts"], e["ts"] + e["dur"]) for e in t.events if e["name"] == writes]
    ok(f"console: {len(lines)} lines, all but two in a {writes}", len(lines) > 20
       and [i["name"] for i in t.instants] == lines
       and all(any(a < i["ts"] <= b for a, b in spans) for i in t.instants[1:-1]),
       t.instants[:3], lines[:3])


def memory(core):
    """Kilobytes of a run, and of one five times as long."""
    elf = build("round", {"round.c": "static __attribute__((noipa)) void f(void) {}\n"
                          "void run(void) { for (;;) f(); }\n"})
    used = []
    for cycles in "500K", "2500K":
        run = subprocess.Popen(
            [TALLY, "run", "--core", core, "--cycles", cycles, "--trace", "t.json", "--trace-size",
             "100K", elf], stdout=subprocess.DEVNULL)
        used.append(os.wait4(run.pid, 0)[2].ru_maxrss)
    ok("five times as many cycles take no more memory", used[1] < used[0] + 500, used)


def refusals(elf):
    os.mkdir("directory")
    for pattern, *options in (
            ("--trace: a unit's call tree", "--calls=unit"), ("--trace: needs", "--no-calls"),
            ("--trace: needs", "--period", "7"), ("--trace: shapes a profile", "--no-profile"),
            ("both --json and --trace", "--json=no.json"),
            ("is a directory", "--trace", "directory"),
            ("--trace -: ", "--trace", "-"), ("read by this command", "--trace", elf)):
        refused(pattern, "run", "--trace", "no.json", *options, elf, absent=("no.json",))
    for option in "--trace-size", "--trace-above", "--clock":
        refused(f"{option}: .*--trace FILE", "run", option, "1M", elf)


def main():
    runs, elves = [[]], [os.path.abspath(a) if a.endswith(".elf") else a for a in sys.argv[1:]]
    for word in elves:
        runs += [[]] if word == "--" else []
        runs[-1] += [word] if word != "--" else []
    workdir()
    if runs[0]:
        interrupts, dhrystone = runs[0][1:]
        bounded("vexriscv", interrupts)
        console("vexriscv", dhrystone, "printf")
        memory("picorv32")
        refusals(dhrystone)
    for run in runs[1:]:
        whole(*run)
    end()


main()
