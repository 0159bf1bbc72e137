# SPDX-License-Identifier: ISC
# needs: tally
"""views.py - the views' arithmetic: rows add up to the bins in every view and for every kind of
profile; annotate; where output goes. How a row looks is golden.py's.
"""
import itertools
import json
import os
import re
from collections import Counter

from kit import (CROSS, annotated, build, capture, end, names, ok, read, refused, report_json, rows,
                 sh, tally, workdir, write)

KINDS = "function", "line", "inline", "address"
C = r"""
volatile int g;
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x + g; }
__attribute__((noinline))
int divide(int n) { int s = 0; for (int i = 1; i < n; i++) s += n / i; return s; }
__attribute__((noinline)) int add(int n) { int s = 0; while (n--) s += twice(n); return s; }
__attribute__((noinline)) int cold(int n)
{
	if (n < 0) { g = n; g += 3; g *= 5; g -= 7; g ^= 9; g += 11; g *= 13; g -= 15; g ^= 17; }
	return n;
}
void run(void) { g = divide(80); g += add(100); g += cold(5); }
"""
# name: options of run, what is counted
PROFILES = {"exact": (["--no-cpi"], "cycles"), "with-CPI": ([], "cycles"),
            "instructions": (["--by", "instructions"], "instructions"),
            "sampled": (["--no-cpi", "--period", "37", "--jitter", "3"], "samples"),
            "odd-scale": (["--no-cpi", "--scale", "0x3333"], "cycles"),
            "sampled-with-CPI": (["--period", "11"], "samples")}


def sums(name, tape, unit):
    j = report_json(tape)
    bins = sum(b["count"] for b in j["bins"])
    ok(f"{name}: bins are HITS, in {unit}", bins == j["counters"]["hits"] and j["invariant"]
       and j["unit"] == unit, bins, j["counters"])
    for kind, options in itertools.product(KINDS, ([], ["--top", "1", "--match", "[a-m]"])):
        view = report_json("--by", kind, "--top", "0", *options, tape)["rows"]
        ok(f"{name}: rows by {kind} {options}: with what is hidden all counts", view["sum"] == bins
           == sum(r["count"] for r in view["rows"]) + view["hidden"]
           and all(r["count"] > 0 for r in view["rows"])
           and (view["hidden_rows"] == 0) == (view["hidden"] == 0) == (not options), view)
    functions = report_json("--top", "0", tape)["rows"]["rows"]
    lines = Counter()
    for r in rows("report", "--by", "line", tape):
        lines[r["name"]] += r[unit]
    shared = lines.pop("[no symbol]", 0) + sum(lines.values())
    ok(f"{name}: a line inlined into several functions has each one's share", shared == bins
       and all(lines[f] == n for f, n in names(tape).items() if f in lines), lines, functions)
    code = annotated("--top", "0", tape)
    ok(f"{name}: annotate shows every function, its instructions add up to its row",
       [(f["name"], f["count"], f["count"]) for f in functions] == [
           (f["name"], f["count"], sum(i["count"] for i in f["code"])) for f in code], code)


def straddling(tape, exact):
    """Where functions share counters, what is known of one alone stands beside none's counts."""
    known, table = {r["name"]: r for r in rows("report", exact)}, rows("report", tape)
    alone, shared = {r["name"] for r in table if r["cpi"]}, [r for r in table if not r["cpi"]]
    ok("rows with CPI and inclusive cycles are exact; the others have their bins' instructions",
       alone and shared and all(known[r["name"]] == r for r in table if r not in shared)
       and not any(r["inclusive"] or r["calls"] for r in shared)
       and sum(r["instructions"] for r in table) == sum(r["instructions"] for r in known.values()))
    members = report_json(tape)["rows"]["rows"]
    ok("... JSON says it", all((r["name"] not in alone) == ("straddles" in r)
                               == ("inclusive" not in r) for r in members))
    cpi = [r["cpi"] for r in rows("annotate", shared[0]["name"], tape) if r["cycles"]]
    ok("annotate: no CPI of a counter's first instruction", cpi and not any(cpi), cpi)
    same = {r["name"] for r in rows("diff", exact, tape) if r["relative"]}
    ok("diff: no relative change of the others, none is new or gone", same == alone
       and not re.search(" (new|gone) ", tally("diff", exact, tape).out), same)
    write("budget", shared[0]["name"] + " cycles 1\n")
    refused("shares counters with other functions", "check", "budget", tape)
    r = tally("check", "--against", exact, tape)
    ok("check --against: a note, and they are not judged", f"of {1 + len(alone)} bounds" in r.out
       and r.err.count("not judged") == 1, r)


def instruction_views(tape):
    key = ("name", "file", "line", "address", "cycles", "instructions", "cpi")
    for kind in KINDS:
        mine, cycles = (rows("report", "--by", f"{kind},{what}", tape)
                        for what in ("instructions", "cycles"))
        total = sum(r["instructions"] for r in mine)
        ok(f"--by {kind},instructions adds up, its cycles too; the same CPI a row",
           0 < total <= report_json(tape)["instructions"]
           and sum(r["cycles"] for r in mine) == sum(r["cycles"] for r in cycles)
           and {tuple(r[k] for k in key) for r in mine if r["cycles"]}
           == {tuple(r[k] for k in key) for r in cycles if r["instructions"]}, total)
    said = [float(r["cpi"]) for r in rows("report", "--sort", "cpi", tape)]
    ok("--sort cpi", said == sorted(said, reverse=True), said)
    exact = {int(r["address"], 16): r["instructions"]
             for r in rows("report", "--by", "address,instructions", tape)}
    (code,) = annotated("--by", "instructions", "divide", tape)
    ok("annotate --by instructions: each is the address's",
       code["code"] and all(exact[i["pc"]] == i["count"] for i in code["code"] if i["count"]), code)


def streams(elf, tape):
    listing = sh(CROSS + "objdump", "-d", "--disassemble=divide", elf)
    pcs = [int(pc, 16) for pc in re.findall(r"^\s*([0-9a-f]{8}):", listing, re.M)]
    ok("every instruction of objdump's", [i["pc"] for i in annotated("divide", tape)[0]["code"]]
       == pcs)
    ok("annotate: FUNCTION may be an address, a capture the standard input", tally(
        "annotate", hex(pcs[0]), "-", stdin=read(tape)).out == tally("annotate", "divide",
                                                                     tape).out)
    sh(CROSS + "objcopy", "--redefine-sym", "divide==1+\"1\"", elf, "formula.elf")
    r = tally("report", "--csv=out.csv", tape, "formula.elf")
    ok("--csv=FILE, in which no name is a formula, quotes are doubled", r.code == 0 and not r.out
       and b"'=1+\"\"1\"\"" in read("out.csv")
       and not re.search(rb'(^|,)"?=', read("out.csv"), re.M), r)
    r = tally("run", "--core", "picorv32", "--no-cpi", "-o", "-", elf)
    ok("run -o -: the capture alone on the standard output", r.bytes == read("exact.tally")
       and "TICKS" in r.err, r.err)
    r = tally("run", "--json", elf)
    ok("run --json: the object alone on the standard output",
       json.loads(r.out)["invariant"] and "TICKS" in r.err, r)


def places():
    """Text has the last two parts of a path that leads nowhere, CSV all of it."""
    tape = capture(build("away", {"view.c": C}, "-O2", "-g",
                         f"-ffile-prefix-map={os.getcwd()}=/far/build"))
    for command in (["report"], ["report", "--by", "line"], ["diff", tape], ["annotate", "divide"]):
        r = tally(*command, tape)
        ok(f"{command[0]}: places fit a row", "  away/view.c:" in r.out and "/far" not in r.out, r)
    ok("... CSV has whole paths", {r["file"] for r in rows("report", tape) if r["name"] != "_start"}
       == {"/far/build/away/view.c"})


def main():
    workdir()
    elf = build("sums", {"view.c": C}, "-O2", "-g")
    for name, (options, unit) in PROFILES.items():
        sums(name, capture(elf, name, *options), unit)
    tape = "with-CPI.tally"
    instruction_views(tape)
    straddling(capture(elf, "shared", "--scale", "0x600"), tape)
    streams(elf, tape)
    places()
    end()


main()
