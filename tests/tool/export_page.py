# SPDX-License-Identifier: ISC
"""export_page.py - calling contexts three times: out of a capture, out of the HTML page's data, out
of an SVG picture; and the page's functions, source and instructions.

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
Box = namedtuple("Box", "path cycles own calls left top width")


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
    """The same as of_capture, of the page's data. A parent stands before its children."""
    paths, found = [()], {}
    for i in range(1, len(data["parent"])):
        assert data["parent"][i] < i
        paths.append((*paths[data["parent"][i]], data["names"][data["name"][i]]))
        assert paths[-1] not in found
        found[paths[-1]] = data["own"][i], data["calls"][i]
    return found


# ---- the picture
TITLE = (r"(.*): ([\d,]+) cycles, ([\d.]+)%(?:; own ([\d,]+) cycles, [\d.]+%(?:, CPI [\d.]+)?"
         r"(?:; calls ([\d,]+))?)?")


def of_svg(text):
    """(the boxes, what the foot says was left out). A box stands on the one below its middle."""
    boxes, placed, rows = [], [], {}
    for group in xml.etree.ElementTree.fromstring(text).iter(SVG + "g"):
        title, rect = group.find(SVG + "title"), group.find(SVG + "rect")
        if title is None:
            continue
        name, cycles, _, own, calls = re.fullmatch(TITLE, title.text, re.S).groups()
        boxes.append(Box((name,), *map(number, (cycles, own or "0", calls or "0")),
                         *(float(rect.get(k)) for k in ("x", "y", "width"))))
    for box in sorted(boxes, key=lambda b: (-b.top, b.left)):
        below = [b for b in rows.get(box.top + 17, [])
                 if b.left - 0.02 <= box.left and box.left + box.width <= b.left + b.width + 1]
        box = box._replace(path=(*below[0].path, *box.path) if below else ())
        rows.setdefault(box.top, []).append(box)
        placed.append(box)
    return placed, number(re.search(r"hold ([\d,]+) cycles", text)[1])


def svg(case):
    contexts, sums = contexts_of(case), Counter()
    if not contexts:
        return
    for path, (own, _) in contexts.items():
        for n in range(len(path) + 1):
            sums[path[:n]] += own
    with open(case.export("svg"), encoding="utf-8") as f:
        text = f.read()
    boxes, left_out = of_svg(text)
    tags = Counter(re.findall(r"<([a-z]+)", text))
    ok(f"{case.name}: nothing but shapes and text",
       not tags.keys() - {"svg", "style", "g", "rect", "text", "title"}
       and not re.search(r"href|url\(|@import|\son[a-z]+=", text), tags)
    ok(f"{case.name}: the root is TICKS; so are own cycles of the boxes and what was left out",
       boxes[0].path == ()
       and boxes[0].cycles == case.ticks == sum(b.own for b in boxes) + left_out, boxes[0],
       left_out)
    ours = {b.path: b for b in boxes[1:] if b.path in contexts}
    wrong = [b for b in ours.values() if (b.cycles, b.own, b.calls)
             != (sums[b.path], *contexts[b.path])
             or abs(b.width - 1176 * b.cycles / case.ticks) > 0.8]
    ok(f"{case.name}: {len(ours)} boxes are contexts, each with its width, cycles, own and calls",
       ours and not wrong, wrong[:3])
    odd = [b for b in boxes[1:] if b.path not in ours and not re.match(r"\d+ more, ", b.path[-1])]
    odd += [p for p in contexts if sums[p] * 1176 >= case.ticks and len(p) < 100 and p not in ours]
    ok(f"{case.name}: every context of a pixel has a box, other boxes sum up", not odd, odd[:3])


# ---- the page
def as_html(case):
    with open(case.export("html"), encoding="utf-8") as f:
        page = of_text(f.read())
    data, contexts = page["flame"], contexts_of(case)
    sums, want = Counter(), Counter()
    for name, count, *_ in page["functions"]:
        sums[plain(name)] += count
    for function, n in case.all().items():
        want[shown(function)] += n
    same(f"{case.name}: functions", sums, want)
    there = {(f["file"], row[0]) for f in page["source"] for row in f["lines"]}
    links = [(row[5], row[6]) for row in page["functions"] if row[5] is not None]
    links += [(file, line) for file, line, *_ in page["lines"]["rows"]]
    ok(f"{case.name}: {len(links)} links lead to lines", there.issuperset(links))
    ok(f"{case.name}: the flame graph is TICKS; without callers it is of files, and says so",
       sum(data["own"]) == case.report["counters"]["ticks"]
       and (not data["places"] if contexts else "calls" not in data
            and "nothing here is a call stack" in page["foot"]))
    if contexts:
        found = of_page(data)
        for i, what in enumerate(("its contexts", "how often they were called")):
            same(f"{case.name}: {what}", {p: c[i] for p, c in found.items()},
                 {p: c[i] for p, c in contexts.items()})
    if case.name in ("dhrystone", "sampled", "inlined", "cpp"):
        instructions(case, page)
    if case.name in ("dhrystone", "sampled"):
        addr2line(case, page)


def instructions(case, page):
    """Those beside the lines: objdump's, and their counts are those of the line."""
    text = sh(CROSS + "objdump", "-d", "-z", "--no-show-raw-insn", case.elf)
    there = {(int(pc, 16), name) for pc, name in re.findall(r"^ *([0-9a-f]+):\t(\S+)", text, re.M)}
    n, wrong = 0, []
    for line, _, count, _, *code in (row for file in page["source"] for row in file["lines"]):
        code = code[0] if code else []
        n += len(code)
        wrong += [x for x in code if (x[0], x[2].split()[0]) not in there]
        if count and sum(x[1] for x in code) != count:
            wrong.append((line, count, code))
    ok(f"{case.name}: {n} instructions beside their lines, whose counts they add up to, are "
       f"objdump's", n > 4 and not wrong, wrong[:5])


def addr2line(case, page):
    """Lines with counts, and their text; by number, because addr2line calls a file by the name of
    another that it includes."""
    want, got, unlike = Counter(), Counter(), []
    pcs = sorted(case.bins)
    places = sh(CROSS + "addr2line", "-e", case.elf, text="\n".join(map(hex, pcs))).splitlines()
    for pc, place in zip(pcs, places, strict=True):
        want[int(re.search(r":(\d+)", place)[1])] += case.bins[pc]
    for file in page["source"]:
        path, known = page["files"][file["file"]], None
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as f:
                known = f.read().split("\n")
        for line, text, count, *_ in file["lines"]:
            got[line] += count
            if known and text is not None and text != known[line - 1].rstrip("\r"):
                unlike.append((path, line, text))
    same(f"{case.name}: annotated lines are addr2line's", got, want)
    ok(f"{case.name}: their text is the files'", not unlike, unlike[:3])
