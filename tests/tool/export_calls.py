# SPDX-License-Identifier: ISC
"""export_calls.py - exports of a profile with a call tree, each read by its format's own reader: every stack, and what
it costs, must be the capture's.

usage: export_calls.py BUILD TALLY FORMAT

The expectation is computed here, from the capture's tree as sw/python/tally_capture.py reads it. The ELFs have symbols
and no debug information, so that a frame is a function: Lua (coroutines, recursion, longjmp), a small program, and
recursion 20,000 deep, of which stacks are shortened: there functions and calls must be the capture's, and seconds and
bytes bounded.
"""
import functools
import json
import os
import re
import struct
import subprocess
import sys
from collections import Counter

import firefox_profile
from kit import START, build, end, ok

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sw", "python"))
import tally_capture  # noqa: E402 pylint: disable=wrong-import-position

BUILD, TALLY, FORMAT = sys.argv[1:]
HERE = os.path.join(BUILD, "tests", "export", "calls." + FORMAT)
CROSS = "riscv64-unknown-elf-"
PROGRAM = r"""
__attribute__((noinline)) static int leaf(int n) { volatile int x = 0; for (int i = 0; i < n; i++) x += i; return x; }
__attribute__((noinline)) static int tail(int n) { return leaf(n + 1); }
__attribute__((noinline)) static int down(int n) { return n ? down(n - 1) + leaf(n) : tail(3) + 1; }
__attribute__((noinline)) static int other(int n) { return down(n) + leaf(50); }
static int (*volatile chosen)(int) = other;
int run(void) { int x = 0; for (int i = 0; i < 20; i++) x += i & 1 ? chosen(i) : down(i); return x; }
"""
DEEP = r"""
#define F __attribute__((noinline))
volatile int g;
F int leaf(int n) { g += n; return g; }
F int below(int n) { g ^= n; return leaf(n) + 1; }
F int down(int n) { if (!n) return below(3); int r = down(n - 1); return r + leaf(n); }
F int pong(int n);
F int ping(int n) { if (!n) return below(4); int r = pong(n - 1); return r + leaf(n); }
F int pong(int n) { if (!n) return below(5); int r = ping(n - 1); return r + leaf(n); }
F int side(int n);
F int branch(int n)
{
	if (n <= 0) return below(6);
	int r = branch(n - 1);
	return r + (n % 2048 ? 0 : side(2)) + leaf(n);
}
F int side(int n) { g += n; return n ? branch(n) : 1; }
int run(void) { return down(20000) + ping(20000) + branch(20000); }
"""
HIGH_STACK = START.replace("0x80100", "0x87000")
WHOLE = 100		# calls of a stack that are never left out
SECONDS, BYTES = 5, 4 << 20		# of processor time, of a file


def run(*command, cwd=None):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": os.path.abspath(HERE), "DEBUGINFOD_URLS": "",
                   "PPROF_TMPDIR": HERE, "PAGER": "cat"}
    return subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, capture_output=True, env=environment,
                          cwd=cwd, check=True).stdout.decode("utf-8", "replace")


def same(what, got, want):
    got, want = +Counter(got), +Counter(want)
    difference = [(k, got.get(k), want.get(k)) for k in got.keys() | want.keys() if got.get(k) != want.get(k)]
    ok(f"{what}: {len(want)} rows, {sum(want.values())} in all", want and not difference, "name, got, want:", difference[:6])


class Case:
    """A profile: its stacks are tuples of names, the outermost first."""

    def __init__(self, name, elf, *options):
        self.name, self.elf, self.path = name, elf, f"{HERE}/{name}.tally"
        run(TALLY, "run", "--core", "vexriscv", *options, "-o", self.path, elf)
        report = json.loads(run(TALLY, "report", "--json", self.path))
        self.functions = {f["pc"]: f["name"] for f in report["functions"]}
        self.ranges = sorted((f["pc"], f["pc"] + f["bytes"], f["name"]) for f in report["functions"])
        self.tree = tally_capture.read(self.path)
        self.stacks, self.rest = Counter(), Counter()
        self.find_stacks()
        for outcome in ("idle", "pending"):
            if self.tree.counters[outcome]:
                self.rest[(f"[{outcome.upper()}]",)] = self.tree.counters[outcome]

    def find_stacks(self):
        paths = [()]
        for node in self.tree.nodes[1:]:
            paths.append(paths[node.parent] + (self.function(node.function),))
        for (node, pc), (cycles, _) in self.tree.cells.items():
            leaf = () if self.function(pc) else ("[OUTSIDE]",)
            self.stacks[paths[node][:len(paths[node]) - len(leaf)] + leaf] += cycles

    @functools.lru_cache(maxsize=None)
    def function(self, pc):
        found = [r for r in self.ranges if r[0] <= pc < r[1]]		# one may lie in another
        return found[-1][2] if found else None

    def export(self, *options):
        path = f"{HERE}/{self.name}.{FORMAT}"
        run("prlimit", f"--cpu={SECONDS}", TALLY, "export", FORMAT, "-o", path, *options, self.path)
        return path

    def judge(self, what, got, rest=True):
        """Are they all its stacks, or all that are code?"""
        same(f"{self.name}: {what}", got, self.all() if rest else self.code())

    def all(self):
        return self.stacks + self.rest

    def code(self):
        return Counter({s: n for s, n in self.stacks.items() if s[-1][0] != "["})

    @staticmethod
    def inclusive(stacks):
        """By function; under a recursive one once."""
        sums = Counter()
        for stack, n in stacks.items():
            for name in set(stack):
                sums[name] += n
        return sums

    @staticmethod
    def own(stacks):
        sums = Counter()
        for stack, n in stacks.items():
            sums[stack[-1]] += n
        return sums

    def sums(self, rest=True):
        """Of functions: own and inclusive."""
        stacks = self.all() if rest else self.code()
        return Case.own(stacks), Case.inclusive(stacks)

    def calls(self):
        """{(caller, callee): calls}"""
        sums = Counter()
        for node in self.tree.nodes[1:]:
            if node.parent:
                sums[self.function(self.tree.nodes[node.parent].function), self.function(node.function)] += node.calls
        return sums

    def arcs(self):
        """{(caller, callee): cycles under it}, of calls inside the same call once."""
        sums = Counter()
        for stack, n in self.stacks.items():
            for pair in set(zip(stack, stack[1:])):
                sums[pair] += n
        return sums


class Deep(Case):
    """A profile whose stacks are too deep to be compared one by one: sums of functions and of calls, recursion once."""

    def find_stacks(self):
        self.owns, self.inclusives, self.pairs = Counter(), Counter(), Counter()
        own, outside = [0] * len(self.tree.nodes), [0] * len(self.tree.nodes)
        for (node, pc), (cycles, _) in self.tree.cells.items():
            (own if self.function(pc) else outside)[node] += cycles
        below = list(own)
        names, functions, pairs = [None], [frozenset()], [frozenset()]		# of each node, on its stack
        for i, node in enumerate(self.tree.nodes[1:], 1):
            names.append(self.function(node.function))
            above, pair = functions[node.parent], (names[node.parent], names[i])
            functions.append(above if names[i] in above else above | {names[i]})
            above = pairs[node.parent]
            pairs.append(above if not node.parent or pair in above else above | {pair})
            self.owns[names[i]] += own[i]
        for i in range(len(names) - 1, 0, -1):
            parent = self.tree.nodes[i].parent
            below[parent] += below[i] + outside[i]
            if functions[i] is not functions[parent]:
                self.inclusives[names[i]] += below[i]
            if pairs[i] is not pairs[parent]:
                self.pairs[names[parent], names[i]] += below[i]
        self.owns["[OUTSIDE]"] = self.inclusives["[OUTSIDE]"] = sum(outside)

    def sums(self, rest=True):
        return [Counter({f: n for f, n in sums.items() if n and (rest or f[0] != "[")}) for sums in (self.owns, self.inclusives)]

    def export(self, *options):
        path = super().export(*options)
        size = os.path.getsize(path)
        ok(f"{self.name}: {size} bytes, in {SECONDS} s", size < BYTES)
        return path

    def judge(self, what, got, rest=True):
        own, inclusive = self.sums(rest)
        same(f"{self.name}: {what}, own", Case.own(got), own)
        got_inclusive = Case.inclusive(got)
        del got_inclusive["[...]"]
        same(f"{self.name}: {what}, inclusive", got_inclusive, inclusive)
        ok(f"{self.name}: {what}, no stack is too deep", max(map(len, got)) < WHOLE + 27)
        if not rest:
            return
        pairs = Counter()
        for stack, n in got.items():
            for pair in set(zip(stack, stack[1:])):
                pairs[pair] += n if pair[0] != "[...]" != pair[1] != "[OUTSIDE]" else 0
        same(f"{self.name}: {what}, calls", pairs, self.pairs)
        short = [s for s in got if "[...]" in s and s.index("[...]") < WHOLE]
        double = [s for s in got if ("[...]", "[...]") in zip(s, s[1:])]
        ok(f"{self.name}: {what}, frames are left out below {WHOLE} only", any("[...]" in s for s in got) and not short
           and not double, short[:1], double[:1])


def folded(case):
    got = Counter()
    with open(case.export(), encoding="utf-8") as f:
        for line in f:
            stack, _, n = line.rpartition(" ")
            got[tuple(stack.split(";"))] += int(n)
    case.judge("stacks", got)


def speedscope(case):
    with open(case.export(), encoding="utf-8") as f:
        whole = json.load(f)
    names, profile, got = [f["name"] for f in whole["shared"]["frames"]], whole["profiles"][0], Counter()
    for stack, n in zip(profile["samples"], profile["weights"], strict=True):
        got[tuple(names[i] for i in stack)] += n
    case.judge("stacks", got)


def firefox(case):
    with open(case.export(), encoding="utf-8") as f:
        whole = json.load(f)
    wrong = firefox_profile.faults(whole)
    ok(f"{case.name}: tables, columns and indices", not wrong, wrong[:8])
    got = Counter()
    for chain, _, n in firefox_profile.chains(whole):
        got[tuple(name for name, _, _ in chain)] += n
    case.judge("stacks", got)


def pprof(case):
    path = case.export()
    keep = ["-nodecount=100000", "-nodefraction=0", "-edgefraction=0", "-trim=false", "-symbolize=none"]
    text = run(f"{BUILD}/readers/pprof", "-top", "-cum", *keep, path)
    rows = re.findall(r"^ *(\d+) +\S+% +\S+% +(\d+) +\S+%  (.*)$", text, re.M)
    same(f"{case.name}: pprof -top, flat", {name: int(n) for n, _, name in rows}, case.sums()[0])
    same(f"{case.name}: pprof -top, cumulative", {name: int(n) for _, n, name in rows if name != "[...]"}, case.sums()[1])
    got = Counter()
    text = run(f"{BUILD}/readers/pprof", "-traces", *keep, path)
    for trace in re.split(r"^-----------\+-+$", text, flags=re.M)[1:]:
        found = re.match(r"\n +(\d+)   (.*)((?:\n {13}.*)*)", trace)
        if found:
            got[tuple(reversed([found[2], *found[3].split("\n")[1:]]))] += int(found[1])
    case.judge("pprof -traces", {tuple(x.strip() for x in s): n for s, n in got.items()})


def segments(elf):
    """(offset in the file, address, bytes) of each PT_LOAD with code."""
    with open(elf, "rb") as f:
        raw = f.read()
    at, size, n = struct.unpack_from("<28xI10xHH", raw)
    heads = (struct.unpack_from("<8I", raw, at + i * size) for i in range(n))
    return [(offset, address, n_bytes) for kind, offset, address, _, n_bytes, _, flags, _ in heads if kind == 1 and flags & 1]


def perf(case):
    elf = f"{HERE}/{case.name}.perf.elf"		# without what perf takes for functions
    run(CROSS + "objcopy", "--wildcard", "--strip-symbol=$[xd]", "--strip-symbol=$[xd].*", "--strip-symbol=$xrv*", "--strip-symbol=.L*", case.elf, elf)
    path = f"{HERE}/{case.name}.perf"
    run(TALLY, "export", "perf", "-o", path, case.path, elf)
    loaded, got = segments(elf), Counter()

    def function(offset):		# of a call chain, perf shows where it is in the file
        return next(case.function(offset - first + address) for first, address, n in loaded if first <= offset < first + n)

    for sample in run("perf", "script", "-i", path, "-F", "period,ip").split("\n\n"):
        lines = sample.split()
        if lines:
            got[tuple(function(int(pc, 16)) for pc in reversed(lines[1:]))] += int(lines[0])
    case.judge("perf script, stacks", got, rest=False)
    text = run("perf", "report", "-i", path, "--children", "--stdio", "-g", "none", "--percent-limit", "0", "-F",
               "overhead_children,sym")
    shown = {name: float(percent) for percent, name in ((p, n) for p, n in re.findall(r"^ +([\d.]+)% +\[\.\] (.*?) *$", text, re.M))}
    want, total = case.sums(rest=False)[1], sum(got.values())
    wrong = [(f, shown.get(f), 100 * n / total) for f, n in want.items()
             if abs(shown.get(f, -1) - 100 * n / total) > 0.0051]
    # names of one address: perf may take another
    ok(f"{case.name}: perf report --children: {len(want)} functions, {len(wrong)} under another name", len(wrong) * 20 < len(want)
       and all(f not in shown for f, _, _ in wrong), wrong[:5])


def callgrind(case):
    text = run("callgrind_annotate", "--threshold=100", "--auto=no", "--inclusive=yes", "--tree=calling",
               os.path.abspath(case.export()), cwd=HERE)
    total = int(re.search(r"^([\d,]+) .*PROGRAM TOTALS", text, re.M)[1].replace(",", ""))
    ok(f"{case.name}: PROGRAM TOTALS are TICKS {total}", total == case.tree.counters["ticks"])
    inclusive, calls, cycles, caller = Counter(), Counter(), Counter(), None
    row = re.compile(r"^ *([\d,]+) \([ \d.]+%\)(?: +[\d,]+ \([ \d.]+%\))?  ([*>]) +.*?:([^:]+?)(?: \(([\d,]+)x\))?(?: \[\])?$")
    for n, mark, name, times in (m.groups() for m in map(row.match, text.splitlines()) if m):
        n = int(n.replace(",", ""))
        if mark == "*":
            caller = name
            inclusive[name] += n
        else:
            calls[caller, name] += int(times.replace(",", ""))
            cycles[caller, name] += n
    entered, want = Counter(), Counter()		# by place, where at least one was made
    for node in case.tree.nodes[1:]:
        if node.parent:
            entered[case.tree.nodes[node.parent].function, node.site, node.function] += node.calls
    for (function, _, callee), n in entered.items():
        want[case.function(function), case.function(callee)] += max(n, 1)
    same(f"{case.name}: calls", calls, want)
    same(f"{case.name}: inclusive costs of calls", cycles, case.arcs())
    recursive = {s[0] for stack in case.stacks for s in [(f,) for f in stack if stack.count(f) > 1]}
    want = {f: n for f, n in Case.inclusive(case.all()).items() if f not in recursive and f[0] != "["}
    same(f"{case.name}: inclusive costs of functions that do not recur", {f: inclusive[f] for f in want}, want)


def gmon(case):
    elf = f"{HERE}/{case.name}.gprof.elf"
    run(CROSS + "objcopy", "--rename-section", ".memory=.text", case.elf, elf)
    data = case.export()
    # gprof takes some names with a dot for labels, and counts calls of a function by itself apart
    graph = run(CROSS + "gprof", "-b", "-q", elf, data)
    shown = set(re.findall(r"^\[\d+\] .* (\S*[^>\s]) (?:<cycle \d+> )?\[\d+\]$", graph, re.M))
    labels = sorted((pc, name) for pc, name in case.functions.items() if name in shown)
    ok(f"{case.name}: gprof -q draws the call graph of {len(labels)} functions", "<spontaneous>" in graph
       and len(labels) * 10 > 9 * len(case.functions), sorted(set(case.functions.values()) - shown))
    label, calls = {}, Counter()
    for pc, name in case.functions.items():
        label[name] = max((at, known) for at, known in labels if at <= pc)[1]
    for (caller, callee), n in case.calls().items():
        calls[label[callee]] += n if label[caller] != label[callee] else 0
    text = run(CROSS + "gprof", "-b", "-p", elf, data)
    got = {name: int(n) for n, name in re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) +[\d.]+ +[\d.]+ +(?:[A-Za-z]s/call)? *(.*)$", text, re.M)}
    # gprof shows what it takes no name of at the function before
    known = {f: n for f, n in calls.items() if f in got and f not in {label[x] for x in label if x != label[x]}}
    ok(f"{case.name}: gprof -p shows calls of {len(known)} of {len(calls)} functions", len(known) * 10 > 9 * len(calls),
       calls.keys() - got.keys(), text[:2000])
    same(f"{case.name}: gprof -p, calls", {f: got[f] for f in known}, known)


FORMATS = {"folded": folded, "speedscope": speedscope, "firefox": firefox, "pprof": pprof, "perf": perf,
           "callgrind": callgrind, "gmon": gmon}


def main():
    os.makedirs(HERE, exist_ok=True)
    lua = f"{HERE}/lua.elf"
    run(CROSS + "objcopy", "--strip-debug", f"{BUILD}/firmware/lua.elf", lua)
    for case in (Case("small", build(f"{HERE}/small", {"a.c": PROGRAM}, "-O2")), Case("lua", lua, *(["--cycles", "2M"] if FORMAT == "perf" else []))):	# perf script is slow
        FORMATS[FORMAT](case)
    if FORMAT not in ("callgrind", "gmon"):		# they have no stacks
        elf = build(f"{HERE}/deep", {"start.S": HIGH_STACK, "a.c": DEEP}, "-O1", "-fno-optimize-sibling-calls")
        FORMATS[FORMAT](Deep("deep", elf))
    end()


main()
