# SPDX-License-Identifier: ISC
"""flames.py - calling contexts three times: out of a capture, out of the HTML page's data, out of an SVG picture.

A context is named by the path of its functions, outermost first. of_capture is the oracle: it knows the capture's nodes
and the symbols of nm, and nothing of the exports.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
from collections import Counter, namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "sw", "python"))
import tally_capture  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
Box = namedtuple("Box", "path kind cycles own calls left top width text")


def symbols(elf):
    """{address: names} of functions."""
    names = {}
    for line in subprocess.run(["riscv64-unknown-elf-nm", "-C", elf], capture_output=True, text=True, check=True).stdout.splitlines():
        address, kind, name = line.split(" ", 2) if line[0] != " " else ("0", "U", "")
        if kind in "tTwW":
            names.setdefault(int(address, 16), []).append(name)
    return names


def shown(name):
    """As pages show it: what turns the direction of writing, or is no character, is replaced."""
    return re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]", "\ufffd", name)


def of_capture(path, elf, functions):
    """{path: (own cycles, calls)}; functions: {address: name} of symbols that a report lists; {}: the capture has no tree."""
    capture = tally_capture.read(path)
    known = symbols(elf) if capture.nodes else {}
    paths, own, calls = [()], Counter(), Counter()
    for node in capture.nodes[1:]:
        at = node.function
        name = functions.get(at) or (known[at][0] if at in known else f"0x{at:08x}")
        paths.append((*paths[node.parent], shown(name)))
        own[paths[-1]] += node.cycles
        calls[paths[-1]] += node.calls
    for rest in ("idle", "pending") if capture.nodes else ():
        if capture.counters[rest]:
            own[f"[{rest.upper()}]",] = capture.counters[rest]
    return {p: (own[p], calls[p]) for p in own}


def page_data(text):
    found = re.search(r'<script type="application/json" id="calls">(.*?)</script>', text, re.S)
    return json.loads(found[1]) if found else None


def of_page(data):
    """The same as of_capture, of the page's data. A parent stands before its children."""
    paths, found = [()], {}
    for i in range(1, len(data["parent"])):
        assert data["parent"][i] < i
        paths.append((*paths[data["parent"][i]], data["names"][data["name"][i]]))
        assert paths[-1] not in found
        found[paths[-1]] = data["own"][i], data["calls"][i]
    return found


def inclusive(contexts):
    sums = Counter()
    for path, (own, _) in contexts.items():
        for n in range(len(path) + 1):
            sums[path[:n]] += own
    return sums


def number(text):
    return int(text.replace(",", ""))


def of_svg(text):
    """(the boxes, what the foot says was left out). A box stands on the one below its middle."""
    root = xml.etree.ElementTree.fromstring(text)
    boxes = []
    for group in root.iter(SVG + "g"):
        title, rect, label = group.find(SVG + "title"), group.find(SVG + "rect"), group.find(SVG + "text")
        if title is None:
            continue
        name, cycles, _, own, calls = re.fullmatch(
            r"(.*): ([\d,]+) cycles, ([\d.]+)%(?:; own ([\d,]+) cycles, [\d.]+%(?:, CPI [\d.]+)?(?:; calls ([\d,]+))?)?", title.text, re.S).groups()
        boxes.append(Box((name,), rect.get("class"), number(cycles), number(own or "0"), number(calls or "0"), float(rect.get("x")),
                         float(rect.get("y")), float(rect.get("width")), label.text if label is not None else ""))
    boxes.sort(key=lambda b: (-b.top, b.left))
    placed, rows = [], {}
    for box in boxes:
        below = [b for b in rows.get(box.top + 17, []) if b.left - 0.02 <= box.left and box.left + box.width <= b.left + b.width + 1]
        box = box._replace(path=(*below[0].path, *box.path) if below else ())
        rows.setdefault(box.top, []).append(box)
        placed.append(box)
    return placed, number(re.search(r"hold ([\d,]+) cycles", text)[1])
