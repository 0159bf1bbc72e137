#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The views of the call tree against the capture's own nodes, summed here by paths of function addresses: every context
of --tree, --callers-of of every function, --by caller, inclusive cycles by function, what text hides, and the law.

usage: view_calls.py ELF
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict

sys.path.insert(0, os.path.abspath("sw/python"))
from tally_capture import read
from kit import CROSS, START, TALLY, build, capture, end, ok, report_json, rows, sh, tally, workdir

C = r"""
#define F __attribute__((noinline))
volatile int g;
F int leaf(int n) { while (n--) g += n; return g; }
F int twice(int n) { return leaf(n) + leaf(n + 1) + 1; }
F int wrapped(int n) { return leaf(n) + 1; }
F int wrapper(int n) { return wrapped(n) + 1; }
F int fib(int n) { return n < 2 ? leaf(2) : fib(n - 1) + fib(n - 2); }
F int odd(int n);
F int even(int n) { leaf(3); return n ? odd(n - 1) + 1 : 1; }
F int odd(int n) { leaf(4); return n ? even(n - 1) + 1 : 0; }
void run(void) { g = twice(50); leaf(30); fib(9); even(19); odd(4); wrapper(200); }
"""
DEEP = r"""
#define F __attribute__((noinline))
volatile int g;
F int leaf(int n) { g += n; return g; }
F int down(int n) { if (!n) return 0; int r = down(n - 1); return r + leaf(n); }
F int pong(int n);
F int ping(int n) { if (!n) return 0; int r = pong(n - 1); return r + leaf(n); }
F int pong(int n) { if (!n) return 0; int r = ping(n - 1); return r + leaf(n); }
void run(void) { g = DEEP; }
"""
HIGH_STACK = START.replace("0x80100", "0x87000")		# room for a deep one
OWN, CALLS, RETIRED = range(3)
CALLING = "-O1", "-fno-optimize-sibling-calls"
EVERY = ["--min", "0", "--top", "0"]
SECONDS, BYTES = 900, 100 << 20


class Oracle:
    """{path of function addresses: [own cycles, calls, instructions]}, and sums over it by brute force."""

    def __init__(self, tape):
        c = read(tape)
        self.counters, self.paths, at = c.counters, defaultdict(lambda: [0, 0, 0]), [()]
        for n in c.nodes[1:]:
            at.append((*at[n.parent], n.function))
            for i, value in enumerate((n.cycles, n.calls, n.instructions)):
                self.paths[at[-1]][i] += value
        self.ticks = c.counters["ticks"]
        self.inclusive = Counter()
        for path, (own, *_) in self.paths.items():
            for n in range(1, len(path) + 1):
                self.inclusive[path[:n]] += own

    def functions(self):
        return {path[-1] for path in self.paths}

    def of_function(self, f):
        """Inclusive cycles, recursion once; calls."""
        return (sum(n for path, n in self.inclusive.items() if path[-1] == f and f not in path[:-1]),
                sum(v[CALLS] for path, v in self.paths.items() if path[-1] == f))

    def pairs(self):
        sums = defaultdict(lambda: [0, 0, 0])			# own, calls, inclusive
        for path, v in self.paths.items():
            pair = ((None, *path)[-2], path[-1])
            sums[pair][0] += v[OWN]
            sums[pair][1] += v[CALLS]
            steps = list(zip((None, *path[:-1]), path))
            sums[pair][2] += self.inclusive[path] if pair not in steps[:-1] else 0
        return sums

    def callers(self, f):
        """{(f, caller, its caller, ...): [cycles that go no further up, calls]}, of each function the outermost."""
        ways, recursive = defaultdict(lambda: [0, 0]), 0
        for path, v in self.paths.items():
            if path[-1] != f:
                continue
            if f in path[:-1]:
                recursive += v[CALLS]
                continue
            way, rest = (f,), path[:-1]
            while rest:
                way, rest = (*way, rest[-1]), rest[:rest.index(rest[-1])]
            ways[way][0] += self.inclusive[path]
            for n in range(1, len(way) + 1):
                ways[way[:n]][1] += v[CALLS]
        ways[f,][1] += recursive
        return dict(ways), recursive


def tree_csv(*arguments):
    """Rows of a tree with numbers as numbers."""
    r = tally("report", *arguments, "--csv")
    ok(f"report {' '.join(arguments)} --csv", r.code == 0, r)
    table = list(csv.DictReader(io.StringIO(r.out, newline="")))
    for row in table:
        for k in "cycles", "inclusive", "calls", "number", "parent", "depth", "instructions":
            row[k] = int(row[k]) if row.get(k) else None
        row["pc"] = int(row["address"], 16) if row["address"] else None
    return table


def paths_of(table):
    """Path of pcs of each row, by the parents' numbers; None where a row comes before its parent."""
    at = {None: ()}
    for row in table:
        if row["parent"] not in at:
            return None
        at[row["number"]] = (*at[row["parent"]], row["pc"] if row["pc"] is not None else row["name"])
    del at[None]
    return at


def rests(o):
    return {(f"[{k.upper()}]",): n for k in ("idle", "pending") if (n := o.counters[k])}


def whole_tree(name, tape, o):
    table = tree_csv("--tree", tape)
    at = paths_of(table)
    ok(f"{name}: parents come first", at)
    said = {at[r["number"]]: (r["cycles"], r["inclusive"], r["calls"], r["instructions"]) for r in table}
    want = {p: (v[OWN], o.inclusive[p], v[CALLS], v[RETIRED]) for p, v in o.paths.items()}
    want.update({p: (n, n, 0, 0) for p, n in rests(o).items()})
    ok(f"{name}: each of {len(want)} contexts has its cycles, inclusive cycles, calls, instructions",
       said == want, [(p, said.get(p), want.get(p)) for p in said.keys() | want if said.get(p) != want.get(p)][:3])
    ok(f"{name}: own cycles add up to TICKS", sum(r["cycles"] for r in table) == o.ticks)
    ok(f"{name}: depth is the path's", all(r["depth"] == len(at[r["number"]]) for r in table))
    j = report_json("--tree", tape)
    columns = "number", "parent", "depth", "name", "pc", "inclusive", "calls", "instructions"
    ok(f"{name}: JSON has the same rows", [[r[k] for k in columns] + [r["count"]] for r in j["tree"]["rows"]]
       == [[r[k] for k in columns] + [r["cycles"]] for r in table])
    ok(f"{name}: ... and nothing hidden", [j["tree"][k] for k in ("sum", "hidden", "callers_of", "contexts")]
       == [o.ticks, 0, None, len(table)])
    law = j["call_tree"]
    ok(f"{name}: TREE + IDLE + PENDING = TICKS", law["law"] and law["depth"] == max(map(len, o.paths))
       and law["cycles"] + o.counters["idle"] + o.counters["pending"] == o.ticks, law)
    return table


def text_of(*arguments):
    """Rows (inclusive percent, second percent, cycles, calls, text), hidden (cycles, rows), all (cycles, rows)."""
    out = tally("report", *arguments).out
    body = out[out.index("    incl "):out.index("\nTICKS")].split("\n")[1:]
    lines, hidden, total = [], (0, 0), None
    for line in body:
        if m := re.match(r"\s*([\d.]+)%\s+([\d.]+)%\s+(\d+) {2}\s*(\d*) {2}(.*)", line):
            lines.append((float(m[1]), float(m[2]), int(m[3]), int(m[4] or 0), m[5]))
        elif m := re.match(r"\s+[\d.]+%\s+(\d+)\s+in (\d+) more: ", line):
            hidden = int(m[1]), int(m[2])
        elif m := re.match(r"\s+[\d.]+%\s+(\d+)\s+in (\d+) (contexts|pairs)", line):
            total = int(m[1]), int(m[2])
        elif line:
            raise SystemExit(f"{arguments}: what is this line? {line!r}")
    return lines, hidden, total


def adds_up(lines, hidden, o):
    """Each share is rounded to 0.01 percent."""
    return abs(sum(line[1] for line in lines) + 100 * hidden[0] / o.ticks - 100) < 0.0051 * (len(lines) + 1)


def hidden_rows(table, shown, recursion):
    """(cycles, rows) that are not shown. Recursion goes on in its line: called as often, by its only caller shown."""
    at, row = paths_of(table), {r["number"]: r for r in table}
    for r in table if recursion else []:
        above = row.get(r["parent"])
        if above and above["number"] in shown and r["calls"] == above["calls"] \
                and at[r["number"]][-1] in at[above["number"]] and not any(s["parent"] == r["parent"] and s["number"] in shown for s in table):
            shown = shown | {r["number"]}
    rest = [r for r in table if r["number"] not in shown]
    return sum(r["cycles"] for r in rest), len(rest)


def text(name, tape, o, table, leaf):
    """What is shown and what is not add up, whatever chooses."""
    for options in [], ["--top", "4"], ["--min", "10"], ["--depth", "3"], ["--match", f"^{leaf}$"], EVERY, \
            ["--min", "10", "--top", "0"], ["--depth", "3", *EVERY], ["--match", f"^{leaf}$", *EVERY]:
        lines, hidden, total = text_of("--tree", *options, tape)
        what = f"{name}: --tree {' '.join(options)}"
        ok(f"{what}: the last line is TICKS", total == (o.ticks, len(table)), total, o.ticks, len(table))
        ok(f"{what}: shares of {len(lines)} lines and of what is not shown add up",
           lines and adds_up(lines, hidden, o), lines, hidden)
        if "0" in options:
            j = report_json("--tree", *options, tape)["tree"]
            rest = hidden_rows(table, {r["number"] for r in j["rows"]}, "--min" in options)
            ok(f"{what}: not shown is what JSON does not have, and no recursion that goes on", rest == hidden, rest,
               hidden)
            ok(f"{what}: JSON adds up", sum(r["count"] for r in j["rows"]) == o.ticks - j["hidden"], j["hidden"])
    for options in [], ["--depth", "3"], ["--match", leaf], ["--min", "0"]:
        out = tally("report", "--tree", "--width", "80", *options, tape).out
        ok(f"{name}: --tree {' '.join(options)} fits 80 columns", max(map(len, out.split("\n"))) <= 80, out)
    ok(f"{name}: no more lines than --top", len(text_of("--tree", "--top", "4", tape)[0]) == 4)
    ok(f"{name}: all shown, nothing hidden", text_of("--tree", *EVERY, tape)[1] == (0, 0))
    least = 0.01 * 10 * o.ticks
    ok(f"{name}: --min", min(r["inclusive"] for r in tree_csv("--tree", "--min", "10", tape)) >= least
       and len(tree_csv("--tree", "--min", "10", tape)) == sum(r["inclusive"] >= least for r in table))
    ok(f"{name}: --depth", max(r["depth"] for r in tree_csv("--tree", "--depth", "3", tape)) == 3)
    chosen = tree_csv("--tree", "--match", f"^{leaf}$", tape)
    leads = {r["parent"] for r in chosen} | {r["number"] for r in chosen if r["name"] == leaf}
    ok(f"{name}: --match shows what leads to a match", {r["number"] for r in chosen} <= leads
       and sum(r["name"] == leaf for r in chosen) == sum(r["name"] == leaf for r in table))


def callers(name, tape, o, functions):
    for f in sorted(functions):
        ways, recursive = o.callers(f)
        inclusive, calls = o.of_function(f)
        table = tree_csv("--callers-of", hex(f), tape)
        at = paths_of(table)
        said = {at[r["number"]]: [r["cycles"], r["calls"]] for r in table}
        nested = said.pop((f, "[recursion]"), [0, 0])
        good = said == ways and nested == [0, recursive]
        good = good and (table[0]["inclusive"], table[0]["calls"]) == (inclusive, calls)
        ok(f"{name}: callers of {table[0]['name']}: {inclusive} cycles, {calls} calls, {recursive} of them recursive",
           good and sum(r["cycles"] for r in table) == inclusive, said, ways, nested)
        below = Counter()
        for r in table:
            below[r["parent"]] += r["calls"]
        ok("... calls of a row are those of its callers", all(below[r["number"]] in (0, r["calls"]) or r["cycles"]
           for r in table), table)


def caller_rows(name, tape, o):
    want = {(a, b): tuple(v) for (a, b), v in o.pairs().items()}
    table = rows("report", "--by", "caller", tape)
    names = {r["name"]: int(r["address"], 16) for r in table}
    said = {(names.get(r["caller"]), int(r["address"], 16)): (r["cycles"], r["calls"], r["inclusive"])
            for r in table if r["name"] not in ("[IDLE]", "[PENDING]")}
    ok(f"{name}: {len(want)} rows by caller", said == want, set(said.items()) ^ set(want.items()))
    ok(f"{name}: own cycles by caller add up to TICKS", sum(r["cycles"] for r in table) == o.ticks)
    j = report_json("--by", "caller", "--top", "0", tape)["rows"]
    columns = "name", "inclusive", "calls"
    ok(f"{name}: JSON by caller", [[r["caller"] or "", r["count"]] + [r[k] for k in columns] for r in j["rows"]]
       == [[r["caller"], r["cycles"]] + [r[k] for k in columns] for r in table] and j["sum"] == o.ticks)
    lines, hidden, total = text_of("--by", "caller", "--top", "5", "--match", "leaf", tape)
    ok(f"{name}: by caller, --top and --match: the rest is one line", total == (o.ticks, len(table)) and len(lines) <= 5
       and hidden[1] == len(table) - len(lines) and all("leaf" in line[4] for line in lines)
       and adds_up(lines, hidden, o), lines, hidden)


def function_rows(name, tape, o):
    table = rows("report", tape)
    wrong = [r for r in table if (r["inclusive"], r["calls"]) != o.of_function(int(r["address"], 16))]
    ok(f"{name}: inclusive cycles and calls of {len(table)} functions", table and not wrong, wrong)
    j = report_json("--top", "0", tape)["rows"]["rows"]
    pairs = [[(r["inclusive"], r["calls"]) for r in all_of] for all_of in (j, table)]
    ok(f"{name}: ... in JSON", pairs[0] == pairs[1], pairs)
    order = [r["inclusive"] for r in rows("report", "--sort", "inclusive", tape)]
    ok(f"{name}: --sort inclusive", order == sorted(order, reverse=True), order)
    out = tally("report", tape).out
    shown = {m[2]: float(m[1]) for m in re.finditer(r"^ +[\d.]+% +\d+ +[\d.]+ +([\d.]+)%  (\S+)", out, re.M)}
    ok(f"{name}: ... in the text", shown and all(abs(shown[r["name"]] - 100 * r["inclusive"] / o.ticks) < 0.0051
       for r in table if r["name"] in shown), shown)


def shares(o, f):
    """Callers of f by its own cycles, as percent."""
    own = {a: v[0] for (a, b), v in o.pairs().items() if b == f}
    return {a: 100 * n / sum(own.values()) for a, n in own.items()}


def said_shares(said, names):
    return {names[m[1]]: float(m[2]) for m in re.finditer(r"(\w+) (\d+)%", said) if m[1] in names}


def hints(name, tape, o):
    table = rows("report", tape)
    names = {r["name"]: int(r["address"], 16) for r in table}
    out = tally("report", tape).out
    m = re.search(r"^(\d+)% in (\S+): called by (.*)$", out, re.M)
    ok(f"{name}: the report names the callers of the hottest", m and m[2] == table[0]["name"], out[-900:])
    want = shares(o, int(table[0]["address"], 16))
    for said in m[3], re.search(r"^called by (.*);", tally("annotate", tape).out, re.M)[1]:
        got = said_shares(said, names)
        ok("... with their shares", got and all(abs(want[a] - n) <= 0.5 for a, n in got.items())
           and max(want, key=want.get) == next(iter(got)), want, got)
    for r in table:
        calls = re.search(r"^called by .*; (\d+) calls?$", tally("annotate", r["name"], tape).out, re.M)
        if calls:
            ok(f"{name}: annotate {r['name']} counts its calls", int(calls[1]) == r["calls"], calls[0], r)
    law = re.search(r"^TREE (\d+) \+ IDLE (\d+) \+ PENDING (\d+) = TICKS: holds; (\d+) nodes, (\d+) deep$", out, re.M)
    ok(f"{name}: the line of the law", law and int(law[1]) + int(law[2]) + int(law[3]) == o.ticks, out[-900:])


def refusals(elf, tape):
    plain = capture(elf, "plain", "--no-calls")
    for view in ["--tree"], ["--callers-of", "leaf"], ["--by", "caller"], ["--sort", "inclusive"]:
        for form in [], ["--csv"], ["--json"]:
            r = tally("report", *view, *form, plain)
            ok(f"--no-calls: {' '.join(view + form)} is refused in one line", r.refused("has no call tree; `tally"), r)
    r = tally("report", plain)
    ok("--no-calls: the report has nothing of a tree", r.code == 0 and not r.err and "TREE" not in r.out
       and "incl" not in r.out and "called by" not in r.out and "called by" not in tally("annotate", plain).out, r)
    ok("--no-calls: and JSON", "call_tree" not in report_json(plain))
    r = tally("run", "--no-calls", "--tree", elf)
    ok("run --no-calls --tree is refused before the run", r.refused("--tree: needs a call tree; leave out"), r)
    r = tally("run", "--tree", "--callers-of", "nothing", elf)
    ok("run --tree --callers-of is refused", r.refused("one of the two"), r)
    r = tally("run", "--callers-of", "nothing", elf)
    ok("run --callers-of an unknown function is refused before the run", r.refused('no function "nothing"'), r)
    for bad, why in (["--callers-of", "nothing"], 'no function "nothing"'), \
            (["--callers-of", "0x80800000"], "was not called"), \
            (["--tree", "--by", "line"], "given beside --by"), (["--tree", "--sort", "name"], "sorted by inclusive"), \
            (["--tree", "--min", "101"], "from 0 to 100"), (["--tree", "--min", "x"], "from 0 to 100"), \
            (["--depth", "3"], "needs --tree"), (["--tree", "--by", "instructions"], "counted in cycles"), \
            (["--by", "caller,instructions"], "counted in cycles"):
        r = tally("report", *bad, tape)
        ok(f"report {' '.join(bad)} is refused in one line", r.refused(why), r)
    r = tally("diff", "--by", "caller", tape, tape)
    ok("diff --by caller is refused", r.refused("a diff compares"), r)


def merged(elf, tape, o):
    part = capture(elf, "part", "--cycles", "20000")
    tally("merge", "-o", "sum.tally", tape, part)
    both = [o.paths, Oracle(part).paths]
    want = {p: [sum(n) for n in zip(*(one.get(p, (0, 0, 0)) for one in both))] for p in both[0] | both[1]}
    ok("a merge adds up both trees", want == dict(Oracle("sum.tally").paths)
       and report_json("sum.tally")["call_tree"]["law"])
    tally("merge", "-o", "less.tally", tape, "plain.tally")
    ok("a merge with a capture without tree has none", "call_tree" not in report_json("less.tally"))


def stripped(elf):
    sh(CROSS + "strip", "-o", "stripped.elf", elf)
    tape = capture("stripped.elf", "stripped")
    o = Oracle(tape)
    table = whole_tree("no symbols", tape, o)
    named = {r["name"]: r["pc"] for r in table if r["pc"] is not None}
    ok("no symbols: names are addresses", all(name == f"0x{pc:08x}" for name, pc in named.items()), named)
    ok("no symbols: the functions are called all the same", len(o.functions()) > 5, o.functions())
    callers("no symbols", tape, o, o.functions())
    caller_rows("no symbols", tape, o)


class Bounded:
    """A command whose output must not take much memory, nor its work much time."""

    def __init__(self, what, *arguments):
        begin = time.monotonic()
        done = subprocess.Popen([TALLY, *arguments], stdout=subprocess.PIPE)
        stop = threading.Timer(SECONDS, done.kill)
        stop.start()
        self.bytes = done.stdout.read(BYTES)
        whole = len(self.bytes) < BYTES
        done.kill() if not whole else done.wait()
        stop.cancel()
        self.out = self.bytes.decode()
        seconds = time.monotonic() - begin
        self.good = ok(f"{what} in {seconds:.1f} s, {len(self.bytes)} bytes", whole and done.wait() == 0)


def deep(name, call, n):
    """A stack of n calls: no recursion in the tool, output that grows with the contexts, lines that fit."""
    elf = build(f"deep-{name}", {"start.S": HIGH_STACK, "deep.c": DEEP}, *CALLING, f"-DDEEP={call}({n})")
    tape = f"deep-{name}.tally"
    r = Bounded(f"{name}: run with {n} calls", "run", "--core", "vexriscv", "-o", tape, elf)
    law = report_json(tape)["call_tree"]
    ok(f"{name}: the stack was {n} deep", law["law"] and law["depth"] >= n, law)
    ticks = report_json(tape)["counters"]["ticks"]
    for view in ["--tree"], ["--callers-of", "leaf"], ["--callers-of", call]:
        r = Bounded(f"{name}: {' '.join(view)}", "report", *view, "--width", "80", tape)
        if not r.good:
            return
        out = r.out
        ok("... fits a screen", out.count("\n") < 60 and max(map(len, out.split("\n"))) <= 80, out[:3000])
        r = Bounded(f"{name}: {' '.join(view)}, all of it", "report", *view, "--width", "80", *EVERY, tape)
        ok("... no line runs off", max(map(len, r.out.split("\n"))) <= 80)
        table = tree_csv(*view, tape)
        whole = ticks if view == ["--tree"] else table[0]["inclusive"]
        ok("... and CSV adds up", sum(r["cycles"] for r in table) == whole, whole)
        j = json.loads(Bounded(f"{name}: {' '.join(view)} --json", "report", *view, "--json", tape).out)
        ok("... JSON has as many rows", len(j["tree"]["rows"]) == len(table))
    whole = {r["name"]: r for r in rows("report", tape)}
    ok(f"{name}: recursion is counted once", max(r["inclusive"] for r in whole.values()) <= ticks
       and whole[call]["inclusive"] > 0.9 * ticks and whole["leaf"]["calls"] == n, whole)
    Bounded(f"{name}: by caller", "report", "--by", "caller", tape)
    lines = text_of("--tree", tape)[0]
    ok(f"{name}: recursion that does not branch is one line, which counts all levels", len(lines) == 1 and re.search(
       rf"run > down \({n + 1} times\)$|> \.\.\. {n - 5} more >( \w+ >){{3}} \w+$", lines[0][4]), lines[:5])


def shallow():
    """Each call of 100 takes 1 percent, its leaf less: still one line."""
    elf = build("shallow", {"deep.c": DEEP}, *CALLING, "-DDEEP=down(100)")
    lines = text_of("--tree", capture(elf, "shallow"))[0]
    ok("recursion of 100 calls is one line", len(lines) < 4 and re.search(r"down \(101 times\)", lines[-1][4]),
       lines)
    lines = text_of("--tree", "--depth", "50", "shallow.tally")[0]
    ok("... and 48 of them above --depth 50", re.search(r"down \(48 times\)", lines[-1][4]), lines)


def main():
    big = os.path.abspath(sys.argv[1])
    workdir("view-calls")
    elf = build("calls", {"calls.c": C}, *CALLING)
    tape = capture(elf, "calls")
    o = Oracle(tape)
    table = whole_tree("calls", tape, o)
    text("calls", tape, o, table, "leaf")
    callers("calls", tape, o, o.functions())
    caller_rows("calls", tape, o)
    function_rows("calls", tape, o)
    hints("calls", tape, o)
    refusals(elf, tape)
    merged(elf, tape, o)
    stripped(elf)
    tape = capture(big, "big")
    o = Oracle(tape)
    table = whole_tree("big", tape, o)
    text("big", tape, o, table, "memset")
    callers("big", tape, o, sorted(o.functions())[::20])
    caller_rows("big", tape, o)
    function_rows("big", tape, o)
    hints("big", tape, o)
    shallow()
    deep("straight", "down", 100000)
    deep("mutual", "ping", 100000)
    end()


if __name__ == "__main__":
    main()
