# SPDX-License-Identifier: ISC
# needs: tally
"""diff.py - tally diff and tally merge: sums and order; inclusive cycles of functions and contexts,
and the page of --html, against sums over the nodes of the captures.
"""
import json
import os
import re
from collections import Counter

import export_page
from kit import (CROSS, build, capture, changed, end, ok, put, read, refused, report_json, rows,
                 sh, tally, tally_profile, workdir)
from programs import CALLS

C = r"""
int twin(int), other_twin(int), moved(int);
volatile int g;
__attribute__((noinline)) int steady(int n) { int s = 0; while (n--) s += g; return s; }
__attribute__((noinline))
int slower(int n) { int s = 0; for (int i = 0; i < n; i++) s += SLOW; return s; }
#ifdef NEW
__attribute__((noinline)) int fresh(int n) { while (n--) g += n; return g; }
#define EXTRA fresh(9)
#else
__attribute__((noinline)) int old(int n) { while (n--) g -= n; return g; }
#define EXTRA old(9)
#endif
__attribute__((noinline)) int common(int n) { return twin(n) + other_twin(n) + moved(n) + EXTRA; }
void run(void) { g = steady(50) + slower(60) + common(20); }
"""
MOVED = ("__attribute__((noinline)) int moved(int n) "
         "{ volatile int s = 0; while (n--) s += n; return s; }\n")
TWIN = """static __attribute__((noinline, noclone)) int same_name(int n)
{ volatile int s = 0; while (n--) s += %d; return s; }
int %s(int n) { return same_name(%s * n); }
"""
CALLING = "-O1", "-g", "-fno-optimize-sibling-calls"


def program(name, *flags, twin=2):
    parts = {"main.c": C, "one.c": TWIN % (1, "twin", 1), "two.c": TWIN % (2, "other_twin", twin)}
    parts["two.c" if "-DNEW" in flags else "one.c"] += MOVED
    return build(name, parts, "-O2", "-g", *flags)


def columns(what, table, *captures, by="function"):
    """Both columns add up to what the reports say."""
    want = [sum(r["cycles"] for r in rows("report", "--by", by, c)) for c in captures]
    ok(f"{what}: both columns add up to the reports' sums",
       [sum(r[k] for r in table) for k in "ab"] == want, want)


def functions(old, new):
    a, b = capture(old), capture(new)
    d = rows("diff", a, b)
    columns("functions", d, a, b)
    ok("change is B - A, relative is of A", all(r["change"] == r["b"] - r["a"]
       and (abs(float(r["relative"]) - 100 * r["change"] / r["a"]) < 1e-3 if r["a"]
            else r["relative"] == "")
       for r in d), d)
    by = {(r["name"], os.path.basename(r["file"])): r for r in d}
    ok("new, gone and steady functions", by["fresh", "main.c"]["a"] == 0 == by["old", "main.c"]["b"]
       and abs(by["steady", "main.c"]["change"]) < by["steady", "main.c"]["a"] / 10, by)
    ok("functions of one name are matched by their file",
       abs(by["same_name", "one.c"]["change"]) < 30 < by["same_name", "two.c"]["change"], by)
    ok("a function that moved to another file is the same one",
       by["moved", "two.c"]["a"] > 0 and by["moved", "two.c"]["b"] > 0, by)
    short = json.loads(tally("diff", "--json", "--top", "2", a, b).out)
    ok("--top: with what is hidden both columns add up", len(short["rows"]) == 2
       == len(d) - short["hidden_rows"] and all(
           short["sum_" + s] - short["hidden_" + s] == sum(r[s] for r in d[:2]) for s in "ab"),
       short)
    lines = rows("diff", "--by", "line", a, b)
    columns("lines", lines, a, b, by="line")
    moved = [r for r in lines if r["name"] == "moved" and r["a"] and r["b"]]
    ok("lines that moved with their function are the same ones", moved and all(
       re.search(r"one\.c:\d+$", r["moved_from"]) for r in moved), lines)


def units(old, new):
    """Cores, periods, units, and programs that cannot be compared."""
    a, other = "old.tally", capture(old, "vex", core="vexriscv")
    ok("two cores: said", "the same program; different cores" in tally("diff", a, other).out)
    for kind in "line", "inline", "address":
        columns(f"by {kind}", rows("diff", "--by", kind, a, other), a, other, by=kind)
    sampled = capture(old, "sampled", "--period", "16")
    estimates = sum(r["b"] for r in rows("diff", a, sampled))
    ok("periods differ: estimates, said", estimates == 16 * report_json(sampled)["counters"]["hits"]
       and "estimates (samples x period) are compared" in tally("diff", a, sampled).out)
    counted = capture(old, "counted", "--by", "instructions")
    refused("counted cycles, .* instructions: nothing to compare", "diff", a, counted)
    d = rows("diff", "--by", "instructions", a, counted)
    ok("--by instructions: a profile with CPI against one of instructions",
       len(d) > 3 and not any(r["change"] for r in d), d)
    refused("the programs differ", "diff", "--by", "address", a, "new.tally")
    sh(CROSS + "strip", "-o", "bare.elf", new)
    r = tally("diff", a, "new.tally", old, "bare.elf")
    ok("different programs without symbols are refused", r.code == 1 and "no symbols" in r.err, r)


# ---- merge
def merges(old, new):
    parts = [capture(old, f"m{n}", "--period", "7", "--jitter", "2", "--cycles", f"{n}0k")
             for n in (1, 2, 3)]
    r = tally("merge", "-o", "all.tally", *parts)
    ok("merge", r.code == 0 and not r.out and not r.err, r)
    each, whole = [report_json(p) for p in parts], report_json("all.tally")
    ok("counters are sums, the invariant holds; cycles, instructions, too", whole["invariant"]
       and whole["counters"] == {k: sum(j["counters"][k] for j in each) for k in whole["counters"]}
       and all(whole[k] == sum(j[k] for j in each) for k in ("cycles", "instructions")))
    bins = [Counter(tally_profile.read(p).bins) for p in (*parts, "all.tally")]
    ok("bins are sums", bins[-1] == sum(bins[:-1], Counter()) and bins[-1])
    r = tally("merge", "-o", "-", parts[0], "-", parts[2], stdin=read(parts[1]))
    ok("standard input and output", r.bytes == read("all.tally"), r.err)
    one = ["--period", "7", "--jitter", "2"]
    for i, (why, elf, options) in enumerate((
            ("ELFs differ", new, one), ("cores differ \\(picorv32, vexriscv\\)", old,
                                        [*one, "--core", "vexriscv"]),
            ("period differs \\(7, 8\\)", old, ["--period", "8", "--jitter", "2"]),
            ("scale differs", old, [*one, "--scale", "0x8000"]),
            ("one counted cycles, the other instructions", old, [*one, "--by", "instructions"]),
            ("privileges differs", old, [*one, "--priv", "m"]))):
        refused(why, "merge", "-o", "never.tally", parts[0], capture(elf, f"w{i}", *options))
    most = changed(parts[1], "most.tally", put("run.ticks", 0, (2 ** 64 - 1) // 7))
    refused("pass 64 bits", "merge", "-o", "never.tally", parts[0], most)


# ---- call trees
def said(names):
    """As a row names a context: innermost first, "f x3" where a function called itself."""
    text, at = [], 0
    while at < len(names):
        n = 1
        while names[at:at + n + 1] == [names[at]] * (n + 1):
            n += 1
        text.append(names[at] if n == 1 else f"{names[at]} x{n}")
        at += n
    return " < ".join(text)


def truth(path, elf):
    """Own and inclusive cycles: {function: ...}, {context: ...}; of functions recursion counts
    once."""
    tree = tally_profile.read(path)
    names = {int(a, 16): name for a, kind, name
             in map(str.split, sh(CROSS + "nm", elf).splitlines()) if kind in "tT"}
    stacks, own, inclusive = [[]], (Counter(), Counter()), (Counter(), Counter())
    for node, total in list(zip(tree.nodes, tree.inclusive()))[1:]:
        stack = [names.get(node.function, f"0x{node.function:08x}"), *stacks[node.parent]]
        stacks.append(stack)
        own[0][stack[0]] += node.cycles
        own[1][said(stack)] += node.cycles
        inclusive[1][said(stack)] += total
        if stack[0] not in stack[1:]:
            inclusive[0][stack[0]] += total
    for rest in "idle", "pending":
        if tree.counters[rest]:
            own[1][f"[{rest.upper()}]"] = inclusive[1][f"[{rest.upper()}]"] = tree.counters[rest]
    return own, inclusive


def call_trees():
    build("a", {"main.c": CALLS}, *CALLING, "-DSIZE=7", "-DONLY=before")
    build("b", {"moved.c": "int unused;\n" + CALLS}, *CALLING, "-DSIZE=9", "-DONLY=after")
    a, b = capture("a.elf"), capture("b.elf")
    sides = [truth(f"{x}.tally", f"{x}.elf") for x in "ab"]
    for i, (what, options) in enumerate((("functions", ()), ("contexts", ("--contexts",)))):
        table = rows("diff", *options, a, b)
        mine = {r["name"]: (r["a"], r["b"], r["inclusive_a"], r["inclusive_b"]) for r in table}
        every = {name for own, _ in sides for name in own[i]}
        theirs = {n: (*(own[i][n] for own, _ in sides), *(incl[i][n] for _, incl in sides))
                  for n in every}
        if what == "functions":			# startup code has several names
            theirs = {n: v for n, v in theirs.items() if n in mine}
        ok(f"{what}: {len(theirs)} rows, own and inclusive cycles",
           mine == theirs and len(table) == len(mine) > 5,
           list(set(mine.items()) ^ set(theirs.items()))[:8])
    order = [(abs(r["change"]), abs(r["inclusive_b"] - r["inclusive_a"])) for r in table]
    ok("contexts: the greatest change first, then of inclusive cycles; all of the ticks",
       order == sorted(order, reverse=True) and [sum(r[s] for r in table) for s in "ab"]
       == [tally_profile.read(path).counters["ticks"] for path in (a, b)], order)
    bare = capture("b.elf", "bare", "--no-calls")
    for why, *command in (("bare.tally: has no call tree", "--contexts", a, bare),
                          ("counts cycles", "--html", "no.html", "--by", "instructions", a, b)):
        refused(why, "diff", *command, absent=["no.html"])
    return a, b


# ---- the page
def page_table(text):
    """(change, A, B, name) of each row, and of the rest."""
    whole = export_page.of_text(text)
    return [(b - a, a, b, name) for name, _, _, a, b, _ in [*whole["rows"],
            *([whole["rest"]] if "rest" in whole else [])]]


def contexts_of(tape):
    functions = {f["pc"]: f["name"] for f in report_json(tape)["functions"]}
    return {p: own for p, (own, _) in export_page.of_capture(tape, tape[:-6] + ".elf",
            functions).items()}


def page(a, b):
    r = tally("diff", "--html", "page.html", a, b)
    text = read("page.html").decode()
    ok("diff --html: written, nothing printed; - is the standard output", r.code == 0 and not r.out
       and tally("diff", "--html", "-", a, b).out == text, r)
    data, of_a, of_b = export_page.of_text(text)["flame"], contexts_of(a), contexts_of(b)
    found = export_page.of_page({**data, "calls": data["before"]})
    ok(f"{len(found)} contexts, each with its cycles in A and B", found
       == {p: (of_b.get(p, 0), of_a.get(p, 0)) for p in of_a.keys() | of_b.keys()}
       and len(found) > 12, found)
    want = [(r["change"], r["a"], r["b"], r["name"]) for r in rows("diff", a, b)]
    ok(f"the table has the {len(want)} rows of diff --csv, in its order", page_table(text) == want,
       page_table(text))
    tally("diff", "--html", "top.html", "--top", "2", a, b)
    rest = *(sum(r[i] for r in want[2:]) for i in range(3)), "[rest]"
    ok("--top: then the rest", page_table(read("top.html").decode()) == want[:2] + [rest])


def main():
    workdir()
    old, new = program("old", "-DSLOW=g"), program("new", "-DSLOW=g*g/(i+1)", "-DNEW", twin=5)
    functions(old, new)
    units(old, new)
    merges(old, new)
    page(*call_trees())
    end()


main()
