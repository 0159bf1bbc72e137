# SPDX-License-Identifier: ISC
"""export_page.py - calling contexts three times: out of a capture, out of the HTML page's data, out
of an SVG picture; and the page's tables, source and instructions.

A context is named by the path of its functions, outermost first. of_capture is the oracle: it knows
the capture's nodes and the symbols of nm, and nothing of the exports.
"""
import html
import html.parser
import json
import os
import re
import xml.etree.ElementTree
from collections import Counter, namedtuple

from export_cases import LANGUAGES, plain, same
from kit import CROSS, ok, sh, tally_profile

SVG = "{http://www.w3.org/2000/svg}"
Box = namedtuple("Box", "path kind cycles own calls left top width text")


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


# ---- the picture
TITLE = (r"(.*): ([\d,]+) cycles, ([\d.]+)%(?:; own ([\d,]+) cycles, [\d.]+%(?:, CPI [\d.]+)?"
         r"(?:; calls ([\d,]+))?)?")


def of_svg(text):
    """(the boxes, what the foot says was left out). A box stands on the one below its middle."""
    boxes = []
    for group in xml.etree.ElementTree.fromstring(text).iter(SVG + "g"):
        title, rect, label = group.find(SVG + "title"), group.find(SVG + "rect"), group.find(SVG
                + "text")
        if title is None:
            continue
        name, cycles, _, own, calls = re.fullmatch(TITLE, title.text, re.S).groups()
        left, top, width = (float(rect.get(k)) for k in ("x", "y", "width"))
        boxes.append(Box((name,), rect.get("class"), number(cycles), number(own or "0"),
                         number(calls or "0"),
                         left, top, width, label.text if label is not None else ""))
    boxes.sort(key=lambda b: (-b.top, b.left))
    placed, rows = [], {}
    for box in boxes:
        below = [b for b in rows.get(box.top + 17, [])
                 if b.left - 0.02 <= box.left and box.left + box.width <= b.left + b.width + 1]
        box = box._replace(path=(*below[0].path, *box.path) if below else ())
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
    sums, kinds = inclusive(contexts), Counter(re.findall(r"<([a-z]+)", text))
    ok(f"{case.name}: nothing but shapes and text",
       not kinds.keys() - {"svg", "style", "g", "rect", "text", "title"}
       and not re.search(r"href|url\(|@import|\son[a-z]+=", text), kinds)
    ok(f"{case.name}: the root is TICKS; so are own cycles of the boxes and what was left out",
       boxes[0].path == ()
       and boxes[0].cycles == case.ticks == sum(b.own for b in boxes) + left_out, boxes[0],
       left_out)
    ours = {b.path: b for b in boxes[1:] if b.path in contexts}
    wrong = [b for b in ours.values() if (b.cycles, b.own, b.calls)
             != (sums[b.path], *contexts[b.path])]
    ok(f"{case.name}: {len(ours)} boxes are contexts, each with its cycles, its own and its calls",
       ours and not wrong, wrong[:3])
    odd = [b for b in boxes[1:] if b.path not in ours and not re.match(r"\d+ more, ", b.path[-1])]
    ok(f"{case.name}: the others sum up", not odd, odd[:3])
    wide = [b for b in boxes if abs(b.width - 1176 * b.cycles / case.ticks) > 0.8]
    ok(f"{case.name}: as wide as their cycles", not wide, wide[:3])
    missing = [p for p in contexts if sums[p] * 1176 >= case.ticks and len(p) < 100
               and p not in ours]
    ok(f"{case.name}: every context of a pixel has a box", not missing, missing[:3])
    label = [b for b in boxes[1:] if not plain(b.path[-1]).startswith(b.text.rstrip("\u2026"))]
    ok(f"{case.name}: labels are the names, or begin them", not label, label[:3])


# ---- the page
class Page(html.parser.HTMLParser):
    """Reads the page like a browser without scripts: tags in pairs, ids, links, the tables' cells
    by section."""
    VOID = {"meta", "link", "br", "input", "rect"}

    def __init__(self, text):
        super().__init__()
        self.stack, self.ids, self.links = [], Counter(), set()
        self.tags, self.rows, self.loads = Counter(), [], []
        self.section, self.summaries = "", {}	# text of a section's <summary>
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags[tag] += 1
        if tag not in self.VOID or (tag == "rect" and attrs.get("class") == "c"):
            self.stack.append(tag)
        if "id" in attrs:
            self.ids[attrs["id"]] += 1
            if tag in ("section", "details"):
                self.section = attrs["id"]
        if "href" in attrs:
            self.links.add(attrs["href"])
        self.loads += [f"{k}={v}" for k, v in attrs.items()
                       if k in ("src", "srcset", "action", "data") or k.startswith("on")]
        if tag == "tr":
            self.rows.append((self.section, []))
        if tag in ("td", "th"):
            self.rows[-1][1].append("")

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1] == tag, f"</{tag}> in {self.stack[-3:]}"
        self.stack.pop()

    def handle_data(self, data):
        if "summary" in self.stack and "td" not in self.stack:
            self.summaries[self.section] = self.summaries.get(self.section, "") + data
        if "td" in self.stack or "th" in self.stack:
            self.rows[-1][1][-1] += data

    def table(self, section):
        return [cells for at, cells in self.rows if at == section]

    def source(self):
        """Rows of annotated source: the id of their file, and their cells by heading."""
        heads = {}
        for at, cells in self.rows:
            if not re.fullmatch(r"s\d+", at):
                continue
            if at not in heads:
                heads[at] = cells
                continue
            row = dict(zip(heads[at], cells))
            if row["line"].isdigit():
                yield at, {**row, "count": number(cells[1] or "0")}


def as_html(case):
    with open(case.export("html"), encoding="utf-8") as f:
        text = f.read()
    page, data, contexts = Page(text), page_data(text), contexts_of(case)
    head, *rows = page.table("functions")
    unit, name = head.index(case.report["unit"]), head.index("function")
    sums, want = Counter(), Counter()
    for row in rows:
        sums[plain(row[name])] += number(row[unit])
    for function, n in case.all().items():
        want[shown(function)] += n
    same(f"{case.name}: table of functions", sums, want)
    ok(f"{case.name}: every tag is closed, ids are unique",
       not page.stack and max(page.ids.values()) == 1)
    astray = [x for x in page.links if x[:1] != "#" or x[1:] not in page.ids]
    ok(f"{case.name}: every link leads into the page", not astray, astray[:5])
    bold = sum(i.startswith("s") and i[1:].isdigit() for i in page.ids)
    ok(f"{case.name}: nothing is loaded, its policy forbids to, no name became a tag",
       not page.loads and page.tags["script"] == (2 if data else 1) and page.tags["b"] == bold
       and not {"img", "iframe", "link", "object", "embed", "base"} & page.tags.keys()
       and "default-src 'none'" in text, page.loads, page.tags)
    if contexts:
        flame_graph(case, text, data, contexts)
        inclusive_columns(case, contexts, head, rows)
        tree_rows(case, contexts, text)
    else:
        ok(f"{case.name}: the flame graph is of files and functions, and says that it shows no "
           f"callers",
           sum(data["own"]) == case.report["counters"]["ticks"] and "calls" not in data
           and ">Flame graph by file and function</h2>" in text and "nothing here is a call stack"
           in text)
    if case.name in ("dhrystone", "sampled", *LANGUAGES):
        instructions(case, page)
    if case.name in ("dhrystone", "sampled"):
        source(case, page)
        addr2line(case, page)


def instructions(case, page):
    """Those beside the lines: objdump's, and their counts are those of the line."""
    text = sh(CROSS + "objdump", "-d", "-z", "--no-show-raw-insn", case.elf)
    there = {(int(pc, 16), name) for pc, name in re.findall(r"^ *([0-9a-f]+):\t(\S+)", text, re.M)}
    n, wrong, strange = 0, [], []
    for _, row in page.source():
        if not row["count"]:
            continue
        cell = re.sub(r"^\d+(?= )", "", row["instructions"])
        found = re.findall(r"^ *([\d,]*)  ([0-9a-f]{8})  (\S+)", cell, re.M)
        n += len(found)
        strange += [x for x in found if (int(x[1], 16), x[2]) not in there]
        if sum(number(count or "0") for count, _, _ in found) != row["count"]:
            wrong.append(row)
    ok(f"{case.name}: {n} instructions beside their lines, whose counts they add up to, are "
       f"objdump's",
       n > 4 and not wrong and not strange, wrong[:3], strange[:5])


def source(case, page):
    right = wrong = 0
    for at, row in page.source():
        path = page.summaries.get(at, "").rpartition(" ")[0]
        if "source" in row and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as f:
                good = f.read().split("\n")[int(row["line"]) - 1].rstrip("\r") == row["source"]
            right, wrong = right + good, wrong + (not good)
    ok(f"{case.name}: {right} lines of source, as in the files", right > 100 and not wrong, wrong)


def addr2line(case, page):
    """Lines with counts; by number, because addr2line calls a file by the name of another that it
    includes."""
    want, got, retired, cpi = Counter(), Counter(), Counter(), {}
    executed = Counter()
    for (_, pc), (_, n) in tally_profile.read(case.capture).cells.items():
        executed[pc] += n
    pcs = sorted(case.bins)
    places = sh(CROSS + "addr2line", "-e", case.elf, text="\n".join(map(hex, pcs))).splitlines()
    for pc, place in zip(pcs, places, strict=True):
        line = int(re.search(r":(\d+)", place)[1])
        want[line] += case.bins[pc]
        retired[line] += executed[pc]
    for _, row in page.source():
        got[int(row["line"])] += row["count"]
        if row["count"]:
            cpi.setdefault(int(row["line"]), []).append(row.get("CPI"))
    same(f"{case.name}: annotated lines are addr2line's", got, want)
    if executed:
        odd = [(n, *x) for n, x in cpi.items()
               if len(x) == 1 and abs(float(x[0] or 0) - want[n] / retired[n]) > 0.0051]
        ok(f"{case.name}: CPI of {len(cpi)} lines", len(cpi) > 100 and not odd, odd[:5])


def flame_graph(case, text, data, contexts):
    ok(f"{case.name}: a flame graph, whose contexts together are TICKS",
       "A sample holds no callers" not in text and '<a href="#flame">' in text and data
       and sum(data["own"]) == case.ticks)
    script = text.partition('id="calls">')[2].partition("</script>\n</section>")[0]
    ok(f"{case.name}: no name ends the script", "<" not in script)
    found = of_page(data)
    for i, what in enumerate(("its contexts", "how often they were called")):
        same(f"{case.name}: {what}", {p: c[i] for p, c in found.items()},
             {p: c[i] for p, c in contexts.items()})


def inclusive_columns(case, contexts, head, rows):
    sums, want, name = inclusive(contexts), Counter(), head.index("function")
    for path, (_, n) in contexts.items():
        if path[-1] not in path[:-1]:
            want[path[-1], "inclusive"] += sums[path]
        want[path[-1], "calls"] += n
    times = Counter(row[name] for row in rows)		# a name may have several rows: not these
    once = [row for row in rows if times[row[name]] == 1]
    wrong = [row for row in once for what in ("inclusive", "calls")
             if row[head.index(what)] and number(row[head.index(what)])
             != want[shown(row[name]), what]]
    ok(f"{case.name}: inclusive cycles and calls of {len(once)} functions", once and not wrong,
       wrong[:3])


ROW = (r'<td class="n">([\d.]+)%</td><td class="n">([\d,]+)</td><td class="n">([\d,]+)</td>'
       r'<td class="n calls">([\d,]+)</td>.*?--level:(\d+)">(.*)</td></tr>')


def tree_rows(case, contexts, text):
    """The call tree's rows, each a context or several below one another."""
    sums, above, wrong = inclusive(contexts), [()], []
    part = text.split('<section id="tree">')[1].split("</section>")[0]
    found = re.findall(ROW, part)
    hidden = re.search(r'<tr><td></td><td></td><td class="n">([\d,]+)</td>.*in ([\d,]+) more '
                       r'contexts', part)
    own = sum(number(r[2]) for r in found) + (number(hidden[1]) if hidden else 0)
    ok(f"{case.name}: the call tree's {len(found)} rows and what has none are TICKS",
       0 < len(found) <= 100 and own == case.ticks, own)
    for percent, cycles, own, n, level, names in found:
        top = path = above[int(level)]
        sum_own = 0
        for name in re.split(" &gt; ", names):
            name, times = re.fullmatch(r"(.*?)(?: \(([\d,]+) times\))?", html.unescape(name),
                                       re.S).groups()
            for _ in range(number(times or "1")):
                path = (*path, name)
                top = top if len(top) > len(above[int(level)]) else path
                sum_own += contexts.get(path, (0,))[0]
        del above[int(level) + 1:]
        above.append(path)
        calls = contexts[top][1] if top in contexts else None
        if (number(cycles), number(own), number(n)) != (sums[top], sum_own, calls) \
                or abs(float(percent) - 100 * sums[top] / case.ticks) > 0.0051:
            wrong.append((top, path, cycles, own, n))
    if case.name in ("dhrystone", "lua"):		# names of others may hold what joins them
        ok(f"{case.name}: ... are contexts, with their inclusive and own cycles and calls",
           not wrong, wrong[:3])
