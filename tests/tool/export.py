# SPDX-License-Identifier: ISC
# needs: venv/callgrind.stamp venv/pprof.stamp
# needs: tests/export/cases.json
"""export.py - each export of `tally export`, read by its format's own reader, must match the
capture to the last count: functions, inlined calls, lines and addresses without a call tree;
stacks, calls and inclusive costs with one.

usage: export.py FORMAT...     the profiles are those of export_cases.py; `files`: how all formats
                               are written
"""
import gzip
import json
import re
import sys
from collections import Counter

import export_page
import export_readers
from export_cases import HERE, Calls, Case, plain, same
from export_cases import written as capture_of
from kit import TALLY, end, numbers, ok, read, refused, sh, tally, write


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def folded(case):
    def shape(name):
        return re.sub(r" (?=\d+(\.\d*)?$)", "?", plain(name, ";"))
    got = Counter()
    path = case.export("folded")
    with open(path, encoding="utf-8") as f:
        for line in f:
            chain, n = re.fullmatch(r"(.*) (\d+)\n", line).groups()
            got[tuple(chain.split(";"))] += int(n)
    case.judge("stacks", got, shape)


def cpuprofile(case):
    clock = ["--clock", "1M"] if case.name == "sampled" else []
    profile = load(case.export("cpuprofile", *clock))
    nodes = profile["nodes"]
    parents = {child: node["id"] for node in nodes for child in node["children"]}
    ok(f"{case.name}: {len(nodes)} nodes are one tree below (root)",
       nodes[0]["callFrame"]["functionName"] == "(root)"
       and [n["id"] for n in nodes] == list(range(1, len(nodes) + 1))
       and sorted(parents) == [n["id"] for n in nodes[1:]]
       and all(parent < child for child, parent in parents.items()))
    ways, got, lines = {1: ()}, Counter(), Counter()
    for node in nodes[1:]:
        frame, rest = node["callFrame"], node["hitCount"]
        way = ways[node["id"]] = (*ways[parents[node["id"]]], plain(frame["functionName"]))
        got[way] += rest
        for tick in node["positionTicks"]:
            lines[plain(frame["url"]), tick["line"]] += tick["ticks"]
            rest -= tick["ticks"]
        lines[None] += rest if way[-1] not in case.rest else 0
    case.judge("stacks", got, plain)
    if not case.calls:
        same(f"{case.name}: lines", lines, case.lines())
    hits = Counter({n["id"]: n["hitCount"] * (1000 if clock else 1) for n in nodes})
    deltas = profile["timeDeltas"]
    for times in deltas[1:] + [0], deltas:	# after each, or before it: as readers take it
        got = Counter()
        for node, delta in zip(profile["samples"], times, strict=True):
            got[node] += delta
        same(f"{case.name}: the times of samples are their nodes'", got, hits)
    ok(f"{case.name}: its end", profile["endTime"] == sum(hits.values())
       == case.ticks * (1000 if clock else 1), profile["endTime"])


def written(form):
    """Complete files or none; pipes."""
    tape, file = f"{HERE}/dhrystone{'.calls' if form == 'svg' else ''}.tally", f"{HERE}/file"
    r = tally("export", form, "-o", file, tape)
    ok(f"{form}: to a file, silent; the same to a pipe, and from one", r.code == 0 and not r.out
       and all(tally("export", form, *arguments).bytes == read(file)
               for arguments in ([tape], ["-o", "-", tape]))
       and tally("export", form, "-", stdin=read(tape)).bytes == read(file), r)
    write(f"{HERE}/cut.tally", read(tape)[:3000])
    before = read(file)
    refused("cut.tally", "export", form, "-o", file, f"{HERE}/cut.tally")
    ok(f"{form}: a damaged capture leaves the old file", read(file) == before)
    if form == "svg":
        refused("has no call tree; `tally run -o FILE` keeps one", "export", form,
                f"{HERE}/sampled.tally")
        return
    r = tally("export", form, "-o", file, f"{HERE}/moved.tally")
    ok(f"{form}: without its ELF: a note", r.code == 0
       and re.search("^tally: note: .*addresses", r.err, re.M), r)


def ranges():
    """What a format, or what reads it, has no number for is refused; up to there all is written."""
    elf, tape = f"{HERE}/hostile.elf", f"{HERE}/ranges.tally"
    for form in "pprof", "cpuprofile", "html":
        most = 2 ** 63 - 2 ** 32 if form == "pprof" else 2 ** 53
        capture_of(tape, elf, {0: most + 1})
        refused(f"has {most + 1} cycles, and .* go to {most};", "export", form, tape)
        capture_of(tape, elf, {0: most})
        ok(f"{form}: {most} cycles", tally("export", form, tape).code == 0)
    capture_of(tape, elf, {0: 5 * 10 ** 10})
    r = gzip.decompress(tally("export", "pprof", "--clock", "6", tape).bytes)
    ok("pprof: exact nanoseconds", numbers([8333333333333333333]) in r)
    refused("2 Hz take longer", "export", "pprof", "--clock", "2", tape)


def files(_):
    """The formats' files and refusals; none of these needs a reader."""
    sampled, dhrystone = f"{HERE}/sampled.tally", f"{HERE}/dhrystone.tally"
    for form in FORMATS:
        if form != "files":
            written(form)
    for why, *command in (
            ("export: which format",), ("export: which capture", "html"),
            ("png: no such format; there are: .*html", "png", dhrystone),
            ("perf: no such format; use pprof", "perf", dhrystone),
            ("not a Tally capture", "html", f"{HERE}/hostile.elf"),
            ("folded has no place for seconds", "folded", "--clock", "1M", dhrystone),
            ("counts instructions", "html", "--clock", "1M", f"{HERE}/instructions.tally"),
            ("gmon has no place for", "gmon", "--clock", "1500", sampled),
            ("counters of 16 bits", "gmon", "-o", "never.tally", f"{HERE}/endless.tally")):
        refused(why, "export", *command)
    ranges()
    r = tally("export", "gmon", "-o", f"{HERE}/file", dhrystone)
    ok("gmon: gprof's .text is said", "note: gprof reads only a section named .text" in r.err, r)
    shown = sh("script", "-qec", f"{TALLY} export pprof {dhrystone}; true", "/dev/null", text="")
    ok("no binary on a terminal", "pprof is no text for a terminal" in shown, shown)


FORMATS = {"folded": folded, "cpuprofile": cpuprofile,
           "gmon": export_readers.gmon, "callgrind": export_readers.callgrind,
           "pprof": export_readers.pprof,
           "html": export_page.as_html, "svg": export_page.svg,
           "files": files}
PAGES = "html", "svg"		# asked for together: they show source lines beside the call tree


def main():
    asked = sys.argv[1:]
    if asked == ["files"]:
        files(None)
        end()
    for about in load(f"{HERE}/cases.json"):
        if asked[0] in PAGES:
            skipped, kind, elf = ("deep", "small"), Case, about["elf"]
        else:
            skipped, kind = ("strange",), Calls if about["calls"] else Case
            elf = about.get("bare", about["elf"])
        if about["name"] not in skipped:
            case = kind(about["name"], about["capture"], elf, about.get("symbols"))
            case.calls = about["calls"]
            for form in asked:
                FORMATS[form](case)
    end()


main()
