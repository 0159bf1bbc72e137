#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The views' arithmetic: rows add up to the bins in every view and for every kind of profile; annotate; text, CSV and
JSON agree.

usage: view_sums.py ELF
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter

from kit import CROSS, TALLY, build, capture, end, ok, report_json, rows, sh, tally, workdir

KINDS = ["function", "line", "inline", "chain", "address", "section"]
C = r"""
volatile int g;
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x + g; }
__attribute__((noinline)) int divide(int n) { int s = 0; for (int i = 1; i < n; i++) s += n / i; return s; }
__attribute__((noinline)) int add(int n) { int s = 0; while (n--) s += twice(n); return s; }
__attribute__((noinline)) int cold(int n) { if (n < 0) { g = n; g += 3; g *= 5; g -= 7; g ^= 9; g += 11; g *= 13; g -= 15; g ^= 17; } return n; }
void run(void) { g = divide(80); g += add(100); g += cold(5); }
"""


def text_rows(out):
    """(count, text) of a report's rows, and the lines below them."""
    table = [re.match(r"\s*([\d.]+)%\s+(\d+)(.*)", line) for line in out.split("\n")]
    return [(int(m.group(2)), m.group(3).strip()) for m in table if m]


def annotated(out):
    """Counts of every line of an annotation, by address; None where two lines share one."""
    seen = {}
    for line in out.split("\n"):
        m = re.match(r"\s+([\d.]+)%\s+(\d+)\b.*?\s([0-9a-f]{8})(  |$)", line)
        if m:
            address = int(m.group(3), 16)
            if address in seen:
                return None
            seen[address] = int(m.group(2))
    return seen


def sums(name, tape, unit, total):
    j = report_json(tape)
    bins = sum(b["count"] for b in j["bins"])
    ok("%s: bins are HITS" % name, bins == total == j["counters"]["hits"] and j["law"], bins, total)
    for kind in KINDS:
        table = rows("report", "--by", kind, tape)
        ok("%s: rows by %s add up" % (name, kind), sum(r[unit]
           for r in table) == bins and all(r[unit] > 0 for r in table))
        members = report_json("--by", kind, "--top", "0", tape)["rows"]
        ok("%s: JSON by %s has the same rows" % (name, kind), [(r["name"], r["count"]) for r in members["rows"]] == [
           (r["name"], r[unit]) for r in table] and members["sum"] == bins)
        text = text_rows(tally("report", "--by", kind, "--top", "2", "--match", "[a-m]", tape).out)
        whole = [
    n for n,
    t in text if re.search(
        r"(^|\s)in \d+ (functions?|lines?|chains?|address(es)?|sections?)$",
         t)]
        shown = text[:next((i for i, (n, t) in enumerate(text) if t.startswith("in ") or " in " in " " + t), len(text))]
        ok("%s: by %s, --top and --match: what is not shown is in the lines below" %
           (name, kind), len(whole) == 1 and whole[0] == bins, text)
        parts = [n for n, t in text if re.search(r"in \d+ \w+ that fits? |in \d+ that do(es)? not", t)]
        if parts:
            ok("%s: by %s, what fits and what does not add up" %
     (name, kind), sum(parts) == bins and sum(n for n, _ in shown) == parts[0], text)


def annotations(name, tape, unit):
    functions = rows("report", tape)
    out = tally("annotate", "--top", "0", tape)
    parts = out.out.split("\n\n   share")
    ok("%s: annotate shows every function" %
    name, len(parts) == len(functions) +
     1 and out.code == 0, len(parts), len(functions))
    for part, f in zip(parts[1:], functions):
        counts = annotated(part)
        ok("%s: instructions of %s add up to its row" %
     (name, f["name"]), counts is not None and sum(counts.values()) == f[unit], f, part)


def instruction_views(tape):
    j = report_json(tape)
    for kind in KINDS:
        table = rows("report", "--by", kind, "--by", "instructions", tape)
        cycles = rows("report", "--by", kind + ",cycles", tape)
        total = sum(r["instructions"] for r in table)
        ok("--by %s,instructions adds up, and its cycles too" % kind, 0 < total <= j["instructions"]
           and sum(r["cycles"] for r in table) == sum(r["cycles"] for r in cycles), total, j["instructions"])
        both = {(r["name"], r["file"], r["line"], r["address"]): (
            r["cycles"], r["instructions"], r["cpi"]) for r in cycles}
        mine = {(r["name"], r["file"], r["line"], r["address"]): (
            r["cycles"], r["instructions"], r["cpi"]) for r in table}
        ok("... and has the same CPI a row", {k: v for k, v in both.items()
           if v[1]} == {k: v for k, v in mine.items() if v[0]})
    order = [r["cpi"] for r in rows("report", "--sort", "cpi", tape)]
    ok("--sort cpi", order == sorted(order, key=float, reverse=True), order)
    for key, column in ("name", "name"), ("address", "address"):
        order = [r[column] for r in rows("report", "--sort", key, tape)]
        ok("--sort %s" % key, order == sorted(order), order)
    out = tally("annotate", "--by", "instructions", "divide", tape).out
    row = next(r for r in rows("report", "--by", "instructions", tape) if r["name"] == "divide")
    ok("annotate --by instructions adds up", sum((annotated(out) or {}).values()) == row["instructions"], out, row)
    exact = {r["address"]: r["instructions"] for r in rows("report", "--by", "address,instructions", tape)}
    ok("... and each is the address's", all(exact["0x%08x" % pc] == n for pc, n in annotated(out).items()))


def annotate_data(name, tape):
    """CSV and JSON of all functions: the text's numbers, and each function's sum."""
    functions = {(r["name"], r["address"]): r for r in rows("report", tape)}
    text = [annotated(part) for part in tally("annotate", "--full", "--top", "0", tape).out.split("\n\n   share")[1:]]
    table = list(csv.DictReader(io.StringIO(tally("annotate", "--csv", "--top", "0", tape).out, newline="")))
    whole = json.loads(tally("annotate", "--json", "--top", "0", tape).out)
    unit, other = whole["unit"], [k for k in ("instructions", "samples", "cycles")
                                              if k in table[0] and k != whole["unit"]]
    said = Counter()
    for r in table:
        said[r["function"]] += int(r[unit])
    want = Counter()
    for (function, _), r in functions.items():
        want[function] += r[unit]
    ok("%s: annotate --csv adds up" % name, +said == +want, +said - want, +want - said)
    code = [(f["name"], i) for f in whole["functions"] for i in f["code"]]
    ok("%s: annotate --json is --csv" % name,
    [(n,
    "0x%08x" % i["pc"],
    i["text"],
    str(i["count"]),
    i["file"] or "",
    str(i["line"] or ""),
    i["inlined"] or "",
    *[str(i[k]) for k in other]) for n,
    i in code] == [(r["function"],
    r["address"],
    r["instruction"],
    r[unit],
    r["file"],
    r["line"],
    r["inlined"],
     *[r[k] for k in other]) for r in table])
    ok("%s: ... functions too" %
    name, all(f["count"] == sum(i["count"] for i in f["code"]) and f["count"] == functions[f["name"], "0x%08x" %
     f["pc"]][unit] for f in whole["functions"]))
    counts = {int(r["address"], 16): int(r[unit]) for r in table if int(r[unit])}
    ok("%s: ... and the text" % name, counts == {pc: n for part in text for pc, n in part.items() if n}, len(counts))


def annotate_cases(elf, tape):
    path = {"PATH": "/nonexistent"}
    r = tally("annotate", "divide", tape, env=path)
    total = next(x["cycles"] for x in rows("report", tape) if x["name"] == "divide")
    ok("no objdump: addresses, one note", r.code == 0 and r.err.count("\n") == 1 and "no objdump" in r.err
       and sum((annotated(r.out) or {}).values()) == total, r)
    r = tally("annotate", "--objdump", "nothing-objdump", "divide", tape)
    ok("a named objdump that is not there is refused", r.code ==
       1 and r.err.count("\n") == 1 and "nothing-objdump" in r.err, r)
    r = tally("annotate", "--objdump", "true", "divide", tape)
    ok("one that does not disassemble too", r.code == 1 and r.err.count("\n") == 1 and "does not disassemble" in r.err, r)
    whole = tally("annotate", "--full", "divide", tape).out
    listed = re.findall(r"^\s*([0-9a-f]{8}):", sh(CROSS + "objdump", "-d", "--disassemble=divide", elf), re.M)
    shown = re.findall(r"\s([0-9a-f]{8})  \w", whole)
    ok("--full shows every instruction of objdump's", listed == shown, listed, shown)
    r = tally("annotate", "cold", tape)
    ok("cold stretches are one line", "instructions without counts" in r.out and "instructions without counts" not in tally(
        "annotate", "--full", "cold", tape).out, r)
    r = tally("annotate", "divide", tape)
    line = next(i for i, text in enumerate(C.split("\n"), 1) if "divide(int n)" in text)
    lines = r.out.split("\n")
    at = [i for i, text in enumerate(lines) if "c:%d" % line in text and "s += n / i" in text]
    ok("the source stands above its instructions", at and re.search(
        r"[0-9a-f]{8}  (li|add|sw|lui|ble|mv|blt)", lines[at[0] + 1]), r)
    ok("inlined code says into what", "[in twice]" in tally("annotate", "add", tape).out)
    by_address = tally("annotate", re.search(r"0x[0-9a-f]{8}", r.out).group(0), tape)
    ok("FUNCTION may be an address", by_address.out == r.out, by_address)
    hottest = rows("report", tape)[0]["name"]
    ok("without FUNCTION: the hottest", tally("annotate", tape).out.startswith(hottest + "  "))
    ok("a capture from the standard input", tally("annotate", "divide", "-", stdin=open(tape, "rb").read()).out == r.out)
    for function, why in ("nothing", 'no function "nothing"'), ("0x80700000", "no cycles were counted there"):
        r = tally("annotate", function, tape)
        ok("annotate %s is refused" % function, r.refused(why), r)
    sh(CROSS + "strip", "-g", "-o", "nolines.elf", elf)
    r = tally("annotate", "divide", tape, "nolines.elf")
    ok("no source lines: instructions, one line says so", r.code ==
       0 and "has no source lines" in r.err and "div" in r.out, r)
    wide = tally("annotate", "--width", "60", "divide", tape).out
    ok("--width cuts lines", max(map(len, wide.split("\n")[4:])) <= 60, wide)
    ok("... and leaves room for the source", any(re.match(r"\S+:\d+  .*int divide\(int n\)", text)
       for text in wide.split("\n")) and "#" not in wide, wide)
    sh(CROSS + "objcopy", "--redefine-sym", "divide==1+1", elf, "formula.elf")
    for command in ["report", "--csv", tape], ["annotate", "--csv",
        "--top", "0", tape], ["diff", "--csv", tape, tape, "formula.elf"]:
        said = tally(*command, "formula.elf").out
        ok("%s: no name is a formula" % " ".join(command[:2]),
           "'=1+1" in said and not re.search(r'(^|,)"?=', said, re.M), said)
    head = tally("annotate", "--width", "30", "divide", tape).out.split("\n   share")[0]
    whole = tally("annotate", "divide", tape).out.split("\n   share")[0]
    ok("... and folds the heading", max(map(len, head.split("\n"))) <= 30 and head.split() == whole.split(), head, whole)
    read, write = os.pipe()
    os.write(write, open(tape, "rb").read())
    os.close(write)
    piped = subprocess.run([TALLY, "annotate", "/dev/fd/%d" % read, elf], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, pass_fds=[read], text=True)
    os.close(read)
    ok("a pipe is a capture and no FUNCTION", piped.returncode ==
       0 and piped.stdout == tally("annotate", tape, elf).out, piped)
    hues = tally("annotate", "--color", "always", "divide", tape).out
    ok("--color always: the same text",
    "\033[" in hues and re.sub(r"\033\[[\d;]*m",
    "",
    hues) == tally("annotate",
    "divide",
     tape).out)


def widths(tape):
    """Lines fit the requested width, where numbers leave room at all, and say the same."""
    for kind in KINDS:
        whole = tally("report", "--by", kind, "--width", "0", "--top", "4", tape).out
        for width in 70, 80, 120:
            out = tally("report", "--by", kind, "--width", str(width), "--top", "4", tape).out
            ok("by %s, width %d: no line is longer" % (kind, width), max(map(len, out.split("\n"))) <= width, out)
            foot = out[out.index("\nTICKS"):].replace("\n    ", " ")
            ok("... the foot is all there", foot == whole[whole.index("\nTICKS"):], foot)
    narrow = tally("report", "--width", "40", tape).out
    ok("where a place would say nothing there is none", "..." not in re.search(
        r"function\n(.*?)\n\n", narrow, re.S).group(1), narrow)


def report_cases(tape):
    plain = tally("report", tape).out
    ok("no colours in a pipe", "\033" not in plain)
    hues = tally("report", "--color", "always", tape).out
    ok("--color always: the same text", "\033[" in hues and re.sub(r"\033\[[\d;]*m", "", hues) == plain)
    on_terminal = "unset NO_COLOR; export TERM=xterm; stty cols 70; "
    out = sh("script", "-qec", on_terminal + "%s report --by line %s" % (TALLY, tape), "/dev/null").replace("\r", "")
    table = [
    re.sub(
        r"\033\[[\d;]*m",
        "",
        line) for line in out.split("\n") if re.search(
            r"view[.]c",
             line) and "%" in line]
    ok("on a terminal: colours, lines that fit", "\033[" in out and table and max(map(len, table)) <= 70, out)
    ok("NO_COLOR is respected", "\033[" not in sh("script", "-qec",
       on_terminal + "NO_COLOR=1 %s report %s" % (TALLY, tape), "/dev/null"))
    with open(tape, "rb") as f:
        piped = tally("report", "-", stdin=f.read()).out
    hint = r"(?m)^(\d+% in .*: called by|next:)"
    ok("a capture from the standard input, but for the lines that say what to look at next",
       re.split(hint, piped)[0] == re.split(hint, plain)[0])
    ok("--lines is --by line", tally("report", "--lines", tape).out == tally("report", "--by", "line", tape).out)
    for bad, why in (["--by", "nothing"], "not one of: function"), (["--by", "line,function"], "rows are of one kind"), (["--match", "("], "regular expression"), \
            (["--by", "line", "--inlines"], "rows are of one kind"), (["--json", "--csv"], "one of the two"), (["--sort", "x"], "not one of: count"):
        r = tally("report", *bad, tape)
        ok("report %s is refused" % " ".join(bad), r.refused(why), r)
    r = tally("report", "--csv=out.csv", tape)
    ok("--csv=FILE", r.code == 0 and not r.out and open("out.csv", newline="").read() == tally("report", "--csv", tape).out, r)


def main():
    big = os.path.abspath(sys.argv[1])
    workdir("sums")
    elf = build("sums", {"view.c": C}, "-O2", "-g")
    profiles = { "exact": (["--no-cpi"],
    "cycles"),
    "with CPI": ([],
    "cycles"),
    "instructions": (["--by",
    "instructions"],
    "instructions"),
    "sampled": (["--no-cpi",
    "--period",
    "37",
    "--jitter",
    "3"],
    "samples"),
    "coarse": (["--no-cpi",
    "--scale",
    "0x1000"],
    "cycles"),
    "odd scale": (["--no-cpi",
    "--scale",
    "0x3333"],
    "cycles"),
    "sampled, with CPI": (["--period",
    "11"],
    "samples"),
     }
    for name, (options, unit) in profiles.items():
        tape = capture(elf, name.replace(" ", "-"), *options)
        sums(name, tape, unit, report_json(tape)["counters"]["hits"])
        annotations(name, tape, unit)
        annotate_data(name, tape)
    tape = "with-CPI.tally"
    instruction_views(tape)
    for wrong, by in ("exact.tally", "instructions"), ("instructions.tally", "cycles"):
        r = tally("report", "--by", by, wrong)
        ok("--by %s of %s is refused" % (by, wrong), r.refused("counted \\w+ only; take it again"), r)
    annotate_cases(elf, tape)
    report_cases(tape)
    widths(tape)
    tape = capture(big, "big")
    sums("big", tape, "cycles", report_json(tape)["counters"]["hits"])
    r = tally("run", "--core", "picorv32", "--no-cpi", "-o", "-", elf)
    ok("run -o -: the capture alone on the standard output", r.bytes ==
       open("exact.tally", "rb").read() and "TICKS" in r.err, r.err)
    r = tally("run", "--json", elf)
    ok("run --json: the object alone on the standard output", json.loads(r.out)["law"] and "TICKS" in r.err, r)
    r = tally("run", "--json", "-o", "-", elf)
    ok("run --json -o - is refused", r.refused("both on the standard output"), r)
    r = tally("report", "--sort", "cpi", "exact.tally")
    ok("--sort cpi of cycles alone is refused", r.refused("counted only cycles"), r)
    end()


if __name__ == "__main__":
    main()
