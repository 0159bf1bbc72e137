# SPDX-License-Identifier: ISC
# needs: venv/browser.stamp venv/speedscope.stamp tests/export/cases.json
# needs: firmware/dhrystone.elf tests/contexts/threads.elf
"""browser.py - how headless chromium, without a network, shows what `tally export` writes:
speedscope opens cpuprofile and folded stacks, whose cycles are the report's, and traces, with their
slices' times; the HTML page and the page of `tally diff --html`, 400 pixels wide and dark, 1600
wide and light.

A script in a copy of the page presses keys, moves the mouse and reports what the page says. What it
should say is computed here, from the page's data, which export_page.py compares with the capture.
Pictures stay in BUILD/tests/export/.
"""
import base64
import html
import json
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from export_cases import Calls, Case, same
from export_page import of_text
from kit import BUILD, TALLY, end, ok, sh

HERE = Path(BUILD, "tests", "export")
AHEAD = "--virtual-time-budget=10000"	# timers run as soon as nothing else does
SHOWN = (400, True), (1600, False)	# width, dark

ERRORS = """<script>
window.wrong = [];
addEventListener("securitypolicyviolation", e => { wrong.push(e.blockedURI); });
addEventListener("error", e => { wrong.push(e.message); });
</script>"""
PROBE = """<script>
addEventListener("load", () => setTimeout(() => {
	const one = selector => document.querySelector(selector), field = one(".field"),
		canvas = one(".field canvas");
	const says = () => [one("#flame-box .title").firstChild.textContent,
		one("#flame-box").lastChild.textContent];
	const key = name => {
		field.dispatchEvent(new KeyboardEvent("keydown",
			{ key: name, bubbles: true, cancelable: true }));
		return says();
	};
	const click = (kind, x, row) => {
		const area = canvas.getBoundingClientRect();
		field.dispatchEvent(new MouseEvent(kind, { bubbles: true,
			clientX: area.left + x, clientY: area.bottom + 18 * row + 9 }));
		return says();
	};
	const out = { wrong, dark: matchMedia("(prefers-color-scheme: dark)").matches,
		fetched: performance.getEntriesByType("resource").length, root: says(), up: [] };
	field.focus();
	for (let said = key("ArrowUp"); said.join() !== out.up.map(String).at(-1);
		said = key("ArrowUp"))
		out.up.push(said);
	click("click", 5, -3);
	out.clicked = click("mousemove", field.clientWidth - 5, -3);
	key("Escape");
	const search = one(".tools input[type=search]");
	search.value = TEXT;
	search.dispatchEvent(new Event("input"));
	out.found = one(".tools output").textContent;
	const rows = () => [...document.querySelectorAll("#functions tbody tr")]
		.filter(r => !r.hidden).map(r => r.querySelector(".name").textContent);
	const by_name = [...document.querySelectorAll("#functions th button")]
		.find(b => b.textContent === "function");
	if (by_name) {
		by_name.click(); by_name.click();
		out.sorted = rows();
		const filter = one(".filter input");
		filter.value = out.sorted[0];
		filter.dispatchEvent(new Event("input"));
		out.filtered = rows();
		document.querySelectorAll(".turn button")[1].click();
		key("Home");
		out.leaf = key("ArrowDown");
	}
	const closed = [...document.querySelectorAll("#source > details:not([open])")].pop();
	if (closed) {
		closed.draw();
		location.hash = closed.querySelector("tr[id]").id;
	}
	setTimeout(() => {
		out.opened = !closed || closed.open;
		out.content = document.documentElement.scrollWidth;
		parent.postMessage(JSON.stringify(out), "*");
	}, 300);
}, 300));
</script>"""
# What speedscope saves of a file, whose times it shows rounded: its own format.
SAVE = """
URL.createObjectURL = blob => {
	clearInterval(asks);
	blob.text().then(text => { document.body.textContent = "SAVED" + text + "END"; });
	return "";
};
HTMLAnchorElement.prototype.click = () => {};		// no file
const press = (at, key) => at.dispatchEvent(new KeyboardEvent("keydown",
	{ key, ctrlKey: key === "s", bubbles: true }));
const asks = setInterval(() => {		// until the file is open, and one of its profiles
	document.querySelectorAll("input").forEach(list => press(list, "Enter"));
	press(window, "s");
}, 200);
"""


def chromium(url, width, *options):
    """The page's elements at the end, as text."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless=new", "--no-sandbox", "--no-first-run",
                   "--disable-background-networking", "--hide-scrollbars",
                   "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                   "--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND",
                   "--proxy-server=127.0.0.1:9", f"--user-data-dir={profile}",
                   f"--window-size={width},1400", AHEAD, *options, "--dump-dom", url]
        return html.unescape(subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=180,
            check=True).stdout.decode("utf-8", "replace"))


def probed(name, text, width, dark, search):
    """Shows the page in a frame, which may be narrower than a window; what its script found."""
    frame, probe = HERE / "browser.frame.html", HERE / "browser.probe.html"
    script = PROBE.replace("TEXT", json.dumps(search))
    probe.write_text(text.replace("<head>", "<head>" + ERRORS, 1).replace("</body>",
                     script + "</body>"), encoding="utf-8")
    frame.write_text(
        f"<body style='margin:0'><iframe src='{probe.name}' style='border:0' width={width} "
        "height=1400></iframe><pre id=out></pre><script>addEventListener('message', e => "
        "{ document.getElementById('out').textContent = e.data; });</script>", encoding="utf-8")
    dom = chromium(f"file://{frame}", max(width, 500), f"--screenshot={HERE}/{name}-{width}.png",
                   f"--blink-settings=preferredColorScheme={0 if dark else 1}")
    return json.loads(re.search(r"<pre id=\"out\">(.*?)</pre>", dom, re.S)[1])


def saved(file):
    """What speedscope saves of it: names of functions, profiles."""
    script, data = HERE / "browser.saved.js", Path(file).read_bytes()
    script.write_text(f"speedscope.loadFileFromBase64('x', '{base64.b64encode(data).decode()}');"
                      + SAVE)
    page = Path(BUILD, "readers", "speedscope", "index.html")
    dom = chromium(f"file://{page}#localProfilePath={str(script)[1:]}", 1400)
    whole = json.loads(re.search("SAVED(.*)END", dom, re.S)[1])
    return [f["name"] for f in whole["shared"]["frames"]], whole["profiles"]


def opened(about, form):
    """What speedscope has of functions are the report's cycles."""
    elf = about.get("bare", about["elf"])
    case = (Calls if about["calls"] else Case)(about["name"], about["capture"], elf)
    names, (profile,) = saved(case.export(form))
    own, want, stack, last = Counter(), Counter(), [], 0
    for event in profile["events"]:
        if stack:
            own[stack[-1]] += event["at"] - last
        last = event["at"]
        if event["type"] == "O":
            stack.append(names[event["frame"]])
        else:
            stack.pop()
    for names, n in case.stacks.items():
        want[names[-1]] += n
    same(f"speedscope opens {form} of {case.name}", own, want)


def timed(elf, *options):
    """A profile for each track of a trace; a function's time there is that of its slices."""
    trace, tracks, got = HERE / "browser.trace.json", {}, []
    sh(TALLY, "run", "--core", "vexriscv", "--trace", trace, "--trace-size", "1M", *options, elf)
    for e in json.loads(trace.read_text())["traceEvents"]:
        if e["ph"] == "X":
            tracks.setdefault(e["tid"], Counter())[e["name"]] += e["dur"]
    names, profiles = saved(trace)
    for profile in profiles:
        times = Counter()
        for event in profile["events"]:		# who has arguments has them in its name
            name = re.sub(r" \{.*", "", names[event["frame"]])
            times[name] += event["at"] if event["type"] == "C" else -event["at"]
        got.append(times)
    want = list(tracks.values())
    ok(f"speedscope opens {len(want)} tracks of {Path(elf).name}: times are the slices'",
       len(got) == len(want) and all(any(abs(sum((g - w).values()) + sum((w - g).values())) < 1
                                         for g in got) for w in want), got[:1], want[:1])


def tree(data, own):
    """Children of each context, and cycles with theirs."""
    sums, children = list(own), [[] for _ in own]
    for i in range(len(own) - 1, 0, -1):
        sums[data["parent"][i]] += sums[i]
        children[data["parent"][i]].append(i)
    return sums, children


def matching(data, text, sums):
    """(functions, cycles in them): each cycle once, however often its stack has such a one."""
    names = {i for i in data["name"][1:] if text.lower() in data["names"][i].lower()}
    below, cycles = [False] * len(sums), 0
    for i in range(1, len(sums)):
        above = below[data["parent"][i]]
        below[i] = above or data["name"][i] in names
        cycles += sums[i] if below[i] and not above else 0
    return f"{len(names):,} function{'' if len(names) == 1 else 's'}: ", f"{cycles:,} cycles"


def flame(name, text, search):
    """The page's graph; of a page of differences A and B stand at each box."""
    page = of_text(text)
    data, whole = page["flame"], "before" not in page["flame"]
    sums, _ = tree(data, data["own"])
    before = sums if whole else tree(data, data["before"])[0]
    both, children = tree(data, [a + b for a, b in zip(data["own"], data.get(
        "before", [0] * len(sums)))])
    chain, title = [0], lambda i: data["names"][data["name"][i]]
    while children[chain[-1]] and max(both[c] for c in children[chain[-1]]):
        chain.append(min(children[chain[-1]], key=lambda c: (-both[c], title(c))))
    parts = matching(data, search, sums)
    for width, dark in SHOWN:
        out = probed(name, text, width, dark, search)
        what = f"{name}, {width} wide, {'dark' if dark else 'light'}"
        ok(f"{what}: no error, nothing fetched, in the width", not out["wrong"]
           and not out["fetched"] and out["content"] <= width and out["dark"] == dark, out)
        if re.match(r"\d+ more, each narrower", out["up"][-1][0]):
            out["up"].pop()		# what is too narrow for a box of its own
        said = [out["root"], *out["up"]]
        want = [("all" if not i else title(i), f"{sums[i]:,} cycles" if whole
                 else f"{before[i]:,} \u2192 {sums[i]:,} cycles") for i in chain]
        ok(f"{what}: arrow up: the heaviest path, {len(said)} boxes, each with its cycles",
           len(said) > 3 and all(s[0] == n and s[1].startswith(cycles)
                                 for s, (n, cycles) in zip(said, want)), said, want)
        ok(f"{what}: a click makes a box as wide as all", out["clicked"][0] == title(chain[2]), out)
        ok(f"{what}: search: each cycle once", out["found"].startswith(parts[0])
           and out["found"].endswith(parts[1]), out["found"], parts)
        if whole:
            functions = Counter()
            for i, own in enumerate(data["own"]):
                functions[title(i)] += own
            ok(f"{what}: sorts, filters, opens files; callers: the hottest function",
               len(out["sorted"]) > 10 and out["opened"] and out["sorted"][0] in out["filtered"]
               and len(out["filtered"]) < len(out["sorted"])
               and out["leaf"][0] == functions.most_common(1)[0][0], out)


def main():
    with open(HERE / "cases.json", encoding="utf-8") as f:
        listed = json.load(f)
    for about in listed:
        for form in ("cpuprofile", "folded") if about["name"] == "sampled" else \
                ("cpuprofile",) if about["name"] in ("dhrystone", "lua") else ():
            opened(about, form)
    timed(Path(BUILD, "firmware", "dhrystone.elf"))
    for options in (), ("--task", "current"):
        timed(Path(BUILD, "tests", "contexts", "threads.elf"), *options)
    cases = {c["name"]: c for c in listed if c["calls"]}
    for name, search in ("lua", "luaV"), ("strange", "a"):
        case = cases[name]
        flame(name, sh(TALLY, "export", "html", case["capture"], case["elf"]), search)
    other = HERE / "browser.other.tally"
    sh(TALLY, "run", "--core", "vexriscv", "-o", other, cases["dhrystone"]["elf"])
    flame("diff of two cores", sh(TALLY, "diff", "--html", "-", cases["dhrystone"]["capture"],
                                  other), "str")
    end()


main()
