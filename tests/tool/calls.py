# SPDX-License-Identifier: ISC
# needs: tally
"""calls.py - the views of the call tree against the capture's own nodes, summed here by paths of
function addresses: every context of --tree, --callers-of of every function, --by caller, inclusive
cycles by function, what text hides, the law; threads at the root.

usage: calls.py ELF     one more program
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

from kit import (CROSS, HIGH_STACK, TALLY, build, capture, end, ok, refused, report_json, rows, sh,
                 tally,
                 tally_profile, workdir)
from programs import DEEP, SWITCH, THREADS, THREADS_BELOW

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
# Parts of f are reached by a branch, and by a table; f.cold.1 is called, so it is none.
PARTS = "\t.globl run\n" + "".join(f"\t.type {n}, @function\n{n}:\t{code}\n\t.size {n}, . - {n}\n"
                                 for n, code in {
    "leaf": "ret", "f.cold": "call leaf; j back", "f.cold.1": "ret",
    "f.__part.1": "call f.cold.1; lw ra, 12(sp); addi sp, sp, 16; ret",
    "f": "addi sp, sp, -16; sw ra, 12(sp); andi t0, a0, 1; bnez t0, f.cold; back: call leaf; "
         "lw t1, table; jr t1",
    "run": "addi sp, sp, -16; sw ra, 12(sp); li s0, 8; 1: mv a0, s0; call f; addi s0, s0, -1; "
           "bnez s0, 1b; lw ra, 12(sp); addi sp, sp, 16; ret"}.items()) \
    + "\t.data\ntable:\t.word f.__part.1\n"
CALLING = "-O1", "-fno-optimize-sibling-calls"
EVERY = ["--min", "0", "--top", "0"]
MOST = 100 << 20			# bytes that a view of a deep tree may print


class Oracle:
    """{path of function addresses: [own cycles, calls, instructions]}, and sums over it by brute
    force."""

    def __init__(self, tape):
        c = tally_profile.read(tape)
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
        return sorted({path[-1] for path in self.paths})

    def of_function(self, f):
        """Inclusive cycles, recursion once; calls."""
        return (sum(n for path, n in self.inclusive.items() if path[-1] == f
                    and f not in path[:-1]),
                sum(calls for path, (_, calls, _) in self.paths.items() if path[-1] == f))

    def pairs(self):
        """{(caller, callee): (own cycles, calls, inclusive cycles)}"""
        sums = defaultdict(lambda: [0, 0, 0])
        for path, (own, calls, _) in self.paths.items():
            *steps, pair = zip((None, *path[:-1]), path)
            sums[pair][0] += own
            sums[pair][1] += calls
            sums[pair][2] += self.inclusive[path] if pair not in steps else 0
        return {pair: tuple(v) for pair, v in sums.items()}

    def callers(self, f):
        """{(f, caller, its caller, ...): [cycles that go no further up, calls]}, of each function
        the outermost."""
        ways, recursive = defaultdict(lambda: [0, 0]), 0
        for path, (_, calls, _) in self.paths.items():
            if path[-1] != f:
                continue
            if f in path[:-1]:
                recursive += calls
                continue
            way, rest = (f,), path[:-1]
            while rest:
                way, rest = (*way, rest[-1]), rest[:rest.index(rest[-1])]
            ways[way][0] += self.inclusive[path]
            for n in range(1, len(way) + 1):
                ways[way[:n]][1] += calls
        ways[f,][1] += recursive
        return dict(ways), recursive


def tree_rows(*arguments):
    """Rows of a tree with numbers as numbers, and each one's path of pcs by the parents'
    numbers."""
    r = tally("report", *arguments, "--csv")
    table, at = list(csv.DictReader(io.StringIO(r.out, newline=""))), {None: ()}
    for row in table:
        for k in "cycles", "inclusive", "calls", "number", "parent", "depth", "instructions":
            row[k] = int(row[k]) if row.get(k) else None
        row["pc"] = int(row["address"], 16) if row["address"] else None
        # parents come first
        at[row["number"]] = (*at[row["parent"]], row["name"] if row["pc"] is None else row["pc"])
    del at[None]
    if table and table[-1]["name"] == "[rest]":
        rest = table.pop()["cycles"]
        ok("... [rest]: what JSON hides", rest == report_json(*arguments)["tree"]["hidden"], rest)
    return table, at


def whole_tree(name, tape, o):
    table, at = tree_rows("--tree", tape)
    said = {at[r["number"]]: (r["cycles"], r["inclusive"], r["calls"], r["instructions"])
            for r in table}
    want = {p: (own, o.inclusive[p], calls, retired) for p, (own, calls, retired)
            in o.paths.items()}
    want |= {(f"[{k.upper()}]",): (n, n, 0, 0) for k in ("idle", "pending") if (n := o.counters[k])}
    ok(f"{name}: each of {len(want)} contexts has its cycles, inclusive cycles, calls, "
       "instructions",
       said == want, [(p, said.get(p), want.get(p)) for p in said.keys() | want
                      if said.get(p) != want.get(p)][:3])
    ok(f"{name}: own cycles add up to TICKS, depth is the path's",
       sum(r["cycles"] for r in table) == o.ticks
       and all(r["depth"] == len(at[r["number"]]) for r in table))
    j = report_json("--tree", tape)
    columns = "number", "parent", "depth", "name", "pc", "inclusive", "calls", "instructions"
    ok(f"{name}: JSON has the same rows", [[r[k] for k in columns] + [r["count"]]
                                           for r in j["tree"]["rows"]]
       == [[r[k] for k in columns] + [r["cycles"]] for r in table])
    ok(f"{name}: ... and nothing hidden", [j["tree"][k]
                                           for k in ("sum", "hidden", "callers_of", "contexts")]
       == [o.ticks, 0, None, len(table)])
    law = j["call_tree"]
    ok(f"{name}: TREE + IDLE + PENDING = TICKS",
       law["law"] and law["depth"] == max(map(len, o.paths))
       and law["cycles"] + o.counters["idle"] + o.counters["pending"] == o.ticks, law)
    return table


def text_of(*arguments):
    """Rows (inclusive percent, second percent, cycles, calls, text), hidden (cycles, rows), all
    (cycles, rows)."""
    out = tally("report", *arguments).out
    lines, hidden, total = [], (0, 0), None
    for line in out[out.index("    incl "):out.index("\nTICKS")].split("\n")[1:]:
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
    return abs(sum(line[1] for line in lines) + 100 * hidden[0] / o.ticks
               - 100) < 0.0051 * (len(lines) + 1)


def text(name, tape, o, table, leaf):
    """What is shown and what is not add up, whatever chooses; it fits 80 columns."""
    match = ["--match", f"^{leaf}$"]
    for options in [], ["--top", "4"], ["--min", "10"], ["--depth", "3"], match, EVERY, ["--depth",
            "3", *EVERY]:
        lines, hidden, total = text_of("--tree", *options, tape)
        what = f"{name}: --tree {' '.join(options)}"
        ok(f"{what}: the last line is TICKS; shares of {len(lines)} lines and of what is not shown "
           f"add up",
           total == (o.ticks, len(table)) and adds_up(lines, hidden, o), lines, hidden, total)
        j = report_json("--tree", *options, tape)["tree"]
        ok(f"{what}: JSON adds up", sum(r["count"] for r in j["rows"]) == o.ticks - j["hidden"],
           j["hidden"])
        out = tally("report", "--tree", "--width", "80", *options, tape).out
        ok(f"{what}: fits 80 columns", max(map(len, out.split("\n"))) <= 80, out)
    ok(f"{name}: as many lines as --top", len(text_of("--tree", "--top", "4", tape)[0]) == 4)
    ok(f"{name}: all shown, nothing hidden", text_of("--tree", *EVERY, tape)[1] == (0, 0))
    chosen, least = tree_rows("--tree", "--min", "10", tape)[0], 0.1 * o.ticks
    ok(f"{name}: --min", len(chosen) == sum(r["inclusive"] >= least for r in table) > 0
       and min(r["inclusive"] for r in chosen) >= least)
    ok(f"{name}: --depth", max(r["depth"] for r in tree_rows("--tree", "--depth", "3", tape)[0])
       == 3)
    chosen, _ = tree_rows("--tree", *match, tape)
    leads = {r["parent"] for r in chosen} | {r["number"] for r in chosen if r["name"] == leaf}
    ok(f"{name}: --match shows what leads to a match", {r["number"] for r in chosen} <= leads
       and sum(r["name"] == leaf for r in chosen) == sum(r["name"] == leaf for r in table))


def callers(name, tape, o, functions):
    for f in functions:
        ways, recursive = o.callers(f)
        inclusive, calls = o.of_function(f)
        table, at = tree_rows("--callers-of", hex(f), tape)
        said = {at[r["number"]]: [r["cycles"], r["calls"]] for r in table}
        nested = said.pop((f, "[recursion]"), [0, 0])
        ok(f"{name}: callers of {table[0]['name']}: {inclusive} cycles, {calls} calls, {recursive} "
           f"of them recursive",
           said == ways and nested == [0, recursive] and sum(r["cycles"] for r in table)
           == inclusive
           and (table[0]["inclusive"], table[0]["calls"]) == (inclusive, calls), said, ways, nested)


def caller_rows(name, tape, o):
    want, table = o.pairs(), rows("report", "--by", "caller", tape)
    names = {r["name"]: int(r["address"], 16) for r in table}
    said = {(names.get(r["caller"]), int(r["address"], 16)): (r["cycles"], r["calls"],
            r["inclusive"])
            for r in table if r["name"] not in ("[IDLE]", "[PENDING]")}
    ok(f"{name}: {len(want)} rows by caller, which add up to TICKS", said == want
       and sum(r["cycles"] for r in table) == o.ticks, set(said.items()) ^ set(want.items()))
    j = report_json("--by", "caller", "--top", "0", tape)["rows"]
    columns = "name", "inclusive", "calls"
    ok(f"{name}: JSON by caller", [[r["caller"] or "", r["count"]] + [r[k] for k in columns]
                                   for r in j["rows"]]
       == [[r["caller"], r["cycles"]] + [r[k] for k in columns] for r in table]
       and j["sum"] == o.ticks)
    lines, hidden, total = text_of("--by", "caller", "--top", "5", "--match", "leaf", tape)
    ok(f"{name}: by caller, --top and --match: the rest is one line",
       total == (o.ticks, len(table)) and len(lines) <= 5
       and hidden[1] == len(table) - len(lines) and adds_up(lines, hidden, o), lines, hidden)


def function_rows(name, tape, o):
    table, out = rows("report", tape), tally("report", tape).out
    wrong = [r for r in table if (r["inclusive"], r["calls"])
             != o.of_function(int(r["address"], 16))]
    ok(f"{name}: inclusive cycles and calls of {len(table)} functions", table and not wrong, wrong)
    j = report_json("--top", "0", tape)["rows"]["rows"]
    pairs = [[(r["inclusive"], r["calls"]) for r in all_of] for all_of in (j, table)]
    ok(f"{name}: ... in JSON", pairs[0] == pairs[1], pairs)
    order = [r["inclusive"] for r in rows("report", "--sort", "inclusive", tape)]
    ok(f"{name}: --sort inclusive", order == sorted(order, reverse=True), order)
    shown = {m[2]: float(m[1]) for m in re.finditer(r"^ +[\d.]+% +\d+ +[\d.]+ +([\d.]+)%  (\S+)",
            out, re.M)}
    ok(f"{name}: ... in the text", shown and all(abs(shown[r["name"]] - 100 * r["inclusive"]
            / o.ticks) < 0.0051
                                                 for r in table if r["name"] in shown), shown)
    law = re.search(r"^TREE (\d+) \+ IDLE (\d+) \+ PENDING (\d+) = TICKS: holds; (\d+) nodes, "
                    r"(\d+) deep$", out, re.M)
    ok(f"{name}: the line of the law", law and sum(map(int, law.groups()[:3])) == o.ticks,
       out[-900:])
    hints(name, tape, o, table, out)


def hints(name, tape, o, table, out):
    """The report names the callers of the hottest function, with their shares of its own cycles;
    annotate counts."""
    hottest = int(table[0]["address"], 16)
    own = {caller: v[0] for (caller, callee), v in o.pairs().items() if callee == hottest}
    names = {r["name"]: int(r["address"], 16) for r in table}
    want = {a: 100 * n / sum(own.values()) for a, n in own.items()}
    for said in (re.search(r"^\d+% in (?:\S+): called by (.*)$", out, re.M),
                 re.search(r"^called by (.*); (\d+) calls?$", tally("annotate", tape).out, re.M)):
        got = {names[m[1]]: float(m[2]) for m in re.finditer(r"(\w+) (\d+)%", said[1])
               if m[1] in names}
        ok(f"{name}: callers of the hottest: {said[1]}",
           got and max(want, key=want.get) == next(iter(got))
           and all(abs(want[a] - n) <= 0.5 for a, n in got.items()), want, got)
    ok(f"{name}: annotate counts its calls", int(said[2]) == table[0]["calls"], said[0])


def every_view(name, tape, leaf, step=1):
    o = Oracle(tape)
    table = whole_tree(name, tape, o)
    if leaf:
        text(name, tape, o, table, leaf)
        function_rows(name, tape, o)
    callers(name, tape, o, o.functions()[::step])
    caller_rows(name, tape, o)
    return o, table


def refusals(elf, tape):
    plain = capture(elf, "plain", "--no-calls")
    for view in ["--tree"], ["--callers-of", "leaf"], ["--by", "caller"], ["--sort",
            "inclusive"], ["--tree", "--json"]:
        refused("has no call tree; `tally", "report", *view, plain)
    r = tally("report", plain)
    ok("--no-calls: the report and JSON have nothing of a tree", r.code == 0 and not r.err
       and not re.search("TREE|incl|called by", r.out) and "call_tree" not in report_json(plain), r)
    for why, *command in (
            ('no function "nothing"', "--callers-of", "nothing"),
            ("was not called", "--callers-of", "0x80800000"),
            ("given beside --by", "--tree", "--by", "line"),
            ("sorted by inclusive", "--tree", "--sort", "name"),
            ("counted in cycles", "--tree", "--by", "instructions"),
            ("counted in cycles", "--by", "caller,instructions")):
        refused(why, "report", *command, tape)
    refused("a diff compares", "diff", "--by", "caller", tape, tape)


def bounded(what, *arguments):
    """The output of a command, which must not be much."""
    with subprocess.Popen([TALLY, *arguments], stdout=subprocess.PIPE) as child:
        out = child.stdout.read(MOST)
        if len(out) == MOST:
            child.kill()
    ok(f"{what}: {len(out)} bytes", len(out) < MOST and child.returncode == 0)
    return out.decode()


def deep(name, call, n, views):
    """A stack of n calls: no recursion in the tool, output that grows with the contexts, lines that
    fit."""
    elf = build(f"deep-{name}", {"start.S": HIGH_STACK, "deep.c": DEEP}, *CALLING,
                f"-DRUN={call}({n})")
    tape = f"deep-{name}.tally"
    bounded(f"{name}: run with {n} calls", "run", "--core", "vexriscv", "-o", tape, elf)
    j = report_json(tape)
    law, ticks, whole = j["call_tree"], j["counters"]["ticks"], {r["name"]: r
            for r in rows("report", tape)}
    ok(f"{name}: the stack was {n} deep; recursion is counted once",
       law["law"] and law["depth"] >= n
       and max(r["inclusive"] for r in whole.values()) <= ticks and whole[call]["inclusive"] > 0.9
       * ticks, law, whole)
    for view in views:
        out = bounded(f"{name}: {view}", "report", *view, "--width", "80", tape)
        ok("... fits a screen", out.count("\n") < 60 and max(map(len, out.split("\n"))) <= 80,
           out[:3000])
        out = bounded("... all of it", "report", *view, "--width", "80", *EVERY, tape)
        ok("... no line runs off", max(map(len, out.split("\n"))) <= 80)
        table = list(csv.DictReader(io.StringIO(bounded("... --csv", "report", *view, "--csv",
                tape))))
        want = ticks if view == ["--tree"] else int(table[0]["inclusive"])
        ok("... CSV adds up", sum(int(r["cycles"]) for r in table) == want, want)
        rows_there = len(json.loads(bounded("... --json", "report", *view, "--json",
                                            tape))["tree"]["rows"])
        ok("... JSON has as many rows", rows_there == len(table))
    lines = text_of("--tree", tape)[0]
    ok(f"{name}: recursion that does not branch is one line", len(lines) == 1 and re.search(
        rf"run > down \({n + 1} times\)|> \.\.\. \d+ more > ", lines[0][4]), lines[:5])


def threads():
    """Each stands at the root, named by its stack, above what it ran."""
    tape = capture(build("threads", {"a.c": THREADS, "switch.S": SWITCH}, *CALLING))
    tree = tally_profile.read(tape)
    want = sorted(total for n, total in zip(tree.nodes, tree.inclusive()) if n.function & 1)
    table = rows("report", "--tree", tape)
    found = {row["name"]: row for row in table if row["name"].startswith("[thread")}
    ok("each of four threads is there, by its stack, at the root",
       found.keys() == THREADS_BELOW.keys()
       and all(t["depth"] == 1 and not t["address"] for t in found.values()), found)
    ok("... with all its cycles, none its own",
       sorted(t["inclusive"] for t in found.values()) == want
       and not any(t["cycles"] for t in found.values()), found, want)
    below = {name: [row["name"] for row in table if row["parent"] == t["number"]]
             for name, t in found.items()}
    ok("... above the function that it began with",
       below == {n: [f] for n, f in THREADS_BELOW.items()}, below)
    for view in ["--tree", "--depth", "2"], ["--callers-of", "work"]:
        out = tally("report", *view, *EVERY, tape).out
        ok(f"{view[0]} shows them", all(name in out for name in found), out)
    pairs = {(row["caller"], row["name"]) for row in rows("report", "--by", "caller", tape)}
    ok("--by caller: they call what they began with", {*THREADS_BELOW.items()} <= pairs, pairs)
    sums = Counter()
    for line in tally("export", "folded", tape).out.splitlines():
        stack, _, n = line.rpartition(" ")
        sums[stack.split(";")[0]] += int(n)
    ok("export folded: the same cycles below each",
       all(sums[n] == t["inclusive"] for n, t in found.items()), sums)
    for form in "callgrind", "pprof", "cpuprofile", "gmon", "svg", "html":
        r = tally("export", form, "-o", "threads." + form, tape)
        ok(f"export {form}", r.code == 0, r)


def parts():
    """Code of f that lies elsewhere is f in all but addresses; no jump to it is a tail call."""
    elf = build("parts", {"parts.S": PARTS})
    for how in (), ("--calls=unit",):
        tape = capture(elf, "parts", *how)
        calls = {(r["caller"], r["name"]): r["calls"] for r in rows("report", "--by", "caller",
                 tape) if r["caller"] not in ("", "_start")}
        own = sum(r["cycles"] for r in rows("report", "--by", "address", tape) if r["name"] == "f")
        f = next(r for r in rows("report", tape) if r["name"] == "f")
        code = json.loads(tally("annotate", "--json", "f", tape).out)["functions"][0]
        ok(f"parts of a function {how}", calls == {("run", "f"): 8, ("f", "leaf"): 12,
           ("f", "f.cold.1"): 8} and own == f["cycles"] == code["count"] < f["inclusive"]
           and len(code["code"]) == 14
           and "and f.cold, 0x" in tally("annotate", "f.cold", tape).out, calls, own, f, code)


def main():
    big = os.path.abspath(sys.argv[1])
    workdir("calls")
    elf = build("calls", {"calls.c": C}, *CALLING)
    tape = capture(elf, "calls")
    every_view("calls", tape, "leaf")
    refusals(elf, tape)
    sh(CROSS + "strip", "-o", "stripped.elf", elf)
    o, table = every_view("no symbols", capture("stripped.elf", "stripped"), None)
    ok("no symbols: names are addresses, the functions are called all the same",
       len(o.functions()) > 5
       and all(r["name"] == f"0x{r['pc']:08x}" for r in table if r["pc"] is not None), table)
    tape = capture(big, "big", "--cycles", "1M", core="vexriscv")
    every_view("big", tape, rows("report", tape)[0]["name"], 20)
    deep("straight", "down", 100000, (["--tree"], ["--callers-of", "leaf"]))
    deep("mutual", "ping", 100000, (["--callers-of", "ping"],))
    threads()
    parts()
    end()


main()
