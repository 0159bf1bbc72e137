# SPDX-License-Identifier: ISC
"""export_readers.py - formats that programs of others read: gprof, callgrind_annotate, pprof."""
import os
import re
import subprocess
from collections import Counter

from export_cases import BUILD, HERE, LANGUAGES, Case, same
from kit import CROSS, ok, sh

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": HERE, "DEBUGINFOD_URLS": "",
               "PPROF_TMPDIR": HERE,
               "PAGER": "cat"}


def run(*command):
    done = subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, capture_output=True,
                          env=ENVIRONMENT,
                          cwd=HERE, check=False)
    if done.returncode:
        raise SystemExit(f"not ok {command}: exit {done.returncode}: "
                         f"{done.stderr.decode(errors='replace')[-500:]}")
    return done.stdout.decode("utf-8", "replace")


def number(text):
    return int(text.replace(",", ""))


# ---- gprof
def gmon(case):
    elf = f"{HERE}/{case.name}.gprof.elf"
    # gprof accepts no other section as code
    sh(CROSS + "objcopy", "--rename-section", ".memory=.text",
       case.symbols if not case.calls else case.elf, elf)
    if case.calls and not case.deep:
        gmon_calls(case, elf, case.export("gmon"))
    elif not case.calls:
        gmon_flat(case, elf, case.export("gmon"))


def gmon_flat(case, elf, data):
    """gprof may take other names of an address, and reads no local ones with a $: the sums then."""
    flat = run(CROSS + "gprof", "--no-demangle", "-b", "-p", elf, data)
    ok(f"{case.name}: what a count is", f"Each sample counts as 1 {case.report['unit']}." in flat,
       flat[:200])
    row = re.compile(r"^ *[\d.]+ +[\d.]+ +(\d+)\.00 +(.*)$", re.M)
    got, functions = Counter(), case.report["functions"]
    for n, name in row.findall(flat):
        got[name.strip()] += int(n)
    if case.symbols != case.elf:
        functions = Case("symbols", case.capture, case.symbols).report["functions"]
    total = sum(case.bins.values())
    if case.name in ("dhrystone", "stripped"):
        same(f"{case.name}: gprof -p", got, {f["name"]: f["count"] for f in functions})
    elif case.name not in LANGUAGES:		# it leaves out their last function
        ok(f"{case.name}: gprof -p has all {total}", sum(got.values()) == total, got)
    if case.name == "sampled":
        flat = run(CROSS + "gprof", "-b", "-p", elf, case.export("gmon", "--clock", "50M"))
        ok("sampled: gprof with a clock: seconds", "Each sample counts as 2e-05 seconds." in flat,
           flat[:200])


def gmon_calls(case, elf, data):
    """gprof takes some names with a dot for labels, and shows what has no name at the function
    before; it counts calls of a function by itself apart."""
    functions = {f["pc"]: f["name"] for f in case.report["functions"]}
    graph = run(CROSS + "gprof", "-b", "-q", elf, data)
    shown = set(re.findall(r"^\[\d+\] .* (\S*[^>\s]) (?:<cycle \d+> )?\[\d+\]$", graph, re.M))
    labels = sorted((pc, name) for pc, name in functions.items() if name in shown)
    ok(f"{case.name}: gprof -q draws the call graph of {len(labels)} functions",
       "<spontaneous>" in graph
       and len(labels) * 10 > 9 * len(functions), sorted(set(functions.values()) - shown))
    label = {name: max((at, known) for at, known in labels if at <= pc)[1]
             for pc, name in functions.items()}
    calls = Counter()
    for (caller, callee), n in case.pairs.items():
        if caller:
            calls[label[callee]] += n if label[caller] != label[callee] else 0
    row = r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) +[\d.]+ +[\d.]+ +(?:[A-Za-z]s/call)? *(.*)$"
    got = {name: int(n) for n, name in re.findall(row, run(CROSS + "gprof", "-b", "-p", elf, data),
            re.M)}
    merged = {label[x] for x in label if x != label[x]}
    known = {f: n for f, n in calls.items() if f in got and f not in merged}
    ok(f"{case.name}: gprof -p shows calls of {len(known)} of {len(calls)} functions",
       len(known) * 10 > 9 * len(calls), calls.keys() - got.keys())
    same(f"{case.name}: gprof -p, calls", {f: got[f] for f in known}, known)


# ---- callgrind
def callgrind(case):
    if case.calls:
        if not case.deep:
            callgrind_calls(case)
        return
    text = run("callgrind_annotate", "--threshold=100", "--auto=no", case.export("callgrind"))
    total = number(re.search(r"^([\d,]+) .*PROGRAM TOTALS", text, re.M)[1])
    ok(f"{case.name}: callgrind_annotate: PROGRAM TOTALS are TICKS {total}", total == case.ticks)
    got, instructions = Counter(), Counter()
    longest = sorted(case.all(), key=len, reverse=True)
    for line in text.split("PROGRAM TOTALS")[1].splitlines():
        counts = re.match(r" *([\d,]+) \([ \d.]+%\)(?: +([\d,]+) \([ \d.]+%\))?  (.*?)(?: "
                          r"\[[^]]*\])?$", line)
        if counts:
            name = next((f for f in longest if counts[3].endswith(":" + f)), counts[3])
            got[name] += number(counts[1])
            instructions[name] += number(counts[2] or "0")
    same(f"{case.name}: callgrind_annotate", got, case.all())
    if case.name == "dhrystone":
        same("dhrystone: its instructions", instructions,
             {f["name"]: f["instructions"] for f in case.report["functions"] if f["count"]})


def callgrind_calls(case):
    text = run("callgrind_annotate", "--threshold=100", "--auto=no", "--inclusive=yes",
               "--tree=calling",
               case.export("callgrind"))
    ok(f"{case.name}: PROGRAM TOTALS are TICKS",
       number(re.search(r"^([\d,]+) .*PROGRAM TOTALS", text, re.M)[1]) == case.ticks)
    inclusive, calls, cycles, caller = Counter(), Counter(), Counter(), None
    row = re.compile(r"^ *([\d,]+) \([ \d.]+%\)(?: +[\d,]+ \([ \d.]+%\))?  ([*>]) +.*?:([^:]+?)"
                     r"(?: \(([\d,]+)x\))?(?: \[\])?$")
    for n, mark, name, times in (m.groups() for m in map(row.match, text.splitlines()) if m):
        if mark == "*":
            caller = name
            inclusive[name] += number(n)
        else:
            calls[caller, name] += number(times)
            cycles[caller, name] += number(n)
    entered, want = Counter(), Counter()		# by place, where at least one was made
    nodes = case.tree.nodes
    for node in nodes[1:]:
        if node.parent:
            entered[nodes[node.parent].function, node.site, node.function] += node.calls
    for (function, _, callee), n in entered.items():
        want[case.function(function), case.function(callee)] += max(n, 1)
    same(f"{case.name}: calls", calls, want)
    arcs = Counter()
    for stack, n in case.stacks.items():
        for pair in set(zip(stack, stack[1:])):
            arcs[pair] += n
    same(f"{case.name}: inclusive costs of calls", cycles, arcs)
    recursive = {f for stack in case.stacks for f in stack if stack.count(f) > 1}
    want = {f: n for f, n in case.inclusive.items() if f not in recursive and f[0] != "["}
    if not case.tree.unit:		# its calls' costs are another unit's than the bins
        same(f"{case.name}: inclusive costs of functions that do not recur",
             {f: inclusive[f] for f in want}, want)


# ---- pprof
KEEP = "-nodecount=100000", "-nodefraction=0", "-edgefraction=0", "-trim=false", "-symbolize=none"


def pprof_rows(*options):
    """(flat, cumulative) by name, of pprof -top."""
    flat, cumulative = Counter(), Counter()
    row = r"^ *(\d+) +[-\d.e]+% +[-\d.e]+% +(\d+) +[-\d.e]+%  (.*)$"
    for own, all_of, name in re.findall(row, run(f"{BUILD}/readers/pprof", "-top", *options), re.M):
        name = re.sub(r"(?: \(inline\)| \(partial-inline\))?$", "", name)
        flat[name] += int(own)
        cumulative[name] += int(all_of)
    return flat, cumulative


def pprof(case):
    path = case.export("pprof")
    if case.calls:
        pprof_calls(case, path)
        return
    if case.name != "hostile":
        same(f"{case.name}: pprof -top -noinlines", pprof_rows(*KEEP, "-noinlines", path)[0],
             case.all())
        leaves = Counter()
        for stack, n in case.stacks.items():
            leaves[stack[-1]] += n
        same(f"{case.name}: pprof -top", pprof_rows(*KEEP, path)[0], leaves)
    raw = run(f"{BUILD}/readers/pprof", "-raw", *KEEP, path)
    locations = {int(i): int(a, 16) for i, a
                 in re.findall(r"^ *(\d+): (0x[0-9a-f]+) M=\d+", raw, re.M)}
    samples = re.findall(r"^ *(\d+)(?: +\d+)*: (\d+) *$", raw.partition("Locations")[0], re.M)
    counts = {locations[int(i)]: int(n) for n, i in samples if locations.get(int(i))}
    if case.name != "wide":
        same(f"{case.name}: pprof -raw, every address", counts, case.bins)
    if case.name == "dhrystone":
        seconds = run(f"{BUILD}/readers/pprof", "-top", "-symbolize=none",
                      "-sample_index=time_at_1000000_Hz",
                      case.export("pprof", "--clock", "1M"))
        ok("dhrystone: pprof with a clock: 0.27 s of 1 MHz", "Type: time_at_1000000_Hz" in seconds
           and re.search(r"of 270\.\d+ms total|of 0\.27s total", seconds), seconds[:400])


def pprof_calls(case, path):
    flat, cumulative = pprof_rows(*KEEP, path)
    del cumulative["[...]"], flat["[...]"]
    same(f"{case.name}: pprof -top, flat", flat, case.owns + case.rest)
    same(f"{case.name}: pprof -top, cumulative", cumulative, case.inclusive + case.rest)
    got = Counter()
    text = run(f"{BUILD}/readers/pprof", "-traces", *KEEP, path)
    for trace in re.split(r"^-----------\+-+$", text, flags=re.M)[1:]:
        found = re.match(r"\n +(\d+)   (.*)((?:\n {13}.*)*)", trace)
        if found:
            stack = [found[2], *found[3].split("\n")[1:]]
            got[tuple(name.strip() for name in reversed(stack))] += int(found[1])
    case.judge("pprof -traces", got)
