# SPDX-License-Identifier: ISC
# needs: tally
"""views.py - the views' arithmetic: rows add up to the bins in every view and for every kind of
profile; annotate; text, CSV and JSON agree; lines fit.

usage: views.py ELF     one more program
"""
import csv
import io
import itertools
import json
import os
import re
import sys

from kit import (CROSS, build, capture, end, ok, read, refused, report_json, rows, sh, tally,
                 workdir, write)

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
PROFILES = {"exact": (["--no-cpi"], "cycles"), "with CPI": ([], "cycles"),
            "instructions": (["--by", "instructions"], "instructions"),
            "sampled": (["--no-cpi", "--period", "37", "--jitter", "3"], "samples"),
            "coarse": (["--no-cpi", "--scale", "0x1000"], "cycles"),
            "odd scale": (["--no-cpi", "--scale", "0x3333"], "cycles"),
            "sampled, with CPI": (["--period", "11"], "samples")}


def text_rows(out):
    """(count, text) of a report's rows, and of the lines below them."""
    table = [re.match(r"\s*([\d.]+)%\s+(\d+)(.*)", line) for line in out.split("\n")]
    return [(int(m.group(2)), m.group(3).strip()) for m in table if m]


def annotated(out):
    """{address: count} of every line of an annotation; None where two lines share one."""
    found = re.findall(r"^\s+[\d.]+%\s+(\d+)\b.*?\s([0-9a-f]{8})(?:  |$)", out, re.M)
    seen = {int(address, 16): int(n) for n, address in found}
    return seen if len(seen) == len(found) else None


def sums(name, tape, unit):
    j = report_json(tape)
    bins = sum(b["count"] for b in j["bins"])
    ok(f"{name}: bins are HITS", bins == j["counters"]["hits"] and j["law"], bins, j["counters"])
    for kind in KINDS:
        table = rows("report", "--by", kind, tape)
        ok(f"{name}: rows by {kind} add up", sum(r[unit] for r in table) == bins
           and all(r[unit] > 0 for r in table))
        text = text_rows(tally("report", "--by", kind, "--top", "2", "--match", "[a-m]", tape).out)
        last = r"(^|\s)in \d+ (functions?|lines?|address(es)?)$"
        whole = [n for n, t in text if re.search(last, t)]
        first = next((i for i, (_, t) in enumerate(text) if " in " in " " + t), len(text))
        parts = [n for n, t in text if re.search(r"in \d+ \w+ that fits? |in \d+ that do(es)? not",
                t)]
        ok(f"{name}: by {kind}, --top and --match: what is not shown is in the lines below",
           whole == [bins]
           and (not parts or sum(parts) == bins and sum(n for n, _ in text[:first]) == parts[0]),
           text)


        for options in [], ["--top", "2"], ["--top", "1", "--match", "[a-m]"]:
            by = "--by", kind, *options, tape
            j, part = report_json(*by)["rows"], [(r["name"], r[unit]) for r in rows("report", *by)]
            shown, n = [(r["name"], r["count"]) for r in j["rows"]], j["hidden_rows"]
            ok(f"{name}: by {kind} {' '.join(options)}: CSV and JSON add up, the rest is a row",
               part == shown + [("[rest]", j["hidden"])] * bool(n) and len(shown) + n == len(table)
               and sum(count for _, count in part) == bins == j["sum"] and (options or not n), part)


def annotations(name, tape, unit):
    """The text of all functions, CSV and JSON: the same numbers, and each function's sum."""
    functions = rows("report", tape)
    parts = tally("annotate", "--full", "--top", "0", tape).out.split("\n\n   share")[1:]
    text = [annotated(part) for part in parts]
    ok(f"{name}: annotate shows every function, its instructions add up to its row",
       [sum(t.values()) for t in text] == [f[unit] for f in functions], text)
    table = list(csv.DictReader(io.StringIO(tally("annotate", "--csv", tape).out, newline="")))
    part = rows("annotate", "--top", "1", tape)
    j = json.loads(tally("annotate", "--json", "--top", "1", tape).out)
    ok(f"{name}: annotate --top: files add up", sum(r[unit] for r in part) == j["sum"]
       == j["functions"][0]["count"] + j["hidden"] == sum(f[unit] for f in functions), part, j)
    counts = {int(r["address"], 16): int(r[unit]) for r in table if int(r[unit])}
    ok(f"{name}: annotate --csv has the text's",
       counts == {pc: n for part in text for pc, n in part.items() if n})
    whole = json.loads(tally("annotate", "--json", "--top", "0", tape).out)
    other = [k for k in ("instructions", "samples", "cycles") if k in table[0]
             and k != whole["unit"]]
    mine = [[f["name"], f"0x{i['pc']:08x}", i["text"], str(i["count"]), i["file"] or "",
             str(i["line"] or ""),
             i["inlined"] or "", *(str(i[k]) for k in other)] for f in whole["functions"]
             for i in f["code"]]
    columns = "function", "address", "instruction", unit, "file", "line", "inlined", *other
    ok(f"{name}: annotate --json is --csv", whole["unit"] == unit
       and mine == [[r[c] for c in columns] for r in table])
    ok(f"{name}: ... functions too", [(f["name"], f["count"]) for f in whole["functions"]]
       == [(f["name"], f[unit]) for f in functions])


def straddling(tape, exact):
    """Where functions share counters, what is known of one alone stands beside none's counts."""
    known, table = {r["name"]: r for r in rows("report", exact)}, rows("report", tape)
    alone, shared = {r["name"] for r in table if r["cpi"]}, [r for r in table if not r["cpi"]]
    ok("rows with CPI and inclusive cycles are exact; the others have their bins' instructions",
       alone and shared and all(known[r["name"]] == r for r in table if r not in shared)
       and not any(r["inclusive"] or r["calls"] for r in shared)
       and sum(r["instructions"] for r in table) == sum(r["instructions"] for r in known.values()))
    members, text = report_json(tape)["rows"]["rows"], tally("report", tape).out
    ok("... JSON and text say it", len(re.findall(" ~ +~  ", text)) == len(shared) and all(
        (r["name"] not in alone) == ("straddles" in r) == ("inclusive" not in r) for r in members))
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
        ok(f"--by {kind},instructions adds up, and its cycles too",
           0 < total <= report_json(tape)["instructions"]
           and sum(r["cycles"] for r in mine) == sum(r["cycles"] for r in cycles), total)
        ok("... and has the same CPI a row", {tuple(r[k] for k in key) for r in mine if r["cycles"]}
           == {tuple(r[k] for k in key) for r in cycles if r["instructions"]})
    for order, column, how in ("cpi", "cpi", float), ("name", "name", str), ("address", "address",
            str):
        said = [r[column] for r in rows("report", "--sort", order, tape)]
        ok(f"--sort {order}", said == sorted(said, key=how, reverse=order == "cpi"), said)
    out = annotated(tally("annotate", "--by", "instructions", "divide", tape).out)
    exact = {int(r["address"], 16): r["instructions"]
             for r in rows("report", "--by", "address,instructions", tape)}
    ok("annotate --by instructions: each is the address's",
       out and all(exact[pc] == n for pc, n in out.items()), out)
    for wrong, by in ("exact.tally", "instructions"), ("instructions.tally", "cycles"):
        refused("counted \\w+ only; take it again", "report", "--by", by, wrong)
    refused("counted only cycles", "report", "--sort", "cpi", "exact.tally")


def annotate_objdump(elf, tape):
    r = tally("annotate", "divide", tape, env={"PATH": "/nonexistent"})
    total = next(x["cycles"] for x in rows("report", tape) if x["name"] == "divide")
    ok("no objdump: addresses, one note", r.code == 0 and r.err.count("\n") == 1
       and "no objdump" in r.err
       and sum(annotated(r.out).values()) == total, r)
    for program, why in ("nothing-objdump", "nothing-objdump"), ("true", "does not disassemble"):
        r = tally("annotate", "--objdump", program, "divide", tape)
        ok(f"--objdump {program} is refused", r.code == 1 and r.err.count("\n") == 1
           and why in r.err, r)
    listing = sh(CROSS + "objdump", "-d", "--disassemble=divide", elf)
    shown = re.findall(r"\s([0-9a-f]{8})  \w", tally("annotate", "--full", "divide", tape).out)
    ok("--full shows every instruction of objdump's",
       shown == re.findall(r"^\s*([0-9a-f]{8}):", listing, re.M), shown)
    cold = "instructions without counts"
    ok("cold stretches are one line", cold in tally("annotate", "cold", tape).out
       and cold not in tally("annotate", "--full", "cold", tape).out)


def annotate_cases(elf, tape):
    r = tally("annotate", "divide", tape)
    line = next(i for i, text in enumerate(C.split("\n"), 1) if "divide(int n)" in text)
    ok("the source stands above its instructions",
       re.search(rf"c:{line} .*s \+= n / i.*\n.*[0-9a-f]{{8}}  (li|add|sw|lui|ble|mv|blt)", r.out),
       r)
    ok("inlined code says into what", "[in twice]" in tally("annotate", "add", tape).out)
    address = re.search(r"0x[0-9a-f]{8}", r.out).group(0)
    for what, arguments, stdin in (("FUNCTION may be an address", [address, tape], b""),
                                   ("a capture from the standard input", ["divide", "-"],
                                    read(tape)),
                                   ("options behind it", ["divide", tape, "--color", "never"],
                                    b"")):
        ok(what, tally("annotate", *arguments, stdin=stdin).out == r.out)
    ok("without FUNCTION: the hottest", tally("annotate",
                                              tape).out.startswith(rows("report", tape)[0]["name"]
                                                      + "  "))
    refused("no cycles were counted there", "annotate", "0x80700000", tape)
    sh(CROSS + "strip", "-g", "-o", "nolines.elf", elf)
    bare = tally("annotate", "divide", tape, "nolines.elf")
    ok("no source lines: instructions, one line says so",
       bare.code == 0 and "has no source lines" in bare.err and "div" in bare.out, bare)
    sh(CROSS + "objcopy", "--redefine-sym", "divide==1+1", elf, "formula.elf")
    for command in ["report", tape], ["annotate", "--top", "0", tape], ["diff", tape, tape,
            "formula.elf"]:
        said = tally(*command, "--csv", "formula.elf").out
        ok(f"{command[0]} --csv: no name is a formula", "'=1+1" in said
           and not re.search(r'(^|,)"?=', said, re.M), said)
    hues = tally("annotate", "--color", "always", "divide", tape).out
    ok("--color always: the same text", "\033[" in hues and re.sub(r"\033\[[\d;]*m", "", hues)
       == r.out)


def widths(tape):
    """Lines fit the requested width, where numbers leave room at all, and say the same."""
    views = [["--by", kind] for kind in (*KINDS, "caller", "object")] + [["--tree"]]
    for view, width in itertools.product(views, (20, 56, 57, 70, 120)):
        whole, out = (tally("report", *view, "--width", w, "--top", "4", tape).out
                      for w in ("0", str(width)))
        table, foot = out[:out.index("\nTICKS")].split("\n\n", 1)[1], out[out.index("\nTICKS"):]
        ok(f"{' '.join(view)}, width {width}: it fits, names have 8 columns; the foot is whole",
           max(map(len, table.split("\n"))) <= max(width, 66)
           and (width < 70 or max(map(len, foot.split("\n"))) <= width
                and foot.replace("\n    ", " ") == whole[whole.index("\nTICKS"):]), out)
    text = tally("annotate", "--width", "60", "divide", tape).out
    ok("annotate --width cuts lines, and leaves room for the source",
       max(map(len, text.split("\n")[4:])) <= 60
       and re.search(r"^\S+:\d+  .*int divide\(int n\)", text, re.M), text)
    head, whole = (tally("annotate", *width, "divide", tape).out.split("\n   share")[0]
                   for width in (["--width", "30"], []))
    ok("... and folds the heading", max(map(len, head.split("\n"))) <= 30
       and head.split() == whole.split(), head)


def streams(elf, tape):
    piped, plain = (tally("report", *a, stdin=read(tape)).out for a in (["-"], [tape]))
    ok("a capture from the standard input: the same, but for what to type next",
       "next:" not in piped
       and piped.split("\n\n")[1:2] == plain.split("\n\n")[1:2], piped)
    r = tally("report", "--csv=out.csv", tape)
    ok("--csv=FILE", r.code == 0 and not r.out and read("out.csv").decode()
       == tally("report", "--csv", tape).out, r)
    r = tally("run", "--core", "picorv32", "--no-cpi", "-o", "-", elf)
    ok("run -o -: the capture alone on the standard output", r.bytes == read("exact.tally")
       and "TICKS" in r.err, r.err)
    r = tally("run", "--json", elf)
    ok("run --json: the object alone on the standard output",
       json.loads(r.out)["law"] and "TICKS" in r.err, r)


def main():
    big = os.path.abspath(sys.argv[1])
    workdir("views")
    elf = build("sums", {"view.c": C}, "-O2", "-g")
    for name, (options, unit) in PROFILES.items():
        tape = capture(elf, name.replace(" ", "-"), *options)
        sums(name, tape, unit)
        annotations(name, tape, unit)
    tape = "with-CPI.tally"
    instruction_views(tape)
    annotate_objdump(elf, tape)
    annotate_cases(elf, tape)
    widths(capture(elf, "data", "--data", core="vexriscv"))
    straddling(capture(elf, "shared", "--scale", "0x600"), tape)
    streams(elf, tape)
    sums("big", capture(big, "big"), "cycles")
    end()


main()
