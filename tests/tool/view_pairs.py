#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""tally diff and tally merge: sums, order, refusals.

usage: view_pairs.py
"""
import json
import os
import re
import struct
import zlib

from kit import CROSS, build, capture, end, ok, on_terminal, report_json, rows, sh, tally, workdir

C = r"""
volatile int g;
__attribute__((noinline)) int steady(int n) { int s = 0; while (n--) s += g; return s; }
__attribute__((noinline)) int slower(int n) { int s = 0; for (int i = 0; i < n; i++) s += SLOW; return s; }
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
MOVED = "__attribute__((noinline)) int moved(int n) { volatile int s = 0; while (n--) s += n; return s; }\n"
TWIN = "static __attribute__((noinline, noclone)) int same_name(int n) { volatile int s = 0; while (n--) s += %d; return s; }\nint %s(int n) { return same_name(%s); }\n"


def program(name, *flags, twins=("n", "2 * n")):
    heads = "int twin(int); int other_twin(int); int moved(int);\n"
    parts = {"main.c": heads + C, "one.c": TWIN % (1, "twin", twins[0]), "two.c": TWIN % (2, "other_twin", twins[1])}
    parts["two.c" if "-DNEW" in flags else "one.c"] += MOVED
    return build(name, parts, "-O2", "-g", *flags)


def diff_rows(*arguments):
    return {(r["name"], os.path.basename(r["file"])): r for r in rows("diff", *arguments)}


def diffs():
    old, new = program("old", "-DSLOW=g"), program("new", "-DSLOW=g*g/(i+1)", "-DNEW", twins=("n", "5 * n"))
    a, b = capture(old), capture(new)
    d = rows("diff", a, b)
    sums = [sum(r["cycles"] for r in rows("report", x)) for x in (a, b)]
    ok("both columns add up to the reports' sums", [sum(r["a"] for r in d), sum(r["b"] for r in d)] == sums, d)
    ok("change is B - A, relative is of A", all(r["change"] == r["b"] - r["a"] and (r["a"] == 0) == (r["relative"] == "")
       and (r["a"] == 0 or abs(float(r["relative"]) - 100 * r["change"] / r["a"]) < 1e-3) for r in d), d)
    sizes = [abs(r["change"]) for r in d]
    ok("the greatest change first", sizes == sorted(sizes, reverse=True) and d[0]["name"] == "slower", d)
    by = diff_rows(a, b)
    ok("new, gone and steady functions", by["fresh", "main.c"]["a"] == 0 and by["old", "main.c"]["b"] == 0
       and abs(by["steady", "main.c"]["change"]) < by["steady", "main.c"]["a"] / 10, by)
    ok("functions of one name are matched by their file", abs(
        by["same_name", "one.c"]["change"]) < 30 < by["same_name", "two.c"]["change"], by)
    ok("a function that moved to another file is the same one",
       by["moved", "two.c"]["a"] > 0 and by["moved", "two.c"]["b"] > 0, by)
    r = tally("diff", a, b)
    ok("text: says what is compared",
       "different programs: matched by name" in r.out and " new " in r.out and " gone " in r.out and "TICKS" in r.out, r)
    j = json.loads(tally("diff", "--json", "--top", "0", a, b).out)
    ok("JSON has the rows of the CSV", [(x["name"], x["a"], x["b"], x["change"]) for x in j["rows"]] == [
       (x["name"], x["a"], x["b"], x["change"]) for x in d] and [j["sum_a"], j["sum_b"]] == sums)
    top = tally("diff", "--top", "2", a, b).out
    ok("--top: the others in one line", "%d more" % (len(d) - 2) in top, top)
    same = tally("diff", a, a, "--csv")
    ok("a capture against itself: no change", all(r["change"] == 0 for r in rows("diff", a, a)) and same.code == 0)
    other = capture(old, "vex", core="vexriscv")
    r = tally("diff", a, other)
    ok("two cores: said", "the same program; different cores" in r.out, r)
    for kind in "line", "inline", "chain", "address", "section":
        d = rows("diff", "--by", kind, a, other)
        ok("by %s: both columns add up" % kind, [sum(r["a"] for r in d), sum(r["b"] for r in d)]
           == [sum(r["cycles"] for r in rows("report", "--by", kind, x)) for x in (a, other)])
    each = [{r["address"]: r["cycles"] for r in rows("report", "--by", "address", x)} for x in (a, other)]
    ok("by address: each address is its own row", {r["address"]: [r["a"], r["b"]] for r in rows(
        "diff", "--by", "address", a, other)} == {k: [e.get(k, 0) for e in each] for k in {**each[0], **each[1]}})
    sampled = capture(old, "sampled", "--period", "16")
    d = rows("diff", a, sampled)
    ok("periods differ: estimates, said", sum(r["b"] for r in d) == 16 * report_json(sampled)["counters"]["hits"]
       and "estimates (samples x period) are compared" in tally("diff", a, sampled).out, d)
    counted, both = capture(old, "counted", "--by", "instructions"), capture(old, "both")
    r = tally("diff", a, counted)
    ok("cycles against instructions is refused", r.refused("counted cycles, .* instructions: nothing to compare"), r)
    d = rows("diff", "--by", "instructions", both, counted)
    ok("--by instructions: a profile with CPI against one of instructions",
       sum(abs(r["change"]) for r in d) == 0 and len(d) > 3, d)
    r = tally("diff", "--by", "address", a, b)
    ok("addresses of different programs are refused", r.refused("the programs differ"), r)
    sh(CROSS + "strip", "-o", "bare.elf", new)
    r = tally("diff", a, b, old, "bare.elf")
    ok("different programs without symbols are refused", r.code == 1 and "no symbols" in r.err and not r.out, r)
    os.rename(old, "away.elf")
    n = [r["name"] for r in rows("diff", a, other, "away.elf")]
    ok("one program: the ELF of one side serves both",
       "steady" in n and not any(x.startswith("[no symbol]") for x in n), n)
    os.rename("away.elf", old)
    r = tally("diff", a)
    ok("one capture is too few", r.refused("give two captures"), r)
    ok("a capture from the standard input", tally("diff", "-", b, "--csv",
       stdin=open(a, "rb").read()).out == tally("diff", a, b, "--csv").out)
    return old, new


LINES = r"""
volatile int g;
%s
static inline __attribute__((always_inline)) int inner(int n) {
%s
	return n * g;
}
%s
__attribute__((noinline)) int outer(int n) {
	int s = 0;
	while (n--)
		s += inner(n);
%s
	return s;
}
void run(void) { g = outer(%d); }
"""
HEADING = "different programs: matched by name and by line within the function"


def line_of(row):
    return row["line"], row["moved_from"].rpartition("/")[2]


def moves():
    """Lines that moved with their function are the same ones."""
    old = build("lines-old", {"lines.c": LINES % ("", "", "", "", 40)}, "-O2", "-g")
    new = build("lines-new", {"lines.c": LINES %
     ("int more;\nint others;", "", "\nint between;", "	g++;", 80)}, "-O2", "-g")
    a, b = capture(old, "lines-old", "--no-cpi"), capture(new, "lines-new", "--no-cpi")
    d = rows("diff", "--by", "line", a, b)
    by = {line_of(r): r for r in d if os.path.basename(r["file"]) == "lines.c"}
    ok("lines below new ones: an inlined function's by 1, those behind two by 2", {(7, "lines.c:6"), (13, "lines.c:11")} <= by.keys(
    ) and all(by[k]["a"] and by[k]["b"] > 1.5 * by[k]["a"] for k in ((7, "lines.c:6"), (13, "lines.c:11"))), sorted(by))
    ok("... and the new line of it is new", any(r["a"] == 0 and not r["moved_from"] for r in by.values()), sorted(by))
    ok("both columns add up", [sum(r[k] for r in d) for k in "ab"] == [sum(r["cycles"]
       for r in rows("report", "--by", "line", x)) for x in (a, b)])
    r = tally("diff", "--by", "line", a, b)
    ok("text: says how, and where from", HEADING in r.out and "moved from line 6" in r.out and "look new" not in r.out, r)
    j = json.loads(tally("diff", "--by", "line", "--json", "--top", "0", a, b).out)
    ok("JSON: the same", [(x["line"] or "", x["moved_from"] or "")
       for x in j["rows"]] == [(x["line"], x["moved_from"]) for x in d])
    same = rows("diff", "--by", "line", a, a)
    ok("the same program: nothing moved", same and not any(r["moved_from"] for r in same), same)


def screen(*arguments):
    """The lines that a terminal of 80 columns gets, without colours."""
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", on_terminal("stdout", *arguments)).replace("\r\n", "\n").splitlines()


def fits(a, b):
    for options in ([], ["--by", "line"], ["--by", "chain"], ["--by", "section"],
                    ["--top", "2"], ["--by", "instructions"]):
        lines = screen("diff", *options, a, b)
        ok("diff %s: 80 columns" % " ".join(options), len(lines) > 5 and max(
            map(len, lines)) <= 80, [x for x in lines if len(x) > 80] or lines)
    lines = screen("diff", a, b)
    ok("80 columns: the move is seen", any("moved  " in x and x.endswith("moved from one.c") for x in lines), lines)
    out = tally("diff", a, b).out
    ok("a pipe: nothing is cut", re.search(r"\bmoved  \S+two\.c:\d+  moved from one\.c$", out, re.M) and "..." not in out, out)
    heads = [x for x in out.splitlines() if "relative" in x]
    ok("small numbers, small columns", len(heads) == 1 and len(heads[0]) < 60, heads)


def changed(tape, name, tag, offset, fmt, value):
    """The capture with one number of a chunk changed, and a matching checksum."""
    b = bytearray(open(tape, "rb").read())
    at = 20
    while b[at:at + 4] != tag:
        at += 8 + struct.unpack_from("<I", b, at + 4)[0]
    struct.pack_into(fmt, b, at + 8 + offset, value)
    struct.pack_into("<I", b, len(b) - 4, zlib.crc32(b[:-4]))
    open(name, "wb").write(b)
    return name


def merges(old, new):
    parts = [capture(old, "m%d" % seed, "--period", "7", "--jitter", "2", "--seed", str(seed)) for seed in (1, 2, 3)]
    r = tally("merge", "-o", "all.tally", *parts)
    ok("merge", r.code == 0 and not r.out and not r.err, r)
    each, whole = [report_json(p) for p in parts], report_json("all.tally")
    ok("counters of the law are sums, and the law holds", whole["law"] and whole["counters"] == {
       k: sum(j["counters"][k] for j in each) for k in whole["counters"]})
    want = {}
    for j in each:
        for b in j["bins"]:
            want[b["pc"]] = want.get(b["pc"], 0) + b["count"]
    ok("bins are sums", {b["pc"]: b["count"] for b in whole["bins"]}
       == want and sum(want.values()) == whole["counters"]["hits"])
    ok("cycles and instructions are sums", all(whole[k] == sum(j[k] for j in each) for k in ("cycles", "instructions")))
    by = [sum(r["instructions"] for r in rows("report", "--by", "instructions", p)) for p in parts]
    ok("instructions a bin too", sum(r["instructions"]
       for r in rows("report", "--by", "instructions", "all.tally")) == sum(by))
    ok("the report of a merge", "holds" in tally("report", "all.tally").out and "DOES NOT" not in tally("report", "all.tally").out)
    r = tally("merge", "-o", "-", parts[0], "-", parts[2], stdin=open(parts[1], "rb").read())
    ok("standard input and output", r.bytes == open("all.tally", "rb").read(), r.err)
    odd = parts[0]
    for field in range(10):
        odd = changed(odd, "odd.tally", b"LAWC", 8 * field, "<Q", 1000 << field)
    tally("merge", "-o", "odd-all.tally", parts[1], odd)
    have, base = report_json("odd-all.tally")["counters"], each[1]["counters"]
    ok("each counter is its own sum", list(have.values()) == [
       (1000 << i) + n for i, n in enumerate(base.values())], have, base)
    one = ["--period", "7", "--jitter", "2", "--seed", "1"]
    wrong = {
        "another program": (capture(new, "w1", *one), "ELFs differ"),
        "another core": (capture(old, "w2", *one, core="vexriscv"), "cores differ \\(picorv32, vexriscv\\)"),
        "period": (capture(old, "w3", "--period", "8", "--jitter", "2"), "period differs \\(7, 8\\)"),
        "scale": (capture(old, "w4", *one, "--scale", "0x8000"), "scale differs"),
        "offset": (capture(old, "w5", *one, "--from", "run"), "offset differs"),
        "unit": (capture(old, "w6", "--period", "7", "--jitter", "2", "--by", "instructions"), "one counted cycles, the other instructions"),
        "CPI": (capture(old, "w9", *one, "--no-cpi"), "instructions too"),
        "jitter": (capture(old, "w10", "--period", "7", "--jitter", "1"), "jitter differs"),
        "privileges": (capture(old, "w11", *one, "--priv", "m"), "privileges differs"),
        "too much": (changed(parts[1], "w13.tally", b"LAWC", 0, "<Q", 2 ** 64 - 1), "pass 64 bits"),
    }
    for what, (other, why) in wrong.items():
        r = tally("merge", "-o", "never.tally", parts[0], other)
        ok("%s: refused, nothing written" % what, r.refused(why) and not os.path.exists("never.tally"), r)
    for what, arguments, why in (
            ("no output", [parts[0]], "into which file"),
            ("no captures", ["-o", "x"], "which captures"),
            ("one given twice", ["-o", "x", parts[0], parts[1], "./" + parts[0]], "given twice"),
            ("the output is an input", ["-o", parts[0], parts[1], parts[0]], "both a capture to read and the output")):
        r = tally("merge", *arguments)
        ok("%s: refused" % what, r.refused(why), r)


def main():
    workdir("pairs")
    old, new = diffs()
    fits(old[:-4] + ".tally", new[:-4] + ".tally")
    moves()
    merges(old, new)
    end()


main()
