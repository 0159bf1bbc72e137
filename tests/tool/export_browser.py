# SPDX-License-Identifier: ISC
# needs: venv/browser.stamp venv/speedscope.stamp tests/export/cases.json
"""export_browser.py - how headless chromium, without a network, shows `tally export`: speedscope
and the HTML page.

speedscope runs from its local files. What it saves of a cpuprofile and of folded stacks has
the report's cycles. The page opens 400 and 1600 pixels wide, light and dark; its source and
instructions in widths between, too. A probe inside a copy of it reports its findings. The flame
graph has flame_browser.py. Pictures stay in BUILD/tests/export/.
"""
import base64
import html
import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import flame_browser
from browser import AHEAD, chromium, framed, scheme
from export_cases import Calls, Case, same
from export_page import page_data
from kit import BUILD, TALLY, end, ok, sh

HERE = Path(BUILD, "tests", "export")
WIDTHS = 400, 500, 640, 641, 800, 1000, 1200, 1201, 1400, 1600
COLUMNS = 24		# of source or instructions: narrower is hard to read
CONTRAST = 4.5		# the least that WCAG 2 asks of text

PROBE = """
<script>
addEventListener("securitypolicyviolation", e => { window.violated = e.blockedURI; });
addEventListener("error", e => { window.wrong = e.message; });
</script>"""
REPORT = """
<script>
const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const luminance = color => {
	ink.fillStyle = color; ink.fillRect(0, 0, 1, 1);
	const [r, g, b] = [...ink.getImageData(0, 0, 1, 1).data].map(v => v / 255)
		.map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
	const [x, y] = [luminance(a), luminance(b)];
	return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
// where its words are: blanks may hang over the edge
const place = (text, match) => {
	const range = document.createRange();
	range.setStart(text, match.index); range.setEnd(text, match.index + match[0].length);
	return range.getBoundingClientRect();
};
const words = element => [...element.childNodes].filter(n => n.nodeType === Node.TEXT_NODE)
	.flatMap(text => [...text.data.matchAll(/\\S+/g)].map(match => place(text, match)));
const cut = (box, edge) => box.left < edge.left - 1
	|| box.right > Math.min(edge.right, innerWidth) + 1;
// all of the annotated source unfolded: what is cut off, how narrow and how faint it gets
const source = () => {
	document.querySelectorAll("#source > details").forEach(d => { d.draw(); });
	document.querySelectorAll("#source details").forEach(d => { d.open = true; });
	const found = { scrolled: [], outside: [], columns: 1e9, contrast: 1e9,
		sources: 0, instructions: 0 };
	const pairs = new Map();
	for (const region of document.querySelectorAll("#source .wide")) {
		const edge = region.getBoundingClientRect();
		if (region.scrollWidth > region.clientWidth)
			found.scrolled.push([region.getAttribute("aria-label"), region.scrollWidth,
				region.clientWidth]);
		const texts = "td.code:not(.beside, .gap *), pre.asm, summary";
		for (const text of region.querySelectorAll(texts)) {
			const range = document.createRange();
			range.selectNodeContents(text);
			const box = range.getBoundingClientRect(), style = getComputedStyle(text);
			const back = getComputedStyle(text.closest("tr")).backgroundColor;
			if (!box.width)
				continue;
			if (cut(box, edge) && words(text).some(word => cut(word, edge)))
				found.outside.push(text.textContent.slice(0, 40));
			pairs.set(style.color + back, [style.color, back]);
			if (text.tagName === "SUMMARY")
				continue;
			found[text.tagName === "PRE" ? "instructions" : "sources"]++;
			const room = text.clientWidth - parseFloat(style.paddingLeft)
				- parseFloat(style.paddingRight);
			ink.font = style.font;
			// a short one needs no more
			if (text.tagName !== "PRE"
				|| box.height > 1.5 * parseFloat(style.lineHeight))
				found.columns = Math.min(found.columns,
					room / ink.measureText("0").width);
		}
	}
	const page = getComputedStyle(document.body).backgroundColor;
	for (const [text, back] of pairs.values())
		found.contrast = Math.min(found.contrast,
			contrast(text, back === "rgba(0, 0, 0, 0)" ? page : back));
	found.outside = found.outside.slice(0, 5);
	return found;
};
addEventListener("load", () => setTimeout(() => {
	const stopping = "a[href], button:not(:disabled), input, summary, [tabindex]";
	const stops = [...document.querySelectorAll(stopping)]
		.filter(e => e.tabIndex >= 0 && e.checkVisibility());
	const body = getComputedStyle(document.body);
	const out = {
		width: innerWidth, content: document.documentElement.scrollWidth,
		wrong: window.wrong || null, violated: window.violated || null,
		dark: matchMedia("(prefers-color-scheme: dark)").matches,
		back: body.backgroundColor, color: body.color, stops: stops.length,
		unreachable: stops.filter(e => {
			e.focus();
			return document.activeElement !== e;
		}).length,
		outlined: (() => {
			document.querySelector("nav a").focus({focusVisible: true});
			return getComputedStyle(document.activeElement).outlineStyle;
		})(),
		fetched: performance.getEntriesByType("resource").length,
	};
	// sort the functions by name, filter them
	const rows = () => [...document.querySelectorAll("#functions tbody tr")]
		.filter(r => !r.hidden).map(r => r.querySelector(".name").textContent);
	const by_name = [...document.querySelectorAll("#functions th button")]
		.find(b => b.textContent === "function");
	by_name.click(); by_name.click();
	out.sorted = rows();
	const filter = document.querySelector(".filter input");
	filter.value = rows()[0]; filter.dispatchEvent(new Event("input"));
	out.filtered = rows();
	const closed = [...document.querySelectorAll("#source > details:not([open])")].pop();
	if (closed) {
		closed.draw();
		location.hash = closed.querySelector("tr[id]").id;
	}
	setTimeout(() => {
		out.opened = closed ? closed.open : true;
		out.source = source();
		parent.postMessage(JSON.stringify(out), "*");
	}, 300);
}, 300));
</script>"""


def export(form, case, *options):
    path = HERE / f"browser.{case['name']}.{form}"
    subprocess.run([TALLY, "export", form, *options, "-o", path, case["capture"], case["elf"]],
                   check=True)
    return path


# What speedscope saves of a file, whose times it shows rounded: its own format.
SAVE = """
URL.createObjectURL = blob => {
	blob.text().then(text => { document.body.textContent = "SAVED" + text + "END"; });
	return "";
};
HTMLAnchorElement.prototype.click = () => {};		// no file
setTimeout(() => window.dispatchEvent(new KeyboardEvent("keydown",
	{ key: "s", ctrlKey: true })), 2000);
"""


def saved_by_speedscope(data):
    """{function: own}, {function: inclusive} of a file that it opened."""
    script = HERE / "browser.saved.js"
    script.write_text(f"speedscope.loadFileFromBase64('x', "
                      f"'{base64.b64encode(data.read_bytes()).decode()}');{SAVE}")
    page = Path(BUILD, "readers", "speedscope", "index.html")
    dom = chromium(f"file://{page}#localProfilePath={str(script)[1:]}", 1400, 900, AHEAD)
    whole = json.loads(html.unescape(re.search("SAVED(.*)END", dom, re.S)[1]))
    names, (profile,) = [f["name"] for f in whole["shared"]["frames"]], whole["profiles"]
    own, inclusive, stack, last = Counter(), Counter(), [], 0
    for event in profile["events"]:
        if stack:
            own[stack[-1]] += event["at"] - last
            for name in set(stack):
                inclusive[name] += event["at"] - last
        last = event["at"]
        if event["type"] == "O":
            stack.append(names[event["frame"]])
        else:
            stack.pop()
    return own, inclusive


def opened(about, form):
    """What speedscope has of functions are the report's cycles."""
    elf = about.get("bare", about["elf"])
    case = (Calls if about["calls"] else Case)(about["name"], about["capture"], elf)
    own, inclusive = saved_by_speedscope(export(form, {**about, "elf": elf}))
    want, want_inclusive = Counter(), Counter()
    for stack, n in case.stacks.items():
        want[stack[-1]] += n
        want_inclusive.update(dict.fromkeys(stack, n))
    what = f"speedscope opens {form} of {case.name}{' with calls' if about['calls'] else ''}"
    same(f"{what}: own", own, want)
    same(f"{what}: inclusive", inclusive, want_inclusive)
    ok(f"{what}: their sum is TICKS", sum(own.values()) == case.ticks, own)


def frame_of(name, widths):
    """A page with that page in a frame of each width; the probe of each adds a line to its end."""
    frames = "".join(f"<iframe src='{name}' style='border:0' width={w} height=1400></iframe>"
                     for w in widths)
    return (f"<body style='margin:0'>{frames}<pre id=out></pre><script>addEventListener('message', "
            f"e => "
            "{ document.getElementById('out').textContent += e.data + '\\n'; });</script>")


def answers(dom):
    return [json.loads(line) for line in
            html.unescape(re.search(r"<pre id=\"out\">(.*?)</pre>", dom, re.S)[1]).splitlines()]


def legible(name, found):
    """Source and instructions, all unfolded, are in the width, wide enough and in colours that can
    be told apart."""
    ok(f"{name}: {found['sources']} source lines, {found['instructions']} groups of instructions, "
       f"none cut off",
       found["sources"] > 20 and found["instructions"] > 10 and not found["scrolled"]
       and not found["outside"], found)
    ok(f"{name}: ... with at least {COLUMNS} columns, contrast {CONTRAST}",
       found["columns"] >= COLUMNS and found["contrast"] >= CONTRAST, found)


def widths(case):
    frame = HERE / "browser.frame.html"
    frame.write_text(frame_of("browser.probe.html", WIDTHS), encoding="utf-8")
    found = {a["width"]: a["source"] for a in answers(chromium(f"file://{frame}", max(WIDTHS),
            1400, AHEAD))}
    ok(f"{case['name']}: answers in each width", sorted(found) == sorted(WIDTHS), sorted(found))
    for width in sorted(found):
        legible(f"{case['name']} {width} wide", found[width])


def page(case):
    original = export("html", case)
    text = original.read_text(encoding="utf-8")
    probe = HERE / "browser.probe.html"
    probed = text.replace("<head>", "<head>" + PROBE, 1).replace("</body>", REPORT + "</body>")
    probe.write_text(probed, encoding="utf-8")
    frame = HERE / "browser.frame.html"
    for width, dark in ((400, True), (1600, False)):
        out = framed(frame, probe.name, width, 1400, AHEAD, scheme(dark))
        name = f"{case['name']} {width} wide, {'dark' if dark else 'light'}"
        ok(f"{name}: in the width, without errors",
           out["width"] == width and out["content"] <= width
           and not out["wrong"] and not out["violated"] and not out["fetched"], out)
        light = sum(map(int, re.findall(r"\d+", out["back"])[:3])) > sum(map(int,
                re.findall(r"\d+", out["color"])[:3]))
        ok(f"{name}: its colours", out["dark"] == dark and light != dark, out["back"], out["color"])
        ok(f"{name}: {out['stops']} stops of the Tab key, all reached, seen", out["stops"] > 20
           and not out["unreachable"] and out["outlined"] != "none", out)
        ok(f"{name}: sorts, filters, opens files", len(out["sorted"]) > 10 and out["opened"]
           and out["sorted"][0] in out["filtered"] and len(out["filtered"]) < len(out["sorted"]),
           out)
        # elsewhere the browser has its own order of "_" and the like
        if case["name"] == "dhrystone":
            ok(f"{name}: ... by name", out["sorted"] == sorted(out["sorted"], key=str.lower),
               out["sorted"])
        if case["name"] != "hostile":
            legible(name, out["source"])
        framed(frame, original.name, width, 1400, AHEAD, scheme(dark),
               picture=HERE / f"html-{case['name']}-{width}-{'dark' if dark else 'light'}.png")
    return text


def changed(case):
    """The same program on another core."""
    other, page = HERE / "browser.other.tally", HERE / "browser.diff.html"
    sh(TALLY, "run", "--core", "vexriscv", "-o", other, case["elf"])
    subprocess.run([TALLY, "diff", "--html", page, case["capture"], other], check=True)
    flame_browser.change("diff of two cores", page.read_text(encoding="utf-8"), HERE, "str")


def main():
    with open(HERE / "cases.json", encoding="utf-8") as f:
        listed = json.load(f)
    cases = {c["name"]: c for c in listed if c["calls"]}
    for about in listed:
        if about["name"] in ("dhrystone", "sampled", "lua"):
            opened(about, "cpuprofile")
        if about["name"] == "sampled":
            opened(about, "folded")
    page(next(c for c in listed if c["name"] == "hostile"))
    for name, texts in (("dhrystone", ["str", "Proc_1", "nothing of it"]),
                        ("lua", ["luaV", "luaH", "L"])):
        text = page(cases[name])
        if name == "dhrystone":
            widths(cases[name])
        flame_browser.flame(name, text, HERE, texts)
        flame_browser.picture(name, export("svg", cases[name]), HERE)
    flame_browser.large(text, HERE)
    changed(cases["dhrystone"])
    end()


main()
