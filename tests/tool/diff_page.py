# SPDX-License-Identifier: ISC
"""diff_page.py - the page of `tally diff --html`: every context of both captures with its cycles in each, the rows of
`tally diff --csv`, and what is refused. flame_browser.py looks at it in a browser.
"""
import html
import re
from collections import Counter

import flames
from kit import build, capture, end, ok, report_json, rows, tally, workdir

OLD = """
void slow(void) { for (volatile int i = 0; i < 300; i++) ; }
void gone(void) { for (volatile int i = 0; i < 40; i++) ; }
void same(void) { for (volatile int i = 0; i < 60; i++) ; }
void deep(int n) { if (n) deep(n - 1); same(); }
void run(void) { slow(); gone(); same(); deep(5); }
"""
NEW = """
void all(void) { for (volatile int i = 0; i < 20; i++) ; }
void slow(void) { for (volatile int i = 0; i < 100; i++) ; all(); }
void same(void) { for (volatile int i = 0; i < 60; i++) ; }
void deep(int n) { if (n) deep(n - 1); same(); }
void run(void) { slow(); all(); same(); deep(7); }
"""


def contexts(path, elf):
    report = report_json(path)
    return flames.of_capture(path, elf, {f["pc"]: f["name"] for f in report["functions"]}), report["counters"]["ticks"]


def page(a, b, *options):
    r = tally("diff", "--html", "page.html", *options, a, b)
    ok(f"diff --html {' '.join(options)}: written, nothing printed", r.code == 0 and not r.out, r)
    with open("page.html", encoding="utf-8") as f:
        return f.read()


def table(text):
    """[(change, a, b, name)]"""
    body = text.split('<section id="functions">')[1]
    return [(int(c), int(x), int(y), html.unescape(name)) for c, x, y, name in re.findall(
        r'<tr id="f\d+"><td class="n" data-v="(-?\d+)">.*?data-v="(\d+)">.*?data-v="(\d+)">.*?<td class="name">(.*?)</td>', body)]


def compared(a, b):
    text, (of_a, ticks_a), (of_b, ticks_b) = page(*[f"{x}.tally" for x in (a, b)]), contexts(f"{a}.tally", f"{a}.elf"), contexts(f"{b}.tally", f"{b}.elf")
    data = flames.page_data(text)
    ok("the sums are TICKS of A and of B", sum(data["before"]) == ticks_a and sum(data["own"]) == ticks_b, ticks_a, ticks_b)
    found = {p: own for p, (own, _) in flames.of_page({**data, "calls": data["own"]}).items()}
    before = {p: own for p, (own, _) in flames.of_page({**data, "own": data["before"], "calls": data["own"]}).items()}
    want = {p: (of_a.get(p, (0, 0))[0], of_b.get(p, (0, 0))[0]) for p in of_a.keys() | of_b.keys()}
    ok(f"{len(want)} contexts, each with its cycles in A and B", {p: (before[p], found[p]) for p in found} == want and len(want) > 12, found, want)
    for name, in_a, in_b in (("gone", True, False), ("all", False, True), ("deep", True, True)):
        ok(f"... {name}: {'in A' if in_a else ''} {'in B' if in_b else ''}", (any(p[-1] == name for p in of_a), any(p[-1] == name for p in of_b)) == (in_a, in_b))
    lines = [(r["change"], r["a"], r["b"], r["name"]) for r in rows("diff", f"{a}.tally", f"{b}.tally")]
    ok(f"the table has the {len(lines)} rows of diff --csv, in its order", table(text) == lines and len(lines) > 4, table(text), lines)
    ok("--top", table(page(f"{a}.tally", f"{b}.tally", "--top", "2")) == lines[:2])
    ok("nothing is loaded", not re.search(r"src=|@import|url\(|https?:", text) and "default-src 'none'" in text)
    tags = Counter(re.findall(r"<(/?[a-z0-9]+)", re.sub(r"<(style|script)[^>]*>.*?</\1>", "", text, flags=re.S)))
    odd = {t: n for t, n in tags.items() if t[0] != "/" and t not in ("meta", "html") and n != tags["/" + t]}
    ok("every tag is closed", not odd and tags["tr"] > 5, odd)


def refused(a, b):
    tally("run", "--core", "picorv32", "--cycles", "3M", "--no-calls", "-o", "bare.tally", "new.elf")
    ok("a capture without a call tree", tally("diff", "--html", "no.html", a, "bare.tally").refused(r"^tally: bare.tally: has no call tree"))
    ok("... on the other side", tally("diff", "--html", "no.html", "bare.tally", b).refused(r"^tally: bare.tally: has no call tree"))
    ok("... is no matter without it", tally("diff", a, "bare.tally").code == 0)
    ok("one of --html, --csv, --json", tally("diff", "--html", "no.html", "--csv", a, b).refused("one of them at a time"))
    ok("a page of instructions", tally("diff", "--html", "no.html", "--by", "instructions", a, b).refused("counts cycles"))
    ok("not over a capture", tally("diff", "--html", a, a, b).refused(a))
    ok("to the standard output", tally("diff", "--html", "-", a, b).out.startswith("<!doctype html>"))


def main():
    workdir("diff_page")
    for name, source in ("old", OLD), ("new", NEW):
        build(name, {"a.c": source}, "-g", "-O1", "-fno-inline")
        capture(f"{name}.elf")
    compared("old", "new")
    refused("old.tally", "new.tally")
    end()


main()
