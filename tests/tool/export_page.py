# SPDX-License-Identifier: ISC
"""export_page.py - calling contexts three times: out of a capture, out of the HTML page's data, out
of an SVG picture; and the page's other data: functions, source.

A context is named by the path of its functions, outermost first. of_capture is the oracle: it knows
the capture's nodes and the symbols of nm, and nothing of the exports.
"""
import json
import os
import re
import xml.etree.ElementTree
from collections import Counter, namedtuple

from export_cases import plain, same
from kit import CROSS, ok, sh, tally_profile

SVG = "{http://www.w3.org/2000/svg}"
Box = namedtuple("Box", "path name kind cycles own calls left top width text")


def number(text):
    return int(text.replace(",", ""))


def shown(name):
    """As pages show it: what turns the direction of writing, or is no character, is replaced."""
    return re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]", "\ufffd", name)


def of_capture(path, elf, functions):
    """{path: (own cycles, calls)}; functions: {address: name} of symbols that a report lists; {}:
    it has no tree."""
    capture = tally_profile.read(path)
    if not capture.nodes:
        return {}
    known, paths, own, calls = {}, [()], Counter(), Counter()
    for line in sh(CROSS + "nm", "-C", elf).splitlines():
        address, kind, name = line.split(" ", 2) if line[0] != " " else ("0", "U", "")
        if kind in "tTwW":
            known.setdefault(int(address, 16), name)
    for node in capture.nodes[1:]:
        at = node.function
        name = functions.get(at) or known.get(at, f"0x{at:08x}")
        paths.append((*paths[node.parent], shown(name)))
        own[paths[-1]] += node.cycles
        calls[paths[-1]] += node.calls
    for rest in "idle", "pending":
        ticks = getattr(capture.unit, rest) if capture.unit else capture.counters[rest]
        if ticks:
            own[f"[{rest.upper()}]",] = ticks
    return {p: (own[p], calls[p]) for p in own}


def contexts_of(case):
    named = {f["pc"]: f["name"] for f in case.report["functions"]
             if f["name"][:11] != "[no symbol]"}
    return of_capture(case.capture, case.elf, named)


def of_text(text):
    """A page's data, out of a page that holds nothing else but its style and scripts."""
    rest, data = text, re.search(r'<script type="application/json" id="data">(.*?)</script>', text,
                                 re.S)[1]
    for tag in "script", "style":
        rest = re.sub(rf"<{tag}.*?</{tag}>", "", rest, flags=re.S)
    ok("a page: nothing is loaded, its policy forbids to, no name became a tag",
       {*re.findall(r"<(\w+)", rest)} == {"html", "head", "meta", "body", "noscript"}
       and "default-src 'none'" in rest and "<" not in data
       and not re.search(r"@import|url\(|https?:(?!//www.w3.org/2000/svg)", text), rest)
    return json.loads(data)


def of_page(data):
    """The same as of_capture, of the page's data. A parent stands before its children; an inlined
    call counts in the function around it."""
    paths, own, calls, n = [()], Counter(), Counter(), len(data["parent"])
    inlined = data.get("inlined", [0] * n)
    assert len({*zip(data["parent"], data["name"], inlined, strict=True)}) == n
    for i in range(1, n):
        assert data["parent"][i] < i
        above = paths[data["parent"][i]]
        paths.append(above if inlined[i] else (*above, data["names"][data["name"][i]]))
        own[paths[-1]] += data["own"][i]
        calls[paths[-1]] += data["calls"][i]
    return {path: (own[path], calls[path]) for path in own}


def inclusive(contexts):
    sums = Counter()
    for path, (own, _) in contexts.items():
        for n in range(len(path) + 1):
            sums[path[:n]] += own
    return sums


# ---- the picture
TITLE = (r"(.*): ([\d,]+) cycles, ([\d.]+)%(?:; own ([\d,]+) cycles, [\d.]+%(?:, CPI [\d.]+)?"
         r"(?:; calls ([\d,]+))?(?:; inlined)?)?")


def of_svg(text):
    """(the boxes, what the foot says was left out). A box stands on the one below its middle; a
    pale one, an inlined call, has the path of the function around it."""
    boxes = []
    for group in xml.etree.ElementTree.fromstring(text).iter(SVG + "g"):
        title, rect, label = group.find(SVG + "title"), group.find(SVG + "rect"), group.find(SVG
                + "text")
        if title is None:
            continue
        name, cycles, _, own, calls = re.fullmatch(TITLE, title.text, re.S).groups()
        left, top, width = (float(rect.get(k)) for k in ("x", "y", "width"))
        boxes.append(Box((), name, rect.get("class"), number(cycles), number(own or "0"),
                         number(calls or "0"),
                         left, top, width, label.text if label is not None else ""))
    boxes.sort(key=lambda b: (-b.top, b.left))
    placed, rows = [], {}
    for box in boxes:
        below = [b for b in rows.get(box.top + 17, [])
                 if b.left - 0.02 <= box.left and box.left + box.width <= b.left + b.width + 1]
        if below:
            inner = () if box.kind.endswith(" pale") else (box.name,)
            box = box._replace(path=(*below[0].path, *inner))
        rows.setdefault(box.top, []).append(box)
        placed.append(box)
    return placed, number(re.search(r"hold ([\d,]+) cycles", text)[1])


def svg(case):
    contexts = contexts_of(case)
    if not contexts:
        return
    with open(case.export("svg"), encoding="utf-8") as f:
        text = f.read()
    boxes, left_out = of_svg(text)
    sums = inclusive(contexts)
    ok(f"{case.name}: nothing but shapes and text", {*re.findall(r"<([a-z]+)", text)}
       <= {"svg", "style", "g", "rect", "text", "title"})
    ok(f"{case.name}: the root is TICKS; so are own cycles of the boxes and what was left out",
       boxes[0].path == ()
       and boxes[0].cycles == case.ticks == sum(b.own for b in boxes) + left_out, boxes[0],
       left_out)
    inner = [b for b in boxes if b.kind.endswith(" pale")]
    cycles, own, calls = Counter(), Counter(), Counter()
    for b in boxes[1:]:
        cycles[b.path] += b.cycles if b not in inner else 0
        own[b.path] += b.own
        calls[b.path] += b.calls
    ours = cycles.keys() & contexts.keys()
    # parts of a context that is in several inlined calls may be too narrow
    wrong = [p for p in ours if inner and (cycles[p] > sums[p] or own[p] > contexts[p][0])
             or not inner and (cycles[p], own[p], calls[p]) != (sums[p], *contexts[p])]
    ok(f"{case.name}: {len(ours)} boxes are contexts, each with its cycles, its own and its calls",
       ours and not wrong, wrong[:3])
    odd = [b for b in boxes[1:] if b.path not in ours and not re.match(r"\d+ more, ", b.name)]
    ok(f"{case.name}: the others sum up", not odd, odd[:3])
    wide = [b for b in boxes if abs(b.width - 1176 * b.cycles / case.ticks) > 0.8]
    ok(f"{case.name}: as wide as their cycles", not wide, wide[:3])
    missing = [p for p in contexts if sums[p] * 1176 >= case.ticks and len(p) < 100
               and p not in ours and not inner]
    ok(f"{case.name}: every context of a pixel has a box", not missing, missing[:3])


# ---- the page
def sites_of(page):
    """Of each address: pc, count, instructions, function, file, line."""
    return list(zip(*[iter(page["sites"])] * 6, strict=True))


def as_html(case):
    with open(case.export("html"), encoding="utf-8") as f:
        page = of_text(f.read())
    data, contexts = page.get("flame"), contexts_of(case)
    sums, want = Counter(), Counter()
    for name, count, *_ in page["functions"]:
        sums[plain(name)] += count
    for function, n in case.all().items():
        want[shown(function)] += n
    same(f"{case.name}: functions", sums, want)
    counts = Counter()
    for _, count, _, function, *_ in sites_of(page):
        counts[function] += count
    same(f"{case.name}: addresses of functions", counts,
         {i: row[1] for i, row in enumerate(page["functions"][:page["n_functions"]])})
    if contexts:
        flame_graph(case, data, contexts)
        inclusive_columns(case, contexts, page["functions"])
    else:
        ok(f"{case.name}: no callers, counts are TICKS",
           sum(sums.values()) == case.report["counters"]["ticks"] and not data)
    if case.name in ("dhrystone", "sampled"):
        source(case, page)


def source(case, page):
    """The lines of the files, and counts of lines that are those of the report. The page names
    files below the current folder from there."""
    counts, want = Counter(), Counter()
    for _, count, _, _, file, line in sites_of(page):
        counts[(os.path.abspath(page["files"][file]), line) if file and line else None] += count
    for place, count in case.lines().items():
        want[place and (os.path.abspath(place[0]), place[1])] += count
    same(f"{case.name}: counts of lines", counts, want)
    right = wrong = 0
    for said in page["sources"]:
        path = page["files"][said["file"]]
        lines = []
        if said["there"]:
            with open(path, encoding="utf-8", errors="replace") as f:
                lines = f.read().split("\n")
        for line, text in zip(*[iter(said["lines"])] * 2, strict=True):
            good = lines[line - 1].rstrip("\r") == text
            right, wrong = right + good, wrong + (not good)
    ok(f"{case.name}: {right} lines of source, as in the files", right > 100 and not wrong, wrong)


def flame_graph(case, data, contexts):
    ok(f"{case.name}: a flame graph, whose contexts together are TICKS",
       sum(data["own"]) == case.ticks)
    found = of_page(data)
    for i, what in enumerate(("its contexts", "how often they were called")):
        same(f"{case.name}: {what}", {p: c[i] for p, c in found.items()},
             {p: c[i] for p, c in contexts.items()})


def inclusive_columns(case, contexts, rows):
    sums, want = inclusive(contexts), Counter()
    for path, (_, n) in contexts.items():
        if path[-1] not in path[:-1]:
            want[path[-1], "inclusive"] += sums[path]
        want[path[-1], "calls"] += n
    times = Counter(row[0] for row in rows)		# a name may have several rows: not these
    once = [row for row in rows if times[row[0]] == 1]
    wrong = [row for row in once if len(row) > 5
             and (row[5], row[6]) != (want[row[0], "inclusive"], want[row[0], "calls"])]
    ok(f"{case.name}: inclusive cycles and calls of {len(once)} functions", once and not wrong,
       wrong[:3])
