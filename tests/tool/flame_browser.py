# SPDX-License-Identifier: ISC
"""flame_browser.py - the flame graph as chromium shows it: zoom, search, keys, callers, colours,
widths; large trees; the picture.

A script in a copy of the page presses keys, moves the mouse and reports what the page says. What it
should say is computed here, from the page's data (export_page.py compares that with the capture).
"""
import json
import random
import re
from collections import Counter

from browser import AHEAD, chromium, contrast, framed, scheme
from export_page import of_svg, page_data
from kit import ok

PROBE = """
<script>
addEventListener("load", () => {
	const one = (selector, root) => (root || document).querySelector(selector),
		field = one(".field"), canvas = one(".field canvas"), mark = one(".mark");
	const [whole] = [...document.querySelectorAll(".tools button")]
		.filter(b => b.textContent === "All"),
		search = one(".tools input[type=search]");
	const says = () => [one("#flame-box .title").firstChild.textContent,
		one("#flame-box").lastChild.textContent];
	const key = name => {
		field.dispatchEvent(new KeyboardEvent("keydown",
			{ key: name, bubbles: true, cancelable: true }));
		return says();
	};
	const mouse = (kind, x, row) => {
		const area = canvas.getBoundingClientRect();
		field.dispatchEvent(new MouseEvent(kind, {
			bubbles: true, clientX: area.left + x,
			clientY: (row < 0 ? area.bottom : area.top) + 18 * row + 9,
		}));
		return says();
	};
	const pixel = (x, row) => {
		const scale = canvas.width / canvas.clientWidth,
			y = (row < 0 ? canvas.clientHeight + 18 * row : 18 * row) + 2;
		const image = canvas.getContext("2d").getImageData(
			Math.round(x * scale), Math.round(y * scale), 1, 1);
		return `rgb(${[...image.data].slice(0, 3).join(", ")})`;
	};
	const find = text => {
		search.value = text;
		search.dispatchEvent(new Event("input"));
		return one(".tools output").textContent;
	};
	const out = { wide: field.clientWidth };
	out.colours = Object.fromEntries([...document.querySelectorAll(".legend rect")]
		.map(r => [r.getAttribute("class"), getComputedStyle(r).fill]));
	out.ink = getComputedStyle(one(".legend text")).fill;
	out.root = [says(), pixel(out.wide - 5, -1)];
	field.focus({ focusVisible: true });
	out.outlined = [document.activeElement === field, getComputedStyle(field).outlineStyle,
		getComputedStyle(mark).outlineStyle, mark.hidden];
	out.up = [];
	const last = () => out.up[out.up.length - 1].join();
	for (let said = key("ArrowUp"); !out.up.length || said.join() !== last();
		said = key("ArrowUp"))
		out.up.push(said);
	key("Home");
	for (const _ of [1, 2, 3]) key("ArrowUp");
	out.down = key("ArrowDown");
	out.zoomed = [key("Enter"), mark.offsetWidth, whole.disabled];
	out.escaped = [key("Escape"), mark.offsetWidth, whole.disabled];
	out.hover = mouse("mousemove", 5, -2);
	mouse("click", 5, -3);
	out.clicked = [whole.disabled, mouse("mousemove", out.wide - 5, -3)];
	whole.click();
	out.found = Object.fromEntries(TEXTS.map(text => [text, find(text)]));
	find(TEXTS[0]);
	const all = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data,
		want = out.colours.found.match(/\\d+/g).map(Number);
	out.lit = 0;
	for (let i = 0; i < all.length; i += 4)
		out.lit += all[i] === want[0] && all[i + 1] === want[1] && all[i + 2] === want[2];
	find("");
	document.querySelectorAll(".turn button")[1].click();
	key("Home");
	out.leaf = key("ArrowDown");
	out.right = key("ArrowRight");
	key("ArrowLeft");
	out.caller = key("ArrowDown");
	out.caller_title = one("#flame-box .title").textContent;
	out.content = document.documentElement.scrollWidth;
	parent.postMessage(JSON.stringify(out), "*");
});
</script>"""

TIMES = """
<script>
const timed = work => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
};
const field = document.querySelector(".field");
const key = name => field.dispatchEvent(new KeyboardEvent("keydown",
    { key: name, bubbles: true, cancelable: true }));
field.focus();
const data = document.getElementById("data").textContent;
const out = { reading: timed(() => { for (let i = 0; i < 10; i++) JSON.parse(data); }) / 10,
    paths: timed(() => key("Escape")),
    note: document.querySelector("#flame .note").textContent, high: field.clientHeight };
const search = document.querySelector(".tools input[type=search]");
search.value = "f1";
out.search = timed(() => search.dispatchEvent(new Event("input")));
out.found = document.querySelector(".tools output").textContent;
out.closer = timed(() => {
    for (let i = 0; i < 30; i++) {
        for (let j = 0; j < 39; j++)
            key("ArrowUp");
        key("Enter");
    }
}) / 30;
out.title = document.querySelector("#flame-box .title").textContent.length;
out.callers = timed(() => document.querySelectorAll(".turn button")[1].click());
addEventListener("load", () => parent.postMessage(JSON.stringify(out), "*"));
</script>"""


def tree(data):
    """Children of each context, and cycles with theirs."""
    n, sums, children = len(data["parent"]), list(data["own"]), [[] for _ in data["parent"]]
    for i in range(n - 1, 0, -1):
        sums[data["parent"][i]] += sums[i]
        children[data["parent"][i]].append(i)
    return sums, [sorted(c, key=lambda i: (-sums[i], data["name"][i])) for c in children]


def inside(data, text):
    """(matching names, contexts with one that are below no other such)."""
    names = {i for i in data["name"][1:] if text.lower() in data["names"][i].lower()}
    below, outermost = [False] * len(data["name"]), []
    for i in range(1, len(below)):
        above = below[data["parent"][i]]
        below[i] = above or data["name"][i] in names
        if below[i] and not above:
            outermost.append(i)
    return names, outermost


def matching(data, text):
    """What the search says: each cycle once, however often its stack has such a function."""
    (sums, _), (names, outermost) = tree(data), inside(data, text)
    cycles = sum(sums[i] for i in outermost)
    functions = f"{len(names):,} function{'' if len(names) == 1 else 's'}"
    if "before" in data:
        before, _ = tree({**data, "own": data["before"]})
        return f"{functions}: {sum(before[i] for i in outermost):,} \u2192 {cycles:,} cycles"
    return f"{functions}: {100 * cycles / sums[0]:.2f}%, {cycles:,} cycles"


def begins(said, name, cycles, total):
    return (said[0] == name and said[1].startswith(f"{cycles:,} cycles")
            and f", {100 * cycles / total:.2f}%" in said[1])


def calls(count):
    return f" \u00b7 {count:,} call{'' if count == 1 else 's'}" if count else ""


def by_leaf(data):
    sums = Counter()
    for name, own in zip(data["name"], data["own"], strict=True):
        sums[name] += own
    return sorted(sums.items(), key=lambda row: (-row[1], row[0]))


def leaf_caller(data, leaf):
    sums = Counter()
    for i, name in enumerate(data["name"]):
        if name == leaf and data["parent"][i]:
            sums[data["name"][data["parent"][i]]] += data["own"][i]
    return max(sums.items(), key=lambda row: (row[1], -row[0]))


def flame(case, text, here, texts):
    data, probe, frame = page_data(text), here / "flame.probe.html", here / "flame.frame.html"
    probe.write_text(text.replace("</body>",
                                  PROBE.replace("TEXTS", json.dumps(texts)) + "</body>"),
                                  encoding="utf-8")
    sums, children = tree(data)
    total, name = sums[0], lambda i: data["names"][data["name"][i]]
    chain = [0]
    while children[chain[-1]] and sums[children[chain[-1]][0]]:
        chain.append(children[chain[-1]][0])
    leaves = by_leaf(data)
    caller, through = leaf_caller(data, leaves[0][0])
    for width, dark in ((400, False), (400, True), (800, True), (1600, False), (1600, True)):
        out = framed(frame, probe.name, width, 1400, AHEAD, scheme(dark))
        what = f"{case} {width} wide, {'dark' if dark else 'light'}: flame graph"
        if not ok(f"{what}: in the width",
            out and out["content"] <= width and out["wide"] <= width, out):
            continue
        ok(f"{what}: the root is TICKS", begins(out["root"][0], "all", total, total), out["root"])
        low = {k: contrast(c, out["ink"]) for k, c in out["colours"].items()
               if contrast(c, out["ink"]) < 4.5}
        ok(f"{what}: {len(out['colours'])} colours, text readable on all, drawn",
            len(out["colours"]) == 10 and not low
           and out["root"][1] == out["colours"]["f0"]
           and (contrast(out["ink"], "rgb(0, 0, 0)") > 10) == dark, low,
               out["root"], out["colours"])
        ok(f"{what}: the keys reach it, seen", out["outlined"] == [True, "solid", "solid", False],
           out["outlined"])
        if re.match(r"\d+ more, each narrower", out["up"][-1][0]):
            out["up"].pop()		# what is too narrow for a box of its own
        ok(f"{what}: arrow up: the heaviest path, {len(out['up'])} boxes", len(out["up"]) >= min(3,
            len(chain) - 1) and all(
            begins(said, name(i), sums[i],
                total) and f"own {data['own'][i]:,}, {100 * data['own'][i] / total:.2f}%" in said[1]
            and said[1].endswith(calls(data["calls"][i]))
            for said, i in zip(out["up"], chain[1:])), out["up"])
        ok(f"{what}: arrow down, Enter: as wide as all; Escape", begins(out["down"], name(chain[2]),
            sums[chain[2]], total) and out["zoomed"][0] == out["down"]
           and abs(out["zoomed"][1] - out["wide"]) <= 2 and not out["zoomed"][2]
           and out["escaped"][0][0] == "all"
           and out["escaped"][2], out["down"], out["zoomed"], out["escaped"])
        ok(f"{what}: the mouse: what it points at, a click looks closer",
           begins(out["hover"], name(chain[1]),
            sums[chain[1]], total) and not out["clicked"][0]
           and begins(out["clicked"][1], name(chain[2]), sums[chain[2]], total), out["hover"],
           out["clicked"])
        ok(f"{what}: search: each cycle once, boxes lit", out["found"] == {t: matching(data,
            t) for t in texts} and out["lit"] > 50,
           out["found"], {t: matching(data, t) for t in texts}, out["lit"])
        ok(f"{what}: callers: the hottest function, the next, and who called it",
           begins(out["leaf"],
            data["names"][leaves[0][0]], leaves[0][1], total)
           and begins(out["right"], data["names"][leaves[1][0]], leaves[1][1], total)
           and begins(out["caller"],
               data["names"][caller], through, total)
           and out["caller_title"].endswith(f" \u2192 {data['names'][leaves[0][0]]}"), out["leaf"],
           out["right"],
               out["caller"], leaves[:2], data["names"][caller], through)


def grown(parents, names):
    n = len(parents)
    return {"title": "", "text": "", "hint": "", "places": False, "ticks": 0,
            "names": ["all", *(f"f{i}" for i in range(names))], "parent": parents,
        "name": [0] + [1 + i % names for i in range(1, n)],
            "own": [0] + [10 + i % 7 for i in range(1, n)], "retired": [0] + [5] * (n - 1),
                "calls": [0] + [1] * (n - 1)}


def large(text, here):
    """Trees that no program here has: one call below the other 100,000 deep; 12,000 contexts of
    random parents."""
    rng = random.Random(1)
    before, mark, rest = text.partition('id="data">')
    end = rest.index("</script>")
    whole, after = json.loads(rest[:end]), rest[end:]
    for what, data, rows in (("100,000 deep", grown([0, *range(100000)], 50), True),
                             ("12,000 contexts",
        grown([0] + [rng.randrange(max(i - 400, 0), i) for i in range(1, 12000)], 300), False)):
        page = here / "flame.large.html"
        text = before + mark + json.dumps({**whole, "flame": data}) + after
        page.write_text(text.replace("</body>", TIMES + "</body>"), encoding="utf-8")
        out = framed(here / "flame.frame.html", page.name, 1600, 1400,
                     picture=here / "flame-large.png")
        # in times of reading the tree, which a busy machine slows down as well
        times = {k: out[k] / out["reading"] for k in ("paths", "search", "closer", "callers")} \
            if out else {}
        ok(f"{what}: drawn again in { {k: round(v) for k, v in times.items()} } times of reading",
           out and max(times.values()) < 150 and times["closer"] < 25, out)
        ok(f"{what}: ... no more than 40 rows, {out['note']!r}",
            out["high"] <= 40 * 18 and (not rows
                                        or re.match("1 box goes on beyond the 40 rows",
                                                out["note"])), out)
        ok(f"{what}: ... search", out["found"] == matching(data, "f1"), out["found"],
           matching(data, "f1"))


CHANGES = """
<script>
addEventListener("load", () => {
	const one = selector => document.querySelector(selector), field = one(".field"),
		canvas = one(".field canvas"), pen = canvas.getContext("2d"),
		scale = canvas.width / canvas.clientWidth;
	const key = name => field.dispatchEvent(new KeyboardEvent("keydown",
		{ key: name, bubbles: true, cancelable: true }));
	const colours = Object.fromEntries([...document.querySelectorAll(".legend rect")]
		.map(r => [getComputedStyle(r).fill, r.getAttribute("class")]));
	const look = () => {
		const mark = one(".mark"), [r, g, b] = pen.getImageData(
			Math.round((mark.offsetLeft + mark.offsetWidth - 2) * scale),
			Math.round((mark.offsetTop + 2) * scale), 1, 1).data;
		return colours[`rgb(${r}, ${g}, ${b})`] || `rgb(${r}, ${g}, ${b})`;
	};
	const walk = () => {
		const seen = [];
		key("Home");
		for (let before = ""; seen.length < 60; key("ArrowUp")) {
			const said = [one("#flame-box .title").firstChild.textContent,
				one("#flame-box").lastChild.textContent];
			if (said.join() === before)
				break;
			before = said.join();
			seen.push([...said, look()]);
		}
		return seen;
	};
	const out = { width: innerWidth, colours, ink: getComputedStyle(one(".legend text")).fill };
	field.focus();
	out.cycles = walk();
	one(".tools input[type=checkbox]").click();
	out.shares = walk();
	out.content = document.documentElement.scrollWidth;
	const search = one(".tools input[type=search]");
	search.value = TEXT; search.dispatchEvent(new Event("input"));
	out.found = one(".tools output").textContent;
	parent.postMessage(JSON.stringify(out), "*");
});
</script>"""


def step(a, b):
    """The colour's name."""
    part = (b - a) / (b + a) if a + b else 0
    if abs(part) < 0.005:
        return "same"
    return f"{'g' if part > 0 else 's'}{1 + sum(abs(part) >= x for x in (0.05, 0.15, 0.4))}"


def change(case, text, here, name):
    """The page of `tally diff --html`: the heaviest path, its cycles in A and B, its colours by
    cycles and by share."""
    data, probe = page_data(text), here / "flame.change.html"
    probe.write_text(text.replace("</body>",
                                  CHANGES.replace("TEXT", json.dumps(name)) + "</body>"),
                                  encoding="utf-8")
    b, _ = tree(data)
    a, _ = tree({**data, "own": data["before"]})
    both, children = tree({**data, "own": [x + y
                                           for x, y
                                           in zip(data["own"], data["before"], strict=True)]})
    chain = [0]
    while children[chain[-1]] and both[children[chain[-1]][0]]:
        chain.append(children[chain[-1]][0])
    for width, dark in ((400, True), (800, False), (1600, True)):
        out = framed(here / "flame.frame.html", probe.name, width, 1400, AHEAD, scheme(dark),
                     picture=here / f"diff-{case}-{width}-{'dark' if dark else 'light'}.png")
        what = f"{case}, {width} wide, {'dark' if dark else 'light'}"
        low = {k: round(contrast(c, out["ink"]), 1) for c, k in out["colours"].items()
               if contrast(c,
            out["ink"]) < 4.5}
        ok(f"{what}: in the width; readable on {len(out['colours'])} colours",
            out["content"] <= width and not low and len(out["colours"]) == 11, out, low)
        wrong = [(said, i) for said, i in zip(out["cycles"], chain)
                 if said[0] != data["names"][data["name"][i]]
                 or not said[1].startswith(f"{a[i]:,} \u2192 {b[i]:,} cycles: ")
                 or said[2] != step(a[i], b[i])]
        ok(f"{what}: {len(out['cycles'])} boxes with A, B and their colour",
           len(out["cycles"]) > 3 and not wrong,
            wrong[:3])
        wrong = [(said, i) for said, i in zip(out["shares"],
            chain) if f"share {100 * a[i] / a[0]:.2f}% \u2192 {100 * b[i] / b[0]:.2f}%"
            not in said[1]
                 or said[2] != step(a[i] / a[0], b[i] / b[0])]
        ok(f"{what}: by share", len(out["shares"]) > 3 and out["shares"][0][2] == "same"
           and not wrong, wrong[:3])
        ok(f"{what}: search", out["found"] == matching(data, name), out["found"],
           matching(data, name))


PICTURE = """
<body style="margin:0"><iframe src="SVG" width=1200 height=900 style="border:0"></iframe>
<pre id=out></pre>
<script>
addEventListener("load", () => {
	const root = document.querySelector("iframe").contentDocument,
		fill = e => getComputedStyle(e).fill,
		out = { boxes: 0, wide: [], colours: {}, back: fill(root.querySelector(".back")) };
	for (const group of root.querySelectorAll("g")) {
		const rect = group.querySelector("rect"), text = group.querySelector("text");
		if (!group.querySelector("title"))
			continue;
		out.boxes++;
		if (text && text.getComputedTextLength() + 3 > rect.width.baseVal.value)
			out.wide.push(text.textContent);
		if (text)
			out.colours[rect.getAttribute("class")] = [fill(rect), fill(text)];
	}
	out.dim = fill(root.querySelector(".dim"));
	document.getElementById("out").textContent = JSON.stringify(out);
});
</script>"""


def picture(case, svg, here):
    """The picture in the browser: labels inside their boxes, readable in both themes."""
    page, boxes = here / "flame.svg.html", len(of_svg(svg.read_text(encoding="utf-8"))[0])
    page.write_text(PICTURE.replace("SVG", svg.name), encoding="utf-8")
    for dark in False, True:
        shot = here / f"svg-{case}-{'dark' if dark else 'light'}.png"
        dom = chromium(f"file://{page}", 1200, 900, scheme(dark), picture=shot)
        out = json.loads(re.search(r'<pre id="out">(.*?)</pre>', dom, re.S)[1])
        what = f"{case} as svg, {'dark' if dark else 'light'}"
        ok(f"{what}: {out['boxes']} boxes, no label wider than its own",
            out["boxes"] == boxes > 8 and not out["wide"], boxes, out["wide"][:5])
        low = {k: round(contrast(*c), 1) for k, c in out["colours"].items() if contrast(*c) < 4.5}
        ok(f"{what}: readable", len(out["colours"]) > 3 and not low
           and contrast(out["dim"], out["back"]) > 4.5
           and (contrast(out["back"], "rgb(0, 0, 0)") < 3) == dark, low, out["back"], out["dim"])
