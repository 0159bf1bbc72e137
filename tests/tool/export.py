# SPDX-License-Identifier: ISC
"""export.py - each export of `tally export`, read by its format's own reader, must match `tally report --json` to the
last count.

usage: export.py BUILD TALLY FORMAT; the profiles are those of export_cases.py.
"""
import csv
import html.parser
import json
import os
import re
import subprocess
import sys
from collections import Counter

import firefox_profile
import flames
from flames import tally_capture
from kit import build, capture, end, ok
from programs import CPP, PARTS

BUILD, TALLY, FORMAT = sys.argv[1:]
HERE = os.path.join(BUILD, "tests", "export")
FLAMEGRAPH = "/usr/share/perl5/Devel/NYTProf/flamegraph.pl"
LANGUAGES = "inlined", "cpp", "rust"
REST = {"outside": "[OUTSIDE]", "filtered": "[FILTERED]", "idle": "[IDLE]", "lost": "[LOST]", "pending": "[PENDING]"}


def run(*command):
    p = subprocess.run([str(c) for c in command],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    env={**os.environ,
    "LC_ALL": "C.UTF-8",
    "HOME": os.path.abspath(HERE),
    "DEBUGINFOD_URLS": "",
    "PPROF_TMPDIR": HERE,
     "PAGER": "cat"})
    if p.returncode:
        raise SystemExit(
            f"not ok {' '.join(map(str, command))}: exit {p.returncode}: {p.stderr.decode(errors='replace')[-500:]}")
    return p.stdout.decode("utf-8", "replace")


def same(what, got, want):
    got, want = +Counter(got), +Counter(want)
    difference = {k: (got.get(k), want.get(k)) for k in got.keys() | want.keys() if got.get(k) != want.get(k)}
    ok(f"{what}: {len(want)} rows, {sum(want.values())} counts", not difference and sum(
        want.values()) > 0, "got, want:", str(list(difference.items())[:8]))


def plain(name, bad=""):
    return "".join("?" if ord(c) < 32 or ord(c) == 127 or c in bad else c for c in name)


class Case:
    def __init__(self, about):
        self.__dict__.update(about)
        self.report = json.loads(run(TALLY, "report", "--json", self.capture, self.elf))

    def export(self, form, *options):
        path = f"{HERE}/{self.name}.{form}"
        run(TALLY, "export", form, "-o", path, *options, self.capture, self.elf)
        return path

    def rest(self):
        return {REST[k]: n for k, n in self.report["counters"].items() if k in REST}

    def functions(self, bad=""):
        sums = Counter()
        for f in self.report["functions"]:
            sums[plain(f["name"], bad)] += f["count"]
        return sums

    def all(self, bad=""):
        return self.functions(bad) + Counter(self.rest())

    def contexts(self):
        named = [f for f in self.report["functions"] if f["name"][:11] != "[no symbol]"]
        return flames.of_capture(self.capture, self.elf, {f["pc"]: f["name"] for f in named})

    def bins(self):
        return {b["pc"]: b["count"] for b in self.report["bins"]}

    def chains(self):
        """`report --inlines`: the inline chains with their counts."""
        rows = re.findall(r"^(.*) (\d+)$", run(TALLY, "report", "--inlines", "--top", "0",
                          self.capture, self.elf).partition("\n\n")[2].partition("\n\n")[0], re.M)
        sums = Counter()
        for name, n in rows:
            sums[name] += int(n)
        return sums

    def lines(self):
        """`report --by line`: (file, line), None where they are unknown."""
        options = ["--json", "--by", "line", "--top", "0"]
        sums = Counter()
        for row in json.loads(run(TALLY, "report", *options, self.capture, self.elf))["rows"]["rows"]:
            sums[(plain(row["file"]), row["line"]) if row["file"] and row["line"] else None] += row["count"]
        return sums


class ElfSymbols:
    """Readers may choose any of several names of one address, and may merge functions of one name:
    label() maps these to one label. `refused`: names the reader ignores; their counts go to the previous one."""

    def __init__(self, elf, refused):
        self.at, self.named = {}, {}
        for line in run("riscv64-unknown-elf-nm", elf).splitlines():
            address, _, name = line.split(" ", 2) if line[:1] != " " else ("0", "", "")
            if name and not re.search(refused, name):
                self.at.setdefault(int(address, 16), set()).add(name)
                self.named.setdefault(name, set()).add(int(address, 16))

    def label(self, name):
        seen, todo = set(), [name]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += [n for a in self.named[name] for n in self.at[a]]
        return min(seen)

    def fold(self, functions):
        sums = Counter()
        for f in functions:
            at = max(a for a in self.at if a <= f["pc"])
            sums[self.label(min(self.at[at]))] += f["count"]
        return sums


def gmon(case):
    elf = f"{HERE}/{case.name}.gprof.elf"
    # gprof accepts no other section as code, and no local names with a $
    run("riscv64-unknown-elf-objcopy", "--wildcard", "--globalize-symbol=?*$?*",
        "--rename-section", ".memory=.text", case.symbols, elf)
    data = case.export("gmon")
    flat = run("riscv64-unknown-elf-gprof", "--no-demangle", "-b", "-p", elf, data)
    unit = case.report["unit"]
    ok(f"{case.name}: counts are {unit}", f"Each sample counts as 1 {unit}." in flat, flat[:200])
    row = re.compile(r"^ *[\d.]+ +[\d.]+ +(\d+)\.00 +(.*)$", re.M)
    report = case.report if case.symbols == case.elf else Case({"capture": case.capture, "elf": case.symbols}).report
    total = sum(case.bins().values())
    if case.name == "hostile":		# names with blanks and line ends, unchanged
        ok("hostile: sum", sum(int(n) for n, _ in row.findall(flat)) == total)
        return
    symbols, got = ElfSymbols(elf, r"^[.$]" if case.name in LANGUAGES else r"\$|\.(?!\d+$)"), Counter()
    for n, name in row.findall(flat):
        got[symbols.label(name.strip())] += int(n)
    want = symbols.fold(report["functions"])
    if case.name in LANGUAGES:
        name = symbols.label(min(symbols.at[max(f["pc"] for f in report["functions"])]))
        if name not in got:		# gprof reads a symbol behind its last one, whatever that is
            ok(f"{case.name}: gprof leaves out the last function of .text: {want.pop(name)}", True)
        same(f"{case.name}: gprof -p", got, want)
        dollars(case)
        return
    same(f"{case.name}: gprof -p", got, want)
    lines = sum(int(n) for n, _ in row.findall(run("riscv64-unknown-elf-gprof", "-b", "-p", "-l", elf, data)))
    tail, last = 0, sorted(case.bins().items(), reverse=True)[:4]
    for _, n in last:		# gprof -l omits the last line of .text
        tail += n if tail < total - lines else 0
    ok(f"{case.name}: gprof -l has all {total} but {tail} of the last line", lines + tail == total, lines)
    if case.name == "sampled":
        data = case.export("gmon", "--clock", "50M")
        flat = run("riscv64-unknown-elf-gprof", "-b", "-p", elf, data)
        ok("sampled: gprof with a clock: seconds", "Each sample counts as 2e-05 seconds." in flat, flat[:200])


def dollars(case):
    """What the export says of local names with a $, which gprof passes over."""
    p = subprocess.run([TALLY,
    "export",
    "gmon",
    "-o",
    f"{HERE}/said",
    case.capture,
    case.elf],
    capture_output=True,
    text=True,
     check=True)
    said = re.findall(r"gprof takes no local name with a \$ for a function: it shows (\d+) counts", p.stderr)
    local = {int(pc, 16) for pc in re.findall(r"^(\w+) t .*\$", run("riscv64-unknown-elf-nm", case.elf), re.M)}
    passed = sum(f["count"] for f in case.report["functions"] if f["pc"] in local)
    want = [str(passed)] if case.name == "rust" else []
    ok(f"{case.name}: counts under local names with a $ are said: {said}", said == want, want)


def callgrind(case):
    text = run("callgrind_annotate", "--threshold=100", "--auto=no", case.export("callgrind"))
    total = int(re.search(r"^([\d,]+) .*PROGRAM TOTALS", text, re.M)[1].replace(",", ""))
    ok(f"{case.name}: callgrind_annotate: PROGRAM TOTALS are TICKS {total}", total == case.report["counters"]["ticks"])
    got, instructions = Counter(), Counter()
    for line in text.split("PROGRAM TOTALS")[1].splitlines():
        counts = re.match(r" *([\d,]+) \([ \d.]+%\)(?: +([\d,]+) \([ \d.]+%\))?  (.*?)(?: \[[^]]*\])?$", line)
        if counts:
            name = next(
    (f for f in sorted(
        case.all(),
        key=len,
        reverse=True) if counts[3].endswith(
            ":" + f)),
             counts[3])
            got[name] += int(counts[1].replace(",", ""))
            instructions[name] += int((counts[2] or "0").replace(",", ""))
    same(f"{case.name}: callgrind_annotate", got, case.all())
    if case.name == "dhrystone":
        same("dhrystone: its instructions", instructions, {
             f["name"]: f["instructions"] for f in case.report["functions"] if f["count"]})


def pprof(case):
    reader, path = f"{BUILD}/readers/pprof", case.export("pprof")
    row = re.compile(r"^ *(\d+) +[-\d.e]+% +[-\d.e]+% +\d+ +[-\d.e]+%  (.*)$", re.M)
    keep = ["-nodecount=100000", "-nodefraction=0", "-edgefraction=0", "-trim=false", "-symbolize=none"]

    def top(*options, ending=r"(?: \(inline\)| \(partial-inline\))?"):
        sums = Counter()
        for n, name in row.findall(run(reader, "-top", *keep, *options, path)):
            sums[re.sub(ending + "$", "", name)] += int(n)
        return sums

    if case.name != "hostile":
        same(f"{case.name}: pprof -top -noinlines", top("-noinlines"), case.all())
        leaves = Counter()
        for chain, n in case.chains().items():
            leaves[re.split(r";(?! )", chain)[-1]] += n		# "[u8; 4]" is one of Rust's types
        nameless = {n: c for n, c in case.functions().items() if n.startswith("[no symbol]")}
        if nameless:
            leaves.pop("[no symbol]")
        same(f"{case.name}: pprof -top", top(), leaves + Counter(nameless) + Counter(case.rest()))
    raw = run(reader, "-raw", *keep, path)
    if case.name in LANGUAGES:
        pprof_names(case, reader, path, row)
    locations = {int(i): int(a, 16) for i, a in re.findall(r"^ *(\d+): (0x[0-9a-f]+) M=\d+", raw, re.M)}
    counts = {locations[int(i)]: int(n) for n, i in re.findall(r"^ *(\d+)(?: +\d+)*: (\d+) *$",
                            raw.partition("Locations")[0], re.M) if int(i) in locations and locations[int(i)]}
    if case.name != "wide":
        same(f"{case.name}: pprof -raw, every address", counts, case.bins())
    if case.name == "dhrystone":
        listing = run(reader, "-list", "^Proc_1$", "-symbolize=none", path)
        want = case.functions()["Proc_1"]
        ok(f"dhrystone: pprof -list Proc_1: {want}",
    re.search(rf"^ +\d+ +{want} \(flat, cum\)",
    listing,
    re.M) and "Next_Record" in listing,
     listing[:500])
        seconds = run(
    reader,
    "-top",
    "-symbolize=none",
    "-sample_index=time_at_1000000_Hz",
    case.export(
        "pprof",
        "--clock",
         "1M"))
        ok("dhrystone: pprof with a clock: 0.27 s of 1 MHz", "Type: time_at_1000000_Hz" in seconds and re.search(
            r"of 270\.\d+ms total|of 0\.27s total", seconds), seconds[:400])


def pprof_names(case, reader, path, row):
    """As a user calls it: pprof shortens names that it holds for plain ones, and then merges what became the same."""
    shown = Counter()
    for n, name in row.findall(run(reader, "-top", "-noinlines", "-nodecount=100000", "-nodefraction=0", path)):
        shown[name] += int(n)
    same(f"{case.name}: pprof -top by default", shown, case.all())


def folded(case):
    sums, tops = Counter(), Counter()
    with open(case.export("folded"), encoding="utf-8") as f:
        for line in f:
            chain, n = re.fullmatch(r"(.*) (\d+)\n", line).groups()
            assert chain not in sums, f"{chain} twice"
            sums[chain] += int(n)
            tops[chain.split(";")[0]] += int(n)
    every = Counter()
    for name, n in case.all(";").items():
        every[re.sub(r" (?=\d+(\.\d*)?$)", "?", name)] += n
    same(f"{case.name}: outermost of the chains", tops, every)
    if case.name != "hostile" and not any(n.startswith("[no symbol]") for n in case.functions()):
        same(f"{case.name}: chains", sums,
             {re.sub(r";(?= )", "?", chain): n for chain, n in (case.chains() + Counter(case.rest())).items()})
    flamegraph(case, sums)


def flamegraph(case, chains):
    """Debian's original FlameGraph script: compares each box of its picture with the sums of the chains that start
    so. It sorts chains as text, so what is inlined into `f` may stand in a box of its own, behind `f::g`."""
    out = subprocess.run(["perl", FLAMEGRAPH, "--countname", "counts", "--minwidth", "0",
                         case.export("folded")], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    boxes, want, stack = Counter(), Counter(), [["all", 0]]
    for name, n in re.findall(r"<title>(.*) \(([\d,]+) counts, [\d.]+%\)</title>", out.stdout.decode("utf-8")):
        boxes[html.unescape(name), int(n.replace(",", ""))] += 1
    for line in [*sorted(f"all;{chain} {n}" for chain, n in chains.items()), " 0"]:
        chain, _, n = line.rpartition(" ")
        names = chain.translate(str.maketrans("<>", "()")).split(";")
        same_names = len(os.path.commonprefix([names, [name for name, _ in stack]]))
        want.update(map(tuple, stack[same_names:]))
        stack[same_names:] = [[name, 0] for name in names[same_names:]]
        for box in stack:
            box[1] += int(n)
    same(f"{case.name}: flamegraph.pl's boxes", boxes, want)


def comma(case):
    path = case.export("csv", *(["--clock", "1M"] if case.name == "sampled" else []))
    with open(path, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    unit = case.report["unit"]
    sums, bins = Counter(), Counter()
    for row in rows:
        name = row["function"]
        name = name[1:] if name[:2] in ("'=", "'+", "'-", "'@") else name
        sums[name] += int(row[unit])
        if row["address"]:
            bins[int(row["address"], 16)] += int(row[unit])
    same(f"{case.name}: functions", sums, case.all())
    same(f"{case.name}: addresses", bins, case.bins())
    ok(f"{case.name}: no cell is a formula", not any(v and v[0] in "=+-@\t\r" for row in rows for v in row.values()))
    if case.name == "sampled":
        ok("sampled: seconds are samples x 1000 / 1 MHz",
     all(abs(float(r["seconds at 1000000 Hz"]) - int(r[unit]) / 1000) < 1e-9 for r in rows))


def speedscope(case):
    import fastjsonschema
    with open(f"{BUILD}/readers/speedscope/file-format-schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    with open(case.export("speedscope", *(["--clock", "1M"] if case.name == "lua" else [])), encoding="utf-8") as f:
        profile = json.load(f)
    fastjsonschema.compile(schema)(profile)		# raises for anything the schema does not allow
    frames = profile["shared"]["frames"]
    places = Counter(tuple(frame.get(k) for k in ("name", "file", "line")) for frame in frames)
    ok(f"{case.name}: {len(frames)} frames, one a function", max(places.values()) == 1, places.most_common(3))
    if case.name in ("inlined", "cpp"):		# twice() is inlined in places of several functions
        ok(f"{case.name}: a function is one frame, with its line", len({f["name"] for f in frames}) == len(frames)
           and all(f.get("line") for f in frames if f["name"][0] != "[" and f["name"] != "bare"), frames)
    for p in profile["profiles"]:
        sums, total = Counter(), 0
        for stack, weight in zip(p["samples"], p["weights"], strict=True):
            sums[frames[stack[0]]["name"]] += weight
            total += weight
        if p["unit"] == "none":
            ok(f"{case.name}: endValue", p["endValue"] == total == case.report["counters"]["ticks"], total)
            same(f"{case.name}: speedscope, by its schema", {plain(k): n for k, n in sums.items()}, case.all())
        else:
            ok(f"{case.name}: {p['name']}", p["unit"] == "seconds" and abs(
                total - case.report["counters"]["ticks"] / 1e6) < 1e-6)
    ok(f"{case.name}: profiles", len(profile["profiles"]) == 1 + (case.name == "lua"))


def languages():
    """Inlined calls of C, C++ and Rust; the cases above are C and assembly."""
    # tests of other formats run beside this one, and make their own
    elfs = {"inlined": build(f"{HERE}/{FORMAT}.inlined", PARTS, "-g", "-O2"),
            "cpp": build(f"{HERE}/{FORMAT}.cpp", {"a.cc": CPP}, "-g", "-O2", "-fno-exceptions", "-fno-rtti",
                         compiler="g++"),
            "rust": f"{BUILD}/firmware/rust.elf"}
    for name, elf in elfs.items():
        counted = capture(elf, f"{HERE}/{FORMAT}.{name}", "--no-calls")
        yield Case({"name": name, "capture": counted, "elf": elf, "symbols": elf})


def firefox(case):
    path = case.export("firefox", *(["--clock", "1M"] if case.name == "lua" else []))
    with open(path, encoding="utf-8") as f:
        profile = json.load(f)
    wrong = firefox_profile.faults(profile)
    ok(f"{case.name}: tables, columns and indices of version {firefox_profile.VERSION}", not wrong, wrong[:8])
    for what, other in firefox_profile.planted(profile) if case.name == "dhrystone" else ():
        ok(f"the checker sees a wrong {what}", firefox_profile.faults(other))
    outer, chains, lines, in_bins = Counter(), Counter(), Counter(), 0
    for chain, code, weight in firefox_profile.chains(profile):
        outer[chain[0][0]] += weight
        chains[";".join(name for name, _, _ in chain)] += weight
        in_bins += code * weight
        if code:
            lines[chain[-1][1:] if all(chain[-1][1:]) else None] += weight
    ticks, bins, total = case.report["counters"]["ticks"], sum(case.bins().values()), sum(outer.values())
    ok(f"{case.name}: weights in code {in_bins} are the sum of bins, all {total} TICKS",
       (in_bins, total) == (bins, ticks))
    same(f"{case.name}: outermost functions", outer, case.all())
    if case.name != "hostile" and not any(n.startswith("[no symbol]") for n in case.functions()):
        same(f"{case.name}: chains", chains, case.chains() + Counter(case.rest()))
    same(f"{case.name}: lines", lines, case.lines())
    ok(f"{case.name}: {os.path.getsize(path)} bytes", os.path.getsize(path) < 1 << 20)
    kinds = [t["samples"]["weightType"] for t in profile["threads"]]
    if case.name != "lua":
        ok(f"{case.name}: one thread, of samples", kinds == ["samples"])
        return
    ms = sum(profile["threads"][1]["samples"]["weight"])
    good = kinds == ["samples", "tracing-ms"] and abs(ms - ticks / 1000) < 1e-3
    ok(f"lua: {profile['threads'][1]['name']}: {ms:.3f}", good)


def perf(case):
    elf = f"{HERE}/{case.name}.perf.elf"		# perf takes the mapping symbols ($x) and local labels for functions
    run("riscv64-unknown-elf-objcopy", "--wildcard", "--strip-symbol=$[xd]", "--strip-symbol=$[xd].*",
        "--strip-symbol=$xrv*", "--strip-symbol=.L*", case.symbols, elf)
    whole = subprocess.run([TALLY,
    "export",
    "perf",
    "-o",
    f"{HERE}/said",
    case.capture,
    case.symbols],
    capture_output=True,
    text=True,
     check=True)
    case = Case({"name": case.name, "capture": case.capture, "elf": elf})
    path = case.export("perf")
    if case.name == "rust":
        ok("rust: that perf would show local labels is said", re.search(
            r"perf may take \d+ labels .*--strip-symbol='\.L\*'", whole.stderr), whole.stderr)
    header = run("perf", "report", "-i", path, "--header-only", "-v")
    ok(f"{case.name}: perf's event is called {case.report['unit']}",
       f"name = {case.report['unit']}," in header, header[-600:])
    counts = Counter()
    for n, pc in re.findall(r"^ *(\d+) +([0-9a-f]+) *$", run("perf", "script", "-i", path, "-F", "ip,period"), re.M):
        counts[int(pc, 16)] += int(n)
    if case.name != "wide":
        same(f"{case.name}: perf script, every address", counts, case.bins())
    text = run("perf", "report", "-i", path, "--stdio", "-F", "period,sym", "--no-demangle", "--percent-limit", "0")
    total = int(re.search(r"Event count \(approx\.\): (\d+)", text)[1])
    ok(f"{case.name}: perf report: event count {total}", total == sum(case.bins().values()))
    if case.name == "hostile":
        return
    local = re.findall(r"\[\.\] (\.L.*)$", text, re.M)
    ok(f"{case.name}: perf shows no local labels", not local, local[:5])
    symbols, got, want = ElfSymbols(elf, r"^\.L"), Counter(), Counter()
    nested = re.compile(r"^(__riscv_save|__riscv_restore)_\d+$")	# nested in each other: perf takes the outer one
    nameless = 0
    for n, name in re.findall(r"^ +(\d+)  \[\.\] (.*)$", text, re.M):
        name = name.strip()
        if name.startswith("0x"):		# perf ignores a last symbol without a size
            nameless += int(n)
            continue
        got[nested.sub(r"\1", symbols.label(name))] += int(n)
    for name, n in symbols.fold(case.report["functions"]).items():
        want[nested.sub(r"\1", name)] += n
    missing = [n for n in want if n not in got][:1]
    same(f"{case.name}: perf report", got + Counter({n: nameless for n in missing}), want)


class Page(html.parser.HTMLParser):
    """Reads the page like a browser without scripts: tags in pairs, ids, links, the tables' cells by section."""
    VOID = {"meta", "link", "br", "input", "rect"}

    def __init__(self, text):
        super().__init__()
        self.stack, self.ids, self.links, self.tags, self.rows, self.loads = [], Counter(), set(), Counter(), [], []
        self.summaries = {}	# text of a section's <summary>
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags[tag] += 1
        if tag not in self.VOID or (tag == "rect" and "class" in attrs and attrs["class"] == "c"):
            self.stack.append(tag)
        if "id" in attrs:
            self.ids[attrs["id"]] += 1
        if tag in ("section", "details") and "id" in attrs:
            self.section = attrs["id"]
        if "href" in attrs:
            self.links.add(attrs["href"])
        self.loads += [f"{k}={v}" for k, v in attrs.items() if k in ("src", "srcset", "action",
                                                          "data") or k.startswith("on")]
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
        if self.stack and ("td" in self.stack or "th" in self.stack):
            self.rows[-1][1][-1] += data

    def table(self, section):
        return [cells for at, cells in self.rows if at == section]

    def source(self):
        """Rows of annotated source: the id of their file, and their cells by heading."""
        heads, unit = {}, None
        for at, cells in self.rows:
            if not re.fullmatch(r"s\d+", at):
                continue
            if at not in heads:
                heads[at], unit = cells, cells[1]
                continue
            row = dict(zip(heads[at], cells))
            if row["line"].isdigit():
                yield at, {**row, "count": flames.number(row[unit] or "0")}


def code(case, page):
    """The instructions beside the lines: objdump's, and their counts are those of the line."""
    text = run("riscv64-unknown-elf-objdump", "-d", "-z", "--no-show-raw-insn", case.elf)
    there = {(int(pc, 16), name) for pc, name in re.findall(r"^ *([0-9a-f]+):\t(\S+)", text, re.M)}
    shown, wrong, strange = 0, [], []
    for _, row in page.source():
        if not row["count"]:
            continue
        found = re.findall(r"^ *([\d,]*)  ([0-9a-f]{8})  (\S+)", re.sub(r"^\d+(?= )", "", row["instructions"]), re.M)
        shown += len(found)
        strange += [x for x in found if (int(x[1], 16), x[2]) not in there]
        if sum(flames.number(n or "0") for n, _, _ in found) != row["count"]:
            wrong.append(row)
    ok(f"{case.name}: {shown} instructions beside their lines, whose counts they add up to",
       shown > 4 and not wrong, wrong[:3])
    ok(f"{case.name}: ... are objdump's", not strange, strange[:5])


def absent(case, text):
    """Sources that are not here, as those of /rustc/ mostly are."""
    files = text.split('<section id="source">')[1].split('</summary>')[1:]
    said = [x for x in files if x.count("The source is not here: the instructions alone.")
                                        == 1 and '<pre class="asm">' in x and "<details class" not in x]
    wrong = [x for x in files if x not in said and "source is not here" in x]
    ok(f"{case.name}: {len(said)} files without source show their instructions alone, and say so",
       len(said) > 1 and not wrong, files)


STRANGE = ["</script><b>", "a<b>&\"c'", "\u202ertl", "\ufffe\uffff", "caf\u00e9]]>", "x: 5 cycles, 1.00%", "tab\there"]


def strange():
    """A program that calls functions of names that no page expects."""
    names = [f"strange_{i:03}_{'x' * 40}" for i in range(len(STRANGE))]
    parts = [f"__attribute__((noinline)) void {name}(void) {{ for (volatile int i = 0; i < {20 + i}; i++) ;"
             f"{names[i - 1] + '();' if i else ''} __asm__ volatile (\"\"); }}" for i, name in enumerate(names)]
    elf = build(f"{HERE}/strange", {"a.c": "\n".join(parts) + f"\nvoid run(void) {{ {names[-1]}(); }}\n"}, "-O1")
    with open(elf, "rb") as f:
        content = f.read()
    for name, other in zip(names, STRANGE, strict=True):
        content = content.replace(name.encode() + b"\0", other.encode() + b"\0" * (len(name) + 1 - len(other.encode())))
    with open(elf, "wb") as f:
        f.write(content)
    return Case({"name": "strange", "capture": capture(elf), "elf": elf, "symbols": elf})


def calls(case, text, data):
    """The flame graph's contexts, where the capture has a call tree; else it is said that there are no callers."""
    if not (contexts := case.contexts()):
        ok(f"{case.name}: no flame graph, an icicle that is called one",
           not data and ">Icicle by file and function</h2>" in text and '<a href="#icicle">Icicle</a>' in text
           and "nothing here is a call stack" in text and "flame" not in text)
        return
    ok(f"{case.name}: a flame graph, and nothing is said against it",
       "A sample holds no callers" not in text and '<a href="#flame">' in text)
    ok(f"{case.name}: its contexts together are TICKS", data and sum(data["own"]) == case.report["counters"]["ticks"])
    script = text.partition('id="calls">')[2].partition("</script>\n</section>")[0]
    ok(f"{case.name}: no name ends the script", "<" not in script)
    found = flames.of_page(data)
    for i, what in enumerate(("its contexts", "how often they were called")):
        same(f"{case.name}: {what}", {p: c[i] for p, c in found.items()}, {p: c[i] for p, c in contexts.items()})


def call_table(case, text, head, rows):
    """Inclusive cycles and calls of functions; the call tree's rows, each a context or several below one another."""
    contexts, want = case.contexts(), Counter()
    sums = flames.inclusive(contexts)
    for path, (_, n) in contexts.items():
        if path[-1] not in path[:-1]:
            want[path[-1], "inclusive"] += sums[path]
        want[path[-1], "calls"] += n
    cells = {row[head.index("function")]: row for row in rows}		# a name may have several rows: not these
    once = {name: row for name, row in cells.items() if sum(r[head.index("function")] == name for r in rows) == 1}
    wrong = [(name, row) for name, row in once.items() for what in ("inclusive", "calls")
             if row[head.index(what)] and flames.number(row[head.index(what)]) != want[flames.shown(name), what]]
    ok(f"{case.name}: inclusive cycles and calls of {len(once)} functions", once and not wrong, wrong[:3])
    part = text.split('<section id="tree">')[1].split("</section>")[0]
    found = re.findall(r'<td class="n">([\d.]+)%</td><td class="n">([\d,]+)</td><td class="n">([\d,]+)</td>'
                       r'<td class="n calls">([\d,]+)</td>.*?--level:(\d+)">(.*)</td></tr>', part)
    hidden = re.search(r'<tr><td></td><td></td><td class="n">([\d,]+)</td>.*in ([\d,]+) more contexts', part)
    own = sum(flames.number(r[2]) for r in found) + (flames.number(hidden[1]) if hidden else 0)
    ok(f"{case.name}: the call tree's {len(found)} rows and what has none are TICKS", 0 < len(found) <= 100
       and own == case.report["counters"]["ticks"], own)
    above, wrong = [()], []
    for percent, inclusive, own, n, level, names in found:
        top = path = above[int(level)]
        sum_own = 0
        for i, name in enumerate(re.split(" &gt; ", names)):
            name, times = re.fullmatch(r"(.*?)(?: \(([\d,]+) times\))?", html.unescape(name), re.S).groups()
            for _ in range(flames.number(times or "1")):
                path = (*path, name)
                top = top if len(top) > len(above[int(level)]) else path
                sum_own += contexts.get(path, (0,))[0]
        del above[int(level) + 1:]
        above.append(path)
        if (flames.number(inclusive), flames.number(own), flames.number(n)) != (sums[top], sum_own, contexts[top][1]) \
                or abs(float(percent) - 100 * sums[top] / case.report["counters"]["ticks"]) > 0.0051:
            wrong.append((top, path, inclusive, own, n))
    if case.name in ("dhrystone", "lua"):		# names of others may hold what joins them
        ok(f"{case.name}: ... are contexts, with their inclusive and own cycles and calls", not wrong, wrong[:3])


def svg(case):
    if not (contexts := case.contexts()):
        return
    with open(case.export("svg"), encoding="utf-8") as f:
        text = f.read()
    boxes, left_out = flames.of_svg(text)
    ticks, sums = case.report["counters"]["ticks"], flames.inclusive(contexts)
    root, kinds = boxes[0], Counter(re.findall(r"<([a-z]+)", text))
    ok(f"{case.name}: nothing but shapes and text", not kinds.keys() - {"svg", "style", "g", "rect", "text", "title"}
       and not re.search(r"href|url\(|@import|\son[a-z]+=", text), kinds)
    ok(f"{case.name}: the root is TICKS", root.path == () and root.cycles == ticks, root, ticks)
    ok(f"{case.name}: own cycles of the boxes and what was left out are TICKS",
       sum(b.own for b in boxes) + left_out == ticks, left_out)
    ours = [b for b in boxes[1:] if b.path in contexts]
    wrong = [b for b in ours if (b.cycles, b.own, b.calls) != (sums[b.path], *contexts[b.path])]
    ok(f"{case.name}: {len(ours)} boxes are contexts, each with its cycles, its own and its calls",
       ours and not wrong, wrong[:3])
    odd = [b for b in boxes[1:] if b.path not in contexts and not re.match(r"\d+ more, ", b.path[-1])]
    ok(f"{case.name}: the others sum up", not odd, odd[:3])
    wide = [b for b in boxes if abs(b.width - 1176 * b.cycles / ticks) > 0.8]
    ok(f"{case.name}: as wide as their cycles", not wide, wide[:3])
    missing = [p for p in contexts if sums[p] * 1176 >= ticks and len(p) < 100 and p not in {b.path for b in ours}]
    ok(f"{case.name}: every context of a pixel has a box", not missing, missing[:3])
    plain_names = {b.path: plain(b.path[-1] if b.path in contexts else b.path[-1].split(", ")[0]) for b in boxes[1:]}
    label = [b for b in boxes[1:] if b.text and not plain_names[b.path].startswith(b.text.rstrip("\u2026"))]
    ok(f"{case.name}: {sum(bool(b.text) for b in boxes)} labels are their names, or begin them", not label, label[:3])


def as_html(case):
    with open(case.export("html"), encoding="utf-8") as f:
        text = f.read()
    page = Page(text)
    visible = case.all()
    for name in list(visible):
        visible[flames.shown(name)] = visible.pop(name)
    head, *rows = page.table("functions")
    unit, name = head.index(case.report["unit"]), head.index("function")
    sums = Counter()
    for row in rows:
        sums[plain(row[name])] += flames.number(row[unit])
    same(f"{case.name}: table of functions", sums, visible)
    ok(f"{case.name}: every tag is closed", not page.stack, page.stack)
    ok(f"{case.name}: ids are unique", max(page.ids.values()) == 1)
    ok(f"{case.name}: every link leads into the page",
       all(link[:1] == "#" and link[1:] in page.ids for link in page.links),
       [x for x in page.links if x[1:] not in page.ids][:5])
    data = flames.page_data(text)
    bold = sum(i.startswith("s") and i[1:].isdigit() for i in page.ids)
    ok(f"{case.name}: nothing is loaded, no name became a tag",
       not page.loads and page.tags["script"] == (2 if data else 1) and page.tags["b"] == bold
       and not {"img", "iframe", "link", "object", "embed", "base"} & page.tags.keys(), page.loads, page.tags)
    ok(f"{case.name}: its policy forbids to", "default-src 'none'" in text)
    calls(case, text, data)
    if case.contexts():
        call_table(case, text, head, rows)
    if case.name in ("dhrystone", "sampled", *LANGUAGES):
        code(case, page)
    if case.name == "rust":
        absent(case, text)
    if case.name not in ("dhrystone", "lua", "sampled"):
        return
    # the source beside them is the file's own
    right = wrong = 0
    for at, row in page.source():
        path = page.summaries.get(at, "").rpartition(" ")[0]
        if "source" in row and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as f:
                same_line = f.read().split("\n")[int(row["line"]) - 1].rstrip("\r") == row["source"]
            right, wrong = right + same_line, wrong + (not same_line)
    ok(f"{case.name}: {right} lines of source, as in the files", right > 100 and not wrong, wrong)
    # lines with counts, against addr2line; by number, because addr2line calls a file by the name of another that it
    # includes
    want, got, bins, retired = Counter(), Counter(), case.bins(), Counter()
    instructions = Counter()
    for (_, pc), (_, n) in tally_capture.read(case.capture).cells.items():
        retired[pc] += n
    pcs = sorted(bins)
    places = subprocess.run(["riscv64-unknown-elf-addr2line", "-e", case.elf], input="\n".join(map(hex, pcs)),
                            capture_output=True, text=True, check=True).stdout.splitlines()
    for pc, place in zip(pcs, places, strict=True):
        line = int(re.search(r":(\d+)", place)[1])
        want[line] += bins[pc]
        instructions[line] += retired[pc]
    cpi = {}
    for _, row in page.source():
        got[int(row["line"])] += row["count"]
        if row["count"]:
            cpi.setdefault(int(row["line"]), []).append(row.get("CPI"))
    same(f"{case.name}: annotated lines are addr2line's", got, want)
    if retired:
        odd = [(n, *x) for n, x in cpi.items() if len(x) == 1 and abs(float(x[0] or 0) - want[n] / instructions[n]) > 0.0051]
        ok(f"{case.name}: CPI of {len(cpi)} lines", len(cpi) > 100 and not odd, odd[:5])


def as_json(case):
    with open(case.export("json"), encoding="utf-8") as f:
        exported = json.load(f)
    ok(f"{case.name}: is in report --json", {"bins", "functions", "counters", "end"}
       <= exported.keys() and all(case.report[k] == v for k, v in exported.items()))


FORMATS = {
    "gmon": gmon,
    "callgrind": callgrind,
    "pprof": pprof,
    "folded": folded,
    "csv": comma,
    "speedscope": speedscope,
    "firefox": firefox,
    "perf": perf,
    "json": as_json,
     "html": as_html,
     "svg": svg}


def main():
    with open(f"{HERE}/cases.json", encoding="utf-8") as f:
        cases = json.load(f)
    if FORMAT in ("html", "svg"):		# the formats with flame graphs
        cases = [{**c, "capture": c.get("calls", c["capture"])} for c in cases]
    cases = [Case(c) for c in cases]
    for case in [*cases, *languages()]:
        FORMATS[FORMAT](case)
    if FORMAT in ("html", "svg"):
        FORMATS[FORMAT](strange())
    ok("a case has counts above 65,535 in a bin", any(n > 65535 for c in cases for n in c.bins().values()))
    end()


main()
